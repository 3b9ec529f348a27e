"""What holds for every test of the core and of the adapters."""

from __future__ import annotations

import os
import tempfile

# Before any test imports mem0 or graphiti: both read these once, at import, and mem0 writes to the home folder.
os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = tempfile.mkdtemp(prefix="memorybench-mem0-")
os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"

collect_ignore = ["adapters/template"]  # not installed: tests/integration/test_template.py runs a copy of it
