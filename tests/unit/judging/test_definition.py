"""Loading judges: the bundled ones, and one sentence for each way a folder can be wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.judging.definition import JudgeDefinition, load_judge
from memorybench.records import Control, Task


def test_the_bundled_judges_have_the_dimensions_of_the_paper() -> None:
    assert load_judge("answer").keys == ("correctness", "completeness", "relevance")
    assert load_judge("memory").keys == (
        "retrieval_relevant",
        "retrieval_covers_key_facts",
        "answer_uses_memory",
    )


def test_only_the_memory_judge_sees_retrieved_memory() -> None:
    assert "retrieved_memory" in load_judge("memory").evidence
    assert "retrieved_memory" not in load_judge("answer").evidence


def test_control_tasks_concern_the_answer_judge_only(task: Task) -> None:
    control = task.model_copy(update={"control": Control.NEVER_TOLD})
    assert load_judge("answer").applies_to(control)
    assert not load_judge("memory").applies_to(control)
    assert load_judge("memory").applies_to(task)


def test_the_reply_schema_is_closed_and_without_references(answer_judge: JudgeDefinition) -> None:
    schema = answer_judge.reply_schema()
    assert schema["required"] == list(answer_judge.keys)
    assert schema["additionalProperties"] is False
    assert "$ref" not in str(schema)
    for part in schema["properties"].values():
        assert part["required"] == ["reason", "verdict"]
        assert part["properties"]["verdict"] == {"type": "boolean"}


def test_the_fingerprint_follows_everything_that_can_change_a_verdict(answer_judge: JudgeDefinition) -> None:
    first = answer_judge.dimensions[0]
    reworded = first.model_copy(update={"description": first.description + " Really."})
    variants = [
        answer_judge.fingerprint("m"),
        answer_judge.fingerprint("n"),
        answer_judge.fingerprint("m", {"temperature": 0.5}),
        answer_judge.model_copy(update={"prompt": answer_judge.prompt + "!"}).fingerprint("m"),
        answer_judge.model_copy(update={"max_evidence_tokens": 5}).fingerprint("m"),
        answer_judge.model_copy(update={"dimensions": (reworded, *answer_judge.dimensions[1:])}).fingerprint("m"),
    ]
    assert len(set(variants)) == len(variants)


def test_the_fingerprint_does_not_depend_on_where_the_folder_lies(tmp_path: Path) -> None:
    folder = load_judge("answer").folder
    assert folder is not None
    copy = Path(shutil.copytree(folder, tmp_path / "elsewhere"))
    assert load_judge(copy).fingerprint("m") == load_judge("answer").fingerprint("m")


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"unknown judge 'anwser'\. Did you mean 'answer'"):
        load_judge("anwser")


def test_a_path_without_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no judge folder here"):
        load_judge(tmp_path / "none")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('version = "1.0"\n', "", r"judge\.toml: version: Field required"),
        ('version = "1.0"', 'version = "one"', r"judge\.toml: version: "),
        ('version = "1.0"', 'version = "1.0"\ncolour = "red"', r"judge\.toml: colour: Extra inputs"),
        ('version = "1.0"', 'version = "1.0"\nprompt = "x"', r"judge\.toml: the prompt stands in prompt\.md"),
        ('version = "1.0"', "version = ", r"judge\.toml: not valid TOML"),
        ('"probe", ', '"trace", ', r"judge\.toml: evidence\.2: Input should be"),
        ('key = "relevance"', 'key = "correctness"', r"judge\.toml: .*two dimensions have the same key"),
        ('needs = ["system_answer"]', 'needs = ["retrieved_memory"]', "which is not among the evidence"),
        ('needs = ["system_answer"]', 'needs = ["probe"]', "which is never empty"),
        ("max_evidence_tokens = 100_000", "max_evidence_tokens = 0", "max_evidence_tokens: "),
    ],
)
def test_a_wrong_table_is_one_sentence_with_the_file(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    folder = load_judge("answer").folder
    assert folder is not None
    copy = Path(shutil.copytree(folder, tmp_path / "judge"))
    table = (copy / "judge.toml").read_text(encoding="utf-8")
    assert old in table
    (copy / "judge.toml").write_text(table.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=sentence) as caught:
        load_judge(copy)
    assert "\n" not in str(caught.value)


def test_a_missing_or_empty_prompt_is_named(tmp_path: Path) -> None:
    folder = load_judge("answer").folder
    assert folder is not None
    copy = Path(shutil.copytree(folder, tmp_path / "judge"))
    (copy / "prompt.md").write_text(" \n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"prompt\.md: prompt: "):
        load_judge(copy)
    (copy / "prompt.md").unlink()
    with pytest.raises(BadInput, match=r"prompt\.md: the file is missing"):
        load_judge(copy)
