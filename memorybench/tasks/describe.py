"""A dataset in numbers: the paper's Table 1 for any dataset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean

from memorybench.records import History, Message, Record, Scope
from memorybench.scopes import filter_history
from memorybench.tasks.dataset import Dataset


class Description(Record):
    """Totals over the dataset's histories, and means per task over what lies before its probe."""

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
    tokenizer: str


def describe(dataset: Dataset, count_tokens: Callable[[str], int], tokenizer: str) -> Description:
    """Count sessions, messages and tokens (with ``count_tokens``, named ``tokenizer``)."""
    tokens = _TokenCounts(count_tokens)
    histories = list(dataset.histories.values())
    messages = [message for history in histories for message in _messages(history)]
    seen = [dataset.histories[task.history].up_to(task.probe_time) for task in dataset.tasks]
    groups = {
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
        models=len({task.model for task in dataset.tasks}),
        histories=len(histories),
        sessions=sum(len(history.sessions) for history in histories),
        user_messages=len(groups["user"]),
        final_messages=len(groups["final"]),
        other_assistant_messages=sum(message.role == "assistant" for message in groups["other"]),
        tool_messages=sum(message.role == "tool" for message in messages),
        sessions_per_task=_mean(len(history.sessions) for history in seen),
        days_per_task=_mean(_days(history) for history in seen),
        user_messages_per_task=_mean(sum(m.role == "user" for m in _messages(history)) for history in seen),
        facts_per_task=_mean(len(task.facts) for task in dataset.tasks),
        tokens_per_task={
            scope.value: _mean(tokens.of_history(filter_history(history, scope)) for history in seen)
            for scope in Scope
        },
        tokens_per_user_message=_mean(map(tokens.of_message, groups["user"])),
        tokens_per_final_message=_mean(map(tokens.of_message, groups["final"])),
        tokens_per_other_message=_mean(map(tokens.of_message, groups["other"])),
        labels=_counts(task.label.value for task in dataset.tasks),
        kinds=_counts(task.kind.value for task in dataset.tasks),
        families=_counts(task.family for task in dataset.tasks),
        controls=_counts(task.control.value for task in dataset.tasks if task.control),
        phrase_banks=_counts(task.phrase_bank or "none" for task in dataset.tasks),
        tokenizer=tokenizer,
    )


class _TokenCounts:
    """Token counts per message, each text counted once."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def of_message(self, message: Message) -> int:
        text = f"{message.command}\n{message.text}" if message.command else message.text
        if text not in self._known:
            self._known[text] = self._count(text)
        return self._known[text]

    def of_history(self, history: History) -> int:
        return sum(self.of_message(message) for message in _messages(history))


def _messages(history: History) -> list[Message]:
    return [message for session in history.sessions for message in session.messages]


def _days(history: History) -> float:
    if not history.sessions:
        return 0.0
    return (history.sessions[-1].started_at - history.sessions[0].started_at).total_seconds() / 86_400


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return round(fmean(numbers), 2) if numbers else 0.0


def _counts(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
