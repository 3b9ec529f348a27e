"""Give every sample its verdicts: the code grader, the judges, and how far each fact came."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memorybench.records import Answer, Fact, Memory, Task, Verdict
from memorybench.runs.events import Listener, PhaseStarted, StepDone
from memorybench.runs.execute import AnyJudge, score_once
from memorybench.runs.ingesting import StorePlan
from memorybench.runs.log import RunLog, Sample, ScoreLine, append
from memorybench.runs.spec import RunSpec
from memorybench.runs.workbench import judge_parameters

if TYPE_CHECKING:
    from memorybench.judging.definition import JudgeDefinition
    from memorybench.judging.engine import Judge
    from memorybench.judging.matcher_judge import MatcherJudge
    from memorybench.models.hub import ModelHub
    from memorybench.models.settings import ModelRole
    from memorybench.models.usage import UsageMeter

JUDGE_ROLES: dict[str, ModelRole] = {"answer": "answer_judge", "memory": "memory_judge"}
FOREIGN_FACTS = 40  # enough to see a matcher that accepts too much, few enough to cost nothing


@dataclass(frozen=True)
class _JudgeOfTask:
    """A judge behind the runner's own small protocol."""

    judge_of_evidence: Judge | MatcherJudge

    async def judge(self, task: Task, answer: Answer) -> Verdict | None:
        from memorybench.judging.engine import JudgeEvidence

        return await self.judge_of_evidence.judge(JudgeEvidence(task, answer))


def make_judges(definitions: dict[str, JudgeDefinition], spec: RunSpec, hub: ModelHub) -> list[AnyJudge]:
    """A judge per definition; the matcher stands in where the judge model is `rules`."""
    from memorybench.judging.engine import Judge
    from memorybench.judging.matcher_judge import MatcherJudge

    if spec.judge_model == "rules":
        return [_JudgeOfTask(MatcherJudge(definition)) for definition in definitions.values()]
    return [
        _JudgeOfTask(
            Judge(
                definition,
                hub.chat(spec.judge_model, JUDGE_ROLES[name]),
                spec.judge_model,
                parameters=judge_parameters(spec.temperature),
            )
        )
        for name, definition in definitions.items()
    ]


async def score_all(
    *,
    log: RunLog,
    fingerprint: str,
    tasks: Sequence[Task],
    plans: Sequence[StorePlan],
    judges: Sequence[AnyJudge],
    meter: UsageMeter,
    concurrency: int,
    all_tasks: Sequence[Task],
    listen: Listener,
) -> None:
    """Score every sample that has no verdict yet, or an unscored one."""
    scores = log.scores(fingerprint)
    samples = [sample for sample in log.samples().values() if _is_due(sample, scores.get(sample.key))]
    listen(PhaseStarted("score", len(log.samples()), len(log.samples()) - len(samples)))
    stores = {task.id: plan for plan in plans for task in plan.tasks}
    by_id = {task.id: task for task in tasks}
    due_stores = {stores[sample.task].store.folder.name: stores[sample.task] for sample in samples}
    dumps = {name: plan.store.dump() for name, plan in due_stores.items()}
    chances = {name: chance(plan, dumps[name], all_tasks) for name, plan in due_stores.items()}
    gate = asyncio.Semaphore(concurrency)

    async def one(sample: Sample) -> None:
        async with gate:
            name = stores[sample.task].store.folder.name
            line = await score_once(
                by_id[sample.task],
                sample,
                judges=judges,
                dump=dumps[name],
                chance=chances[name],
                meter=meter,
            )
        append(log.verdicts_path(fingerprint), line)
        listen(StepDone("score", sample.task))

    async with asyncio.TaskGroup() as group:
        for sample in samples:
            group.create_task(one(sample))


def _is_due(sample: Sample, score: ScoreLine | None) -> bool:
    if score is None or score.sampled != sample.started:
        return True
    return any(verdict.unscored and verdict.unscored.kind == "judge_error" for verdict in score.verdicts)


def chance(plan: StorePlan, dump: Sequence[Memory] | None, tasks: Sequence[Task]) -> tuple[int, int]:
    """How many facts of other histories this store seems to hold: what the matcher finds by chance."""
    if dump is None:
        return 0, 0
    from memorybench.facts.matcher import match_in_items

    foreign = foreign_facts(plan, tasks)
    texts = [memory.text for memory in dump]
    return sum(match_in_items(fact, texts).found for fact in foreign), len(foreign)


def foreign_facts(plan: StorePlan, tasks: Sequence[Task]) -> list[Fact]:
    """A seeded sample of facts told in other histories."""
    facts = [fact for task in tasks if task.history != plan.history.id for fact in task.current_facts()]
    chosen = random.Random(plan.history.id)
    return chosen.sample(facts, min(FOREIGN_FACTS, len(facts)))
