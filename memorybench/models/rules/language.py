"""What the stand-in knows of English: sentences, statements against questions and orders, telling words."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[\"'(\[]?[A-Z0-9])|\n+")
_ABBREVIATION = re.compile(
    r"\b(?:approx|no|nos|incl|excl|max|min|e\.g|i\.e|ca|vs|resp|dept|st|mr|mrs|ms|dr)\.$", re.I
)
_WORD = re.compile(r"[^\W_]+(?:[-./][^\W_]+)*")
NUMBER = re.compile(r"(?<![\w.,])[-+]?\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?(?![\w])|(?<![\w.,])\d+(?:[.,]\d+)?")

_STOP_WORDS = """
a about above after again all also an and any are as at be because been before being below between both but by can
could did do does doing done down during each either for from further get gets give given go had has have having he
her here him his how i if in into is it its just like made make many may me might more most much must my no nor not
now of off on once one only or other our out over own per please same shall she should so some such take tell than
that the their them then there these they this those through to together total under until up us use used using very
was we were what when where which while who whom why will with would you your
agreed model project ifc earlier conversation conversations said told discussed based according need needs know
question answer look remember remembered previous previously sessions both sources file building
"""
_STOP = frozenset(_STOP_WORDS.split())
_ASKING = re.compile(
    r"^(?:and |so |ok,? |also,? |then,? )?(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|do|does|"
    r"did|can|could|would|will|shall|should|has|have|any)\b",
    re.I,
)
_ORDER = re.compile(
    r"^(?:please |now |and |then |ok,? |also,? |can you |could you )*(?:show|list|give me|give|"
    r"count|find|tell|run|check|"
    r"look|open|print|display|calculate|compute|query|search|get|pull|summari[sz]e|explain|compare|export|thanks?|thank)\b",
    re.I,
)
_SMALL_TALK = re.compile(
    r"^(?:hi|hello|hey|thanks?|thank you|good (?:morning|afternoon|day)|morning|cheers|great|ok|okay|perfect|"
    r"sure|bye)\b",
    re.I,
)
_CONVENTION = re.compile(
    r"\b(?:use|assume|treat|take|put|leave|exclude|ignore|note|keep|apply|allow|add|deduct|round|go with|plan|"
    r"remember)\b",
    re.I,
)
_PREDICATE = re.compile(
    r"\b(?:is|are|was|were|be|been|isn't|aren't|will|won't|shall|must|should|has|have|had|can't|cannot|needs?|costs?|comes?|"
    r"goes?|gets?|takes?|uses?|counts?|stays?|remains?|runs?|covers?|includes?|excludes?|requires?|wants?|agreed|decided|"
    r"settled|confirmed|changed|moved|dropped|approved|rejected|signed|ordered|chose|chosen|specified|responsible|supplies|"
    r"supplied|delivers|handles|owns|pays|applies|instead|correction|not|never|no|without|nobody|nothing|charges?|quoted|"
    r"expires?|lasts?|starts?|ends?|belongs?|means?|weighs?|holds?|carries|went|let's)\b",
    re.I,
)
_POINTING = re.compile(
    r"^(?:it|they|that|this|these|those|he|she|its|their|the same|same|make that|no,|sorry|both|each|one)\b",
    re.I,
)


def sentences(text: str) -> list[str]:
    """The sentences of ``text``; a full stop after a common abbreviation ends none."""
    found: list[str] = []
    for part in _SENTENCE_END.split(text):
        part = part.strip()
        if not part:
            continue
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def is_statement(sentence: str) -> bool:
    """Whether the sentence tells something: no question, no order to the assistant, no small talk."""
    words = _WORD.findall(sentence)
    if len(words) < 3 or sentence.rstrip().endswith("?"):
        return False
    if _ORDER.match(sentence) or (_SMALL_TALK.match(sentence) and len(words) < 5):
        return False
    if _ASKING.match(sentence) and not re.match(r"^(?:any|when|where|which|who)\b.*,", sentence, re.I):
        return False
    return bool(NUMBER.search(sentence) or _PREDICATE.search(sentence) or _CONVENTION.search(sentence))


def points_back(sentence: str) -> bool:
    """Whether the sentence cannot be understood without the one before."""
    return bool(_POINTING.match(sentence))


def stem(word: str) -> str:
    """A crude singular, good enough to match ``doors`` with ``door``."""
    word = word.casefold()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word


def keywords(text: str) -> list[str]:
    """The stems of the words that carry meaning, in order, once each."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in _STOP and len(word) > 1]
    return list(dict.fromkeys(stem(word) for word in words))


def identifiers(text: str) -> set[str]:
    """Names with a digit in them, such as D12 or A102: a statement about another one is about another thing."""
    return {word.casefold() for word in re.findall(r"\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z][\w-]*\b", text)}


def noun_phrases(text: str) -> list[str]:
    """Runs of two or three meaningful words standing together, longest first."""
    runs: list[list[str]] = [[]]
    for word in re.findall(r"[\w'-]+|[^\w\s]", text):
        if not word[0].isalnum() or word.casefold() in _STOP:
            runs.append([])
        else:
            runs[-1].append(word)
    phrases = [" ".join(run[:4]) for run in runs if run]
    return sorted(dict.fromkeys(phrases), key=lambda phrase: -len(phrase.split()))


def names(text: str) -> list[str]:
    """What the text speaks of, in order: runs of one to four meaningful words without numbers and predicates."""
    runs: list[list[str]] = [[]]
    for word in re.findall(r"[^\W_]+(?:[-'./][^\W_]+)*|[^\w\s]", text):
        if not word[0].isalpha() or word.casefold() in _STOP or _PREDICATE.fullmatch(word) or len(word) == 1:
            runs.append([])
        else:
            runs[-1].append(word)
    return list(dict.fromkeys(" ".join(run[:4]) for run in runs if run))


def number(text: str) -> float:
    """``1,250.5``, ``1 250`` and ``0,85`` as numbers."""
    text = re.sub(r"[ ,](?=\d{3}(?:\D|$))", "", text)
    return float(text.replace(",", "."))
