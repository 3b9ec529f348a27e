"""Calendar dates in free text: ISO, European with points or slashes, and with the month in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTHS = {
    month: number
    for number, months in enumerate(
        (
            "jan january januar", "feb february februar", "mar march marz", "apr april", "may mai", "jun june juni",
            "jul july juli", "aug august", "sep sept september", "oct october okt oktober", "nov november",
            "dec december dez dezember",
        ),
        start=1,
    )
    for month in months.split()
}  # fmt: skip
_NAME = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_PATTERNS = (
    (re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])(?:t[\d:.+z-]*)?"), "ymd"),
    (re.compile(rf"(?<!\w)(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? {_NAME},?(?: (\d{{4}}))?(?!\w)"), "dny"),
    (re.compile(rf"(?<!\w){_NAME} (\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?(?!\w)"), "ndy"),
    (re.compile(r"(?<![\w.,])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?![\d.])"), "dmy"),
    (re.compile(r"(?<![\w/])(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?(?![\w/])"), "dmy"),
    (re.compile(rf"(?<!\w){_NAME},? (\d{{4}})(?!\w)"), "ny"),
)


@dataclass(frozen=True)
class DateMention:
    """A date at ``start``..``end``; the year and day may be unsaid."""

    day: int | None
    month: int
    year: int | None
    start: int
    end: int

    def same_as(self, other: DateMention) -> bool:
        """Whether both can be one day: unsaid years agree with any, the day must be said by both or neither."""
        years_agree = self.year is None or other.year is None or self.year == other.year
        return years_agree and (self.month, self.day) == (other.month, other.day)


def read_dates(masked: str) -> tuple[DateMention, ...]:
    """All dates of a folded, masked text, in order. Day before month unless that cannot be."""
    found: list[DateMention] = []
    for pattern, order in _PATTERNS:
        for match in pattern.finditer(masked):
            mention = _mention(match, order)
            if mention and not any(mention.start < old.end and old.start < mention.end for old in found):
                found.append(mention)
    return tuple(sorted(found, key=lambda date: date.start))


def _mention(match: re.Match[str], order: str) -> DateMention | None:
    parts = dict(zip(order, match.groups(), strict=True))
    month = _MONTHS[parts["n"]] if "n" in parts else int(parts["m"])
    day = int(parts["d"]) if "d" in parts else None
    year = int(parts["y"]) if parts.get("y") else None
    if year is not None and year < 100:
        year += 2000
    if month > 12 and day is not None and day <= 12 and order == "dmy":
        day, month = month, day
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return DateMention(day, month, year, match.start(), match.end())
