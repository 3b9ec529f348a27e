"""Find memory adapters by name through the entry-point group ``memorybench.adapters``.

Nothing is imported until an adapter is asked for. ``MEMORYBENCH_LOAD_PLUGINS`` limits which distributions
are looked at: a comma-separated list of distribution names, or empty for none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from memorybench.errors import BadInput, unknown_name
from memorybench.memory import AdapterCard, MemoryAdapter, MemoryModels

GROUP = "memorybench.adapters"
CONTRACT_MODELS = "memorybench.contract_models"


@dataclass(frozen=True)
class RegisteredAdapter:
    """An adapter that is installed, not yet imported."""

    name: str
    distribution: str
    version: str
    entry_point: EntryPoint


def registered() -> dict[str, RegisteredAdapter]:
    """All installed adapters by name; raise ``BadInput`` when two distributions claim one name."""
    found: dict[str, RegisteredAdapter] = {}
    for entry_point, distribution, version in _allowed(GROUP):
        adapter = RegisteredAdapter(entry_point.name, distribution, version, entry_point)
        other = found.get(adapter.name)
        if other is not None and other.distribution != distribution:
            raise BadInput(
                f"two installed packages, {other.distribution} and {distribution}, both provide the memory "
                f"adapter {adapter.name!r}: uninstall one of them."
            )
        found[adapter.name] = adapter
    return found


def _allowed(group: str) -> Iterator[tuple[EntryPoint, str, str]]:
    """The entry points of ``group`` that may be looked at, with the distribution and its version."""
    setting = os.environ.get("MEMORYBENCH_LOAD_PLUGINS")
    names = None if setting is None else {name.strip() for name in setting.split(",") if name.strip()}
    for entry_point in entry_points(group=group):
        distribution = entry_point.dist.name if entry_point.dist else "?"
        if names is None or distribution in names:
            yield entry_point, distribution, entry_point.dist.version if entry_point.dist else "?"


def contract_models(name: str) -> Callable[[], MemoryModels] | None:
    """The models that the contract suite must use for adapter ``name``, if its distribution offers some.

    For a memory system whose prompts need answers of another form than the suite's own models give.
    """
    for entry_point, _, _ in _allowed(CONTRACT_MODELS):
        if entry_point.name == name:
            return cast("Callable[[], MemoryModels]", entry_point.load())
    return None


def split_variant(name: str) -> tuple[str, str | None]:
    """``mem0:domain`` -> ``('mem0', 'domain')``; ``http:http://x`` -> ``('http', 'http://x')``."""
    base, _, variant = name.partition(":")
    return base, variant or None


def load(name: str) -> type[MemoryAdapter]:
    """Import and return the adapter class called ``name`` (with or without ``:variant``).

    Raises:
        BadInput: no such adapter or variant, or the package that provides it cannot be used.
    """
    base, variant = split_variant(name)
    adapters = registered()
    if base not in adapters:
        error = unknown_name("memory adapter", base, adapters)
        if not adapters:
            raise BadInput(
                f"{error} No adapter is installed: add the distribution ifc-memorybench-baselines (or another)."
            )
        raise error
    origin = adapters[base]
    try:
        adapter = origin.entry_point.load()
    except Exception as error:
        raise BadInput(
            f"the memory adapter {base!r} of {origin.distribution} {origin.version} cannot be imported: "
            f"{' '.join(str(error).split())}"
        ) from error
    _check_class(adapter, origin)
    loaded = cast("type[MemoryAdapter]", adapter)
    if variant is not None and not loaded.card.target and variant not in loaded.variants:
        raise unknown_name(f"variant of {base}", variant, loaded.variants)
    return loaded


def load_usable(name: str) -> tuple[type[MemoryAdapter], str | None]:
    """The adapter class called ``name`` and its variant or target, ready to be opened.

    Raises:
        BadInput: as :func:`load`; or the adapter needs a target (a URL, a command) and ``name`` gives none.
    """
    adapter = load(name)
    base, variant = split_variant(name)
    if adapter.card.target and variant is None:
        raise BadInput(
            f"the memory adapter {base!r} needs a {adapter.card.target}: write {base}:<{adapter.card.target}>."
        )
    return adapter, variant


def _check_class(adapter: object, origin: RegisteredAdapter) -> None:
    """Raise ``BadInput`` unless ``adapter`` is a whole adapter class with a card."""
    who = f"{origin.distribution} registers {origin.name!r}, which"
    if not (isinstance(adapter, type) and issubclass(adapter, MemoryAdapter)):
        raise BadInput(f"{who} is not a memorybench.memory.MemoryAdapter.")
    missing = sorted(getattr(adapter, "__abstractmethods__", ()))
    if missing:
        raise BadInput(f"{who} does not implement {', '.join(missing)}.")
    if not isinstance(getattr(adapter, "card", None), AdapterCard):
        raise BadInput(f"{who} has no `card` (a memorybench.memory.AdapterCard).")
