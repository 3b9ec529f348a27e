"""What the stand-in knows of buildings: words for IFC classes, the queries to run, and how to read their output."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memorybench.models.rules.language import keywords, stem

CLASSES: dict[str, str] = {
    "door": "IfcDoor",
    "window": "IfcWindow",
    "wall": "IfcWall",
    "partition": "IfcWall",
    "curtain": "IfcCurtainWall",
    "slab": "IfcSlab",
    "roof": "IfcRoof",
    "column": "IfcColumn",
    "beam": "IfcBeam",
    "stair": "IfcStair",
    "railing": "IfcRailing",
    "room": "IfcSpace",
    "space": "IfcSpace",
    "flat": "IfcSpace",
    "bathroom": "IfcSpace",
    "bedroom": "IfcSpace",
    "kitchen": "IfcSpace",
    "office": "IfcSpace",
    "corridor": "IfcSpace",
    "storey": "IfcBuildingStorey",
    "floor": "IfcSpace",
    "covering": "IfcCovering",
    "ceiling": "IfcCovering",
    "furniture": "IfcFurnishingElement",
    "footing": "IfcFooting",
    "pile": "IfcPile",
    "pipe": "IfcFlowSegment",
    "duct": "IfcFlowSegment",
    "socket": "IfcFlowTerminal",
    "luminaire": "IfcFlowTerminal",
    "light": "IfcFlowTerminal",
    "fixture": "IfcFlowTerminal",
}
_MEASURES = "area|width|height|length|perimeter|volume"
_FIELDS = (
    "{name: .attributes.Name, long: .attributes.LongName, type: .attributes.ObjectType, "
    "width: .attributes.OverallWidth, height: .attributes.OverallHeight, "
    "sizes: ([(.property_sets // {})[] | to_entries[] "
    f'| select((.key | test("{_MEASURES}"; "i")) and (.value | type == "number"))] | from_entries)}}'
)
# The most usual names of a floor or surface area, best first.
_AREAS = (
    "netfloorarea",
    "netarea",
    "netsidearea",
    "area",
    "gsa bim area",
    "grossfloorarea",
    "grossarea",
    "grosssidearea",
)


@dataclass(frozen=True)
class Element:
    """One element as the queries show it; sizes are in the model's own units."""

    name: str
    width: float | None = None
    height: float | None = None
    sizes: dict[str, float] = field(default_factory=dict)

    @property
    def area(self) -> float | None:
        """The element's stored area, or the opening's width times height."""
        folded = {key.casefold(): value for key, value in self.sizes.items()}
        for name in _AREAS:
            if name in folded:
                return folded[name]
        return self.width * self.height if self.width and self.height else None


def classes_in(text: str) -> list[str]:
    """The IFC classes that the text speaks of, in the order of its words."""
    return list(dict.fromkeys(CLASSES[word] for word in keywords(text) if word in CLASSES))


def list_command(filename: str, ifc_class: str) -> str:
    """Step ids and names of all elements of a class."""
    return f"ifcquery {filename} select '{ifc_class}' | jq -c '.[] | {{id, name}}'"


def sizes_command(filename: str, ifc_class: str) -> str:
    """Names and measured properties of all elements of a class."""
    ids = f"ifcquery {filename} select '{ifc_class}' | jq '.[].id'"
    return f"{ids} | xargs -n 1 ifcquery {filename} info | jq -c '{_FIELDS}'"


def length_unit_command(filename: str) -> str:
    """All SI units of the file in short form."""
    return f"ifcquery {filename} select 'IfcSIUnit' | jq -r '.[].repr'"


def read_elements(output: str) -> list[Element]:
    """The elements in the output of :func:`list_command` or :func:`sizes_command`."""
    elements: list[Element] = []
    for line in output.splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict):
            name = " ".join(str(row[key]) for key in ("name", "long", "type") if row.get(key))
            sizes = {str(key): float(value) for key, value in (row.get("sizes") or {}).items()}
            elements.append(Element(name, _size(row.get("width")), _size(row.get("height")), sizes))
    return elements


def _size(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def metres_per_unit(output: str) -> float:
    """The length unit in the output of :func:`length_unit_command`; metres when it shows none."""
    unit = re.search(r"LENGTHUNIT\.,(?P<prefix>[.$\w]+),\.METRE", output)
    return {".MILLI.": 0.001, ".CENTI.": 0.01, ".DECI.": 0.1}.get(unit["prefix"], 1.0) if unit else 1.0


def named_in(elements: Sequence[Element], text: str) -> list[Element]:
    """The elements whose name holds a telling word of ``text``; empty when none does.

    Class words do not tell, since every element of the class may carry them.
    """
    telling = {word for word in keywords(text) if word not in CLASSES or CLASSES[word] == "IfcSpace"}
    telling -= {"room", "space", "floor", "flat", "area", "type", "level"}
    return [element for element in elements if telling & {stem(word) for word in re.findall(r"\w+", element.name)}]
