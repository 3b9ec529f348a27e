"""The form of a correction: what the fields of the page say, read into a task's texts and typed golds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from memorybench.errors import BadInput
from memorybench.records import BooleanGold, EnumGold, GoldPart, NamesGold, NumberGold, Task, TextGold
from memorybench.review.records import Corrections

TEXTS = ("probe", "probe_plain", "gold_answer", "extra_information")


def gold_field(part: GoldPart) -> str | None:
    """The typed gold as its field on the page shows it; None: it has nothing to correct."""
    if isinstance(part, NumberGold):
        return f"{part.value:.10g}"
    if isinstance(part, NamesGold):
        return "\n".join(sorted(part.names))
    if isinstance(part, BooleanGold):
        return "yes" if part.value else "no"
    if isinstance(part, EnumGold | TextGold):
        return part.value
    return None


def read_corrections(task: Task, form: Mapping[str, str]) -> Corrections:
    """What the form changes of ``task``: fields ``probe``, …, and ``gold-0``, ``gold-1``, … for the typed golds.

    Raises:
        BadInput: a field is empty, or is not of its gold's type.
    """
    texts = {name: form[name].strip() for name in TEXTS if name in form}
    for name, text in texts.items():
        if not text:
            raise BadInput(f"the field '{name.replace('_', ' ')}' is empty: reject the task if it cannot be mended.")
    changed: dict[str, Any] = {name: text for name, text in texts.items() if text != getattr(task, name)}
    gold = tuple(_part(part, form.get(f"gold-{place}")) for place, part in enumerate(task.gold))
    if gold != task.gold:
        changed["gold"] = gold
    return Corrections.model_validate(changed)


def _part(part: GoldPart, text: str | None) -> GoldPart:
    shown = gold_field(part)
    if text is None or shown is None or text.replace("\r\n", "\n").strip() == shown:
        return part
    try:
        return part.model_validate({**part.model_dump(), **_value(part, text.strip())})
    except (ValueError, ValidationError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"'{text.strip()}' is no value for the gold {part.about or part.type}.") from None


def _value(part: GoldPart, text: str) -> dict[str, Any]:
    if isinstance(part, NumberGold):
        try:
            return {"value": float(text.replace("\u202f", "").replace(" ", ""))}
        except ValueError:
            raise BadInput(f"'{text}' is not a number; write 1234.5, without unit and without a comma.") from None
    if isinstance(part, NamesGold):
        names = [line.strip() for line in text.splitlines() if line.strip()]
        if not names:
            raise BadInput("a list of names needs one name a line.")
        return {"names": names}
    if isinstance(part, BooleanGold):
        if text.casefold() not in ("yes", "no"):
            raise BadInput(f"'{text}' is neither yes nor no.")
        return {"value": text.casefold() == "yes"}
    if not text:
        raise BadInput(f"the gold {part.about or part.type} is empty.")
    if isinstance(part, EnumGold) and text not in part.options:
        raise BadInput(f"'{text}' is not among {', '.join(part.options)}.")
    return {"value": text}
