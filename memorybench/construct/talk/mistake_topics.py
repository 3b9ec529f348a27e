"""Questions that the assistant gets wrong at first, and a user who notices."""

from __future__ import annotations

from memorybench.construct.numbers import plural
from memorybench.construct.talk.topics import Ground, described, some, topic, where
from memorybench.construct.talk.turns import Turn


@topic
def miscount(ground: Ground) -> Turn | None:
    """A count that the assistant gets wrong at first, because it looks at one storey only."""
    usable = [
        (group, storey, there)
        for group in ground.classes
        for storey in ground.index.storeys
        if 0 < (there := sum(item.storey == storey.key for item in group.items)) < len(group)
    ]
    if not usable:
        return None
    group, storey, there = ground.rng.choice(usable)
    speaker = ground.speaker()
    again = Turn(
        speaker,
        ground.rng.choice(
            (
                "That seems low, did you look at every storey?",
                "Only {count}? There must be more, look at the other floors too.",
                "I don't think that's the whole building, please count again.",
                "No, I meant all of them, not just {storey}.",
            )
        ).format(count=there, storey=storey.name or "one floor"),
        (ground.step(f"ifcquery {{model}} select '{group.ifc_class}' | jq length"),),
        lambda lookup: [
            f"You are right, I had counted only those on {storey.name or 'one storey'}.",
            f"Over all storeys the model has {plural(len(group), group.noun, group.nouns)}.",
            *where(ground.index, group.items),
            *(described(ground.index, item) for item in some(ground.rng, group.items, 3)),
        ],
        group.items,
    )
    return Turn(
        speaker,
        ground.ask(
            (
                "Number of {nouns} in the building, please.",
                "How many {nouns} will the contractor have to price?",
                "Do you have the {noun} count at hand?",
            ),
            nouns=group.nouns,
            noun=group.noun,
        ),
        (ground.step(f"ifcquery {{model}} relations {storey.step}"),),
        lambda lookup: [
            f"I count {plural(there, group.noun, group.nouns)}.",
            *(described(ground.index, item) for item in group.items if item.storey == storey.key),
        ],
        group.items,
        follow_up=again,
    )
