"""Warranty periods by type, counted from an acceptance date."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from memorybench.construct.contradictions import WARRANTY
from memorybench.construct.evidence import recount
from memorybench.construct.families.base import (
    Family,
    Harvest,
    Site,
    Values,
    collect,
    family,
    make_seed,
    number,
    say,
    tell,
    told,
)  # fmt: skip
from memorybench.construct.families.groups import Group, find_group, select_command, type_groups
from memorybench.construct.families.picking import proven_groups
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label, TextGold

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def spoken_date(day: date) -> str:
    """``3 May 2024``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def read_date(text: str) -> date | None:
    """The date that :func:`spoken_date` wrote; None for any other text."""
    parts = text.split()
    if len(parts) != 3 or parts[1] not in MONTHS or not (parts[0] + parts[2]).isdigit():
        return None
    return date(int(parts[2]), MONTHS.index(parts[1]) + 1, int(parts[0]))


def date_spellings(day: date) -> tuple[str, ...]:
    """Other ways to write :func:`spoken_date`."""
    month = MONTHS[day.month - 1]
    return (
        f"{month} {day.day}, {day.year}", f"{month} {day.day} {day.year}", f"{day.day}. {month} {day.year}",
        day.isoformat(), f"{day.day:02d}.{day.month:02d}.{day.year}", f"{day.day} {month[:3]} {day.year}",
    )  # fmt: skip


def warranty_end(start: date, years: float) -> date:
    """The day on which a warranty of so many years ends, to the month."""
    months = start.month - 1 + round(years * 12)
    return date(start.year + months // 12, months % 12 + 1, min(start.day, 28))


@family("warranty", guess=0.05)
class Warranty(Family):
    """How many elements are still under warranty on a day: acceptance date, and a period for each of two types."""

    def harvest(self, site: Site) -> Harvest:
        windows = self._all_windows(site)
        pair = windows or proven_groups(site, "warranty", pieces=True)
        if len(pair) < 2:
            return Harvest(reasons=("Fewer than two types with two proven elements each.",))
        exception = site.choose("exception", pair, lambda g: g.phrase)
        rest = [group for group in pair if group.key != exception.key]
        main = rest if windows else rest[:1]
        made = self._seed(site, main, exception)
        if not isinstance(made, str):
            site.claims.claim("warranty", exception.key, *(group.key for group in main))
        return collect([made], 1, "")

    def _all_windows(self, site: Site) -> list[Group]:
        """The window types, if they hold every window and all are free; only then may one say "all other windows"."""
        groups = [group for group in type_groups(site.index) if group.noun == "window"]
        whole = sum(map(len, groups)) == len(site.index.of_class("IfcWindow"))
        usable = all(site.claims.free("warranty", g.key) and recount(site.index, g).value is not None for g in groups)
        return groups if len(groups) >= 2 and whole and usable else []

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        start = read_date(values["start"]) if values["start"] else None
        asked = date.fromisoformat(inputs["asked"])
        running = expired = 0
        ends: list[GoldPart] = []
        for slot, keys in (("main", inputs["main"]), ("exception", [inputs["exception"]])):
            groups = [group for key in keys if (group := find_group(index, key))]
            count = sum(map(len, groups))
            end = warranty_end(start, values[slot]) if start and values[slot] else None
            if end and asked < end:
                running += count
            else:
                expired += count
            if end:
                about = f"end of the {'longer' if slot == 'main' else 'shorter'} warranty"
                ends.append(TextGold(value=spoken_date(end), accept=date_spellings(end), about=about))
        return (
            number(running, None, "still under warranty"),
            number(expired, None, "out of warranty"),
            *ends,
        )

    def _seed(self, site: Site, main: list[Group], exception: Group) -> TaskSeed | str:
        rng = site.rng
        start = date(rng.choice((2019, 2020, 2021)), rng.randint(1, 12), rng.randint(2, 27))
        long, short = rng.choice(((5, 2), (6, 3), (7, 4), (4, 2)))
        asked = date(start.year + short + 1, rng.randint(1, 12), rng.randint(2, 27))
        if not warranty_end(start, short) < asked < warranty_end(start, long):
            asked = warranty_end(start, short + 0.5)
        others = main[0].phrase if len(main) == 1 else f"all other {main[0].nouns}"
        nouns = f"{main[0].phrase} and {exception.phrase}" if len(main) == 1 else main[0].nouns
        n_main = sum(map(len, main))
        slots: dict[str, Any] = {"m": others, "e": exception.phrase, "d": spoken_date(start), "l": long, "s": short,
                 "n": nouns, "a": spoken_date(asked)}  # fmt: skip
        facts = (
            told("start", nouns, "accepted on", spoken_date(start),
                 aliases=(others, exception.phrase, "acceptance", "handover")),
            told("main", others, "warranty period", long, "years"),
            told("exception", exception.phrase, "warranty period", short, "years", aliases=(exception.one,)),
        )  # fmt: skip
        statements = (
            tell(
                "start",
                "client",
                ("{n} were accepted on {d}.", "acceptance of the {n}: {d}, signed.", "{d} we signed off the {n}."),
                (
                    "The record of acceptance for the {n} carries the date {d}.",
                    "Warranty starts with the acceptance of the {n}, which took place on {d}.",
                    "We took over the {n} on {d}, please keep that.",
                ),
                **slots,
            ),
            tell(
                "main",
                "client",
                ("{m}: {l} years warranty.", "warranty on {m} is {l} years.", "we got {l} years for {m}, warranty."),
                (
                    "The contractor grants {l} years of warranty on {m}.",
                    "Regarding warranty, {m} are covered for {l} years.",
                    "A period of {l} years was agreed as the warranty of {m}.",
                ),
                **slots,
            ),
            tell(
                "exception",
                "client",
                (
                    "only {s} years on the {e}, warranty I mean.",
                    "{e}: just {s} years of warranty, they wouldn't give more.",
                    "warranty {s} years for the {e}.",
                ),
                (
                    "The {e} are an exception and have a warranty of {s} years.",
                    "For the {e} the maker limits the warranty to {s} years.",
                    "You should know that the warranty of the {e} runs {s} years.",
                ),
                **slots,
            ),
        )
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=facts,
            statements=statements,
            probes=say(
                (
                    "On {a}, how many of the {n} are still under warranty, how many not, and which end dates?",
                    "{n}: how many in and out of warranty as of {a}, and when does each end?",
                ),
                (
                    "Suppose a defect shows on {a}: for how many {n} can we claim, how many not, which end dates?",
                    "Count the {n} whose warranty runs beyond {a} and those where it ended, with both dates.",
                ),
                **slots,
            ),
            inputs={
                "main": [group.key for group in main],
                "exception": exception.key,
                "asked": asked.isoformat(),
            },
            keys=[*exception.keys, *(key for group in main for key in group.keys)],
            answer=lambda gold: (
                f"{n_main} are still under warranty ({others}, until {getattr(gold[2], 'value', '')}), "
                f"{len(exception)} are not ({exception.phrase}, ended {getattr(gold[3], 'value', '')})."
            ),
            extra=(
                f"The {nouns} were accepted on {spoken_date(start)}; the warranty is {long} years on {others} "
                f"and {short} years on the {exception.phrase}."
            ),
            commands=select_command(site.index, exception, " | jq length"),
            terms=WARRANTY,
            lead_ins=(f"How many {exception.phrase} are there?", f"List the {nouns}."),
        )
