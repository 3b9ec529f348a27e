"""Ordinary questions about rooms."""

from __future__ import annotations

from memorybench.construct.families.base import an
from memorybench.construct.families.rooms import stored_area
from memorybench.construct.numbers import listed, plural, written
from memorybench.construct.talk.topics import Ground, topic
from memorybench.construct.talk.turns import Lookup, Turn
from memorybench.ifc.index_placeholders import is_placeholder


@topic
def rooms_on_a_storey(ground: Ground) -> Turn | None:
    """Which rooms are on this floor?"""
    storeys = [storey for storey in ground.index.storeys if any(r.item.storey == storey.key for r in ground.rooms)]
    if not storeys:
        return None
    storey = ground.rng.choice(storeys)
    there = [room for room in ground.rooms if room.item.storey == storey.key]
    steps = (
        ground.step("ifcquery {model} select 'IfcSpace'"),
        ground.step(f"ifcquery {{model}} relations {storey.step}"),
    )

    def answer(lookup: Lookup) -> list[str]:
        named = listed([f"{room.name} ({room.kind})" if room.kind != room.name else room.name for room in there[:12]])
        more = [f"In all {plural(len(ground.rooms), 'room')} are modelled in the building."]
        return [f"{storey.name} has {plural(len(there), 'room')}: {named}.", *more]

    question = ground.ask(
        (
            "Which rooms are on {storey}?",
            "Give me the room list of {storey}, names only.",
            "What rooms did they put on {storey}?",
            "Can I have the rooms on {storey}?",
        ),
        storey=storey.name,
    )
    return Turn(ground.speaker(), question, steps, answer, tuple(room.item for room in there))


@topic
def one_room(ground: Ground) -> Turn | None:
    """What does the model say about this room?"""
    if not ground.rooms:
        return None
    room = ground.rng.choice(ground.rooms)
    steps = (
        ground.step(f"ifcquery {{model}} info {room.item.step}"),
        ground.step(f"ifcquery {{model}} relations {room.item.step}"),
    )
    filled = [
        prop for prop in room.item.properties if not prop.ambiguous and not is_placeholder(prop.name, prop.value)
    ]

    def answer(lookup: Lookup) -> list[str]:
        area = stored_area(room)
        lines = [f"{prop.name} is {prop.value}." for prop in filled[:6] if isinstance(prop.value, str)]
        size = f"Its stored floor area is {written(area)} m²." if area else "No floor area is stored for it."
        return [
            f"{room.name} is {an(room.kind)} on {ground.index.storey_name(room.item) or 'no storey'}.",
            size,
            *lines,
        ]

    question = ground.ask(
        (
            "What do we know about {room} from the model?",
            "Tell me what is stored for {room}, please.",
            "{room}, what does the file say about it?",
            "Is there anything useful in the model on {room}?",
        ),
        room=room.name,
    )
    return Turn(ground.speaker(), question, steps, answer, (room.item,))


@topic
def larger_room(ground: Ground) -> Turn | None:
    """Which of two rooms is larger?"""
    sized = [(room, area) for room in ground.rooms if (area := stored_area(room))]
    if len(sized) < 2:
        return None
    (one, first), (other, second) = ground.rng.sample(sized, 2)
    steps = tuple(ground.step(f"ifcquery {{model}} info {room.item.step}") for room in (one, other))

    def answer(lookup: Lookup) -> list[str]:
        larger = one if first >= second else other
        return [
            f"{larger.name} is the larger one by the stored floor areas.",
            f"{one.name} has {written(first)} m² and {other.name} has {written(second)} m² in the file.",
            "I compared the stored values and did not measure the outlines.",
        ]

    question = ground.ask(
        (
            "Which one is bigger, {a} or {b}?",
            "Compare {a} with {b} for me, by floor area.",
            "Is {a} larger than {b}?",
        ),
        a=one.name,
        b=other.name,
    )
    return Turn(ground.speaker(), question, steps, answer, (one.item, other.item))
