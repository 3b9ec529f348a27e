"""Groups of elements that people have a name for: by type, by storey, by class."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

from memorybench.construct.families.language import english_plural, foreign_plural, speaks_english
from memorybench.ifc.index import Item, ModelIndex

_NOUNS: tuple[tuple[str, str, str], ...] = (
    ("IfcDoor", "door", "doors"),
    ("IfcWindow", "window", "windows"),
    ("IfcWall", "wall", "walls"),
    ("IfcRailing", "railing", "railings"),
    ("IfcColumn", "column", "columns"),
    ("IfcBeam", "beam", "beams"),
    ("IfcFooting", "footing", "footings"),
    ("IfcCovering", "ceiling", "ceilings"),
    ("IfcSlab", "slab", "slabs"),
    ("IfcStair", "stair", "stairs"),
    ("IfcMember", "member", "members"),
    ("IfcPlate", "plate", "plates"),
)
# People, plants, lettering and drawing aids: nobody buys, counts or services them as building products.
_NO_PRODUCT = re.compile(r"(?<![A-Za-z])(RPC|Model Text|Entourage|Trees?|Shrubs?|Baum|Bäume)(?![a-z])", re.IGNORECASE)
_HATCH = re.compile(r"\b(Gradient|Solid|Hatch|Empty) Fill\b", re.IGNORECASE)  # a drawing pattern, not a material
_BY_FAMILY = ("IfcFurnishingElement", "IfcDistributionElement", "IfcBuildingElementProxy")


@dataclass(frozen=True)
class Group:
    """Elements with one spoken name. ``key`` finds the group again in another copy of the file."""

    key: str
    noun: str
    nouns: str
    spec: str
    items: tuple[Item, ...]
    aliases: tuple[str, ...]
    ifc_class: str

    @property
    def phrase(self) -> str:
        """How people say it in the middle of a sentence: ``0864 x 2032 doors``."""
        return self._with(self.nouns)

    @property
    def one(self) -> str:
        """A single one: ``0864 x 2032 door``."""
        return self._with(self.noun)

    def _with(self, noun: str) -> str:
        if not self.spec:
            return noun
        if self.spec.casefold().endswith(self.noun.casefold()):
            return self.spec[: -len(self.noun)] + noun
        return f"{self.spec} {noun}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The elements' keys."""
        return tuple(item.key for item in self.items)

    def __len__(self) -> int:
        return len(self.items)


def _clean(text: str) -> str:
    text = re.sub(r"\b\d{6,}\b", "", re.sub(r"^(M_|IFC )", "", text))  # ArchiCAD's profile numbers: nobody says them
    text = re.sub(r"\s*[:_]\s*|\s+-+\s+", " ", text)
    text = re.sub(r"(?<=\d)\s*mm\b", "", text) if re.fullmatch(r"[\d\s.xX×m]+", text) else text
    return re.sub(r"\s+", " ", text).strip()


def _labels(item: Item) -> tuple[str, str]:
    """``(family, type)`` as the authoring tool named them; Revit writes ``Family:Type:…`` into Name."""
    parts = item.name.split(":")
    if len(parts) >= 2 and parts[1]:
        return parts[0].strip(), parts[1].strip()
    label = item.type_name or (item.object_type.split(":")[-1] if ":" not in item.object_type else "")
    return label, label


def _noun(item: Item) -> tuple[str, str] | None:
    for ifc_class, noun, nouns in _NOUNS:
        if item.is_a(ifc_class):
            return noun, nouns
    return None


def _family_group(item: Item, english: bool) -> tuple[str, str, str, str] | None:
    family, type_label = _labels(item)
    if not family or _NO_PRODUCT.search(family):
        return None
    head, _, rest = re.sub(r"^M_", "", family).partition(" - ")
    head = re.split(r"\s*[&(]|-(?=[A-Z][a-z])", head)[0].strip()  # "Table-Coffee" is a table
    head = _spoken(head.lower()) if english else head
    spec = re.sub(re.escape(head), "", _clean(type_label), flags=re.IGNORECASE).strip()
    if SequenceMatcher(None, spec.casefold(), head).ratio() > 0.8:  # "Telophone Outlet" of family "Telephone Outlet"
        spec = ""
    plural = english_plural(head) if english else foreign_plural(head)
    return f"{family}|{type_label}", head, plural, spec or _clean(rest)


def _spoken(head: str) -> str:
    """A library's file name as people say it: ``furniture_table_coffee_1`` is a coffee table."""
    head = re.sub(r"switches$", "switch", head)
    if "_" in head:
        words = [word for word in head.split("_") if len(word) > 1 and word != "furniture" and not word.isdigit()]
        head = " ".join([*words[1:], *words[:1]]) or head
    return re.sub(r"\bw\b", "with", head)


def _once(index: ModelIndex, name: str, make: Callable[[ModelIndex], tuple[Group, ...]]) -> tuple[Group, ...]:
    if name not in index.derived:
        index.derived[name] = make(index)
    made: tuple[Group, ...] = index.derived[name]
    return made


def type_groups(index: ModelIndex) -> tuple[Group, ...]:
    """Groups by type, largest first; only those whose spoken name is unique in the file."""
    return _once(index, "type_groups", _type_groups)


def _type_groups(index: ModelIndex) -> tuple[Group, ...]:
    found: dict[str, list[Item]] = defaultdict(list)
    names: dict[str, tuple[str, str, str, str]] = {}
    for item in index.elements:
        noun = _noun(item)
        if noun is not None:
            _, label = _labels(item)
            if not label or _HATCH.search(label):
                continue
            key, entry = f"type|{noun[0]}|{label}", (noun[0], noun[1], _clean(label), label)
        elif any(item.is_a(ifc_class) for ifc_class in _BY_FAMILY):
            made = _family_group(item, speaks_english(index))
            if made is None:
                continue
            key, entry = f"type|{made[0]}", (made[1], made[2], made[3], made[0].partition("|")[2])
        else:
            continue
        found[key].append(item)
        names[key] = entry
    groups = [
        Group(key, names[key][0], names[key][1], names[key][2], tuple(items), (names[key][3],), items[0].ifc_class)
        for key, items in found.items()
    ]
    spoken = [group.phrase.casefold() for group in groups]
    unique = [group for group, name in zip(groups, spoken, strict=True) if spoken.count(name) == 1]
    return tuple(sorted(unique, key=lambda group: (-len(group), group.key)))


def class_groups(index: ModelIndex) -> tuple[Group, ...]:
    """All doors, all windows, ...: groups by noun."""
    return _once(index, "class_groups", _class_groups)


def _class_groups(index: ModelIndex) -> tuple[Group, ...]:
    found: dict[tuple[str, str, str], list[Item]] = defaultdict(list)
    for item in index.elements:
        for ifc_class, noun, nouns in _NOUNS:
            if item.is_a(ifc_class):
                found[ifc_class, noun, nouns].append(item)
                break
    return tuple(
        Group(f"class|{noun}", noun, nouns, "", tuple(items), (), ifc_class)
        for (ifc_class, noun, nouns), items in found.items()
    )


def storey_groups(index: ModelIndex) -> tuple[Group, ...]:
    """Groups by noun (or family) and storey: ``windows on Level 2``."""
    return _once(index, "storey_groups", _storey_groups)


def _storey_groups(index: ModelIndex) -> tuple[Group, ...]:
    made: list[Group] = []
    names = [storey.name for storey in index.storeys]
    for group in (*class_groups(index), *type_groups(index)):
        for storey in index.storeys:
            items = tuple(item for item in group.items if item.storey == storey.key)
            if items and names.count(storey.name) == 1:
                key = f"storey|{storey.name}|{group.key}"
                made.append(Group(key, group.noun, group.nouns, group.spec, items, group.aliases, group.ifc_class))
    return tuple(made)


def find_group(index: ModelIndex, key: str) -> Group | None:
    """The group of that key in this index; None when the file holds none of its elements any more."""
    kind = key.partition("|")[0]
    source = {"type": type_groups, "class": class_groups, "storey": storey_groups}[kind]
    return next((group for group in source(index) if group.key == key), None)


def _pattern(label: str) -> str:
    return re.sub(r"\\([ \-])", r"\1", re.escape(label))


def select_command(index: ModelIndex, group: Group, tail: str = "") -> tuple[str, ...]:
    """An ``ifcquery`` command that yields exactly this group, if the selector can; else nothing."""
    known = index.derived.setdefault("select_command", {})
    if group not in known:
        known[group] = _exact_query(index, group)
    query = known[group]
    return () if query is None else (f"ifcquery {{model}} select '{query}'{tail}",)


def _exact_query(index: ModelIndex, group: Group) -> str | None:
    from ifcopenshell.util.selector import filter_elements

    label = (group.aliases[0] if group.aliases else "").replace('"', "")
    entity = group.ifc_class if group.ifc_class != "IfcWallStandardCase" else "IfcWall"
    tries = [f'{entity}, type="{label}"', f"{entity}, Name=/.*{_pattern(label)}.*/"] if label else [entity]
    steps = {item.step for item in group.items}
    for query in tries:
        if "'" in query:
            continue
        try:
            got = {entity.id() for entity in filter_elements(index.file, query)}
        except Exception:  # the selector's grammar refuses some names; then there is no command
            continue
        if got == steps:
            return query
    return None
