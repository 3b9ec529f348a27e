"""The paper's file memory behind the benchmark's contract: memory.md, kept by a DeepAgents writer (section 3.4)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from memorybench.errors import BadInput
from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench_markdown.archive import ARCHIVE_NAME
from memorybench_markdown.config import MarkdownConfig
from memorybench_markdown.files import StoreFiles
from memorybench_markdown.prompt import Form, fingerprint

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_FORMS: dict[str | None, Form] = {None: "cited", "uncited": "uncited", "domain": "domain"}
_ARCHIVE_HINT = (
    "Marks such as [S003-M02] are ids of original messages: "
    f"grep for the id in /memory/{ARCHIVE_NAME} shows the message."
)


def _system(form: Form) -> str:
    """The prompt's hash is part of the name: another prompt makes another store."""
    return f"memory.md by a DeepAgents writer (deepagents {version('deepagents')}, prompt {fingerprint(form)})"


CARD = AdapterCard(
    name="markdown",
    summary="An agent keeps one Markdown file, session by session, and cites the messages it rests on.",
    system=_system("cited"),
    backend="files in the store's folder: memory.md, and prior_sessions.json with the scope's messages",
    surfaces=("context", "files"),
    uses_model=True,
    defaults_kept=(
        "DeepAgents' file tools, path rules and exact replacement",
        "the writer decides freely whether and what to write; nothing it leaves out or damages is repaired",
    ),
    deviations=(
        "the agent is put together from DeepAgents' middleware, not by create_deep_agent: that adds words, tools and "
        "stopping rules for some models",
        "memory.md is read from disk before every model call, of the writer and of the probe agent: DeepAgents' own "
        "memory middleware loads it once per run",
        "the writer's prompt is ours: DeepAgents' memory advice is about coding assistants and their users' tastes",
        "only memory.md can be written, up to max_chars; a session may take max_steps model calls",
        "one line above memory.md tells the probe agent where the cited messages are",
    ),
    roles="in the fixed text prefix of each message, with the speaker's role where the history names one",
    time="the session's date, in the conversation's heading and in the fixed text prefix of each message",
    dump="the entries of memory.md, each with the heading it stands below; the archive is not in it (see the README)",
    parallelism="one writer a store, one model call after the other; of several changes in one turn DeepAgents takes "
    "the first and refuses the others",
)
_UNCITED = CARD.model_copy(
    update={
        "summary": "An agent keeps one Markdown file, session by session; there is nothing but the file.",
        "system": _system("uncited"),
        "backend": "a file in the store's folder: memory.md",
        "surfaces": ("context",),
        "deviations": CARD.deviations[:-1],
        "dump": "the entries of memory.md, each with the heading it stands below",
    }
)
_DOMAIN = CARD.model_copy(
    update={
        "summary": "The cited form with a template for building projects: one told value, one entry (paper, 4.6).",
        "system": _system("domain"),
        "tuned": True,
    }
)


class MarkdownMemory(MemoryAdapter):
    """One memory.md; the variant decides on citations, archive and template."""

    card: ClassVar[AdapterCard] = CARD
    variants: ClassVar[Mapping[str, AdapterCard]] = {"uncited": _UNCITED, "domain": _DOMAIN}
    config_type: ClassVar[type[AdapterConfig]] = MarkdownConfig

    def __init__(self) -> None:
        self._files: StoreFiles | None = None
        self._form: Form = "cited"
        self._config = MarkdownConfig()
        self._model: BaseChatModel | None = None
        self._read_only = False

    async def open(self, context: StoreContext) -> None:
        """Open or create the store.

        Raises:
            BadInput: there is no memory model, or no such variant.
        """
        if context.variant not in _FORMS:
            raise BadInput(
                f"markdown has no variant {context.variant!r}: uncited, domain, or none for the cited form."
            )
        if context.models.chat is None and not context.read_only:
            raise BadInput("markdown needs a memory model: name one with --memory-model or --model.")
        self._form = _FORMS[context.variant]
        if isinstance(context.config, MarkdownConfig):
            self._config = context.config
        self._model = context.models.chat
        self._read_only = context.read_only
        files = StoreFiles(context.workspace, archived=self._form != "uncited")
        if not context.read_only:
            files.create()
        self._files = files

    async def ingest(self, session: Session) -> IngestReceipt:
        """Show one session to the writer; how it went is in the receipt.

        Raises:
            BackendUnreachable: the store's folder cannot be written.
            ModelUnavailable: the memory model failed; memory.md is as it was before the session.
        """
        from memorybench_markdown.outcome import receipt_of
        from memorybench_markdown.writer import Writing, write_session

        files = self._opened()
        if self._read_only or self._model is None:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        before = files.begin(session)
        if files.archived:
            files.archive(session)
        done = Writing()
        if session.messages:
            try:
                done = await write_session(
                    session, files=files, form=self._form, model=self._model, config=self._config
                )
            except BaseException:
                files.write_memory(before)
                raise
        known_ids = files.message_ids() if files.archived else None
        return receipt_of(session, before, files.memory(), done, known_ids)

    async def context(self) -> str:
        """memory.md as it is on disk now; for the cited forms below a line that says where the messages are."""
        files = self._opened()
        text = files.memory().strip()
        return f"{_ARCHIVE_HINT}\n\n{text}" if text and files.archived else text

    async def files(self) -> Path:
        """The archive's folder, which holds nothing else."""
        files = self._opened()
        if not files.archived:
            raise NotImplementedError("markdown:uncited has no files surface")
        return files.archive_folder

    async def dump(self) -> list[Memory]:
        """The entries of memory.md in their order; one more, if the archive is not what was written into it."""
        from memorybench_markdown.outcome import citations, memory_items

        files = self._opened()
        dumped = []
        for item in memory_items(files.memory()):
            cited = sorted(citations(item))
            dumped.append(Memory(text=item, session=cited[-1].partition("-")[0] if cited else None))
        if not files.archive_is_true():
            dumped.append(Memory(text=f"{ARCHIVE_NAME} does not hold what was written into it."))
        return dumped

    async def close(self) -> None:
        """Forget the open store; its files stay."""
        self._files = None

    async def drop(self) -> None:
        """Delete the store's folder."""
        if self._files is not None:
            self._files.delete()
        self._files = None

    def _opened(self) -> StoreFiles:
        if self._files is None:
            raise BadInput("the markdown store is not open.")
        return self._files
