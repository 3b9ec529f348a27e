"""What a sweep will take, cell by cell, before anything is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memorybench.errors import MemorybenchError
from memorybench.runs.estimate import Estimate, estimate
from memorybench.runs.options import EvalOptions
from memorybench.runs.spec import RunSpec, digest
from memorybench.runs.workbench import set_up


@dataclass(frozen=True)
class Cell:
    """One run of the sweep. Cells of one ``lane`` meet the same stores and run one after the other."""

    options: EvalOptions  # with its folder
    lane: str
    spec: RunSpec | None = None  # None: it cannot be run, `fault` says why
    estimate: Estimate | None = None
    fault: str | None = None
    shares_stores: bool = False  # an earlier cell writes the stores that this one meets

    @property
    def folder(self) -> Path:
        """The run's folder."""
        return self.options.out or Path()

    @property
    def name(self) -> str:
        """The folder's name, or what was asked for where there is none."""
        return self.folder.name if self.spec else f"{self.options.memory}-{self.options.scope}"


def plan_cells(cells: Sequence[EvalOptions], out: Path) -> list[Cell]:
    """Resolve and estimate each cell; one that cannot run says why and does not stop the others.

    The folder of a cell bears its run's identity, so that the same sweep with another option is another folder.
    """
    planned: list[Cell] = []
    lanes: set[str] = set()
    for asked in cells:
        cell = _plan(asked, out, lanes)
        lanes.add(cell.lane)
        planned.append(cell)
    return planned


def _plan(asked: EvalOptions, out: Path, lanes: set[str]) -> Cell:
    options = asked.model_copy(update={"out": out / "unnamed", "stores": out / "stores"})
    try:
        bench = set_up(options)
        lane = _lane(bench.spec)
        found = estimate(bench)
    except MemorybenchError as error:
        return Cell(options, lane="", fault=str(error))
    named = options.model_copy(update={"out": out / bench.spec.folder_name()})
    return Cell(named, lane=lane, spec=bench.spec, estimate=found, shares_stores=lane in lanes)


def _lane(spec: RunSpec) -> str:
    """All that the spec says about which stores are met."""
    return digest(
        [
            spec.adapter,
            spec.adapter_version,
            spec.config,
            spec.scope.value,
            spec.memory_model,
            spec.embedder,
            spec.base_url,
            spec.temperature,
            spec.dataset_hash,
        ]
    )
