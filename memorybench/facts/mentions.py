"""Where a text speaks of a fact's subject, and where of a rival: a sibling, or a name of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memorybench.facts.folding import fold_words

_STOP_WORDS = (
    "a an the this that these those such same each every all any both of in on at to for from by with and or per "
    "our their its his her is are was were be been has have had will shall must should no not it as than there one "
    "der die das des dem den ein eine und im am zum zur von fur"
)
STOP = frozenset(_STOP_WORDS.split())
_GUID = re.compile(r"[0-3][0-9A-Za-z_$]{21}")
_CODE = re.compile(r"(?<![\w-])(?!(?:m|mm|cm|ft|co|ei|rei|ei\d)[ -]?\d)[a-z]{1,4}[-_.]?\d{1,4}[a-z]?(?![\w-])")
_NUMBERED = re.compile(r"(?<!\w)([a-z]{3,})[ -](\d{1,3}|[a-z])(?![\w-])")
_CONTRAST = re.compile(
    r"(?:unlike|in contrast to|as opposed to|compared (?:to|with)|other than|contrary to) (?:the )?(?:\w+ )?$"
)
_NO_UNIT = r"(?!(?:mm|cm|dm|km|m|ft|co)[23](?!\d))(?!r?ei[- ]?\d)"
_TOGETHER = re.compile(
    r"\s*(?:s|doors?|walls?|rooms?|windows?)?\s*(?:,|/|&|\+)?\s*(?:and|und|or|as well as|both)?\s*"
    r"(?:the|type|types|room|rooms|door|doors|level)?\s*"
)


@dataclass(frozen=True)
class Mention:
    """A subject (``target``) or a rival named at ``start``..``end``."""

    start: int
    end: int
    target: bool


@lru_cache(maxsize=4096)
def name_pattern(name: str) -> re.Pattern[str]:
    """A pattern for ``name`` in folded text: hyphen, space and plural variants, whole words only."""
    if _GUID.fullmatch(name):
        return re.compile(rf"(?<![\w$]){re.escape(name.lower())}(?![\w$])")
    parts = re.findall(r"[^\W\d_]+|\d+(?:[.,]\d+)*|&|\+", fold_words(name))
    if not parts:
        return re.compile(re.escape(fold_words(name)) or r"(?!)")
    pattern = _word(parts[0])
    for before, part in pairwise(parts):
        mixed = before[-1].isdigit() or part[0].isdigit()
        pattern += (r"[\s\-_./():,]{0,3}" if mixed else r"[\s\-_/.(]*(?:the\s)?") + _word(part)
    has_digit = any(char.isdigit() for char in name)
    left = r"(?<!\w)(?<!\w[-.])" if has_digit and parts[0].isalpha() and len(parts[0]) <= 4 else r"(?<!\w)"
    right = r"(?!\w)(?![-.,]\d)" if parts[-1][-1].isdigit() else r"(?:'s)?(?!\w)"
    return re.compile(left + pattern + right)


@lru_cache(maxsize=4096)
def content_words(phrase: str) -> tuple[str, ...]:
    """The words of ``phrase`` that carry meaning, folded; "level 2" stays one word."""
    folded = _NUMBERED.sub(lambda m: f"{m.group(1)}~{m.group(2)}", fold_words(phrase))
    return tuple(word for word in re.findall(r"[\w~]+(?:-\d+)?", folded) if word not in STOP)


@lru_cache(maxsize=8192)
def stem_pattern(word: str) -> re.Pattern[str]:
    """A pattern for one content word and its inflections."""
    if "~" in word:
        return name_pattern(word.replace("~", " "))
    if any(char.isdigit() for char in word) or len(word) < 4:
        return re.compile(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)")
    return re.compile(rf"(?<!\w){re.escape(_stem(word))}\w{{0,6}}(?!\w)")


def _stem(word: str) -> str:
    stem = re.sub(r"(?:ations?|ings?|ements?|ies|ed|es|er|s|e|y)$", "", word)
    return stem if len(stem) >= 4 else word[: max(3, len(word) - 1)]


@lru_cache(maxsize=8192)
def _in_every_hit(name: str, word: bool = False) -> str:
    """A part of every text that the pattern of ``name`` (with ``word``: of a content word) finds: a cheap test."""
    if word and "~" not in name:
        return name if any(char.isdigit() for char in name) or len(name) < 4 else _stem(name)
    if _GUID.fullmatch(name):
        return name.lower()
    parts = re.findall(r"[^\W\d_]+|\d+", fold_words(name.replace("~", " ") if word else name))
    return max(map(_root, parts), key=len, default="")


def bag_spans(words: tuple[str, ...], text: str, slack: int) -> list[tuple[int, int]]:
    """Spans of at most ``len(words) + slack`` words that hold all of ``words``, in any order."""
    if not all(_in_every_hit(word, word=True) in text for word in words):
        return []
    places: list[tuple[int, int, int]] = []
    for number, word in enumerate(words):
        hits = [(match.start(), match.end(), number) for match in stem_pattern(word).finditer(text)]
        if not hits:
            return []
        places += hits
    places.sort()
    spans: list[tuple[int, int]] = []
    for index, (start, _, _) in enumerate(places):
        seen: set[int] = set()
        for _, end, number in places[index:]:
            if len(text[start:end].split()) > len(words) + slack:
                break
            seen.add(number)
            if len(seen) == len(words):
                spans.append((start, end))
                break
    return spans


class SubjectIndex:
    """Finds mentions of one subject and its rivals. Built once for a fact, used on many texts."""

    def __init__(self, names: Iterable[str], siblings: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(fold for name in names for fold in (name, *_codes(name))))
        self._target = [name_pattern(name) for name in self.names]
        own = {fold_words(name) for name in self.names}
        rivals = dict.fromkeys(name for sibling in siblings for name in (sibling, *_codes(sibling)))
        self._rivals = [name_pattern(name) for name in rivals if fold_words(name) not in own]
        self._rivals += _rival_shapes(self.names)
        self._bags = [words for name in self.names if len(words := content_words(name)) > 1]

    def in_text(self, folded: str) -> bool:
        """Whether the subject is named at all: the cheap test that settles most pairs."""
        named = (
            _in_every_hit(name) in folded and pattern.search(folded)
            for name, pattern in zip(self.names, self._target, strict=True)
        )
        return any(named) or any(bag_spans(words, folded, 2) for words in self._bags)

    def mentions(self, folded: str, start: int, end: int) -> list[Mention]:
        """Mentions in ``folded[start:end]``, in order; of two that overlap the longer stays.

        Mentions that only serve a contrast ("unlike D-12") are left out.
        """
        part = folded[start:end]
        spans = {(m.start(), m.end(), True) for pattern in self._target for m in pattern.finditer(part)}
        spans |= {(m.start(), m.end(), False) for pattern in self._rivals for m in pattern.finditer(part)}
        if not any(target for _, _, target in spans):
            for words in self._bags:
                spans |= {(low, high, True) for low, high in bag_spans(words, part, 2)}
        kept: list[tuple[int, int, bool]] = []
        for span in sorted(spans, key=lambda span: (span[0] - span[1], not span[2])):
            if not any(span[0] < other[1] and other[0] < span[1] for other in kept):
                kept.append(span)
        spoken = [span for span in sorted(kept) if not _CONTRAST.search(part[max(0, span[0] - 30) : span[0]])]
        return [Mention(low + start, high + start, target) for low, high, target in spoken]


def groups(mentions: list[Mention], folded: str) -> list[tuple[Mention, ...]]:
    """Mentions joined when nothing but "and" or a comma stands between them: "D-11, D-12 and D-14"."""
    joined: list[tuple[Mention, ...]] = []
    for mention in mentions:
        if joined and _TOGETHER.fullmatch(folded[joined[-1][-1].end : mention.start]):
            joined[-1] = (*joined[-1], mention)
        else:
            joined.append((mention,))
    return joined


def _word(part: str) -> str:
    if not part.isalpha() or len(part) < 3:
        return re.escape(part)
    root = re.escape(_root(part))
    if part.endswith(("ies", "y")):
        return root + "(?:y|ies)"
    return root + ("(?:es)?" if part.endswith("ss") else "(?:s|es)?")


def _root(part: str) -> str:
    """What its singular and its plural share."""
    if not part.isalpha() or len(part) < 3:
        return part
    if part.endswith("ies"):
        return part[:-3]
    if part.endswith("y"):
        return part[:-1]
    return part if part.endswith("ss") else part.removesuffix("s")


def _codes(name: str) -> list[str]:
    return _CODE.findall(fold_words(name))


def _rival_shapes(names: Iterable[str]) -> list[re.Pattern[str]]:
    shapes: set[str] = set()
    for name in names:
        folded = fold_words(name)
        for code in _CODE.findall(folded):
            letters, digits = re.match(r"[a-z]+", code), re.search(r"\d+", code)
            if letters and digits:
                shapes.add(rf"(?<![\w-]){_NO_UNIT}{letters.group()}[-_ ]?\d+[a-z]?(?!\w)")
                if "-" not in code:
                    shapes.add(
                        rf"(?<![\w-]){_NO_UNIT}[a-z]{{{len(letters.group())}}}\d{{{len(digits.group())}}}(?![\w-])"
                    )
        for label, _ in _NUMBERED.findall(folded):
            shapes.add(rf"(?<!\w){label}s?[ -](?:\d{{1,3}}|[b-hj-z]|a(?= (?:is|has|,|:)))(?![\w-])")
    return [re.compile(shape) for shape in sorted(shapes)]
