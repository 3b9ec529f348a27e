"""The DeepAgents backend of the writing agent: one file that it may read, write and edit, up to a length."""

from __future__ import annotations

from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import EditResult, ReadResult, WriteResult
from deepagents.backends.utils import perform_string_replacement

from memorybench_markdown.files import StoreFiles
from memorybench_markdown.prompt import MEMORY_PATH


class WriterBackend(FilesystemBackend):
    """DeepAgents' files on disk, narrowed to memory.md: every refusal is a sentence the writer can act on.

    Writes replace the file as a whole, so that a killed process never leaves half a memory.
    """

    def __init__(self, files: StoreFiles, max_chars: int) -> None:
        super().__init__(root_dir=files.writer_folder, virtual_mode=True)
        self._files = files
        self._max_chars = max_chars

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
        """Read lines of the memory file."""
        if file_path != MEMORY_PATH:
            return ReadResult(error=_ONLY)
        return super().read(file_path, offset=offset, limit=limit)

    def write(self, file_path: str, content: str) -> WriteResult:
        """Replace the whole memory file."""
        reason = self._unfit(file_path, content)
        if reason is not None:
            return WriteResult(error=reason)
        self._files.write_memory(content)
        return WriteResult(path=file_path)

    def edit(self, file_path: str, old_string: str, new_string: str, replace_all: bool = False) -> EditResult:
        """Replace one passage of the memory file, by DeepAgents' own rules."""
        if file_path != MEMORY_PATH:
            return EditResult(error=_ONLY)
        memory = self._files.memory()
        if not memory:
            return EditResult(error=f"{MEMORY_PATH} does not exist yet: create it with write_file.")
        replaced = perform_string_replacement(memory, old_string, new_string, replace_all)
        if isinstance(replaced, str):
            return EditResult(error=replaced)
        content, occurrences = replaced
        reason = self._unfit(file_path, content)
        if reason is not None:
            return EditResult(error=reason)
        self._files.write_memory(content)
        return EditResult(path=file_path, occurrences=occurrences)

    def _unfit(self, file_path: str, content: str) -> str | None:
        """Why ``content`` cannot become the memory file."""
        if file_path != MEMORY_PATH:
            return _ONLY
        if len(content) > self._max_chars:
            return (
                f"refused: {MEMORY_PATH} would have {len(content):,} characters, {len(content) - self._max_chars:,} "
                f"more than the {self._max_chars:,} it may hold. It is unchanged. "
                "Shorten or merge entries and try again."
            )
        try:
            content.encode("utf-8")
        except UnicodeEncodeError:
            return "refused: the text holds characters that cannot be stored (half of a surrogate pair)."
        return None


_ONLY = f"refused: the only file is {MEMORY_PATH}."
