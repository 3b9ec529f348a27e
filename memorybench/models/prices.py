"""List prices of well-known models, dated. An unknown model has no price; it never costs zero."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from memorybench.errors import BadInput
from memorybench.records import Record

BUNDLED = Path(__file__).with_name("prices.toml")


class Price(Record):
    """USD per million tokens, as listed on ``date``; no batch discounts, tiers or surcharges."""

    input: float = Field(ge=0.0)
    output: float = Field(ge=0.0)
    cached_input: float | None = Field(default=None, ge=0.0)
    date: date
    source: str

    def cost(self, usage: Mapping[str, Any]) -> float:
        """USD of one call with LangChain's ``usage_metadata``; cached input counts in ``input_tokens``."""
        given = int(usage.get("input_tokens", 0))
        cached = int((usage.get("input_token_details") or {}).get("cache_read", 0) or 0)
        cached = min(cached, given) if self.cached_input is not None else 0
        total = (given - cached) * self.input + int(usage.get("output_tokens", 0)) * self.output
        return (total + cached * (self.cached_input or 0.0)) / 1_000_000


def price(model_name: str, own: Path | None = None, *, bundled: bool = True) -> Price | None:
    """The price of ``provider:model`` or ``rules``; None if no table holds it.

    ``own`` is a user's file of the same form, looked up first. ``bundled=False`` ignores the bundled
    table: a name behind ``--base-url`` need not be the provider's model.
    """
    if own is not None and model_name in (table := _table(own)):
        return table[model_name]
    return _table(BUNDLED).get(model_name) if bundled else None


@lru_cache(maxsize=8)
def _table(path: Path) -> dict[str, Price]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Price.model_validate(entry) for name, entry in data.items()}
    except FileNotFoundError:
        raise BadInput(f"price file {path} does not exist.") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"price file {path} is not valid TOML: {error}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInput(
            f"price file {path}, key {where}: {first['msg']}; a price has input, output, date and source."
        ) from None
