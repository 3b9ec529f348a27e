"""What became of memory.md in one session: counted, and named where it went wrong. Nothing is mended.

*Failures* say that something worth keeping was lost; *notes* say what a reader of the results should know. Whether
the writer was right to keep or drop an entry is not judged here: the write stage measures it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from memorybench.probe.evidence import document_items
from memorybench.records import Failure, IngestReceipt, Session
from memorybench_markdown.writer import Writing

CITATION = re.compile(r"\[(?P<id>S\d{3,}-M\d{2,})\]")
_ENTRY = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\S|^#{1,6}\s+\S", re.MULTILINE)
_CALL_AS_TEXT = re.compile(r"\b(?:write_file|edit_file)\b[\"'\s]*[(,:{]|\"(?:old_string|file_path)\"\s*:")


def memory_items(text: str) -> list[str]:
    """The entries of a memory file; headings without entries are none."""
    return [item for item in document_items(text) if not _only_headings(item)]


def citations(text: str) -> set[str]:
    """The message ids that ``text`` cites."""
    return {match["id"] for match in CITATION.finditer(text)}


def receipt_of(
    session: Session, before: str, after: str, done: Writing, known_ids: frozenset[str] | None
) -> IngestReceipt:
    """The receipt of one session. ``known_ids``: the messages that may be cited; None: this form has no citations."""
    old, new = Counter(memory_items(before)), Counter(memory_items(after))
    failures = tuple(_failures(old, new, before == after, done))
    notes = [*_changes(session, old, new, before == after, done, lost=bool(failures))]
    notes += _citation_notes(before, after, known_ids)
    return IngestReceipt(
        session=session.id,
        messages=len(session.messages),
        memories=(new - old).total(),
        calls=done.calls,
        failures=tuple(Failure(kind="memory_error", message=text, session=session.id) for text in failures),
        notes=tuple(notes),
    )


def _failures(old: Counter[str], new: Counter[str], unchanged: bool, done: Writing) -> Iterator[str]:
    if old and not new:
        yield f"the writer emptied memory.md: {old.total()} entries are gone"
    if done.cut_off:
        yield f"the writer was stopped after {done.calls} model calls with work left"
    if done.unreadable:
        yield "the writer's last tool call had arguments that are no JSON: it was not carried out"
    if not unchanged or done.cut_off or done.unreadable:
        return
    if _CALL_AS_TEXT.search(done.last_words):
        yield "the writer wrote a tool call as text: nothing was stored"
    elif done.refusals:
        yield f"the writer gave up after a call of its failed, nothing was stored: {done.refusals[-1]}"
    elif _ENTRY.search(done.last_words):
        yield "the writer answered with entries instead of writing them into the file: nothing was stored"


def _changes(
    session: Session, old: Counter[str], new: Counter[str], unchanged: bool, done: Writing, *, lost: bool
) -> Iterator[str]:
    if unchanged and session.messages and not lost:
        said = f": {_short(done.last_words)}" if done.last_words else ""
        yield f"nothing was written{said}"
    gone = (old - new).total()
    if gone and new:
        yield f"{gone} of {old.total()} entries were replaced or removed"
    if done.refusals and not unchanged:
        yield f"{len(done.refusals)} of {done.tool_calls} tool calls failed, the last one: {done.refusals[-1]}"


def _citation_notes(before: str, after: str, known_ids: frozenset[str] | None) -> Iterator[str]:
    earlier, cited = citations(before), citations(after)
    if known_ids is None:
        if cited - earlier:
            yield f"ids were written although this form has no citations: {_listed(cited - earlier)}"
        return
    if lost := earlier - cited:
        yield f"{len(lost)} of {len(earlier)} citations are gone: {_listed(lost)}"
    if unknown := (cited - earlier) - known_ids:
        yield f"messages are cited that do not exist: {_listed(unknown)}"
    old = Counter(memory_items(before))
    bare = [item for item in (Counter(memory_items(after)) - old).elements() if not CITATION.search(item)]
    if bare:
        yield f"{len(bare)} new or changed entries cite no message"


def _only_headings(item: str) -> bool:
    return all(line.startswith("#") for line in item.splitlines())


def _short(text: str, width: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _listed(ids: set[str], most: int = 5) -> str:
    listed = sorted(ids)
    return ", ".join(listed[:most]) + (f" and {len(listed) - most} more" if len(listed) > most else "")
