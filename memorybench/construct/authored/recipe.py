"""What is said of an authored model beside its geometry."""

from __future__ import annotations

from dataclasses import dataclass

from memorybench.construct.authored.model_file import ModelFile, Origin

LICENCE = "CC0-1.0"


@dataclass(frozen=True)
class Recipe:
    """One model: file name, what it is, how it is written. ``unit`` is a key of ``UNIT_SYSTEMS``."""

    name: str
    title: str
    use: str
    language: str
    schema: str
    unit: str
    layout: str
    licence: str = LICENCE

    def file(self, origin: Origin, project: str, building: str, *, site: str = "Site", **more: str) -> ModelFile:
        """The empty file of this recipe."""
        return ModelFile(self.name, self.schema, self.unit, origin, project, building, site=site, **more)
