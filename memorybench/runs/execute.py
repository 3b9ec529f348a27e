"""One step each, no loops over the dataset and no files: ingest one session, probe once, score once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from memorybench.memory import MemoryAdapter
from memorybench.records import Answer, Failure, IngestReceipt, Memory, Session, Task, Verdict
from memorybench.rendering import render_message
from memorybench.runs.failures import failure_of
from memorybench.runs.hosting import CallHung
from memorybench.runs.log import FactLine, IngestLine, Sample, ScoreLine
from memorybench.runs.stores import StoreKey, dump_hash

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from memorybench.ifc.pipeline import CommandShell
    from memorybench.models.usage import UsageMeter
    from memorybench.probe.limits import ProbeLimits
    from memorybench.runs.spec import ProbeStyle


class IngestStopped(Exception):
    """The store cannot be filled any further; ``failure`` says whose fault that is."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class AnyJudge(Protocol):
    """A model-run judge or the matcher standing in for one."""

    async def judge(self, task: Task, answer: Answer) -> Verdict | None:
        """The verdict; None where the judge does not apply."""
        ...


async def ingest_session(
    adapter: MemoryAdapter, session: Session, key: StoreKey, run: str, meter: UsageMeter
) -> IngestLine:
    """Write one session; a failure of the memory system goes into the receipt.

    Raises:
        IngestStopped: the backend or a model was out of reach, or the memory system hangs; nothing is recorded.
    """
    from memorybench.models import tokens

    started = time.monotonic()
    scope = f"{key.digest}/{session.id}"
    with meter.task_scope(scope) as used:
        try:
            receipt = await adapter.ingest(session)
        except Exception as error:
            failure = failure_of(error, session.id)
            if failure.kind != "memory_error" or isinstance(error, CallHung):
                raise IngestStopped(failure) from error
            receipt = IngestReceipt(
                session=session.id, messages=len(session.messages), memories=0, failures=(failure,)
            )
    return IngestLine(
        store=key.digest,
        history=key.history,
        run=run,
        receipt=receipt,
        tokens=sum(tokens.count(render_message(message, session)) for message in session.messages),
        usage=dict(used.by_role()),
        seconds=round(time.monotonic() - started, 3),
    )


@dataclass(frozen=True)
class ProbeSetting:
    """What is the same for all probes of a run."""

    model: BaseChatModel
    limits: ProbeLimits
    style: ProbeStyle
    meter: UsageMeter


async def probe_once(
    task: Task,
    epoch: int,
    *,
    adapter: MemoryAdapter,
    store: StoreKey,
    ready_hash: str | None,
    ingest_failures: int,
    shell: CommandShell | None,
    setting: ProbeSetting,
) -> Sample:
    """Put one probe to the agent; check that the memory is the same afterwards."""
    from memorybench.probe.agent import run_probe

    started = datetime.now(UTC)
    scope = f"{task.id}/{epoch}/probe"
    with setting.meter.task_scope(scope) as used:
        answer = await run_probe(
            task,
            adapter=adapter,
            model=setting.model,
            shell=shell,
            limits=setting.limits,
            probe_style=setting.style,
            surfaces=adapter.card.surfaces,
        )
        changed = await _changed(adapter, ready_hash)
    return Sample(
        task=task.id,
        epoch=epoch,
        store=store.digest,
        started=started,
        answer=answer,
        usage=dict(used.by_role()),
        ingest_failures=ingest_failures,
        memory_changed=changed,
    )


async def _changed(adapter: MemoryAdapter, ready_hash: str | None) -> bool:
    if ready_hash is None:
        return False  # this memory system cannot list what it holds: not checked, as its card says
    try:
        return dump_hash(await adapter.dump()) != ready_hash
    except Exception:
        return False  # a store that cannot be read any more has failed in its own way, and says so in the answer


def unanswered(task: Task, epoch: int, store: StoreKey, failure: Failure) -> Sample:
    """The sample of a probe that could not be put."""
    return Sample(
        task=task.id,
        epoch=epoch,
        store=store.digest,
        started=datetime.now(UTC),
        answer=Answer(end="failed", failure=failure),
        usage={},
    )


async def score_once(
    task: Task,
    sample: Sample,
    *,
    judges: Sequence[AnyJudge],
    dump: Sequence[Memory] | None,
    chance: tuple[int, int],
    meter: UsageMeter,
) -> ScoreLine:
    """All verdicts on one sample, and how far each fact came."""
    from memorybench.facts.attribution import attribute
    from memorybench.judging.grader import grade

    scope = f"{sample.task}/{sample.epoch}/score/{id(judges)}"
    answer = sample.answer
    with meter.task_scope(scope) as used:
        verdicts = [grade_or_skip(task, answer, grade)] if task.gold else []
        gold_right = any(verdict.dimensions.get("correct", False) for verdict in verdicts)
        for judge in judges:
            verdict = await judge.judge(task, answer)
            if verdict is not None:
                verdicts.append(verdict)
    stages = attribute(task, dump, answer.retrieved, answer.text, gold_right=gold_right)
    return ScoreLine(
        task=task.id,
        epoch=sample.epoch,
        sampled=sample.started,
        verdicts=tuple(verdicts),
        facts=tuple(
            FactLine(fact=stage.fact, written=stage.written, retrieved=stage.retrieved, used=stage.used)
            for stage in stages
        ),
        chance=chance,
        usage=dict(used.by_role()),
    )


class Grade(Protocol):
    """The code grader's signature."""

    def __call__(self, task: Task, answer: str) -> Verdict:
        """Grade ``answer`` by the task's typed gold."""
        ...


def grade_or_skip(task: Task, answer: Answer, grade: Grade) -> Verdict:
    """The code grader's verdict; unscored where the harness failed, not the agent."""
    if answer.failure is not None and answer.failure.kind != "memory_error":
        return Verdict(judge="grader", fingerprint="code", by="rule", unscored=answer.failure)
    return grade(task, answer.text)
