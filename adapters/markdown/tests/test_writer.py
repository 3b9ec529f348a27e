"""What the writer is shown, what its turns do to memory.md, and how it is counted when they go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from memorybench_markdown.adapter import MarkdownMemory

from memorybench.errors import BackendUnreachable, BadInput, ModelUnavailable
from memorybench.memory import StoreContext
from memorybench.records import IngestReceipt, Session

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]

PLASTER = "The plaster costs 41.50 per square metre."
KEPT = "# Memory\n\n- 2026-03-02: plaster 41.50 per m2 (architect) [S001-M01]\n"
DONE = AIMessage("The file is up to date.")


async def opened(context: StoreContext) -> MarkdownMemory:
    adapter = MarkdownMemory()
    await adapter.open(context)
    return adapter


async def one_session(context: StoreContext, session: Session) -> tuple[IngestReceipt, str]:
    """The receipt of ``session``, and memory.md after it."""
    adapter = await opened(context)
    receipt = await adapter.ingest(session)
    text = adapter._opened().memory()
    await adapter.close()
    return receipt, text


def said(receipt: IngestReceipt) -> str:
    return "\n".join(failure.message for failure in receipt.failures)


async def test_the_writer_sees_its_own_change_at_its_next_step(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    context = make_context(kit.writes(KEPT), DONE)
    receipt, text = await one_session(context, make_session(1, PLASTER))
    before, after = context.models.chat.prompts
    assert (text, receipt.memories, receipt.calls, receipt.failures) == (KEPT, 1, 2, ())
    assert "[2026-03-02 S001-M01 user (architect)] The plaster" in before[1].text
    assert "plaster 41.50" not in before[0].text
    assert "plaster 41.50 per m2 (architect) [S001-M01]" in after[0].text
    assert context.models.chat.tools == [["edit_file", "read_file", "write_file"]] * 2


async def test_each_form_is_told_its_own_rules(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    told = {}
    for variant in (None, "uncited", "domain"):
        context = make_context(DONE, variant=variant, namespace=str(variant))
        await one_session(context, make_session(1, PLASTER))
        told[variant] = context.models.chat.prompts[0][0].text
    assert "[S003-M02]" in told[None]
    assert "[S003-M02]" not in told["uncited"]
    assert "no message ids" in told["uncited"]
    assert "[S003-M02]" in told["domain"]
    assert "## Told by people" in told["domain"]
    assert "## Told by people" not in told[None]
    assert not any("{" in text for text in told.values())  # every blank is filled in


async def test_writing_nothing_is_recorded_with_the_writers_words_and_is_no_failure(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    receipt, text = await one_session(make_context(AIMessage("Only small talk.")), make_session(1, "Good morning."))
    assert (text, receipt.memories, receipt.failures) == ("", 0, ())
    assert receipt.notes == ("nothing was written: Only small talk.",)


async def test_a_model_that_returns_nothing_at_all_leaves_an_empty_store(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context(AIMessage("")))
    receipts = [await adapter.ingest(make_session(number, PLASTER)) for number in (1, 2)]
    assert await adapter.dump() == []
    assert await adapter.context() == ""
    assert [receipt.notes for receipt in receipts] == [("nothing was written",)] * 2
    await adapter.close()


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        (AIMessage('write_file(file_path="/memory.md", content="- plaster 41.50")'), "tool call as text"),
        (AIMessage("Here it is:\n- plaster 41.50 [S001-M01]"), "answered with entries"),
        (
            AIMessage(
                "",
                invalid_tool_calls=[
                    {
                        "name": "write_file",
                        "args": '{"file_path": "/mem',
                        "id": "c0",
                        "error": "no JSON",
                        "type": "invalid_tool_call",
                    }
                ],
            ),
            "no JSON",
        ),
    ],
)
async def test_a_change_that_never_reaches_the_file_is_a_failure(
    make_context: MakeContext, make_session: MakeSession, turn: AIMessage, why: str
) -> None:
    receipt, text = await one_session(make_context(turn), make_session(1, PLASTER))
    assert text == ""
    assert why in said(receipt)
    assert {failure.kind for failure in receipt.failures} == {"memory_error"}


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("write_file", {"path": "/memory.md"}, "file_path"),
        ("delete", {"file_path": "/memory.md"}, "delete"),
        ("write_file", {"file_path": "/other.md", "content": "x"}, "the only file is /memory.md"),
        ("write_file", {"file_path": "/../outside.md", "content": "x"}, ".."),
        ("edit_file", {"file_path": "/memory.md", "old_string": "a", "new_string": "b"}, "does not exist yet"),
        ("write_file", {"file_path": "/memory.md", "content": "x" * 301}, "may hold"),
    ],
)
async def test_a_refused_call_is_told_to_the_writer_and_counted_if_it_gives_up(
    make_context: MakeContext, make_session: MakeSession, kit: Any, name: str, arguments: dict[str, str], why: str
) -> None:
    context = make_context(kit.calls((name, arguments)), AIMessage("I could not."), max_chars=300)
    receipt, text = await one_session(context, make_session(1, PLASTER))
    assert why in context.models.chat.prompts[1][-1].text
    assert text == ""
    assert "gave up" in said(receipt)
    assert [path.name for path in context.workspace.parent.iterdir()] == ["p1"]


async def test_a_file_over_the_limit_is_refused_whole_and_a_shorter_one_is_taken(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    context = make_context(kit.writes("- x\n" * 200), kit.writes(KEPT), DONE, max_chars=300)
    receipt, text = await one_session(context, make_session(1, PLASTER))
    assert "500 more than the 300" in context.models.chat.prompts[1][-1].text
    assert (text, receipt.failures) == (KEPT, ())
    assert any("1 of 2 tool calls failed" in note for note in receipt.notes)


async def test_of_two_changes_in_one_turn_the_refused_one_is_noted(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    edit = {"file_path": "/memory.md", "old_string": "# Memory", "new_string": "# Notes"}
    both = kit.calls(("write_file", {"file_path": "/memory.md", "content": KEPT}), ("edit_file", edit))
    receipt, text = await one_session(make_context(both, DONE), make_session(1, PLASTER))
    assert text == KEPT
    assert any("parallel" in note for note in receipt.notes)


async def test_a_writer_without_end_is_stopped_and_what_it_wrote_stays(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    receipt, text = await one_session(make_context(kit.writes(KEPT), max_steps=3), make_session(1, PLASTER))
    assert (text, receipt.calls) == (KEPT, 3)
    assert "stopped after 3 model calls" in said(receipt)


async def test_an_emptied_file_is_a_failure_and_lost_or_invented_citations_are_noted(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    context = make_context(
        kit.writes(KEPT),
        DONE,
        kit.writes("# Memory\n- plaster 41.50 [S009-M07]\n- bare\n"),
        DONE,
        kit.writes(""),
        DONE,
    )
    adapter = await opened(context)
    receipts = [await adapter.ingest(make_session(number, PLASTER)) for number in (1, 2, 3)]
    await adapter.close()
    notes = "\n".join(receipts[1].notes)
    assert "1 of 1 citations are gone: S001-M01" in notes
    assert "messages are cited that do not exist: S009-M07" in notes
    assert "1 new or changed entries cite no message" in notes
    assert "emptied memory.md: 2 entries are gone" in said(receipts[2])


@pytest.mark.parametrize("raised", [ModelUnavailable("no key."), RuntimeError("lost")])
async def test_a_session_that_breaks_off_leaves_memory_as_it_was(
    make_context: MakeContext, make_session: MakeSession, kit: Any, raised: BaseException
) -> None:
    context = make_context(kit.writes(KEPT), DONE, kit.writes("- half\n"), raised)
    adapter = await opened(context)
    await adapter.ingest(make_session(1, PLASTER))
    with pytest.raises(type(raised)):
        await adapter.ingest(make_session(2, "Doors are EI 60."))
    assert adapter._opened().memory() == KEPT
    await adapter.close()


async def test_a_folder_that_cannot_be_written_is_not_the_memory_systems_failure(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    context = make_context(kit.writes(KEPT), DONE)
    adapter = await opened(context)
    folder = context.workspace / "memory"
    folder.rmdir()
    with pytest.raises(BackendUnreachable, match="cannot be used: No such file or directory"):
        await adapter.ingest(make_session(1, PLASTER))
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(BackendUnreachable, match="cannot be used: Not a directory"):
        await adapter.context()
    await adapter.close()
    with pytest.raises(BackendUnreachable, match=r"cannot be used: .*--stores"):
        await opened(context)


async def test_a_missing_model_and_an_unknown_variant_are_named(make_context: MakeContext) -> None:
    with pytest.raises(BadInput, match="memory model"):
        await opened(make_context())
    with pytest.raises(BadInput, match="no variant 'nice'"):
        await opened(make_context(DONE, variant="nice"))
