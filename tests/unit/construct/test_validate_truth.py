"""`datasets validate` on broken datasets: each check of truth runs, and says what it found.

Every dataset here is a copy of one bundled task with its history and model, spoilt in one place and hashed anew,
so that nothing but the check in question can notice.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ifcopenshell
import ifcopenshell.api.pset
import pytest

from memorybench.cli.datasets import app
from memorybench.construct.families import family_names
from memorybench.construct.second_path import NOT_PROVEN, PROOFS
from memorybench.resources import bundled
from memorybench.tasks.layout import TASKS, Manifest, hash_files

MINI = bundled("datasets")["ifcmemory-mini"]
CARBON = "reihenhaus-birkenweg-02-emission-factor"
PRICE = "maple-school-wing-03-unit-cost"
Json = dict[str, Any]


class Copy:
    """One task of the bundled dataset, alone in a folder."""

    def __init__(self, root: Path, task: str) -> None:
        self.root = root
        lines = (MINI / TASKS).read_text(encoding="utf-8").splitlines()
        self.task: Json = next(found for line in lines if (found := json.loads(line))["id"] == task)
        self.history_path = f"histories/{self.task['history']}.json"
        for path in ("dataset.json", self.history_path, self.task["model"]):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(MINI / path, root / path)

    @property
    def history(self) -> Json:
        return dict(json.loads((self.root / self.history_path).read_text(encoding="utf-8")))

    @property
    def model(self) -> ifcopenshell.file:
        return ifcopenshell.open(self.root / self.task["model"])

    def write(self, history: Json | None = None, model: ifcopenshell.file | None = None) -> None:
        """The spoilt parts, with hashes that fit."""
        (self.root / TASKS).write_text(json.dumps(self.task) + "\n", encoding="utf-8")
        if history is not None:
            (self.root / self.history_path).write_text(json.dumps(history), encoding="utf-8")
        if model is not None:
            model.write(str(self.root / self.task["model"]))
        path = self.root / "dataset.json"
        manifest = Manifest.model_validate_json(path.read_text(encoding="utf-8"))
        fresh = manifest.model_copy(update={"files": hash_files(self.root)})
        path.write_text(fresh.model_dump_json(), encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Copy]:
    return lambda task: Copy(tmp_path / "spoilt", task)


@pytest.fixture
def faults(capsys: pytest.CaptureFixture[str]) -> Callable[[Copy], list[str]]:
    """What `datasets validate` prints about a copy; its exit code must say so, too."""

    def validate(copy: Copy) -> list[str]:
        capsys.readouterr()
        code = app(["validate", str(copy.root)], standalone_mode=False)
        lines = capsys.readouterr().out.splitlines()
        found = [line for line in lines if line.startswith(f"{TASKS}:1: task {copy.task['id']}: ")]
        assert code == (2 if found else 0)
        return [line.partition(f"{copy.task['id']}: ")[2] for line in found]

    return validate


@pytest.mark.parametrize("task", [CARBON, PRICE])
def test_an_unspoilt_copy_has_no_fault(copy: Any, faults: Any, task: str) -> None:
    whole = copy(task)
    whole.write()
    assert faults(whole) == []


def test_leak(copy: Any, faults: Any) -> None:
    """The fact is told in a session before its own."""
    spoilt = copy(PRICE)
    history, (evidence, *_) = spoilt.history, spoilt.task["facts"][0]["evidence"]
    sessions = history["sessions"]
    told = next(m["text"] for s in sessions for m in s["messages"] if m["id"] == evidence)
    first = sessions[0]["messages"][0]
    assert first["id"] != evidence
    first["text"] += f" {told}"
    spoilt.write(history=history)
    (fault,) = faults(spoilt)
    assert "fact price" in fault
    assert first["id"] in fault


def test_perturbation_of_a_fact(copy: Any, faults: Any) -> None:
    """A fact that the gold does not depend on."""
    spoilt = copy(PRICE)
    spoilt.task["facts"].append({**spoilt.task["facts"][0], "id": "idle"})
    spoilt.write()
    assert faults(spoilt) == ["changing fact idle does not change the gold"]


def test_perturbation_of_the_model(copy: Any, faults: Any) -> None:
    """A label that denies what the gold takes from the model."""
    spoilt = copy(PRICE)
    spoilt.task["label"] = "not_in_ifc"
    spoilt.write()
    assert faults(spoilt) == ["the label is not_in_ifc, but removing elements changes the gold"]


def test_contradiction(copy: Any, faults: Any) -> None:
    """The model states the emission factor of one wall under a synonym."""
    spoilt = copy(CARBON)
    model = spoilt.model
    wall = model.by_guid(spoilt.task["derivation"]["model_keys"][0])
    pset = ifcopenshell.api.pset.add_pset(model, product=wall, name="Ökobilanz")
    ifcopenshell.api.pset.edit_pset(model, pset=pset, properties={"Treibhauspotential": 99.5})
    spoilt.write(model=model)
    (fault,) = faults(spoilt)
    assert "already states Ökobilanz.Treibhauspotential = 99.5" in fault


def test_two_kinds_of_evidence_for_a_quantity(copy: Any, faults: Any) -> None:
    """A stored area that the mesh does not have. The gold follows it, so that both agree with each other."""
    spoilt = copy(CARBON)
    model = spoilt.model
    wall = model.by_guid(spoilt.task["derivation"]["model_keys"][0])
    stored = next(
        quantity
        for relation in wall.IsDefinedBy
        if relation.is_a("IfcRelDefinesByProperties")
        and relation.RelatingPropertyDefinition.is_a("IfcElementQuantity")
        for quantity in relation.RelatingPropertyDefinition.Quantities
        if quantity.Name == "NetSideArea"
    )
    more = stored.AreaValue * 0.5
    stored.AreaValue += more
    spoilt.task["gold"][0]["value"] += round(more * spoilt.task["facts"][0]["value"], 4)
    spoilt.write(model=model)
    (fault,) = faults(spoilt)
    assert fault.startswith("a value of its gold has no second evidence: ")
    assert "stored net area of one face" in fault
    assert "differ by" in fault


def test_two_kinds_of_evidence_for_a_count(copy: Any, faults: Any) -> None:
    """An element that is of one type by its name and of another by its relation."""
    spoilt = copy(PRICE)
    model = spoilt.model
    first = model.by_guid(spoilt.task["derivation"]["model_keys"][0])
    relations = model.by_type("IfcRelDefinesByType")
    own = next(relation for relation in relations if first in relation.RelatedObjects)
    other = next(r for r in relations if r != own and r.RelatedObjects[0].is_a() == first.is_a())
    own.RelatedObjects = [item for item in own.RelatedObjects if item != first]
    other.RelatedObjects = [*other.RelatedObjects, first]
    spoilt.write(model=model)
    assert any("by relations" in fault for fault in faults(spoilt))


def test_every_family_says_what_proves_it() -> None:
    assert set(PROOFS) | NOT_PROVEN == set(family_names())
    assert not PROOFS.keys() & NOT_PROVEN
