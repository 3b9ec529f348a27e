"""What a run will take, before it starts: sessions, messages, calls, tokens, and what it could detect."""

from __future__ import annotations

from memorybench.models import tokens
from memorybench.records import Record
from memorybench.rendering import render_message
from memorybench.runs.ingesting import plan_stores
from memorybench.runs.workbench import Workbench
from memorybench.stats.power import minimal_detectable_effect


class Estimate(Record):
    """The plan in numbers. ``detectable`` is the smallest accuracy difference this many tasks can show."""

    tasks: int
    stores: int
    stores_ready: int
    sessions: int
    messages: int
    ingest_tokens: int
    ingest_calls: int
    probe_calls_at_most: int
    judge_calls: int
    not_judged: int  # tasks without typed gold, where the stand-in judges
    detectable: float | None


def estimate(bench: Workbench) -> Estimate:
    """Count what the run is about to do; stores that are ready already cost nothing more."""
    plans = plan_stores(bench)
    due = [plan for plan in plans if plan.store.ready() is None]
    sessions = [session for plan in due for session in plan.history.sessions]
    messages = [(message, session) for session in sessions for message in session.messages]
    probes = len(bench.tasks) * bench.spec.epochs
    stand_in = bench.spec.judge_model == "rules"
    return Estimate(
        tasks=len(bench.tasks),
        stores=len(plans),
        stores_ready=len(plans) - len(due),
        sessions=len(sessions),
        messages=len(messages),
        ingest_tokens=sum(tokens.count(render_message(message, session)) for message, session in messages),
        ingest_calls=len(sessions) if bench.spec.memory_model else 0,
        probe_calls_at_most=int(probes * bench.spec.limits["model_calls"]),
        judge_calls=0 if stand_in else 2 * probes,
        not_judged=sum(not task.gold for task in bench.tasks) if stand_in else 0,
        detectable=minimal_detectable_effect(len(bench.tasks)),
    )
