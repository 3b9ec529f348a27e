"""A dataset to review: the hand-made mini set, copied, so that reviews are written beside the copy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memorybench.resources import bundled
from memorybench.review.desk import Desk
from memorybench.tasks.dataset import Dataset, load_dataset


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    folder = tmp_path / "to-review"
    shutil.copytree(bundled("datasets")["ifcmemory-mini"], folder)
    return load_dataset(str(folder))


@pytest.fixture
def desk(dataset: Dataset) -> Desk:
    return Desk(dataset)
