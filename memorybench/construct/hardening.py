"""Which of the packed task seeds are revised or withdrawn, and what is told that no probe asks for."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memorybench.construct.families import Harvest
from memorybench.construct.options import Difficulty
from memorybench.construct.packing import CHANGING, Packed
from memorybench.construct.revisions import revisable, with_chain, withdrawn
from memorybench.construct.seeds import BANKS, Bank, TaskSeed
from memorybench.facts.matcher import match_fact


def fitting(harvests: Mapping[str, Harvest], difficulty: Difficulty) -> dict[str, Harvest]:
    """The seeds with as many facts as asked for, and a reason for each family that has none."""
    if difficulty.facts_per_task is None:
        return dict(harvests)
    fewest, most = difficulty.facts_per_task
    found = {}
    for name, harvest in harvests.items():
        seeds = tuple(seed for seed in harvest.seeds if seed.control is not None or fewest <= len(seed.facts) <= most)
        reason = f"no task with {fewest} to {most} facts."
        found[name] = Harvest(seeds, harvest.reasons if seeds else (*harvest.reasons, reason))
    return found


def reluctance(difficulty: Difficulty) -> Callable[[TaskSeed], int]:
    """How far back in the queue a seed goes that cannot be revised, where many are to be (see ``packing.pack``)."""
    share = difficulty.withdrawn_rate + (difficulty.chain_rate if difficulty.chain else 0.0)
    cost = round(8 * share)
    return lambda seed: 0 if not cost or seed.control is not None or revisable(seed) else cost


def revised(seed: TaskSeed, difficulty: Difficulty, rng: random.Random) -> TaskSeed:
    """``seed`` with what chance adds to it: former values of a fact, or a withdrawal."""
    draw = rng.random()
    if draw < difficulty.withdrawn_rate:
        return withdrawn(seed, rng) or seed
    if difficulty.chain and draw < difficulty.withdrawn_rate + difficulty.chain_rate:
        disagree = rng.random() < difficulty.disagreement_rate
        return with_chain(seed, difficulty.chain, rng, disagree=disagree) or seed
    return seed


def untested(
    packed: Packed, harvests: Mapping[str, Harvest], difficulty: Difficulty, rng: random.Random
) -> list[list[TaskSeed]]:
    """Per history: further seeds whose facts are told in it although no probe asks for them."""
    waiting = [seed for harvest in harvests.values() for seed in harvest.seeds if seed.control is None]
    rng.shuffle(waiting)
    found: list[list[TaskSeed]] = []
    for history in packed.histories:
        wanted = round(difficulty.untested * len(history))
        chosen: list[TaskSeed] = []
        for seed in waiting:
            if len(chosen) == wanted:
                break
            if all(_apart(seed, other) for other in (*history, *chosen)):
                chosen.append(seed)
        found.append(chosen)
    return found


def in_words(seed: TaskSeed, number: int, difficulty: Difficulty) -> tuple[TaskSeed, Bank]:
    """The seed in the wording that is asked for, and the phrase bank that its task is told in."""
    if difficulty.wording == "both":
        return seed, BANKS[number % 2]
    if difficulty.wording == "plain":
        return _plainly(seed), "A"
    return seed, difficulty.wording


def _plainly(seed: TaskSeed) -> TaskSeed:
    """The seed with each statement as the plain sentences of its facts, where the fact matcher reads those."""
    facts = {fact.id: fact for fact in seed.facts}
    statements = []
    for statement in seed.statements:
        told = [facts[name] for name in statement.facts]
        text = " ".join(fact.sentence() for fact in told)
        if told and all(match_fact(fact, text).found for fact in told):
            statement = replace(statement, texts=dict.fromkeys(BANKS, (text,)))
        statements.append(statement)
    return replace(seed, statements=tuple(statements))


def _apart(one: TaskSeed, other: TaskSeed) -> bool:
    """Whether two seeds can be told in one history without one giving away, or changing, what the other rests on."""
    if one is other:
        return False
    if {one.family, other.family} & CHANGING and set(one.derivation.model_keys) & set(other.derivation.model_keys):
        return False
    return not (_gives_away(one, other) or _gives_away(other, one))


def _gives_away(telling: TaskSeed, told: TaskSeed) -> bool:
    texts: Sequence[str] = [
        text for statement in telling.statements for bank in BANKS for text in statement.texts[bank]
    ]
    return any(match_fact(fact, text).found for fact in told.facts for text in texts)
