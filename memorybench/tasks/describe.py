"""A dataset in numbers: the paper's Table 1 for any dataset, with distributions and by group."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, quantiles

from memorybench.records import Record, Scope, Task
from memorybench.tasks.abilities import abilities
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.profiles import Profile, TokenCounts, messages_of, profile_of

# The paper's Table 1 and section 4.1 (arXiv 2607.26072), for the measures of the same name.
PAPER: dict[str, float] = {
    "tasks": 143,
    "projects": 19,
    "models": 23,
    "user_messages": 9488,
    "tool_messages": 39532,
    "sessions_per_task": 28,
    "user_messages_per_task": 66,
    "tokens_per_user_message": 14,
    "tokens_per_final_message": 140,
    "tokens_per_other_message": 295,
}
PAPER_TOKENS = {"user": 900, "user+final": 10_200, "full": 167_000}


class Distribution(Record):
    """``n`` values in five numbers and their mean; quartiles are interpolated."""

    n: int
    mean: float
    minimum: float
    quarter: float
    median: float
    three_quarters: float
    maximum: float


class GroupDescription(Record):
    """The tasks of one label, kind, family or ability; means per task, distances per fact that holds."""

    tasks: int
    facts: float
    distance_sessions: float | None  # None: no fact with a distance
    distance_days: float | None
    tokens: dict[str, float]  # by scope


class Description(Record):
    """Totals over the dataset's histories, and means per task over what lies before its probe.

    The *distance* of a fact is what lies between the session that told it last and its probe: sessions (0: told in
    the last one) and days. Superseded facts and control tasks have none. Where a task has evidence and no facts,
    each session of its evidence counts as one.
    """

    name: str
    version: str
    content_hash: str
    tasks: int
    projects: int
    models: int
    histories: int
    sessions: int
    user_messages: int
    final_messages: int
    other_assistant_messages: int
    tool_messages: int
    sessions_per_task: float
    days_per_task: float
    user_messages_per_task: float
    facts_per_task: float
    tokens_per_task: dict[str, float]  # by scope
    tokens_per_user_message: float
    tokens_per_final_message: float
    tokens_per_other_message: float
    labels: dict[str, int]
    kinds: dict[str, int]
    families: dict[str, int]
    controls: dict[str, int]
    phrase_banks: dict[str, int]
    abilities: dict[str, int]  # a task may have several
    distributions: dict[str, Distribution]  # by measure; those without a value are left out
    groups: dict[str, dict[str, GroupDescription]]  # "label" -> "not_in_ifc" -> its tasks
    tokenizer: str


def describe(
    dataset: Dataset,
    count_tokens: Callable[[str], int],
    tokenizer: str,
    tell: Callable[[str], None] = lambda task: None,
) -> Description:
    """Count sessions, messages and tokens (with ``count_tokens``, named ``tokenizer``).

    ``tell`` is called with the id of each task that is about to be counted.
    """
    tokens = TokenCounts(count_tokens)
    histories = list(dataset.histories.values())
    messages = [message for history in histories for message in messages_of(history)]
    profiles = []
    for task in dataset.tasks:
        tell(task.id)
        profiles.append(profile_of(task, dataset.histories[task.history].up_to(task.probe_time), tokens))
    sorts = {
        "user": [message for message in messages if message.role == "user"],
        "final": [message for message in messages if message.final],
        "other": [message for message in messages if message.role != "user" and not message.final],
    }
    return Description(
        name=dataset.name,
        version=dataset.manifest.version,
        content_hash=dataset.content_hash,
        tasks=len(dataset.tasks),
        projects=len({task.project for task in dataset.tasks}),
        models=len({task.model for task in dataset.tasks if task.model is not None}),
        histories=len(histories),
        sessions=sum(len(history.sessions) for history in histories),
        user_messages=len(sorts["user"]),
        final_messages=len(sorts["final"]),
        other_assistant_messages=sum(message.role == "assistant" for message in sorts["other"]),
        tool_messages=sum(message.role == "tool" for message in messages),
        sessions_per_task=_mean(profile.sessions for profile in profiles),
        days_per_task=_mean(profile.days for profile in profiles),
        user_messages_per_task=_mean(profile.user_messages for profile in profiles),
        facts_per_task=_mean(len(task.facts) for task in dataset.tasks),
        tokens_per_task={scope: _mean(p.tokens[scope] for p in profiles) for scope in Scope},
        tokens_per_user_message=_mean(map(tokens.of_message, sorts["user"])),
        tokens_per_final_message=_mean(map(tokens.of_message, sorts["final"])),
        tokens_per_other_message=_mean(map(tokens.of_message, sorts["other"])),
        labels=_counts(task.label.value for task in dataset.tasks),
        kinds=_counts(task.kind.value for task in dataset.tasks),
        families=_counts(task.family for task in dataset.tasks),
        controls=_counts(task.control.value for task in dataset.tasks if task.control),
        phrase_banks=_counts(task.phrase_bank or "none" for task in dataset.tasks),
        abilities=_counts(ability.value for task in dataset.tasks for ability in abilities(task)),
        distributions=_distributions(profiles),
        groups={
            "label": _groups(profiles, lambda task: [task.label.value]),
            "kind": _groups(profiles, lambda task: [task.kind.value]),
            "family": _groups(profiles, lambda task: [task.family]),
            "ability": _groups(profiles, abilities),
        },
        tokenizer=tokenizer,
    )


def _distributions(profiles: Sequence[Profile]) -> dict[str, Distribution]:
    distances = [distance for profile in profiles for distance in profile.distances]
    values: dict[str, list[float]] = {
        "sessions_per_task": [profile.sessions for profile in profiles],
        "days_per_task": [profile.days for profile in profiles],
        "user_messages_per_task": [profile.user_messages for profile in profiles],
        "facts_per_task": [len(profile.task.facts) for profile in profiles],
        "distance_in_sessions": [sessions for sessions, _ in distances],
        "distance_in_days": [days for _, days in distances],
        **{f"tokens_per_task, {scope.value}": [profile.tokens[scope] for profile in profiles] for scope in Scope},
    }
    return {name: _distribution(found) for name, found in values.items() if found}


def _distribution(values: Sequence[float]) -> Distribution:
    quarters = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    low, middle, high = (round(quarter, 2) for quarter in quarters)
    return Distribution(
        n=len(values),
        mean=_mean(values),
        minimum=round(min(values), 2),
        quarter=low,
        median=middle,
        three_quarters=high,
        maximum=round(max(values), 2),
    )


def _groups(profiles: Iterable[Profile], names_of: Callable[[Task], Iterable[str]]) -> dict[str, GroupDescription]:
    members: dict[str, list[Profile]] = defaultdict(list)
    for profile in profiles:
        for name in names_of(profile.task):
            members[str(name)].append(profile)
    return {name: _group(found) for name, found in sorted(members.items())}


def _group(profiles: Sequence[Profile]) -> GroupDescription:
    distances = [distance for profile in profiles for distance in profile.distances]
    return GroupDescription(
        tasks=len(profiles),
        facts=_mean(len(profile.task.facts) for profile in profiles),
        distance_sessions=_mean(sessions for sessions, _ in distances) if distances else None,
        distance_days=_mean(days for _, days in distances) if distances else None,
        tokens={scope: _mean(profile.tokens[scope] for profile in profiles) for scope in Scope},
    )


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return round(fmean(numbers), 2) if numbers else 0.0


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
