"""Fill a store in a process of its own and kill it there, as ``kill -9`` does to a run.

The process is killed inside the second session: in its first call of a model, where the adapter uses one, else
as soon as the session is stored, with the store still open.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from memorybench.memory import MemoryModels, StoreContext, parse_adapter_options
from memorybench.records import Session

if TYPE_CHECKING:
    from memorybench.testing.bench import Bench

_STORED = "first session stored"


class Unrepeatable(Exception):
    """The adapter cannot be run in another process; the text says why."""


@dataclass(frozen=True)
class Place:
    """Where a class or function is defined."""

    module: str
    name: str
    file: str | None

    @classmethod
    def of(cls, what: Any) -> Place:
        """The place of ``what``; raise :class:`Unrepeatable` where another process could not import it."""
        module, name = getattr(what, "__module__", None), getattr(what, "__qualname__", "<lambda>")
        if module is None or "<" in name:
            raise Unrepeatable(
                f"{name.rpartition('.')[2]} is defined inside a function: another process cannot import it"
            )
        return cls(module, name, getattr(sys.modules.get(module), "__file__", None))

    def find(self) -> Any:
        """Import it; from its file if its module's name cannot be found."""
        try:
            module = import_module(self.module)
        except ModuleNotFoundError as error:
            if self.file is None or error.name is None or not self.module.startswith(error.name):
                raise
            spec = importlib.util.spec_from_file_location(self.module, self.file)
            if spec is None or spec.loader is None:
                raise
            module = importlib.util.module_from_spec(spec)
            sys.modules[self.module] = module
            spec.loader.exec_module(module)
        found: Any = module
        for part in self.name.split("."):
            found = getattr(found, part)
        return found


async def killed_while_ingesting(bench: Bench, namespace: str, first: Session, second: Session) -> None:
    """Ingest ``first`` whole and ``second`` until the kill, in the store ``namespace`` of ``bench``.

    Raises:
        Unrepeatable: adapter or models are defined where no other process can import them.
        RuntimeError: the process ended in another way than by the kill.
    """
    workspace = bench.workspace(namespace)
    workspace.mkdir(parents=True, exist_ok=True)
    needs_models = bench.card.uses_model or bench.card.uses_embedder
    job = {
        "path": sys.path,
        "adapter": asdict(Place.of(bench.adapter_type)),
        "models": asdict(Place.of(bench.models_maker)) if needs_models else None,
        "options": bench.options,
        "variant": bench.variant,
        "namespace": bench.namespace(namespace),
        "workspace": str(workspace),
        "sessions": [session.model_dump(mode="json") for session in (first, second)],
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", "from memorybench.testing.interrupted import main; main()"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    try:
        out, err = await process.communicate(json.dumps(job).encode("utf-8"))
    except BaseException:
        process.kill()
        raise
    if _STORED not in out.decode("utf-8", "replace"):
        said = err.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
        raise RuntimeError(f"in a process of its own the adapter failed before the kill: {said[0]}")


def main() -> None:
    """The process that dies: the job comes on stdin."""
    job = json.loads(sys.stdin.read())
    for path in job["path"]:
        if path not in sys.path:
            sys.path.append(path)
    asyncio.run(_ingest_and_die(job))


async def _ingest_and_die(job: dict[str, Any]) -> NoReturn:
    from memorybench.testing.bench import Bench

    adapter_type = Place(**job["adapter"]).find()
    maker: Callable[[], MemoryModels] = Place(**job["models"]).find() if job["models"] else MemoryModels
    bench = Bench(adapter_type, Path(), models=maker, options=job["options"], variant=job["variant"])
    models = bench.models()
    adapter = adapter_type()
    adapter.card = bench.card
    await adapter.open(
        StoreContext(
            namespace=job["namespace"],
            workspace=Path(job["workspace"]),
            models=models,
            config=parse_adapter_options(bench.card.name, adapter_type.config_type, bench.options),
            variant=job["variant"],
        )
    )
    first, second = (Session.model_validate(session) for session in job["sessions"])
    await adapter.ingest(first)
    print(_STORED, flush=True)
    _make_deadly(models)
    await adapter.ingest(second)
    _die()


def _make_deadly(models: MemoryModels) -> None:
    """From now on the first call of the chat model kills this process; of the embedder, where there is no chat."""
    names = {models.chat: ("_generate", "_agenerate", "_stream", "_astream")} if models.chat else {}
    if not names and models.embedder is not None:
        names = {models.embedder: ("embed_documents", "embed_query", "aembed_documents", "aembed_query")}  # type: ignore[dict-item]
    for model, methods in names.items():
        for name in methods:
            setattr(type(model), name, _die)


def _die(*_: object, **__: object) -> NoReturn:
    """End without any clean-up."""
    os.kill(os.getpid(), signal.SIGKILL) if hasattr(signal, "SIGKILL") else os._exit(137)
    raise AssertionError("still alive")
