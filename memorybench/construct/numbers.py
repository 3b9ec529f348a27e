"""Numbers as people write and draw them."""

from __future__ import annotations

import random


def written(value: float, digits: int | None = None) -> str:
    """``2988`` as ``2,988``, ``4.90`` as ``4.9``; ``digits`` fixes the decimals."""
    if digits is None:
        text = f"{value:,.3f}".rstrip("0").rstrip(".")
        return text or "0"
    return f"{value:,.{digits}f}"


def crooked(rng: random.Random, low: int, high: int) -> int:
    """A whole number that is not a multiple of five: nobody guesses it."""
    while True:
        value = rng.randint(low, high)
        if value % 5:
            return value


def crooked_decimal(rng: random.Random, low: float, high: float, digits: int = 1) -> float:
    """A number with ``digits`` decimals whose last digit is neither 0 nor 5."""
    factor = float(f"1e{digits}")
    return crooked(rng, round(low * factor), round(high * factor)) / factor


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """``1 door``, ``3 doors``."""
    return f"{count} {noun if count == 1 else nouns or noun + 's'}"


def listed(names: list[str] | tuple[str, ...]) -> str:
    """``A, B and C``."""
    items = list(names)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else "none"
