"""Find memory adapters by name through the entry-point group ``memorybench.adapters``.

Nothing is imported until an adapter is asked for, and what is wrong with one plug-in concerns those who ask for it
and nobody else. ``MEMORYBENCH_LOAD_PLUGINS`` limits which distributions are looked at: a comma-separated list of
distribution names, or empty for none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from memorybench.errors import BadInput, unknown_name
from memorybench.memory import AdapterCard, MemoryAdapter, MemoryModels
from memorybench.plugin_import import import_guarded, made_for_another_release

GROUP = "memorybench.adapters"
CONTRACT_MODELS = "memorybench.contract_models"
SWITCH = "MEMORYBENCH_LOAD_PLUGINS"


@dataclass(frozen=True)
class RegisteredAdapter:
    """An adapter that is installed, not yet imported."""

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint
    rivals: tuple[RegisteredAdapter, ...] = ()  # of other distributions that claim the same name

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


def registered() -> dict[str, RegisteredAdapter]:
    """All installed adapters by name; one that several distributions claim knows its rivals."""
    found: dict[str, RegisteredAdapter] = {}
    for entry_point in _allowed(GROUP):
        adapter = _described(entry_point)
        held = found.get(adapter.name)
        if held is None:
            found[adapter.name] = adapter
        elif adapter.distribution not in {one.distribution for one in (held, *held.rivals)}:
            found[adapter.name] = replace(held, rivals=(*held.rivals, adapter))
    return found


def _described(entry_point: EntryPoint) -> RegisteredAdapter:
    distribution = entry_point.dist.name if entry_point.dist else "?"
    version = entry_point.dist.version if entry_point.dist else "?"
    return RegisteredAdapter(entry_point.name, distribution, version, entry_point)


def _allowed(group: str) -> Iterator[EntryPoint]:
    """The entry points of ``group`` that may be looked at."""
    names = _switched_on()
    for entry_point in entry_points(group=group):
        if names is None or _canonical(entry_point.dist.name if entry_point.dist else "?") in names:
            yield entry_point


def _switched_on() -> set[str] | None:
    """The distributions that the environment allows; None: all."""
    setting = os.environ.get(SWITCH)
    return None if setting is None else {_canonical(name) for name in setting.split(",") if name.strip()}


def _canonical(name: str) -> str:
    """One spelling for all that packaging takes for the same name."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def contract_models(name: str) -> Callable[[], MemoryModels] | None:
    """The models that the contract suite must use for adapter ``name``, if its distribution offers some.

    For a memory system whose prompts need answers of another form than the suite's own models give.

    Raises:
        BadInput: they cannot be imported.
    """
    owner = registered().get(name)
    for entry_point in _allowed(CONTRACT_MODELS):
        offered = _described(entry_point)
        if offered.name == name and (owner is None or owner.distribution == offered.distribution):
            found = import_guarded(entry_point, f"the contract models for {name!r} of {offered}")
            if not callable(found):
                raise BadInput(f"the contract models for {name!r} of {offered} are no function.")
            return cast("Callable[[], MemoryModels]", found)
    return None


def split_variant(name: str) -> tuple[str, str | None]:
    """``mem0:domain`` -> ``('mem0', 'domain')``; ``http:http://x`` -> ``('http', 'http://x')``."""
    base, _, variant = name.partition(":")
    return base, variant or None


def load(name: str) -> type[MemoryAdapter]:
    """Import and return the adapter class called ``name`` (with or without ``:variant``).

    Raises:
        BadInput: no such adapter or variant, two packages claim the name, or the one that provides it cannot be used.
    """
    base, variant = split_variant(name)
    adapters = registered()
    if base not in adapters:
        raise _unknown(base, adapters)
    origin = adapters[base]
    if origin.rivals:
        raise BadInput(_clash(origin))
    loaded = load_registered(origin)
    if variant is not None and not loaded.card.target and variant not in loaded.variants:
        raise unknown_name(f"variant of {base}", variant, loaded.variants)
    return loaded


def load_registered(origin: RegisteredAdapter) -> type[MemoryAdapter]:
    """Import and return the class of ``origin``, whoever else claims its name.

    Raises:
        BadInput: it was made for another release of memorybench, cannot be imported, or is no whole adapter.
    """
    who = f"the memory adapter {origin.name!r} of {origin}"
    mismatch = made_for_another_release(origin.entry_point)
    if mismatch is not None:
        raise BadInput(f"{who} was made for {mismatch}")
    adapter = import_guarded(origin.entry_point, who)
    _check_class(adapter, origin)
    return cast("type[MemoryAdapter]", adapter)


def load_usable(name: str) -> tuple[type[MemoryAdapter], str | None]:
    """The adapter class called ``name`` and its variant or target, ready to be opened.

    Raises:
        BadInput: as :func:`load`; or the adapter needs a target (a URL, a command) and ``name`` gives none, or one
            that cannot be used.
    """
    adapter = load(name)
    base, variant = split_variant(name)
    if adapter.card.target and variant is None:
        raise BadInput(
            f"the memory adapter {base!r} needs a {adapter.card.target}: write {base}:<{adapter.card.target}>."
        )
    if adapter.card.target and variant is not None:
        adapter.check_target(variant)
    return adapter, variant


def _unknown(name: str, adapters: dict[str, RegisteredAdapter]) -> BadInput:
    error = unknown_name("memory adapter", name, adapters)
    switched_off = [one for one in map(_described, entry_points(group=GROUP)) if one.name == name]
    if switched_off:
        return BadInput(
            f"the memory adapter {name!r} of {switched_off[0]} is installed, but {SWITCH}="
            f"{os.environ.get(SWITCH, '')!r} leaves it out."
        )
    if not adapters and _switched_on() is not None:
        return BadInput(f"{error} {SWITCH}={os.environ.get(SWITCH, '')!r} leaves out every installed adapter.")
    if not adapters:
        return BadInput(
            f"{error} No adapter is installed: add the distribution ifc-memorybench-baselines (or another)."
        )
    return error


def _clash(origin: RegisteredAdapter) -> str:
    owners = [origin.distribution, *(rival.distribution for rival in origin.rivals)]
    return (
        f"{len(owners)} installed packages, {' and '.join(owners)}, provide a memory adapter {origin.name!r}: "
        f"uninstall all but one, or name the one to use, e.g. {SWITCH}={origin.distribution}."
    )


def clash(origin: RegisteredAdapter) -> str | None:
    """Why ``origin``'s name cannot be used, if other distributions claim it, too."""
    return _clash(origin) if origin.rivals else None


def _check_class(adapter: object, origin: RegisteredAdapter) -> None:
    """Raise ``BadInput`` unless ``adapter`` is a whole adapter class with a card."""
    who = f"{origin.distribution} registers {origin.name!r}, which"
    if not (isinstance(adapter, type) and issubclass(adapter, MemoryAdapter)):
        raise BadInput(f"{who} is not a memorybench.memory.MemoryAdapter.")
    missing = sorted(getattr(adapter, "__abstractmethods__", ()))
    if missing:
        raise BadInput(f"{who} does not implement {', '.join(missing)}.")
    variants = adapter.variants if isinstance(adapter.variants, Mapping) else {"?": None}
    cards = [getattr(adapter, "card", None), *variants.values()]
    if not all(isinstance(card, AdapterCard) for card in cards):
        raise BadInput(f"{who} has no `card` (a memorybench.memory.AdapterCard) for itself or a variant.")
    if adapter.card.name != origin.name:
        raise BadInput(f"{who} calls itself {adapter.card.name!r} on its card: entry point and card must agree.")
