"""An IFC file's health in a practitioner's words: a label on the left, one sentence or list on the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from memorybench.construct.carrying import Carrying
from memorybench.ifc.health.check import Details, Health
from memorybench.ifc.health.contents import Storey, UnitNote, misplaced
from memorybench.ifc.health.quantities import Comparison, Quantities
from memorybench.ifc.health.values import Ambiguity

WIDTH = 116
_LABEL = 15
_SHOWN = 5  # of a list, before "and N more"
_MEANING = {
    "same_set": "stated twice in sets of one name, so that no value can be trusted",
    "several_sets": "stated in several sets with different values",
    "type": "of elements that override their type",
}
_SI = {"length": "m", "area": "m2", "volume": "m3"}


def health_lines(health: Health, carried: Carrying | None) -> list[str]:
    """The report on one file, ready to print; one sentence for a file that cannot be used."""
    if health.details is None:
        return [health.sentence]
    lines = [f"{health.path}: {health.status}"]
    for label, text in (*_told(health, health.details), *_carried(carried)):
        body = wrap(text, WIDTH - _LABEL - 2, break_long_words=False, break_on_hyphens=False)
        for number, part in enumerate(body):
            lines.append(f"  {label if number == 0 else '':<{_LABEL}}{part}")
    return lines


def _told(health: Health, details: Details) -> Iterator[tuple[str, str]]:
    yield from (("Warning", _sentence(warning)) for warning in health.warnings)
    yield "Schema", f"{health.schema_name}, {_author(details)}"
    yield from (("Units" if number == 0 else "", _unit(note)) for number, note in enumerate(details.units))
    if details.own_units:
        yield "", f"{_many(details.own_units, 'value')} with a unit of its own, which counts there"
    yield "Elements", _elements(details)
    yield from (("Storeys" if number == 0 else "", _storey(s)) for number, s in enumerate(details.storeys))
    if not details.storeys:
        yield "Storeys", "none: nothing can be asked by floor"
    yield "Spaces", _rooms(details)
    yield from _quantities(details.quantities)
    yield "Placeholders", _placeholders(details)
    yield from _ambiguous(details.ambiguities)
    yield from _identity(details)
    yield "Letters", _letters(details)


def _author(details: Details) -> str:
    author = details.authoring
    written = f" on {author.written.partition('T')[0]}" if author.written else ""
    return f"written by {author.application or 'an unnamed tool'}{written}"


def _unit(note: UnitNote) -> str:
    if note.factor is None:
        return f"{note.measure}: none stated, so no {note.measure} of this file can be trusted"
    stored = next(
        number for number in (1, 10, 1_000, 1_000_000, 10**9) if number * note.factor >= 1 or number == 10**9
    )
    return f"{note.measure}: {note.name} (a stored {stored:,} is {stored * note.factor:g} {_SI[note.measure]})"


def _elements(details: Details) -> str:
    found = details.elements
    if not found.count:
        return "none: nothing that everyday talk could be about"
    text = f"{found.count:,}, {found.typed:,} of them with a type: {_counts(found.classes)}"
    if found.without_storey:
        lost = sum(found.without_storey.values())
        examples = ", ".join(found.examples_without_storey)
        text += f". On no storey: {lost:,} ({_counts(found.without_storey)}), e.g. {examples}"
    return text


def _counts(counts: dict[str, int]) -> str:
    return _listed([f"{count:,} {name}" for name, count in counts.items()])


def _storey(storey: Storey) -> str:
    name = storey.name or "(unnamed)"
    height = "no elevation stated" if storey.elevation is None else f"elevation {storey.elevation:g} m"
    if misplaced(storey):
        height += f", but placed at {storey.placed_at:g} m: ask which is meant"
    elif storey.elevation is None and storey.placed_at is not None:
        height += f", placed at {storey.placed_at:g} m"
    return f"{name}: {height}; {_many(storey.elements, 'element')}, {_many(storey.spaces, 'space')}"


def _rooms(details: Details) -> str:
    rooms = details.rooms
    if not rooms.count:
        return "none: nothing can be asked by room"
    parts = [f"{rooms.count:,}, {rooms.with_use:,} with a use (LongName)"]
    parts.append(f"{rooms.with_floor_area:,} with a stored floor area")
    for count, words in (
        (rooms.unnamed, "without any name"),
        (rooms.without_body, "without geometry"),
        (rooms.without_storey, "on no storey"),
    ):
        if count:
            parts.append(f"{count:,} {words}")
    return ", ".join(parts)


def _quantities(found: Quantities | None) -> Iterator[tuple[str, str]]:
    if found is None:
        yield "Quantities", "not compared with the geometry (--no-geometry)"
        return
    if not found.checked:
        yield "Quantities", "no stored quantity that geometry could confirm, so nothing measured can be asked for"
    else:
        share = f"{found.agree:,} of {found.checked:,} stored values agree with the geometry within 3 %"
        off = sum(bool(comparison.deviations) for comparison in found.comparisons)
        yield "Quantities", f"{share}{'; the others:' if off else ''}"
    for comparison in found.comparisons:
        yield from (("", text) for text in _deviations(comparison))
    if found.without_unit:
        yield (
            "",
            f"{_many(found.without_unit, 'value')} not readable, for the project states no unit for that measure",
        )
    if found.broken_bodies:
        yield "", f"{_many(found.broken_bodies, 'body')} cannot be made from the geometry given"


def _deviations(comparison: Comparison) -> Iterator[str]:
    for deviation in comparison.deviations:
        yield (
            f"{comparison.ifc_class} {comparison.quantity}: {deviation.count:,} of {comparison.checked:,} "
            f"{deviation.reason}, e.g. {deviation.example}: stored {deviation.stored:,.6g}, "
            f"measured {deviation.measured:,.6g}"
        )


def _placeholders(details: Details) -> str:
    found = details.placeholders
    if not found.empty:
        return f"none among {found.texts:,} text properties"
    examples = [f"{case.property} = {case.value!r} ({case.count:,})" for case in found.examples]
    return f"{found.empty:,} of {found.texts:,} text properties say nothing: {_listed(examples)}"


def _ambiguous(cases: Sequence[Ambiguity]) -> Iterator[tuple[str, str]]:
    if not cases:
        yield "Ambiguous", "no property is stated with two values"
    for kind, meaning in _MEANING.items():
        of_kind = [case for case in cases if case.kind == kind]
        if of_kind:
            listed = _listed([_ambiguity(case) for case in of_kind])
            yield "Ambiguous", f"{_many(len(of_kind), 'property')} {meaning}: {listed}"


def _ambiguity(case: Ambiguity) -> str:
    values = f": {' / '.join(case.values)}" if case.values else ""
    return f"{' / '.join(dict.fromkeys(case.sets))}.{case.property} on {case.objects:,}, e.g. {case.example}{values}"


def _identity(details: Details) -> Iterator[tuple[str, str]]:
    if details.shared_ids:
        listed = _listed([f"{shared.global_id}: {', '.join(shared.entities)}" for shared in details.shared_ids])
        yield "GlobalIds", f"{len(details.shared_ids):,} found more than once, so these go by step id: {listed}"
    else:
        yield "GlobalIds", "each stands once"
    names = [
        f"{shared.things:,} {shared.kind} share {_many(shared.names, 'name')}, e.g. {', '.join(shared.examples)}"
        for shared in details.shared_names
    ]
    if details.names_of_types:
        names.append(f"elements named like a type: {_listed(details.names_of_types)}")
    yield "Names", "; ".join(names) if names else "no two rooms, storeys, types or elements of a class share one"


def _letters(details: Details) -> str:
    found = details.encoding
    parts = []
    if found.escapes:
        counts = ", ".join(f"{count:,} \\{name}\\" for name, count in found.escapes.items())
        examples = f", e.g. {', '.join(found.examples)}" if found.examples else ""
        parts.append(f"{counts} escapes, read rightly{examples}")
    if found.raw_bytes:
        meant = ", ".join(found.raw_examples)
        parts.append(
            f"{_many(found.raw_bytes, 'raw non-ASCII byte')} in {_many(found.raw_lines, 'line')}, lost when the file "
            f"is read; probably meant: {meant}"
        )
    return "; ".join(parts) or "plain ASCII"


def _carried(carried: Carrying | None) -> Iterator[tuple[str, str]]:
    if carried is None:
        return
    able = [fit.family for fit in carried.families if fit.tasks]
    yield "Fact families", f"{len(able)} of {len(carried.families)} can be told of this file: {_all(able)}"
    refused: dict[str, list[str]] = {}
    for fit in carried.families:
        if not fit.tasks:
            refused.setdefault(fit.reasons[0] if fit.reasons else "no reason given", []).append(fit.family)
    for reason, families in refused.items():
        yield "  not", f"{', '.join(families)}: {reason}"
    for title, table in (("Labels", carried.labels), ("Questions", carried.kinds)):
        found = [f"{name} ({_many(len(families), 'family')})" for name, families in table.items() if families]
        yield title, _all(found)
        if missing := [name for name, families in table.items() if not families]:
            yield "  not", f"{', '.join(missing)}: no family that asks so finds what it needs"


def _all(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _many(count: int, noun: str) -> str:
    nouns = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else nouns}"


def _listed(items: Sequence[str]) -> str:
    more = f" and {len(items) - _SHOWN:,} more" if len(items) > _SHOWN else ""
    return ", ".join(items[:_SHOWN]) + more


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
