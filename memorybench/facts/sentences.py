"""Sentences of a text, each with what it may take its subject from: the one before, a heading or bullet above."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memorybench.facts.folding import fold

SHORT_WORDS = 60  # up to here a text is one memory item: any earlier sentence may name the subject

_END = re.compile(r"\n+|(?<=[.!?])[\"')\]]*\s+(?=\S)")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:approx|ca|c|e\.g|i\.e|no|nr|incl|excl|resp|fig|vs|cf|min|max|st|ltd|inc|co|dr|mr|mrs|ms|z\.b|bzw|"
    r"sq|est|str|vol|art|sec|abs|u\.a|d\.h)\.$"
)
_HEADING = re.compile(r"\s*#{1,6}\s")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
_STATING_TAG = re.compile(r",\s*(?:right|ok|okay|correct|yes|no|isn't it|agreed)\s*\?$")
_REQUEST = re.compile(
    r"^(?:please,? )?(?:could|would|can|will) you (?:please |kindly |also )?(?:treat|use|take|note|assume|put|set|"
    r"make|keep|remember|record|write|enter|apply|plan|go|book|reckon|leave|update|change|swap|replace|correct)\b"
)
CLAUSE = re.compile(
    r"[;:()]|(?<!\d),|,(?!\d)|\s-+>?\s|\b(?:but|whereas|while|however|although|though|and|sondern|aber|und|because|so|"
    r"whose|which|then)\b"
)


@dataclass(frozen=True)
class Sentence:
    """``start``..``end`` of the folded text; ``parent`` and ``before`` are indices of sentences, or None."""

    start: int
    end: int
    question: bool
    before: int | None = None
    parent: int | None = None


@lru_cache(maxsize=8192)
def split_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of ``text``; a line break always ends one."""
    masked = fold(text).masked
    sentences: list[Sentence] = []
    opened: list[tuple[int, int]] = []  # (depth, index) of headings, bullets and lines ending in a colon
    for start, end in _spans(masked):
        line_start = masked.rfind("\n", 0, start) + 1
        first_of_line = not masked[line_start:start].strip()
        words = masked[start:end].strip()
        if not words:
            continue
        index = len(sentences)
        depth = _depth(masked[line_start:end]) if first_of_line else 99
        if first_of_line:
            opened = [(level, at) for level, at in opened if level < depth]
        parent = opened[-1][1] if opened else None
        question = words.endswith("?") and not (_STATING_TAG.search(words) or _REQUEST.search(words))
        same_line = index > 0 and "\n\n" not in masked[sentences[-1].end : start]
        sentences.append(Sentence(start, end, question, index - 1 if same_line else None, parent))
        if first_of_line and (depth < 99 or words.endswith(":")):
            opened.append((depth if depth < 99 else 50, index))
    return tuple(sentences)


@lru_cache(maxsize=8192)
def is_short(text: str) -> bool:
    """Whether ``text`` is one memory item rather than a document."""
    return len(text.split()) <= SHORT_WORDS


def clause_start(masked: str, start: int, floor: int) -> int:
    """Where the clause that holds ``start`` begins, not before ``floor``."""
    last = floor
    for match in CLAUSE.finditer(masked, floor, start):
        last = match.end()
    return last


def _spans(masked: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(masked):
        if "\n" not in match.group() and _ABBREVIATION.search(masked[start : match.start()]):
            continue
        spans.append((start, match.start()))
        start = match.end()
    spans.append((start, len(masked)))
    return spans


def _depth(line: str) -> int:
    if _HEADING.match(line):
        return len(line.lstrip()) - len(line.lstrip().lstrip("#"))
    if _BULLET.match(line):
        return 60 + min(len(line) - len(line.lstrip()), 30)
    return 99
