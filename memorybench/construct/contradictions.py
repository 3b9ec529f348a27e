"""Whether the model already says what a seed is about to tell."""

from __future__ import annotations

from typing import Protocol

from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import is_placeholder, squeeze

U_VALUE = (
    "ThermalTransmittance", "U-Value", "Uvalue", "U-Wert", "Heat Transfer Coefficient", "Wärmedurchgang",
    "Thermal Resistance", "R-Value",
)  # fmt: skip
FIRE = ("FireRating", "FireResistance", "Feuerwiderstand", "Brandschutz", "Fire Resistance Rating")
COST = ("Cost", "Price", "Kosten", "Preis", "ReplacementCost")
CARBON = ("GWP", "Carbon", "CO2", "EmbodiedCarbon", "ClimateChange", "Treibhaus")
WARRANTY = ("Warranty", "Garantie", "Gewährleistung", "WarrantyEndDate", "WarrantyStartDate")
FINISH = ("FloorCovering", "FloorFinish", "Bodenbelag", "Finish Floor", "FloorCoverings")
SUPPLIER = ("Manufacturer", "Hersteller", "Supplier", "Lieferant", "Vendor")
COLOUR = ("Color", "Colour", "Farbe", "RAL", "Finish")
MAINTENANCE = ("Maintenance", "Wartung", "ServiceInterval", "InspectionInterval")
OCCUPANCY = (
    "OccupancyNumber",
    "Number of People",
    "Area per Person",
    "OccupancyNumberPeak",
    "AreaPerOccupant",
    "Personen",
)
SPRINKLER = ("Sprinkler", "SprinklerProtection", "FireSuppression")
DELIVERY = ("Delivery", "Liefer", "InstallationDate", "Einbaudatum")
RESPONSIBLE = ("Contractor", "Lot", "Gewerk", "Unternehmer", "Responsible")


class Claims(Protocol):
    """What a seed or a task is about to tell: words for the matter, and keys of the elements it concerns."""

    @property
    def contradiction_terms(self) -> tuple[str, ...]:
        """Names under which the model could already state it."""
        ...

    @property
    def contradiction_keys(self) -> tuple[str, ...]:
        """Elements to look at."""
        ...


def _lines(item: Item, wanted: list[str]) -> list[str]:
    found = []
    for prop in item.properties:
        name = squeeze(prop.name)
        exact = [term for term in wanted if (name == term if len(term) <= 4 else term in name)]
        if exact and not is_placeholder(prop.name, prop.value) and prop.value not in (0, 0.0, False, ()):
            found.append(f"{item.name or item.key} already states {prop.pset}.{prop.name} = {prop.value}.")
    for material in item.materials:
        if any(len(term) > 4 and term in squeeze(material) for term in wanted):
            found.append(f"{item.name or item.key} already has the material {material}.")
    return found


def contradictions(index: ModelIndex, seed: Claims) -> list[str]:
    """One sentence for each place where occurrence, type, quantities or materials already state the matter.

    Looks at ``seed.contradiction_keys`` and their types for names that hold one of ``contradiction_terms``;
    placeholders, zero and False say nothing.
    """
    wanted = [squeeze(term) for term in seed.contradiction_terms]
    if not wanted:
        return []
    by_key = index.by_key
    items = [by_key[key] for key in seed.contradiction_keys if key in by_key]
    types = [by_key[item.type_key] for item in items if item.type_key and item.type_key in by_key]
    lines = [line for item in {item.key: item for item in (*items, *types)}.values() for line in _lines(item, wanted)]
    return list(dict.fromkeys(lines))
