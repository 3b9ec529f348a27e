"""Runs beside each other: hand-worked pairs, what is refused, what is left out and said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memorybench.comparing.compare import compare_runs
from memorybench.comparing.measures import TaskInfo
from memorybench.comparing.pairing import compare_two
from memorybench.comparing.result import MeasureComparison
from memorybench.comparing.scored_run import RunFolder, ScoredRun
from memorybench.errors import BadInput
from memorybench.records import Scope
from memorybench.runs.spec import RunSpec

MakeRun = Callable[..., Path]
MakeSpec = Callable[..., RunSpec]
CELLS = (70, 30, 12, 31)  # both, only A, only B, neither: the example of docs/statistics.md
A = [True] * 100 + [False] * 43
B = [True] * 70 + [False] * 30 + [True] * 12 + [False] * 31


def answers(make_run: MakeRun, a: list[bool | None], b: list[bool | None]) -> MeasureComparison:
    found = compare_runs([make_run("a", a), make_run("b", b, adapter="none")]).comparisons[0]
    measure = found.measure("answer_accuracy")
    assert measure is not None
    return measure


def test_the_hand_worked_table_comes_out_of_two_folders(make_run: MakeRun) -> None:
    found = answers(make_run, A, B)
    assert (found.both, found.only_a, found.only_b, found.neither, found.pairs) == (*CELLS, 143)
    assert (found.a_rate, found.b_rate) == (100 / 143, 82 / 143)
    assert found.posterior is not None
    assert round(found.posterior.delta, 4) == 0.1241
    assert (round(found.posterior.low, 3), round(found.posterior.high, 3)) == (0.038, 0.211)
    assert found.posterior.p_a_greater == pytest.approx(0.9975, abs=1e-4)
    assert (found.verdict, found.depends_on_prior) == ("A ahead", False)
    assert found.mid_p == pytest.approx(0.0054015726545912895, rel=1e-9)
    assert found.a_ahead == tuple(f"t{number}" for number in range(70, 100))
    assert len(found.b_ahead) == 12


def test_the_pooled_method_is_the_published_one(make_run: MakeRun) -> None:
    report = compare_runs([make_run("a", A), make_run("b", B)], method="pooled-pg")
    found = report.comparisons[0].measure("answer_accuracy")
    assert found is not None and found.posterior is not None
    assert found.posterior.delta == pytest.approx(0.119, abs=1e-3)
    assert (found.posterior.low, found.posterior.high) == (
        pytest.approx(0.0125, abs=1e-3),
        pytest.approx(0.225, abs=1e-3),
    )
    assert report.comparisons[0].measure("facts_retrieved") is None


def test_each_dimension_is_compared(make_run: MakeRun) -> None:
    report = compare_runs([make_run("a", [True, True]), make_run("b", [True, False])])
    rates = {found.measure: (found.a_rate, found.b_rate) for found in report.comparisons[0].measures}
    assert rates["correctness"] == (1.0, 0.5)
    assert rates["completeness"] == rates["answer_uses_memory"] == (1.0, 1.0)
    assert rates["retrieval_relevant"] == (1.0, 0.5)


def test_unscored_tasks_are_in_no_pair_and_bound_the_difference(make_run: MakeRun) -> None:
    found = answers(make_run, [True, True, None, False], [True, False, False, None])
    assert (found.pairs, found.unscored) == (2, 2)
    assert (found.a_rate, found.b_rate) == (1.0, 0.5)
    # t0 0, t1 +1; t2: A unknown against B false; t3: A false against B unknown
    assert (found.lowest, found.highest) == ((1 + 0 - 1) / 4, (1 + 1 + 0) / 4)


def test_a_task_that_was_not_probed_yet_counts_as_unscored(make_run: MakeRun) -> None:
    half = make_run("a", [True] * 4, scored=2)
    report = compare_runs([half, make_run("b", [False] * 4)])
    found = report.comparisons[0].measure("answer_accuracy")
    assert found is not None
    assert (found.pairs, found.unscored) == (2, 2)
    assert "A has not ended: 2 of 4 probes are there." in report.notes


def test_a_verdict_on_an_older_sample_does_not_count(make_run: MakeRun) -> None:
    folder = make_run("a", [True, True])
    path = folder / "samples.jsonl"
    lines = path.read_text(encoding="utf-8").replace("2026-12-01", "2026-12-02", 1)
    path.write_text(lines, encoding="utf-8")
    found = compare_runs([folder, make_run("b", [True, True])]).comparisons[0].measure("answer_accuracy")
    assert found is not None and (found.pairs, found.unscored) == (1, 1)


def test_tasks_of_one_run_only_are_listed_and_left_out(make_run: MakeRun) -> None:
    one = make_run("a", [True, True, False], tasks=["x", "y", "z"], partial=True)
    other = make_run("b", [False, True], tasks=["y", "w"], partial=True)
    report = compare_runs([one, other])
    [found] = report.comparisons
    assert (found.shared, found.only_in_a, found.only_in_b) == (1, ("x", "z"), ("w",))
    assert "A is partial: it did not use the whole dataset." in report.notes
    assert "A has 2 tasks that are not in every run; they are left out." in report.notes


def test_controls_have_rates_of_their_own(make_run: MakeRun) -> None:
    one = make_run("a", [True, True, False], controls=["t2"])
    other = make_run("b", [True, False, True], controls=["t2"])
    [found] = compare_runs([one, other]).comparisons
    rates = {measure.measure: (measure.pairs, measure.a_rate, measure.b_rate) for measure in found.measures}
    assert rates["answer_accuracy"] == (2, 1.0, 0.5)
    assert rates["abstention"] == (1, 0.0, 1.0)
    assert rates["false_memory"] == (1, 0.0, 0.0)


def test_facts_are_compared_by_the_share_of_each_task(make_run: MakeRun) -> None:
    one = make_run("a", [True, True], facts={"t0": [True, False], "t1": [True, True]})
    other = make_run("b", [True, True], facts={"t0": [False, False], "t1": [True, True]})
    found = compare_runs([one, other]).comparisons[0].measure("facts_retrieved")
    assert found is not None
    assert (found.method, found.a_rate, found.b_rate, found.only_a) == ("shares", 0.75, 0.5, None)
    assert found.a_ahead == ("t0",)


def test_epochs_are_averaged_per_task(make_run: MakeRun) -> None:
    one = make_run("a", [[True, True, False], [True, None, True], [False, False, False]])
    other = make_run("b", [[False, True, False], [True, True, True], [False, False, True]])
    report = compare_runs([one, other])
    found = report.comparisons[0].measure("answer_accuracy")
    assert found is not None
    assert (found.method, found.pairs, found.unscored, found.both) == ("shares", 3, 0, None)
    assert found.a_rate == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert found.b_rate == pytest.approx((1 / 3 + 1 + 1 / 3) / 3)
    assert (found.a_ahead, found.b_ahead) == (("t0",), ("t2",))
    assert any(note.startswith("Epochs are averaged") for note in report.notes)


def test_pooled_refuses_epochs(make_run: MakeRun) -> None:
    with pytest.raises(BadInput, match=r"--method pooled-pg takes one yes or no a task, and .* has 2 epochs"):
        compare_runs([make_run("a", [[True, True]]), make_run("b", [True])], method="pooled-pg")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("dataset_hash", "e" * 64, r"on tiny dddddddddddd, .* on tiny eeeeeeeeeeee\."),
        ("probe_style", "plain", r"has invited probes, .* plain ones"),
        ("judges", {"answer": "a", "memory": "c"}, r"was judged by \w{8} \(j\), .* two measures\. Judge both alike"),
    ],
)
def test_what_measures_another_thing_is_refused(make_run: MakeRun, field: str, value: object, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        compare_runs([make_run("a", [True]), make_run("b", [True], **{field: value})])


def test_a_set_of_judges_that_both_hold_can_be_chosen(
    make_run: MakeRun, rejudged: Callable[[Path, str, dict[str, str]], str]
) -> None:
    one, other = make_run("a", [True, False]), make_run("b", [True, True])
    rejudged(one, "other", {"answer": "x", "memory": "y"})
    with pytest.raises(BadInput, match=r"Both hold verdicts of .*: choose with --judges") as refusal:
        compare_runs([one, other])
    common = str(refusal.value).split("verdicts of ")[1].split(":")[0]
    assert compare_runs([one, other], judges=common).judge_model == "j"
    with pytest.raises(BadInput, match="holds no verdicts of the judges nothing; it holds"):
        compare_runs([one, other], judges="nothing")


def test_no_shared_task_all_unscored_no_verdicts_and_no_run_are_one_sentence_each(
    make_run: MakeRun, tmp_path: Path
) -> None:
    one = make_run("a", [True])
    with pytest.raises(BadInput, match="share no task"):
        compare_runs([one, make_run("b", [True], tasks=["other"])])
    with pytest.raises(BadInput, match="no scored task among the 1 shared ones"):
        compare_runs([one, make_run("c", [None])])
    with pytest.raises(BadInput, match="holds no verdicts yet"):
        compare_runs([one, make_run("d", [True], scored=0)])
    with pytest.raises(BadInput, match="is not a run"):
        compare_runs([one, tmp_path / "nothing"])
    with pytest.raises(BadInput, match="given twice"):
        compare_runs([one, one])
    with pytest.raises(BadInput, match="at least two runs"):
        compare_runs([one])


def test_what_differs_is_listed_and_more_than_one_thing_is_said(make_run: MakeRun) -> None:
    one = make_run("a", [True], scope=Scope.USER)
    other = make_run("b", [True], adapter="none", memory_model=None, embedder=None, scope=Scope.USER_FINAL)
    report = compare_runs([one, other])
    assert [difference.setting for difference in report.differences] == ["memory", "scope"]
    assert any(note.startswith("More than one setting differs (memory, scope)") for note in report.notes)
    same = compare_runs([one, make_run("c", [True])])
    assert same.differences == ()
    assert any("repetitions of one run" in note for note in same.notes)


def test_the_stand_in_is_marked(make_run: MakeRun) -> None:
    report = compare_runs([make_run("a", [True], model="rules"), make_run("b", [True])])
    assert report.stand_in and [run.stand_in for run in report.runs] == [True, False]


def test_three_runs_are_paired_on_what_all_of_them_share(make_run: MakeRun) -> None:
    runs = [
        make_run("a", [True, True, True], tasks=["x", "y", "z"]),
        make_run("b", [False, True, True], tasks=["x", "y", "z"]),
        make_run("c", [False, False], tasks=["x", "y"]),
    ]
    report = compare_runs(runs)
    assert [(found.a, found.b, found.shared) for found in report.comparisons] == [
        ("A", "B", 2),
        ("A", "C", 2),
        ("B", "C", 2),
    ]


def test_from_ten_projects_on_whole_projects_are_weighted(a_spec: MakeSpec) -> None:
    tasks = tuple(f"t{number}" for number in range(20))
    infos = {task: TaskInfo(f"p{place // 2}", False, False, False) for place, task in enumerate(tasks)}
    first, second = (_in_memory(a_spec(tasks=tasks), [place % 4 < limit for place in range(20)]) for limit in (3, 1))
    found = compare_two(first, second, tasks=tasks, infos=infos).measure("answer_accuracy")
    assert found is not None and found.by_project is not None
    assert (found.projects, round(found.by_project.delta, 3)) == (10, 0.5)
    few = {task: TaskInfo("p", False, False, False) for task in tasks}
    same = compare_two(first, second, tasks=tasks, infos=few).measure("answer_accuracy")
    assert same is not None and (same.projects, same.by_project) == (1, None)


def _in_memory(spec: RunSpec, right: list[bool]) -> ScoredRun:
    found = RunFolder(Path(), spec, "j", "j", ("j",))
    scores = {task: ({"answer_accuracy": float(score)},) for task, score in zip(spec.tasks, right, strict=True)}
    return ScoredRun(found, scores, len(spec.tasks))


@given(pairs=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_swapping_the_runs_negates_and_mirrors(a_spec: MakeSpec, pairs: list[tuple[bool, bool]]) -> None:
    tasks = tuple(f"t{number}" for number in range(len(pairs)))
    first = _in_memory(a_spec(tasks=tasks), [pair[0] for pair in pairs])
    second = _in_memory(a_spec(tasks=tasks), [pair[1] for pair in pairs])
    found = compare_two(first, second, tasks=tasks, infos={}).measure("answer_accuracy")
    swapped = compare_two(second, first, tasks=tasks, infos={}).measure("answer_accuracy")
    assert found is not None and swapped is not None and found.posterior is not None and swapped.posterior is not None
    assert swapped.posterior.delta == pytest.approx(-found.posterior.delta)
    assert swapped.posterior.low == pytest.approx(-found.posterior.high, abs=1e-9)
    assert swapped.posterior.p_a_greater == pytest.approx(1 - found.posterior.p_a_greater, abs=1e-9)
    assert (swapped.a_ahead, swapped.b_ahead) == (found.b_ahead, found.a_ahead)
    assert swapped.mid_p == found.mid_p
    mirrored = {"A ahead": "B ahead", "B ahead": "A ahead"}
    assert swapped.verdict == mirrored.get(found.verdict, found.verdict)


@pytest.mark.parametrize(("a", "b"), [([True] * 30, [True] * 30), ([False], [True])])
def test_ties_throughout_and_a_single_task_are_undecided(make_run: MakeRun, a: list[bool], b: list[bool]) -> None:
    found = answers(make_run, a, b)  # type: ignore[arg-type]
    assert found.verdict == "undecided"
