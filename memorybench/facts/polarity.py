"""Whether the text around a value denies it, or tells it as what no longer holds."""

from __future__ import annotations

import re

from memorybench.facts.sentences import CLAUSE, clause_start

CHANGE = re.compile(
    r"\b(?:chang|rais|increas|reduc|lower|cut|went|mov|slip|updat|revis|correct|upgrad|downgrad|drop|push|postpon|shift|"
    r"bump|switch|amend|adjust|delay|brought|rose|fell|goes|go(?:ne)? (?:up|down)|geandert|erhoht|gesenkt)\w*"
)
NEGATOR = re.compile(
    r"(?:\b(?:not|no|never|neither|nor|none|without|cannot|nicht|kein\w*|nie|ohne|lacks?|lacking|reject\w*|"
    r"ruled out|(?:decid|opt|vot|speak|spoke)\w* against|nobody|abandon\w*|"
    r"free of|fails? to)\b|n't\b)"
)
_HARMLESS = re.compile(
    r"(?:\bnot|n't) (?:only|just|merely|exceed|exceeding|less|more|later|under|below|forget|to (?:exceed|forget)"
    r"|including|incl)\b|\bno (?:later|less|more|fewer|doubt|change|earlier) "
    r"|(?:\bnot|\bnever|n't) (?:\w+ )?(?:exceed|(?:fall|drop|go) below)|\bno\. |\bwithout (?:vat|tax|doubt)|excl"
)
EXCLUSION = re.compile(
    r"\b(?:left out|leav\w+ (?:\S+ ){0,4}out|take (?:\S+ ){0,4}out|exclud\w*|exclusion|omit\w*|"
    r"except\w*|skip\w*|minus|"
    r"exempt\w*|"
    r"left off|leav\w+ (?:\S+ ){0,4}off|deduct\w*|out of)\b"
)
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|costs?|must|shall|should|will|measures|weighs)\b")
_OLD_BEFORE = re.compile(
    r"\b(?:instead of|rather than|in place of|replac(?:es|ing)|supersed(?:es|ing)|former(?:ly)?|previous(?:ly)?"
    r"(?! (?:agreed|told|mentioned|confirmed|discussed|session|chat|stated))"
    r"|used to be|originally|initially|old|"
    r"outdated|obsolete|earlier(?! (?:session|chat|meeting|told|agreed|discussion|conversation))"
    r"|no longer|not any longer|"
    r"up from|down from|statt|anstatt|anstelle|fruher|bisher|nicht mehr|ursprunglich|in lieu of|abandon\w*|"
    r"withdr[ae]w\w*)\b"
    r"(?P<gap>[^;.\n]{0,32})$"
)
_GAP_BREAKS = re.compile(r"\d|¤|\b(?:now|is|are|to|by|but|became|becomes)\b|,\s")
_CHANGED_TO = r"(?:rais|increas|reduc|lower|chang|upgrad|downgrad|revis|correct|updat|cut|mov|bump|amend|adjust)\w*"
_OLD_AFTER = re.compile(
    r"^(?P<gap>(?:[^,;\n\d]|(?<=[a-z\-])\d+){0,32}?)\b(?:no longer|(?<!labelled )(?<!named )(?<!marked )wrong|"
    r"incorrect|outdated|obsolete|superseded|"
    r"replaced|"
    r"withdrawn|void|scrapped|(?<!will be )(?<!be )rejected|cancelled|a typo|a mistake|off the table|"
    r"not (?:valid|right|correct|current|applicable|true|in force|any ?more)|"
    rf"(?:does not|doesn't|do not) apply|not apply|{_CHANGED_TO} (?:\w+ )?to)\b"
)
_ARROW = re.compile(r"^\s*(?:->|→|=>)")
_BEFORE_AFTER = re.compile(
    r"^\s*\(?(?:\w+ )?(?:before|previously|until now|at first|so far|earlier)\b(?! tax| vat)(?![^.;\n]{0,14}\d)"
)
_FROM = re.compile(r"\bfrom (?:the |an? )?(?:\w+ ){0,2}$")
_CHANGED_FROM = re.compile(CHANGE.pattern + r" (?:\w+ )?from (?:the |an? )?(?:\w+ ){0,1}$")
_TO = re.compile(r"^[^;.\n]*?\b(?:to|auf)\b")
_WAS = re.compile(r"\b(?:was|were|had been|war) (?:\w+ ){0,2}$")
_NOW = re.compile(r"\b(?:now|today|currently|meanwhile|jetzt|nun|nunmehr|but (?:is|has)|has since|since then)\b")
_DENIED_AFTER = re.compile(
    r"^\s*(?:\w+ ){0,1}(?:is|are|was|were|do|does|did|will|has|have|can)?\s?(?:(?<= )not\b(?! only| just)|n't\b)"
)
_NOW_BEFORE = re.compile(
    r"\b(?:now|instead|make (?:it|that)|corrections?|corrected|changed to|raised to|updated to|revised to|lowered to|"
    r"reduced to|no:|actually|becomes|new|jetzt|nun)\b[^;\n\d]{0,30}$"
)


def is_negated(masked: str, start: int, end: int, floor: int, ceiling: int, *, words: bool) -> bool:
    """Whether the value at ``start``..``end`` is denied; ``words``: it is text, so "X is not ..." denies it too."""
    before = masked[clause_start(masked, start, floor) : start]
    cleaned = _HARMLESS.sub(" ", before)
    negators = list(NEGATOR.finditer(cleaned))
    if negators:
        between = cleaned[negators[-1].end() :]
        finite = _FINITE.search(between)
        if len(between.split()) <= 7 and (finite is None or not between[: finite.start()].strip()):
            return True
    return words and bool(_DENIED_AFTER.match(masked[end:ceiling]))


def is_stale(masked: str, start: int, end: int, floor: int, ceiling: int) -> bool:
    """Whether the sentence ``floor``..``ceiling`` tells the value as replaced, former or rejected."""
    before, after = masked[floor:start], masked[end:ceiling]
    old = _OLD_BEFORE.search(before)
    if old and not _GAP_BREAKS.search(old.group("gap")):
        return True
    if _ARROW.match(after) or _BEFORE_AFTER.match(after) or _OLD_AFTER.match(after):
        return True
    if _FROM.search(before) and _TO.match(after) and CHANGE.search(masked, floor, ceiling):
        return True
    if _CHANGED_FROM.search(before):
        return True
    return bool(_WAS.search(before)) and bool(_NOW.search(before) or _NOW.search(after))


def excludes(masked: str, start: int, end: int) -> bool:
    """Whether a stretch of text leaves something out, by a verb of excluding or by denying that it belongs."""
    return bool(EXCLUSION.search(masked, start, end)) or denials(masked, start, end) > 0


def announces_change(masked: str, start: int, floor: int) -> bool:
    """Whether the value at ``start`` is told as the one that holds now."""
    return bool(_NOW_BEFORE.search(masked[floor:start]))


def denials(masked: str, start: int, end: int) -> int:
    """How many negators stand in a stretch of text; their parity is its polarity."""
    return len(NEGATOR.findall(_HARMLESS.sub(" ", masked[start:end])))


def clauses(masked: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between commas, brackets and contrasts; a colon does not end one ("sprinklers: no")."""
    cuts = [match for match in CLAUSE.finditer(masked, start, end) if match.group() not in {":", "and", "und"}]
    edges = [start, *(edge for cut in cuts for edge in (cut.start(), cut.end())), end]
    return list(zip(edges[::2], edges[1::2], strict=True))
