"""One small dataset from two authored models, built once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.construct.authored import author_models
from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Options
from memorybench.tasks.dataset import Dataset, load_dataset

MODELS = ("mill-lane-dental.ifc", "reihenhaus-birkenweg.ifc")


@pytest.fixture(scope="session")
def model_paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The authored models by file name."""
    return {model.path.name: model.path for model in author_models(tmp_path_factory.mktemp("models"))}


@pytest.fixture(scope="session")
def built(model_paths: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Twelve tasks over two models, at the usual echo rate."""
    out = tmp_path_factory.mktemp("built") / "small"
    construct([model_paths[name] for name in MODELS], out, Options(tasks_per_model=6, seed=3, name="small"))
    return load_dataset(str(out))
