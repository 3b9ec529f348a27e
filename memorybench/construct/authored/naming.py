"""How authoring tools and offices name elements: running numbers, ``Family:Type:Id``, tags, marks by room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memorybench.construct.authored.catalogue import Kind, Sets

NO_SETS: Sets = {}


@dataclass(frozen=True)
class Made:
    """The next element: its noun, type, room number, and what was counted for it.

    ``n`` runs per noun, ``k`` per noun and room, both from 1; ``id`` is the tool's running number.
    """

    noun: str
    kind: str
    room: str
    n: int
    k: int
    id: int

    @property
    def letter(self) -> str:
        """``A`` for the first of a room, ``B`` for the second."""
        return "ABCDEFGHJKLMNPQRSTUVWXYZ"[(self.k - 1) % 24]


def no_sets(made: Made) -> Sets:
    """Nothing."""
    return NO_SETS


class Names:
    """A naming convention, usable as a floor's style.

    ``patterns`` gives the name by noun (``""``: all others) with the fields of :class:`Made` and ``letter``;
    ``tag`` is the pattern of the tag; ``sets`` the property sets that the office fills in.
    """

    def __init__(
        self, patterns: Mapping[str, str], *, tag: str = "", ids: tuple[int, int] = (100_001, 17),
        sets: Callable[[Made], Sets] = no_sets,
    ) -> None:  # fmt: skip
        self._patterns, self._tag, self._sets = patterns, tag, sets
        self._next_id, self._step = ids
        self._per_noun: Counter[str] = Counter()
        self._per_room: Counter[tuple[str, str]] = Counter()

    def __call__(self, noun: str, kind: Kind, room: str = "") -> tuple[str, str, Sets]:
        """Name, tag and property sets of the next element of this noun."""
        self._per_noun[noun] += 1
        self._per_room[noun, room] += 1
        made = Made(noun, kind.name, room, self._per_noun[noun], self._per_room[noun, room], self._next_id)
        self._next_id += self._step
        pattern = self._patterns.get(noun, self._patterns.get("", "{kind}"))
        return self._filled(pattern, made), self._filled(self._tag, made), self._sets(made)

    @staticmethod
    def _filled(pattern: str, made: Made) -> str:
        return pattern.format(
            noun=made.noun, kind=made.kind, room=made.room, n=made.n, k=made.k, id=made.id, letter=made.letter
        )
