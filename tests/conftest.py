"""Fixtures that every test folder may use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, settings

# Generation time depends on how busy the machine is; it is no property of the code.
settings.register_profile(
    "memorybench", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("memorybench")


@pytest.fixture(scope="session")
def shared_ifc() -> Path:
    """The folder of public IFC models beside the checkout; the test is skipped where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "ifc"
    if not (folder / "real").is_dir():
        pytest.skip("the public IFC models (../shared/ifc) are not beside this checkout")
    return folder


Plant = Callable[..., Path]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Install a distribution that registers adapters, as files on the path of this process and of those it starts.

    ``plant("alpha", "notes = alpha_notes:Notes", code="…")`` writes ``alpha_notes.py`` with the code and returns the
    folder; further entry points follow as further lines.
    """
    folder = tmp_path / "planted"
    planted: set[str] = set()

    def make(
        name: str, *adapters: str, code: str = "", version: str = "1.0", requires: str = "", more: str = ""
    ) -> Path:
        info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        required = f"Requires-Dist: {requires}\n" if requires else ""
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{required}", encoding="utf-8"
        )
        points = "\n".join(adapters)
        (info / "entry_points.txt").write_text(f"[memorybench.adapters]\n{points}\n{more}", encoding="utf-8")
        for line in adapters:
            module = line.partition("=")[2].strip().partition(":")[0]
            if code and "." not in module:
                planted.add(module)
                (folder / f"{module}.py").write_text(dedent(code), encoding="utf-8")
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("PYTHONPATH", str(folder))
        monkeypatch.delenv("MEMORYBENCH_LOAD_PLUGINS", raising=False)
        for module in planted:
            monkeypatch.delitem(sys.modules, module, raising=False)
        return folder

    yield make
    for module in planted:
        sys.modules.pop(module, None)
