"""Names become objects: the dataset, adapter, models and judges that a run works with, and its spec."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from memorybench.errors import BadInput
from memorybench.memory import (
    AdapterCard,
    AdapterConfig,
    MemoryAdapter,
    MemoryModels,
    card_of,
    parse_adapter_options,
)
from memorybench.plugins import load_usable, registered, split_variant
from memorybench.records import History, Task
from memorybench.runs.options import EvalOptions, adapter_settings
from memorybench.runs.spec import RunSpec, digest, surroundings
from memorybench.scopes import filter_history, parse_scope
from memorybench.tasks.dataset import Dataset, load_dataset

if TYPE_CHECKING:
    from memorybench.judging.definition import JudgeDefinition
    from memorybench.models.hub import ModelHub
    from memorybench.models.usage import UsageMeter
    from memorybench.probe.limits import ProbeLimits
    from memorybench.runs.hosting import CallLimits

JUDGES = ("answer", "memory")
PEOPLE_SECONDS = 30 * 86_400.0


@dataclass(frozen=True)
class Workbench:
    """Everything a run needs, with nothing called yet."""

    options: EvalOptions
    spec: RunSpec
    dataset: Dataset
    tasks: tuple[Task, ...]
    adapter_type: type[MemoryAdapter]
    variant: str | None
    card: AdapterCard  # the variant's
    config: AdapterConfig
    hub: ModelHub
    meter: UsageMeter
    judges: dict[str, JudgeDefinition]
    _models: list[MemoryModels] = field(default_factory=list)

    @property
    def run_folder(self) -> Path:
        """Where the log goes: ``--out``, else ``runs/<name>``."""
        return self.options.out or Path("runs") / self.spec.folder_name()

    @property
    def stores_folder(self) -> Path:
        """Where memory stores lie: ``--stores``, else beside the run."""
        return self.options.stores or self.run_folder.parent / "stores"

    def seen_history(self, task: Task) -> History:
        """What the memory system is given for ``task``: sessions before the probe, filtered to the scope."""
        return filter_history(self.dataset.histories[task.history].up_to(task.probe_time), self.spec.scope)

    def call_limits(self) -> CallLimits:
        """How long calls of the memory system may take; people who answer for its model are not hurried."""
        from memorybench.runs.hosting import CallLimits

        people = (self.spec.memory_model or "").startswith("mailbox:")
        return CallLimits(ingest=self.options.ingest_seconds or (None if people else CallLimits.ingest))

    def memory_models(self) -> MemoryModels:
        """The chat model and embedder for the memory system, or None where it calls none; made once."""
        if not self._models:
            card = self.card
            embedder = self.hub.embedder(self.options.embedder) if card.uses_embedder else None
            self._models.append(
                MemoryModels(
                    chat=self.hub.chat(self.spec.memory_model, "memory") if self.spec.memory_model else None,
                    embedder=embedder,
                    embedding_size=embedder.size if embedder else None,
                )
            )
        return self._models[0]


def set_up(options: EvalOptions) -> Workbench:
    """Resolve every name in ``options``.

    Raises:
        BadInput: a name, setting or dataset that cannot be used.
        ModelUnavailable: a model that cannot be built, e.g. for a missing key.
    """
    from memorybench.judging.definition import load_judge
    from memorybench.models.usage import UsageMeter

    adapter_type, variant = load_usable(options.memory)
    base, _ = split_variant(options.memory)
    config = parse_adapter_options(base, adapter_type.config_type, adapter_settings(base, options.settings))
    scope = parse_scope(options.scope)
    dataset = load_dataset(options.dataset)
    tasks = choose_tasks(dataset, options)
    if adapter_type.gold:
        _check_facts(options.memory, dataset, tasks)
    judge_model = options.judge_model or options.model
    judges = {name: load_judge(name) for name in JUDGES}
    card = card_of(adapter_type, variant)
    origin = registered()[base]
    spec = RunSpec(
        adapter=options.memory,
        distribution=origin.distribution,
        adapter_version=origin.version,
        system=card.system,
        config=config.model_dump(mode="json"),
        scope=scope,
        model=options.model,
        memory_model=(options.memory_model or options.model) if card.uses_model else None,
        judge_model=judge_model,
        embedder=options.embedder if card.uses_embedder else None,
        base_url=options.base_url,
        temperature=options.temperature,
        probe_style=options.probe_style,
        prompts=_prompts(tasks),
        dataset=dataset.name,
        dataset_hash=dataset.content_hash,
        judges={name: _fingerprint(judge, judge_model, options.temperature) for name, judge in judges.items()},
        limits=probe_limits(options).model_dump(mode="json"),
        tasks=tuple(task.id for task in tasks),
        partial=len(tasks) < len(dataset.tasks),
        epochs=options.epochs,
        surroundings=surroundings(options.dataset, options.concurrency, options.max_cost),
    )
    meter = UsageMeter()
    return Workbench(
        options=options,
        spec=spec,
        dataset=dataset,
        tasks=tasks,
        adapter_type=adapter_type,
        variant=variant,
        card=card,
        config=config,
        hub=model_hub(options, meter),
        meter=meter,
        judges=judges,
    )


def _check_facts(memory: str, dataset: Dataset, tasks: Sequence[Task]) -> None:
    """A baseline that is given the facts would be an empty memory where there are none."""
    told = [task for task in tasks if task.control is None]
    if told and not any(task.facts for task in told):
        raise BadInput(
            f"{memory} gives each task its own facts, and the tasks of {dataset.name} have none, as imported chats "
            "do: take full-context as a bound."
        )


def _prompts(tasks: Sequence[Task]) -> dict[str, str]:
    """The fingerprints of the prompts that these tasks use."""
    from memorybench.probe.prompt import chat_prompt_fingerprint, prompt_fingerprint

    used = {"probe": prompt_fingerprint} if any(task.model is not None for task in tasks) else {}
    if any(task.model is None for task in tasks):
        used["probe_chat"] = chat_prompt_fingerprint
    return {name: fingerprint() for name, fingerprint in used.items()}


def probe_limits(options: EvalOptions) -> ProbeLimits:
    """The budgets of a probe; a mailbox waits for people, so its time is not limited to a model's."""
    from memorybench.probe.limits import ProbeLimits

    if options.probe_seconds is not None:
        return ProbeLimits(seconds=options.probe_seconds)
    return ProbeLimits(seconds=PEOPLE_SECONDS) if options.model.startswith("mailbox:") else ProbeLimits()


def judge_parameters(temperature: float) -> dict[str, float]:
    """The parameters that are part of a model judge's fingerprint."""
    return {"temperature": temperature}


def _fingerprint(judge: JudgeDefinition, model: str, temperature: float) -> str:
    from memorybench.judging.matcher_judge import MatcherJudge

    if model == "rules":
        return MatcherJudge(judge).fingerprint
    return judge.fingerprint(model, judge_parameters(temperature))


def model_hub(options: EvalOptions, meter: UsageMeter) -> ModelHub:
    """The run's one place where models are made."""
    from memorybench.models.cache import ResponseCache
    from memorybench.models.hub import ModelHub, ModelSettings

    settings = ModelSettings(
        base_url=options.base_url,
        temperature=options.temperature,
        concurrency=options.concurrency,
        max_cost=options.max_cost,
        prices=options.prices,
        timeout_s=options.timeout,
        embedding_size=options.embedding_size,
    )
    cache = ResponseCache(options.cache, on_miss=options.on_miss) if options.cache else None
    if options.on_miss == "fail" and cache is None:
        raise BadInput("--on-miss fail replays a recording: name its folder with --cache DIR.")
    return ModelHub(settings, meter=meter, cache=cache)


def choose_tasks(dataset: Dataset, options: EvalOptions) -> tuple[Task, ...]:
    """``--task`` picks by id, ``--limit`` a seeded sample; dataset order is kept."""
    if options.limit is not None and options.limit < 1:
        raise BadInput(f"--limit {options.limit}: at least one task is needed.")
    if options.epochs < 1:
        raise BadInput(f"--epochs {options.epochs}: at least one epoch is needed.")
    chosen = dataset.select(options.tasks) if options.tasks else dataset.tasks
    if options.limit is None or options.limit >= len(chosen):
        return chosen
    picked = set(random.Random(f"limit-{options.seed}").sample([task.id for task in chosen], options.limit))
    return tuple(task for task in chosen if task.id in picked)


def judges_fingerprint(spec: RunSpec) -> str:
    """One short name for the set of judges: it stands in the names of the verdict and summary files."""
    return digest(spec.judges)[:8]


def check_writable(folder: Path) -> None:
    """Raise ``BadInput`` if ``folder`` cannot be made or written to, leaving nothing behind."""
    parent = folder
    while not parent.exists() and parent != parent.parent:
        parent = parent.parent
    if not parent.is_dir():
        raise BadInput(f"cannot write to {folder}: {parent} is a file; choose another folder with --out.")
    if not os.access(parent, os.W_OK):
        raise BadInput(f"cannot write to {folder}: no permission on {parent}; choose another folder with --out.")
