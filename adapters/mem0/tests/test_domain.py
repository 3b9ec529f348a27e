"""The variant `mem0:domain`: Mem0 gets the instructions, and only it; a changed text is another store."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from memorybench_mem0.adapter import CARD, Mem0Memory
from memorybench_mem0.instructions import domain_instructions, fingerprint

from memorybench.memory import StoreContext, card_of
from memorybench.models.rules import rules_model
from memorybench.records import Session
from memorybench.runs.options import EvalOptions
from memorybench.runs.stores import store_key
from memorybench.runs.workbench import Workbench, set_up
from memorybench.testing.contract import CHECKS, ContractCheck, run_check
from memorybench.testing.fakes import SentenceExtractor, fake_models

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
HEADING = "## Custom Instructions\n"


async def prompt_of(context: StoreContext, session: Session) -> str:
    """The extraction prompt that Mem0 makes of a session."""
    chat = SentenceExtractor()
    adapter = Mem0Memory()
    await adapter.open(replace(context, models=replace(context.models, chat=chat)))
    await adapter.ingest(session)
    await adapter.close()
    return chat.prompts[0]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_holds_to_the_contract(check: ContractCheck, tmp_path: Path) -> None:
    result = await run_check(check, Mem0Memory, tmp_path, variant="domain")
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail


async def test_the_instructions_stand_whole_under_mem0s_own_heading(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    session = make_session(1, "The plaster costs 41.50 per square metre.")
    plain = await prompt_of(make_context(namespace="plain"), session)
    tuned = await prompt_of(make_context(namespace="tuned", variant="domain"), session)
    assert HEADING not in plain
    assert f"{HEADING}{domain_instructions()}\n\n# Output:" in tuned
    assert tuned.replace(f"{HEADING}{domain_instructions()}\n\n", "") == plain  # nothing else differs


async def test_the_prompt_is_dated_by_the_session_here_too(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    prompt = await prompt_of(make_context(variant="domain"), make_session(1, "The doors are EI 60."))
    assert "## Observation Date\n2026-03-02\n\n## Current Date\n2026-03-02\n" in prompt
    assert date.today().isoformat() not in prompt  # noqa: DTZ011 - the day Mem0 would have written


async def test_the_stand_in_takes_no_sentence_of_the_instructions_for_a_message(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    context = make_context(variant="domain", models=replace(fake_models(), chat=rules_model("memory")))
    adapter = Mem0Memory()
    await adapter.open(context)
    await adapter.ingest(make_session(1, "The plaster costs 41.50 per square metre.", "How many doors are there?"))
    dump = await adapter.dump()
    await adapter.close()
    assert [memory.text for memory in dump] == ["architect: The plaster costs 41.50 per square metre."]


def test_the_card_says_that_it_is_tuned_and_by_which_text() -> None:
    card = card_of(Mem0Memory, "domain")
    assert (card.tuned, CARD.tuned) == (True, False)
    assert card.system == f"{CARD.system}, domain instructions {fingerprint(domain_instructions())}"
    assert set(CARD.deviations) < set(card.deviations)


def test_another_text_is_another_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def bench(memory: str) -> Workbench:
        return set_up(EvalOptions(memory=memory, scope="user", dataset="ifcmemory-mini", out=tmp_path))

    def key(memory: str) -> str:
        found = bench(memory)
        return store_key(found.spec, found.seen_history(found.tasks[0])).digest

    plain, domain = key("mem0"), key("mem0:domain")
    changed = card_of(Mem0Memory, "domain").system.replace(
        fingerprint(domain_instructions()), fingerprint(domain_instructions() + " And colours.")
    )
    card = Mem0Memory.variants["domain"].model_copy(update={"system": changed})
    monkeypatch.setattr(Mem0Memory, "variants", {"domain": card})
    assert len({plain, domain, key("mem0:domain")}) == 3


def test_the_instructions_cannot_be_taken_for_parts_of_the_prompt() -> None:
    """No heading that Mem0's prompt is split by, no line that looks like a turn, no date that could be rewritten."""
    text = domain_instructions()
    assert not re.search(r"^#|^(?:user|assistant|system):|\d{4}-\d{2}-\d{2}", text, re.MULTILINE | re.IGNORECASE)
    assert json.loads(json.dumps(text)) == text
    for kept in ("unit", "mark or name", "who decided", "validity", "replaces"):
        assert kept in text
