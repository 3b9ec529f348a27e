"""The authored models, written once for all tests of this folder."""

from __future__ import annotations

import pytest

from memorybench.construct.authored import Authored, author_models
from memorybench.ifc.index import ModelIndex, open_index


@pytest.fixture(scope="session")
def authored(tmp_path_factory: pytest.TempPathFactory) -> tuple[Authored, ...]:
    """All four models."""
    return author_models(tmp_path_factory.mktemp("authored"))


@pytest.fixture(scope="session")
def indexes(authored: tuple[Authored, ...]) -> dict[str, ModelIndex]:
    """Their indexes by model name."""
    return {model.path.stem: open_index(model.path) for model in authored}
