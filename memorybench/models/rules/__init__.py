"""The ``rules`` stand-in: a chat model of fixed rules, for trying the whole benchmark without a key or a network.

It measures plumbing, not language models. It knows English and building vocabulary in general; it knows
nothing of any dataset and nothing of how datasets are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from memorybench.errors import ModelUnavailable

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from memorybench.models.settings import ModelRole


def rules_model(role: ModelRole) -> BaseChatModel:
    """The stand-in for ``role``: ``probe`` or ``memory``.

    Raises:
        ModelUnavailable: for any other role; with ``rules`` the harness judges by its matcher.
    """
    if role not in ("probe", "memory"):
        raise ModelUnavailable(
            f"the rules stand-in has no role {role}: it plays probe and memory only (with it, judging is done "
            "by the matcher), so name another model for this role."
        )
    from memorybench.models.rules.chat import RulesChat

    return RulesChat(role=role)
