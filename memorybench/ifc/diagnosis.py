"""One sentence where ``ifcquery`` prints a traceback or a silent empty list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

import ifcopenshell
from ifcopenshell import ifcopenshell_wrapper

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/', re.DOTALL)
_CLASS_FACET = re.compile(r"(?:^|[,+!])\s*(Ifc\w+)\s*(?=$|[,+])")


def explain_failure(command: str, schema: str, problem: Exception) -> str:
    """Say why ``ifcquery <command>`` failed with ``problem``, and what to do instead."""
    what = f"{type(problem).__name__}: {_first_line(problem)}"
    if command == "select":
        return (
            f"the selector cannot be read ({what}). Examples: IfcWall · 'IfcWall, Name=\"W1\"' ·"
            " 'IfcElement, Pset_WallCommon.FireRating=\"REI60\"' · '! IfcWall'."
        )
    if command == "materials" and schema == "IFC2X3":
        return (
            f"`materials` cannot read the layer sets of an IFC2X3 model ({what}). Use `select 'IfcMaterial'` for the"
            " names, then `info ID` on an IfcMaterialLayerSet from `select 'IfcMaterialLayerSet'`."
        )
    if command == "relations":
        return (
            f"`relations` works only for things with a GlobalId, such as elements, types and spaces ({what})."
            " Use `info ID` for this one."
        )
    if command == "info":
        return (
            f"`info` cannot print this one, usually because of a bounded, table or reference property ({what})."
            " Use `relations ID` for its relations, or `info` on the id of the property set itself."
        )
    return f"`ifcquery {command}` failed on this model ({what})."


def unknown_classes(model: ifcopenshell.file, query: str) -> Iterator[str]:
    """Yield a sentence for each class name in ``query`` that the model's schema does not have."""
    schema = ifcopenshell_wrapper.schema_by_name(model.schema_identifier)
    for name in _CLASS_FACET.findall(_QUOTED.sub('""', query)):
        try:
            schema.declaration_by_name(name)
        except RuntimeError:
            near = get_close_matches(name, [entity.name() for entity in schema.entities()], n=2, cutoff=0.75)
            advice = f" Did you mean {' or '.join(near)}?" if near else ""
            yield (
                f"{name} is not a class of {model.schema_identifier}, so nothing can match it;"
                f" an empty list here does not mean that there are none.{advice}"
            )


def _first_line(problem: Exception) -> str:
    lines = str(problem).strip().splitlines()
    return lines[0][:200] if lines else "no further message"
