"""The distributions as users get them: built, installed into fresh environments, run from another folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

from memorybench import __version__
from memorybench.models import tokens
from memorybench.resources import bundled, data_root
from memorybench.tasks.dataset import load_dataset
from memorybench.tasks.describe import describe

ROOT = Path(__file__).resolve().parents[2]
UV = os.environ.get("UV") or shutil.which("uv")
ADAPTERS = sorted(
    path.parent for path in (ROOT / "adapters").glob("*/pyproject.toml") if path.parent.name != "template"
)

pytestmark = [
    pytest.mark.skipif(UV is None, reason="uv is not installed: run the tests with `uv run pytest`"),
    pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="not in a checkout"),
    pytest.mark.xdist_group("packaging"),
]


def project(folder: Path) -> dict[str, object]:
    """The ``[project]`` table of a distribution."""
    table: dict[str, object] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def uv(*arguments: str | Path) -> None:
    """Run uv from its cache; what the cache lacks is asked of the index in a second try."""
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    for mode in (["--offline"], []):
        done = subprocess.run(
            [str(UV), "--quiet", *mode, *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
        )
        if done.returncode == 0:
            return
    pytest.fail(f"uv {' '.join(map(str, arguments))}:\n{done.stderr}")


@dataclass(frozen=True)
class Environment:
    """An environment that holds nothing but wheels, and a folder outside the checkout to work in."""

    scripts: Path
    folder: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in a clean process environment."""
        kept = ("HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "USERPROFILE")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        return subprocess.run(
            [str(self.scripts / command[0]), *command[1:]],
            cwd=self.folder,
            env=environment | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8", "PATH": os.defpath},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
        )


def install(folder: Path, wheels: list[Path]) -> Environment:
    """Make an environment with ``wheels`` and their dependencies as ``constraints.txt`` pins them."""
    uv("venv", "--no-project", "--python", sys.executable, folder / "venv")
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    uv("pip", "install", "--python", scripts / "python", "--constraint", ROOT / "constraints.txt", *wheels)
    (folder / "elsewhere").mkdir()
    return Environment(scripts, folder / "elsewhere")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every distribution's sdist, and the wheel built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    uv("build", "--all-packages", "--out-dir", out)
    return out


@pytest.fixture(scope="module")
def core_alone(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """The core's wheel and no adapter."""
    folder = tmp_path_factory.mktemp("core")
    yield install(folder, [wheel(built, ROOT)])
    shutil.rmtree(folder / "venv")  # hundreds of megabytes that pytest would keep


@pytest.fixture(scope="module")
def everything(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """The core and all adapters of this repository."""
    folder = tmp_path_factory.mktemp("all")
    yield install(folder, [wheel(built, source) for source in (ROOT, *ADAPTERS)])
    shutil.rmtree(folder / "venv")


def wheel(built: Path, source: Path) -> Path:
    """The one wheel of the distribution in ``source``."""
    name = str(project(source)["name"]).replace("-", "_")
    [found] = built.glob(f"{name}-{__version__}-*.whl")
    return found


def data_of_the_checkout() -> dict[str, bytes]:
    """Relative path -> content of every file under ``datasets/``, ``judges/`` and ``experiments/``."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for kind in ("datasets", "judges", "experiments")
        for path in sorted((ROOT / kind).rglob("*"))
        if path.is_file()
    }


def test_the_core_s_wheel_holds_package_and_data_as_in_the_checkout_and_nothing_else(built: Path) -> None:
    prefix = "memorybench/_data/"
    with ZipFile(wheel(built, ROOT)) as archive:
        names = archive.namelist()
        data = {name.removeprefix(prefix): archive.read(name) for name in names if name.startswith(prefix)}
    expected = data_of_the_checkout()
    assert sorted(data) == sorted(expected)
    assert [name for name in data if data[name] != expected[name]] == []
    assert {"judges/answer/judge.toml", "judges/answer/prompt.md", "judges/memory/judge.toml"} <= set(data)
    assert any(name.startswith("datasets/") and name.endswith("/tasks.jsonl") for name in data)
    assert {PurePosixPath(name).parts[0] for name in names} == {
        "memorybench",
        f"ifc_memorybench-{__version__}.dist-info",
    }
    assert f"ifc_memorybench-{__version__}.dist-info/licenses/LICENSE" in names
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "memorybench").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if name.startswith("memorybench/") and not name.startswith(prefix)} == package
    assert {"memorybench/probe/prompt.md", "memorybench/models/prices.toml", "memorybench/py.typed"} <= package


@pytest.mark.parametrize("source", ADAPTERS, ids=lambda path: path.name)
def test_an_adapter_s_wheel_holds_its_package_alone(built: Path, source: Path) -> None:
    found = wheel(built, source)
    with ZipFile(found) as archive:
        names = archive.namelist()
    packages = {path.parent.name for path in source.glob("memorybench_*/__init__.py")}
    assert packages
    assert {PurePosixPath(name).parts[0] for name in names} == packages | {
        f"{found.name.split('-')[0]}-{__version__}.dist-info"
    }


def test_the_sdist_holds_what_a_distributor_needs(built: Path) -> None:
    with tarfile.open(built / f"ifc_memorybench-{__version__}.tar.gz") as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CHANGELOG.md", "constraints.txt", "pyproject.toml"} <= names
    assert set(data_of_the_checkout()) <= names
    assert not [name for name in names if name.startswith((".venv", "runs", "uv.lock", ".ci"))]


def test_the_core_alone_knows_its_version_and_data(core_alone: Environment) -> None:
    version = core_alone.run("memorybench", "--version")
    assert (version.returncode, version.stdout) == (0, f"memorybench {__version__}\n")
    listed = core_alone.run("memorybench", "datasets", "list")
    assert listed.returncode == 0, listed.stderr
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(bundled("datasets")) != []
    offered = core_alone.run("memorybench", "sweep")
    assert "main-comparison" in offered.stdout
    where = core_alone.run("python", "-c", "from memorybench.resources import data_root; print(data_root())")
    assert Path(where.stdout.strip()).is_relative_to(core_alone.scripts.parent)


def test_the_core_alone_says_which_distribution_brings_adapters(core_alone: Environment) -> None:
    done = core_alone.run("memorybench", "eval", "--memory", "none")
    assert done.returncode == 2
    assert "ifc-memorybench-baselines" in done.stderr
    assert "Traceback" not in done.stderr
    listed = core_alone.run("memorybench", "adapters", "list")
    assert "ifc-memorybench-baselines" in listed.stdout + listed.stderr


def test_all_adapters_are_found_once_installed(everything: Environment) -> None:
    expected = {
        name
        for source in ADAPTERS
        for name in project(source)["entry-points"]["memorybench.adapters"]  # type: ignore[index]
    }
    listed = everything.run("memorybench", "adapters", "list", "--json")
    assert listed.returncode == 0, listed.stderr
    assert {row["name"] for row in json.loads(listed.stdout)} == expected


@pytest.mark.parametrize("name", list(bundled("datasets")))
def test_a_bundled_dataset_is_the_same_from_the_wheel(everything: Environment, name: str) -> None:
    done = everything.run("memorybench", "datasets", "describe", name, "--json")
    assert done.returncode == 0, done.stderr
    here = describe(load_dataset(name), tokens.count, tokens.TOKENIZER_NAME).model_dump(mode="json")
    assert json.loads(done.stdout) == here


def test_one_task_runs_from_the_wheels(everything: Environment) -> None:
    name = next(iter(bundled("datasets")))
    done = everything.run("memorybench", "eval", "--memory", "bm25", "--dataset", name, "--limit", "1", "--json")
    assert done.returncode in (0, 3), done.stderr  # 3: a judge may leave the task unscored
    summary = json.loads(done.stdout)
    assert summary["counts"]["planned"] == 1
    assert summary["counts"]["failed"] == 0, summary["failures"]
    assert [path.name for path in everything.folder.iterdir()] == ["runs"]


def test_a_checkout_uses_its_own_data_and_has_no_second_copy() -> None:
    assert data_root() == ROOT
    assert not (ROOT / "memorybench" / "_data").exists()
    installed = distribution("ifc-memorybench").files or []
    assert [str(file) for file in installed if "_data" in file.parts] == []


def test_the_data_folders_are_no_python_packages() -> None:
    """``datasets/__init__.py`` would shadow a well-known library of that name."""
    assert [path for kind in ("datasets", "judges") for path in (ROOT / kind).rglob("__init__.py")] == []
