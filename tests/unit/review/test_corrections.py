"""What the form says becomes a task's texts and typed golds, or one sentence about what is wrong with it."""

from __future__ import annotations

import pytest

from memorybench.errors import BadInput
from memorybench.records import BooleanGold, EnumGold, NamesGold, NumberGold, Task
from memorybench.review.corrections import gold_field, read_corrections
from memorybench.tasks.dataset import Dataset


def _form(task: Task) -> dict[str, str]:
    fields = {name: getattr(task, name) for name in ("probe", "probe_plain", "gold_answer", "extra_information")}
    golds = {f"gold-{place}": text for place, part in enumerate(task.gold) if (text := gold_field(part)) is not None}
    return {**fields, **golds}


def test_an_untouched_form_changes_nothing_on_any_task(dataset: Dataset) -> None:
    for task in dataset.tasks:
        assert not read_corrections(task, _form(task)).changed(), task.id


def test_a_number_is_corrected_and_keeps_its_unit(dataset: Dataset) -> None:
    task = next(task for task in dataset.tasks if isinstance(task.gold[0], NumberGold) and task.gold[0].unit)
    found = read_corrections(task, {**_form(task), "gold-0": "1234.5"})
    assert found.changed().keys() == {"gold"}
    part = found.applied(task).gold[0]
    assert isinstance(part, NumberGold) and part.value == 1234.5
    assert part.unit == task.gold[0].unit  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("gold", "text", "value"),
    [
        (NamesGold(names=frozenset({"A", "B"})), "C\r\n A \n", {"names": {"A", "C"}}),
        (BooleanGold(value=True, statement="there is a lift"), "No", {"value": False}),
        (EnumGold(value="EI 60", options=("EI 60", "EI 90")), "EI 90", {"value": "EI 90"}),
    ],
)
def test_each_kind_of_gold_is_read(dataset: Dataset, gold: object, text: str, value: dict[str, object]) -> None:
    task = dataset.tasks[0].model_copy(update={"gold": (gold,)})
    part = read_corrections(task, {"gold-0": text}).applied(task).gold[0]
    assert {name: getattr(part, name) for name in value} == value


@pytest.mark.parametrize(
    ("gold", "text", "sentence"),
    [
        (NumberGold(value=1.0), "1,5", "not a number"),
        (BooleanGold(value=True, statement="x"), "maybe", "neither yes nor no"),
        (EnumGold(value="a", options=("a", "b")), "c", "not among"),
        (NamesGold(names=frozenset({"A"})), "\n", "one name a line"),
    ],
)
def test_what_cannot_be_read_is_told(dataset: Dataset, gold: object, text: str, sentence: str) -> None:
    task = dataset.tasks[0].model_copy(update={"gold": (gold,)})
    with pytest.raises(BadInput, match=sentence):
        read_corrections(task, {"gold-0": text})


def test_an_empty_question_is_refused(dataset: Dataset) -> None:
    with pytest.raises(BadInput, match="'probe plain' is empty"):
        read_corrections(dataset.tasks[0], {"probe_plain": "  "})
