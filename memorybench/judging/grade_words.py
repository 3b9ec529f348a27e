"""Whether an answer names the gold's names, option or phrase, and claims no other."""

from __future__ import annotations

import re

from memorybench.facts import polarity
from memorybench.facts.folding import Folded, fold, fold_words
from memorybench.facts.mentions import content_words, name_pattern, stem_pattern
from memorybench.facts.sentences import CLAUSE, Sentence, clause_start, split_sentences
from memorybench.facts.values import find_words
from memorybench.records import EnumGold, NamesGold, TextGold

_LEFT_OUT = re.compile(
    r"(?:\b(?:except|excluding|exclud\w+|other than|apart from|unlike|left out|omitted|whereas|formerly)|"
    r"(?:\b(?:not|never|no longer)|n't) (?:\w+ ){0,2}(?:affected|listed|included|part|among|in|on|counted|"
    r"relevant|one|"
    r"apply|concerned|needed|qualif\w+|belong\w*))\b"
)
_OTHERS = re.compile(r"\b(?:(?:all |the |any )?others?|the rest|remaining)\b[^.;:\n]*$")
_ONCE = re.compile(r"^\W*(?:was|were|had been) (?:initially|originally|previously|formerly|first)\b")
_THEREFORE_NOT = re.compile(r"^[^,;]*? and (?:is|are) (?:therefore |thus |so )?(?:not|excluded)\b")
_STAYS = re.compile(r"^\W*(?:\w+ )?(?:stays?|remains?|kept|keeps?|counts?|still in)\b")
_NOT_BEFORE = re.compile(r"\b(?:not|except|excluding|nor|without) (?:room |type )?$")
_ALREADY = re.compile(
    r"\b(?:model|file|ifc)\b[^.;]*\b(?:holds?|has|contains?|shows?|counts?)\b|\balready (?:of|in|model\w+)\b"
)
_CODE = re.compile(r"[a-z]{1,4}[-_. ]?\d{1,4}")


def grade_names(gold: NamesGold, answer: str) -> tuple[bool, str]:
    """All names claimed, no absent name claimed, and no other name of the same shape claimed."""
    folded, sentences = fold(answer), split_sentences(answer)
    spellings = {name: (name, *gold.aliases.get(name, ())) for name in sorted(gold.names)}
    missing = [name for name, ways in spellings.items() if not _claimed(ways, gold, folded, sentences)]
    if missing:
        return False, f"The answer does not name {', '.join(missing)}."
    known = {spelling for ways in spellings.values() for spelling in ways}
    absent = {name: (name, *gold.aliases.get(name, ())) for name in sorted(gold.absent)}
    wrong = [name for name, ways in absent.items() if _claimed(ways, gold, folded, sentences, known)]
    if wrong:
        return False, f"The answer claims {', '.join(wrong)}, which does not belong."
    extra = [
        name
        for name in _same_shape(gold, folded)
        if _claimed((name,), gold, folded, sentences, known) and not _stock(name, known, folded, sentences)
    ]
    if extra:
        return False, f"The answer also claims {', '.join(extra)}."
    return True, "The answer names all and no other."


def grade_enum(gold: EnumGold, answer: str) -> tuple[bool, str]:
    """The right option stands and no other one stands beside it with equal claim."""
    folded, sentences = fold(answer), split_sentences(answer)
    keywords = content_words(gold.about or "")
    best: dict[str, float] = {}
    taken: list[tuple[int, int]] = []
    spellings = [(way, option) for option in gold.options for way in (option, *gold.aliases.get(option, ()))]
    for way, option in sorted(spellings, key=lambda pair: -len(pair[0])):
        for match in name_pattern(way).finditer(folded.text):
            if any(match.start() < high and low < match.end() for low, high in taken):
                continue
            taken.append(match.span())
            if stands(match.start(), match.end(), folded, sentences):
                clause = folded.text[slice(*_clause(match.start(), match.end(), folded, sentences))]
                weight = float(sum(bool(stem_pattern(word).search(clause)) for word in keywords))
                best[option] = max(weight, best.get(option, -1.0))
    if gold.value not in best:
        claimed = f" but {', '.join(sorted(best))}" if best else ""
        return False, f"The answer does not give {gold.value}{claimed}."
    rivals = [option for option, weight in best.items() if option != gold.value and weight >= best[gold.value]]
    if rivals:
        return False, f"The answer gives {', '.join(sorted(rivals))} beside {gold.value}."
    return True, f"The answer gives {gold.value}."


def grade_text(gold: TextGold, answer: str) -> tuple[bool, str]:
    """Any accepted wording occurs and is neither denied nor told as former."""
    folded, sentences = fold(answer), split_sentences(answer)
    seen = False
    for wording in (gold.value, *gold.accept):
        for found in find_words(wording, answer):
            if not found.same:
                continue
            seen = True
            if stands(found.start, found.end, folded, sentences):
                return True, f"The answer says {folded.text[found.start : found.end]!r}."
    return False, f"The answer {'denies' if seen else 'does not say'} {gold.value!r}."


def stands(start: int, end: int, folded: Folded, sentences: tuple[Sentence, ...]) -> bool:
    """Whether what is said at ``start``..``end`` is neither denied, nor former, nor asked."""
    sentence = sentence_at(start, sentences)
    span = (folded.masked, start, end, sentence.start, sentence.end)
    return not (sentence.question or polarity.is_stale(*span) or polarity.is_negated(*span, words=True))


def sentence_at(start: int, sentences: tuple[Sentence, ...]) -> Sentence:
    """The sentence that holds an offset."""
    return next((s for s in sentences if s.start <= start < s.end), sentences[-1])


def _claimed(
    ways: tuple[str, ...],
    gold: NamesGold,
    folded: Folded,
    sentences: tuple[Sentence, ...],
    longer: set[str] | None = None,
) -> bool:
    covered = [
        m.span() for name in longer or () if name not in ways for m in name_pattern(name).finditer(folded.text)
    ]
    for way in ways:
        for match in name_pattern(way).finditer(folded.text):
            inside = any(low <= match.start() and match.end() <= high for low, high in covered)
            if not inside and not _denied(match.start(), match.end(), gold, folded, sentences):
                return True
    return False


def _denied(start: int, end: int, gold: NamesGold, folded: Folded, sentences: tuple[Sentence, ...]) -> bool:
    """Whether a name is mentioned as one that does not belong.

    Either in so many words ("A103 is not affected", below "Not affected:"), or because its clause speaks of the
    gold's matter with the opposite polarity ("A103 has sprinklers" among "rooms without sprinklers").
    """
    sentence = sentence_at(start, sentences)
    low, high = _clause(start, end, folded, sentences)
    whole = folded.masked[low : sentence.end]
    clause = folded.masked[low:high]
    about, after = gold.about or "", folded.masked[end : sentence.end]
    if _OTHERS.search(folded.masked[sentence.start : start]) or _ONCE.match(after):
        return True
    if polarity.EXCLUSION.search(fold_words(about)):
        return bool(_STAYS.match(after))
    if _LEFT_OUT.search(clause) or _NOT_BEFORE.search(clause[: start - low]) or _THEREFORE_NOT.match(after):
        return True
    if sentence.parent is not None:
        head = sentences[sentence.parent]
        if _LEFT_OUT.search(folded.masked[head.start : head.end]):
            return True
    matter = content_words(about)[1:]
    if not matter or not any(stem_pattern(word).search(whole) for word in matter):
        return False
    wished = polarity.denials(fold_words(about), 0, len(about)) % 2
    stretch_end = max(high, _matter_end(matter, folded, end, sentence.end))
    return polarity.denials(folded.masked, low, stretch_end) % 2 != wished


def _stock(name: str, golds: set[str], folded: Folded, sentences: tuple[Sentence, ...]) -> bool:
    """Whether a name stands only where the answer says what the model already holds, apart from the gold's names."""
    for match in name_pattern(name).finditer(folded.text):
        sentence = sentence_at(match.start(), sentences)
        text = folded.text[sentence.start : sentence.end]
        if not _ALREADY.search(text) or any(name_pattern(gold).search(text) for gold in golds):
            return False
    return True


def _matter_end(matter: tuple[str, ...], folded: Folded, start: int, end: int) -> int:
    ends = [hit.end() for word in matter if (hit := stem_pattern(word).search(folded.masked, start, end))]
    return min(ends, default=start)


def _clause(start: int, end: int, folded: Folded, sentences: tuple[Sentence, ...]) -> tuple[int, int]:
    sentence = sentence_at(start, sentences)
    following = CLAUSE.search(folded.masked, end, sentence.end)
    return clause_start(folded.masked, start, sentence.start), following.start() if following else sentence.end


def _same_shape(gold: NamesGold, folded: Folded) -> list[str]:
    """Codes in the answer that look like the gold's names but are none of them."""
    codes = [fold_words(name) for name in gold.names if _CODE.fullmatch(fold_words(name))]
    shapes = {"".join(_shape(char) for char in code) for code in codes}
    every = (*gold.names, *gold.absent, *(way for ways in gold.aliases.values() for way in ways))
    known = {fold_words(name) for name in every}
    found = {m.group() for shape in shapes for m in re.finditer(rf"(?<![\w-]){shape}(?![\w-])", folded.masked)}
    return sorted(found - known)


def _shape(char: str) -> str:
    return r"\d" if char.isdigit() else "[a-z]" if char.isalpha() else re.escape(char)
