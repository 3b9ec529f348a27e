"""Values that look like information and are none; the rule itself lives with the model index."""

from __future__ import annotations

from memorybench.ifc.index_placeholders import is_placeholder, squeeze

__all__ = ["is_placeholder", "squeeze"]
