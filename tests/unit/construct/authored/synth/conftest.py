"""The nineteen models, built once, and which of their rooms one can walk to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations

import ifcopenshell.geom
import ifcopenshell.util.shape as shape
import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.authored.synth import recipes
from memorybench.ifc.index import Item, ModelIndex, open_index

_Box = tuple[tuple[float, float], ...]  # low and high along x, y, z, m
_STEPS = ("IfcStair", "IfcStairFlight", "IfcRamp", "IfcTransportElement")
_GAP = 0.2  # m between two rooms without a wall: half a wall that goes on elsewhere
_HEAD = 0.9  # m that two rooms must have in common upwards


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Authored]:
    """All models, written once."""
    folder = tmp_path_factory.mktemp("synth")
    return {model.name: model.build(folder / f"{model.name}.ifc") for model in recipes()}


@pytest.fixture(scope="session")
def indexes(built: dict[str, Authored]) -> dict[str, ModelIndex]:
    """Their indexes by name."""
    return {name: open_index(model.path) for name, model in built.items()}


@pytest.fixture(scope="session")
def reached() -> Callable[[ModelIndex], set[str]]:
    """The keys of the rooms that one gets to from an outer door: by doors, open sides, stairs and lifts."""
    return _reached


def _reached(index: ModelIndex) -> set[str]:
    rooms = {space.key: _box(index, space) for space in index.spaces}
    near: dict[str, set[str]] = defaultdict(set)
    for one, other in (*_doors(index), *_open_sides(index, rooms), *_stairs(index, rooms)):
        near[one].add(other)
        near[other].add(one)
    outer = (
        door.bounds[0] for door in index.of_class("IfcDoor") if door.value("IsExternal") and len(door.bounds) == 1
    )
    seen: set[str] = set()
    ahead = list(outer)
    while ahead:
        key = ahead.pop()
        ahead += near[key] - seen
        seen.add(key)
    return seen


def _box(index: ModelIndex, item: Item) -> _Box:
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    points = shape.get_vertices(ifcopenshell.geom.create_shape(settings, index.file.by_id(item.step)).geometry)
    return tuple(zip(points.min(axis=0).tolist(), points.max(axis=0).tolist(), strict=True))


def _common(one: _Box, other: _Box) -> list[float]:
    """How far two boxes overlap along each axis; negative: the gap."""
    return [min(a[1], b[1]) - max(a[0], b[0]) for a, b in zip(one, other, strict=True)]


def _doors(index: ModelIndex) -> Iterator[tuple[str, str]]:
    for door in index.of_class("IfcDoor"):
        yield from combinations(door.bounds, 2)


def _open_sides(index: ModelIndex, rooms: dict[str, _Box]) -> Iterator[tuple[str, str]]:
    """Rooms side by side with no wall in the middle of what they share."""
    walls = [_box(index, wall) for wall in index.of_class("IfcWall")]
    for (one, a), (other, b) in combinations(rooms.items(), 2):
        x, y, z = _common(a, b)
        if z < _HEAD or min(x, y) < -_GAP or max(x, y) < 0.6 or min(x, y) > 0.05:
            continue
        middle = [(max(p[0], q[0]) + min(p[1], q[1])) / 2 for p, q in zip(a, b, strict=True)]
        if not any(all(low <= at <= high for (low, high), at in zip(wall, middle, strict=True)) for wall in walls):
            yield one, other


def _stairs(index: ModelIndex, rooms: dict[str, _Box]) -> Iterator[tuple[str, str]]:
    for item in index.of_class(*_STEPS):
        box = _box(index, item)
        touched = [
            key
            for key, room in rooms.items()
            if min(_common(box, room)[:2]) > 0.05 and box[2][1] > room[2][0] - 0.6 and box[2][0] < room[2][1]
        ]
        yield from combinations(touched, 2)
