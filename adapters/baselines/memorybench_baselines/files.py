"""``files``: the prior sessions as files that the probe agent greps and reads itself."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from memorybench.memory import AdapterCard, StoreContext
from memorybench.records import IngestReceipt, Session
from memorybench.rendering import render_session, session_date, session_heading
from memorybench_baselines.session_store import RawSessions, write_atomically


class SessionFiles(RawSessions):
    """One Markdown file a session, named ``S003-2026-03-02.md``; no extraction, no index."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="files",
        summary="The raw sessions as one Markdown file each; the probe agent greps and reads them itself.",
        system="raw messages (part of memorybench)",
        backend="JSON and Markdown files in the run's own folder",
        surfaces=("files",),
        roles="written before each message, with the speaker's role where the history names one",
        time="in the file's name, its heading and the fixed text prefix of each message",
        dump="every raw message of the scope, one memory each",
        parallelism="none: files are written and read one after the other",
    )

    _folder: Path | None = None

    async def open(self, context: StoreContext) -> None:
        """Open the sessions; the readable files lie in a folder of their own beside them."""
        await super().open(context)
        self._folder = context.workspace / "files"
        if not context.read_only:
            self._folder.mkdir(parents=True, exist_ok=True)

    async def ingest(self, session: Session) -> IngestReceipt:
        """Keep the session and write its readable file; a session without messages gets none."""
        receipt = await super().ingest(session)
        folder = await self.files()
        for old in folder.glob(f"{session.id}-*.md"):
            old.unlink()
        if session.messages:
            text = f"# {session_heading(session)}\n\n{render_session(session)}\n"
            write_atomically(folder / f"{session.id}-{session_date(session)}.md", text)
        return receipt

    async def files(self) -> Path:
        """The folder of Markdown files, which holds nothing else."""
        _ = self.store  # an unopened store has no folder
        assert self._folder is not None
        return self._folder
