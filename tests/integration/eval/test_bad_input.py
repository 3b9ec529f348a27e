"""What a user gets wrong is told in one sentence, with how to mend it, and nothing is written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from memorybench.tasks.layout import hash_files


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--memory", "mem1"], 2, "unknown memory adapter 'mem1'. Did you mean 'mem0'"),
        (["--memory", "none:fast"], 2, "unknown variant of none 'fast'"),
        (["--memory", "none", "--scope", "users"], 2, "unknown scope 'users'. Did you mean 'user'"),
        (["--memory", "none", "--dataset", "handwriten"], 2, "Did you mean 'handwritten'?"),
        (["--memory", "none", "--model", "opnai:gpt-4.1"], 2, "unknown provider 'opnai'. Did you mean 'openai'"),
        (
            ["--memory", "none", "--model", "xai:grok-4.3"],
            4,
            "xai:grok-4.3 (role probe) needs a key: set XAI_API_KEY",
        ),
        (["--memory", "mem0", "--set", "mem0.ur=x"], 2, "mem0 has no such option. Did you mean 'url'?"),
        (["--memory", "mem0", "--set", "mem0.url=http://127.0.0.1:9"], 4, "does not answer"),
        (["--memory", "none", "--task", "x"], 2, "unknown task of plumbing 'x'"),
        (["--memory", "none", "--limit", "0"], 2, "--limit 0: at least one task is needed"),
        (["--memory", "none", "--on-miss", "fail"], 2, "name its folder with --cache DIR"),
        (["--memory", "none", "--out", "/dev/null/run"], 2, "cannot write to /dev/null/run"),
        (["--memory", "none", "--probe-style", "plane"], 2, "Did you mean 'plain'?"),
    ],
)
def test_each_mistake_is_one_sentence(cli: Any, dataset: str, arguments: list[str], code: int, sentence: str) -> None:
    chosen = [] if "--dataset" in arguments else ["--dataset", dataset]
    done = cli.in_process("eval", *arguments, *chosen)
    assert done.code == code
    assert sentence in done.sentence
    assert not list(cli.folder.rglob("*.jsonl"))


def test_the_corrected_command_may_use_the_folder_of_the_one_that_could_not_start(cli: Any, dataset: str) -> None:
    common = ("eval", "--dataset", dataset, "--out", "run", "--limit", "1", "--json")
    failed = cli.in_process(*common, "--memory", "mem0", "--set", "mem0.url=http://127.0.0.1:9")
    assert (failed.code, "does not answer" in failed.sentence) == (4, True)
    assert not (cli.folder / "run" / "spec.json").exists()
    corrected = cli.in_process(*common, "--memory", "none")
    assert corrected.code in (0, 3), corrected.err
    assert json.loads((cli.folder / "run" / "spec.json").read_text(encoding="utf-8"))["adapter"] == "none"
    other = cli.in_process(*common, "--memory", "full-context")
    assert (other.code, "holds another run (adapter: none there, full-context here" in other.sentence) == (2, True)


def test_a_missing_option_and_an_unknown_command(cli: Any) -> None:
    assert "Missing option '--memory'" in cli.in_process("eval").sentence
    done = cli.in_process("evla")
    assert (done.code, "Did you mean 'eval'?" in done.sentence) == (2, True)


def _copy(dataset: str, folder: Path) -> Path:
    return Path(shutil.copytree(dataset, folder / "copy"))


def test_a_torn_dataset(cli: Any, dataset: str) -> None:
    copy = _copy(dataset, cli.folder)
    tasks = copy / "tasks.jsonl"
    tasks.write_bytes(tasks.read_bytes()[:-100])
    done = cli.in_process("eval", "--memory", "none", "--dataset", str(copy))
    assert done.code == 2
    assert "tasks.jsonl:3: not valid JSON" in done.sentence


def test_an_empty_folder_is_no_dataset(cli: Any) -> None:
    (cli.folder / "empty").mkdir()
    done = cli.in_process("eval", "--memory", "none", "--dataset", "empty")
    assert (done.code, "dataset.json: the file is missing" in done.sentence) == (2, True)


@pytest.mark.parametrize(("header", "told"), [(None, "is damaged"), ("IFC2X_FINAL", "states schema 'IFC2X_FINAL'")])
def test_a_model_that_cannot_be_used(cli: Any, dataset: str, header: str | None, told: str) -> None:
    copy = _copy(dataset, cli.folder)
    model = next((copy / "models").iterdir())
    text = model.read_text(encoding="utf-8")
    broken = text[: len(text) // 2] if header is None else text.replace("'IFC4'", f"'{header}'", 1)
    model.write_text(broken, encoding="utf-8")
    manifest = json.loads((copy / "dataset.json").read_text(encoding="utf-8"))
    (copy / "dataset.json").write_text(json.dumps({**manifest, "files": hash_files(copy)}), encoding="utf-8")
    done = cli.in_process("eval", "--memory", "none", "--dataset", str(copy))
    assert done.code == 2
    assert told in done.sentence
