"""What the options of ``memorybench eval`` and its neighbours promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from memorybench.testing.openai_server import OpenAIServer

PRICES = '["m"]\ninput = 1000.0\noutput = 1000.0\ndate = 2026-12-01\nsource = "test"\n'


def test_a_dry_run_shows_the_plan_and_writes_nothing(cli: Any, dataset: str) -> None:
    done = cli("eval", "--memory", "bm25", "--dataset", dataset, "--dry-run", "--json")
    assert done.code == 0
    plan = json.loads(done.out)
    assert (plan["tasks"], plan["stores"], plan["sessions"], plan["detectable"]) == (3, 1, 6, None)
    assert list(cli.folder.iterdir()) == []


def test_limit_is_seeded_and_marks_the_run_partial(cli: Any, dataset: str) -> None:
    run = ["eval", "--memory", "none", "--dataset", dataset, "--json", "--limit", "2"]
    first, again, other = (
        cli(*run, "--seed", seed, "--out", out).summary for seed, out in (("1", "a"), ("1", "b"), ("2", "c"))
    )
    assert first["run"]["tasks"] == again["run"]["tasks"]
    assert len(first["run"]["tasks"]) == 2
    assert (first["run"]["partial"], first["beside"]) == (True, [])
    assert {first["run_hash"] == other["run_hash"], first["run"]["tasks"] == other["run"]["tasks"]} in (
        {True},
        {False},
    )
    assert "This run is partial" in cli("show", "a").out


def test_the_stand_in_says_what_it_is_in_every_output(cli: Any, dataset: str) -> None:
    done = cli("eval", "--memory", "gold-memory", "--dataset", dataset, "--out", "run")
    assert done.code == 0
    assert "They say nothing about any language model" in " ".join(done.out.split())
    assert "handwritten" in done.out
    shown = cli("show", "run", "--json").summary
    assert shown["stand_in"] is True
    assert shown["facts"]["retrieved"]["rate"] == 1.0
    assert shown["rates"]["answer_accuracy"]["by"] in ("matcher", "matcher+rule", "rule")


def test_epochs_are_probes_of_one_memory(cli: Any, server: OpenAIServer, script: Any, dataset: str) -> None:
    run = ["eval", "--memory", "mem0", "--dataset", dataset, "--model", "m", "--base-url", server.url, "--json"]
    summary = cli(*run, "--epochs", "2", "--out", "run").summary
    assert (summary["counts"]["planned"], summary["ingest"]["sessions"]) == (6, 6)
    shown = " ".join(cli("show", "run").out.split())
    assert "Each task was probed 2 times" in shown
    assert "The judge is of the probe agent's model family" in shown
    assert script.counts["memory"] == 6


def test_a_second_probe_model_meets_the_memory_verbatim(
    cli: Any, server: OpenAIServer, script: Any, dataset: str
) -> None:
    run = ["eval", "--memory", "mem0", "--dataset", dataset, "--base-url", server.url, "--memory-model", "m"]
    run += ["--judge-model", "m", "--stores", "stores", "--json"]
    first = cli(*run, "--model", "m", "--out", "one").summary
    asked = script.counts["memory"]
    second = cli(*run, "--model", "m2", "--out", "two").summary
    assert script.counts["memory"] == asked
    assert (first["ingest"]["reused_stores"], second["ingest"]["reused_stores"]) == (0, 1)
    assert first["facts"]["written"] == second["facts"]["written"]


def test_a_cost_limit_stops_cleanly_and_a_higher_one_goes_on(cli: Any, server: OpenAIServer, dataset: str) -> None:
    (cli.folder / "prices.toml").write_text(PRICES, encoding="utf-8")
    run = ["eval", "--memory", "bm25", "--dataset", dataset, "--model", "m", "--base-url", server.url]
    run += ["--prices", "prices.toml", "--out", "run", "--concurrency", "1", "--json"]
    stopped = cli(*run, "--max-cost", "4")
    assert stopped.code == 3
    assert "cost" in stopped.sentence
    done = cli(*run, "--max-cost", "1000")
    assert done.code == 0, done.err
    assert done.summary["cost_usd"] > 4


def test_an_unknown_price_refuses_a_cost_limit(cli: Any, server: OpenAIServer, dataset: str) -> None:
    run = ["eval", "--memory", "bm25", "--dataset", dataset, "--model", "m", "--base-url", server.url]
    done = cli(*run, "--max-cost", "1")
    assert done.code in (2, 4)
    assert "price" in done.sentence
    assert not (cli.folder / "runs").exists() or not list((cli.folder / "runs").rglob("samples.jsonl"))


def test_rejudge_adds_a_verdict_set_and_leaves_the_first_alone(
    cli: Any, server: OpenAIServer, script: Any, dataset: str
) -> None:
    run = ["eval", "--memory", "bm25", "--dataset", dataset, "--model", "m", "--base-url", server.url]
    first = cli(*run, "--out", "run", "--json").summary
    old = next((cli.folder / "run").glob("verdicts.*.jsonl")).read_bytes()
    probes = script.counts["probe"]
    second = cli("rejudge", "run", "--judge-model", "rules", "--base-url", server.url, "--json").summary
    files = {path.name: path.read_bytes() for path in (cli.folder / "run").glob("verdicts.*.jsonl")}
    assert set(files) == {f"verdicts.{first['judges']}.jsonl", f"verdicts.{second['judges']}.jsonl"}
    assert files[f"verdicts.{first['judges']}.jsonl"] == old
    assert script.counts["probe"] == probes
    assert (first["rates"]["answer_accuracy"]["by"], second["rates"]["answer_accuracy"]["by"]) == ("model", "matcher")
    newest = json.loads((cli.folder / "run/summary.json").read_text(encoding="utf-8"))
    assert newest["judges"] == second["judges"]


def test_recorded_replies_replay_without_the_server(cli: Any, server: OpenAIServer, dataset: str) -> None:
    run = ["eval", "--memory", "mem0", "--dataset", dataset, "--model", "m", "--cache", "replies", "--json"]
    run += ["--base-url", server.url]
    first = cli(*run, "--out", "one", "--stores", "s1").summary
    asked = len(server.requests)
    again = cli(*run, "--on-miss", "fail", "--out", "two", "--stores", "s2")
    assert again.code == 0, again.err
    assert len(server.requests) == asked
    assert again.summary["rates"] == first["rates"]


def test_doctor_tries_everything_and_says_what_fails(cli: Any, dataset: str) -> None:
    well = cli("doctor", "--memory", "mem0", "--dataset", dataset)
    assert (well.code, well.out.count("ok ")) == (0, 4)
    ill = cli("doctor", "--memory", "mem0", "--dataset", dataset, "--set", "mem0.url=http://127.0.0.1:9")
    assert ill.code == 4
    assert "FAIL  memory mem0" in ill.out


def test_without_out_the_run_is_named_after_what_it_is(cli: Any, dataset: str) -> None:
    summary = cli("eval", "--memory", "none", "--scope", "user", "--dataset", dataset, "--json").summary
    expected = Path("runs") / f"none-user-plumbing-{summary['run_hash'][:8]}"
    assert (cli.folder / expected / "summary.json").is_file()
