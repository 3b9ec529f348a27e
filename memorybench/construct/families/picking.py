"""Which groups a family may use."""

from __future__ import annotations

from memorybench.construct.evidence import recount
from memorybench.construct.families.base import Site
from memorybench.construct.families.groups import Group, type_groups

NO_GROUP = "No type with at least two elements that relations confirm and that no other task changes."


_BUILT_IN = frozenset({"wall", "slab", "ceiling", "footing", "beam", "column", "member", "plate", "stair"})


def is_piece(group: Group) -> bool:
    """Whether people buy, count and service such things by the piece."""
    return group.noun not in _BUILT_IN


def proven_groups(site: Site, topic: str, *, at_least: int = 2, pieces: bool = False) -> list[Group]:
    """Type groups in random order (the injected ``group`` first) that are proven and free for ``topic``.

    ``pieces`` leaves out what is not sold by the piece.
    """
    groups = [
        group
        for group in type_groups(site.index)
        if len(group) >= at_least
        and (is_piece(group) or not pieces)
        and site.claims.free(topic, group.key)
        and recount(site.index, group).value is not None
    ]
    return site.shuffled("group", groups, lambda group: group.phrase)
