"""Which groups a family may use."""

from __future__ import annotations

from memorybench.construct.evidence import recount
from memorybench.construct.families.base import Site
from memorybench.construct.families.groups import Group, type_groups

NO_GROUP = "No type with at least two elements that relations confirm and that no other task changes."


def proven_groups(site: Site, topic: str, *, at_least: int = 2, at_most: int = 200) -> list[Group]:
    """Type groups in random order (the injected ``group`` first) that are proven and free for ``topic``."""
    groups = [
        group
        for group in type_groups(site.index)
        if at_least <= len(group) <= at_most
        and site.claims.free(topic, group.key)
        and recount(site.index, group).value is not None
    ]
    return site.shuffled("group", groups, lambda group: group.phrase)
