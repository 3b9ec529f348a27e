"""Run another package's functions with some of their global names replaced.

The functions' code objects are reused with a second set of globals. The original module is left as it is, so
nothing is patched for anybody else in the process, in other threads included.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any


def rebind(module: ModuleType, **replaced: Any) -> dict[str, Any]:
    """Return ``module``'s globals with its own functions bound to them and with ``replaced`` put on top."""
    fresh: dict[str, Any] = {**vars(module), **replaced}
    for name, value in vars(module).items():
        if name in replaced or not isinstance(value, FunctionType) or value.__module__ != module.__name__:
            continue
        copy = FunctionType(value.__code__, fresh, value.__name__, value.__defaults__, value.__closure__)
        copy.__kwdefaults__ = value.__kwdefaults__
        fresh[name] = copy
    return fresh
