"""Find out in seconds, before any cost, whether a run can work: models, backend, IFC files."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from memorybench.errors import BackendUnreachable, BadInput, DamagedModel, MemorybenchError
from memorybench.memory import StoreContext
from memorybench.runs.failures import one_line
from memorybench.runs.hosting import HostedAdapter
from memorybench.runs.workbench import Workbench


@dataclass(frozen=True)
class Check:
    """One thing that was tried, and how it went; ``error`` None means well."""

    name: str
    detail: str
    error: MemorybenchError | None = None


async def preflight(bench: Workbench) -> list[Check]:
    """Run all checks.

    Raises:
        MemorybenchError: the first check that failed.
    """
    checks = await examine(bench)
    for check in checks:
        if check.error is not None:
            raise check.error
    return checks


async def examine(bench: Workbench) -> list[Check]:
    """Run all checks and report each; an exception becomes the check's error."""
    trials: list[tuple[str, Callable[[], Awaitable[str]]]] = [
        *((f"model {name} ({role})", _model_trial(bench, name, role)) for role, name in _chat_roles(bench).items()),
        *([("embedder " + bench.options.embedder, _embedder_trial(bench))] if bench.spec.embedder else []),
        (f"memory {bench.spec.adapter}", lambda: _open_and_drop(bench)),
        *((f"IFC {path.name}", _ifc_trial(bench, path)) for path in _model_paths(bench)),
    ]
    return [await _try(name, trial) for name, trial in trials]


async def _try(name: str, trial: Callable[[], Awaitable[str]]) -> Check:
    try:
        return Check(name, await trial())
    except MemorybenchError as error:
        return Check(name, str(error), error)
    except Exception as error:
        sentence = f"{name} cannot be used: {type(error).__name__}: {one_line(error)}"
        return Check(name, sentence, BackendUnreachable(sentence))


def _chat_roles(bench: Workbench) -> dict[str, str]:
    """One role per distinct chat model; the matcher, which judges for `rules`, needs no call."""
    roles = {"probe": bench.spec.model}
    if bench.spec.memory_model:
        roles["memory"] = bench.spec.memory_model
    if bench.spec.judge_model != "rules":
        roles["answer_judge"] = bench.spec.judge_model
    seen: set[str] = set()
    return {role: name for role, name in roles.items() if not (name in seen or seen.add(name))}  # type: ignore[func-returns-value]


def _model_trial(bench: Workbench, name: str, role: str) -> Callable[[], Awaitable[str]]:
    async def trial() -> str:
        from memorybench.models.preflight import preflight as call

        chat = bench.hub.chat(name, role)  # type: ignore[arg-type]
        return str((await asyncio.to_thread(call, chat)).note or "answers")

    return trial


def _embedder_trial(bench: Workbench) -> Callable[[], Awaitable[str]]:
    async def trial() -> str:
        from memorybench.models.preflight import preflight as call

        embedder = bench.hub.embedder(bench.options.embedder)
        return str((await asyncio.to_thread(call, embedder)).note or "embeds")

    return trial


async def _open_and_drop(bench: Workbench) -> str:
    """Open an empty store of the adapter and delete it again: is the backend there?"""
    with tempfile.TemporaryDirectory(prefix="memorybench-") as folder:
        adapter = HostedAdapter(bench.adapter_type(), bench.card, bench.call_limits())
        await adapter.open(
            StoreContext(
                namespace=f"mb-preflight-{bench.spec.digest[:8]}",
                workspace=Path(folder),
                models=bench.memory_models(),
                config=bench.config,
                variant=bench.variant,
            )
        )
        await adapter.drop()
    return adapter.found or f"an empty store was opened and deleted; {adapter.card.system}"


def _model_paths(bench: Workbench) -> list[Path]:
    paths = (bench.dataset.model_path(task) for task in bench.tasks)
    return sorted({path for path in paths if path is not None})


def _ifc_trial(bench: Workbench, path: Path) -> Callable[[], Awaitable[str]]:
    async def trial() -> str:
        from memorybench.ifc.preflight import check

        if not path.is_file():
            raise BadInput(f"the dataset's model {path} is missing.")
        found = await asyncio.to_thread(check, path)
        if found.status == "damaged" and not bench.options.allow_damaged:
            raise DamagedModel(f"{path.name} is damaged: {'; '.join(found.reasons)}; --allow-damaged uses it anyway.")
        return f"{found.schema} {found.status}"

    return trial
