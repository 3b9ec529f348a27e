"""The project folder: the only place whose files a command can name."""

from __future__ import annotations

import stat
from pathlib import Path

from memorybench.errors import BadInput
from memorybench.ifc.pipeline.refusal import Refusal

LARGEST_FILE = 64 * 1024**2  # bytes read as text; IFC models are queried, not read
_LISTED = 12


class ProjectFolder:
    """Reads files by a relative name inside ``root``, never outside it, whatever links say."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise BadInput(f"there is no project folder {root}; create it and put the IFC file in it.")
        self.root = root.resolve()

    def names(self) -> list[str]:
        """The names of the files in the folder, sorted."""
        return sorted(item.name for item in self.root.iterdir() if item.is_file() and not item.is_symlink())

    def locate(self, name: str) -> Path:
        """The real path of the regular file ``name``; raises :class:`Refusal`, exit code 1."""
        if not name or "\x00" in name or name.startswith(("/", "~", "\\")) or ".." in Path(name).parts:
            raise Refusal(f"'{name}' is outside the project folder and cannot be read; {self.holding()}", 1)
        path = self.root / name
        try:
            resolved = path.resolve(strict=True)
            mode = resolved.stat().st_mode
        except (OSError, RuntimeError, ValueError):
            raise Refusal(f"there is no file '{name}' (names are taken literally); {self.holding()}", 1) from None
        if not resolved.is_relative_to(self.root):
            raise Refusal(f"'{name}' is a link to a place outside the project folder; {self.holding()}", 1)
        if not stat.S_ISREG(mode):
            raise Refusal(f"'{name}' is not a regular file; {self.holding()}", 1)
        return resolved

    def read(self, name: str) -> bytes:
        """The content of ``name``; raises :class:`Refusal`, exit code 1."""
        path = self.locate(name)
        if path.stat().st_size > LARGEST_FILE:
            raise Refusal(f"'{name}' is larger than {LARGEST_FILE >> 20} MiB; ask ifcquery instead of reading it", 1)
        try:
            return path.read_bytes()
        except OSError as problem:
            raise Refusal(f"'{name}' cannot be read ({problem.strerror})", 1) from None

    def holding(self) -> str:
        """What the folder holds, for the end of a sentence."""
        names = self.names()
        listed = ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")
        return f"the folder holds: {listed}" if names else "the folder holds no file"
