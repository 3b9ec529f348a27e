"""``full-context``: all raw messages of the scope in the probe agent's prompt (paper, section 4.5)."""

from __future__ import annotations

from typing import ClassVar

from memorybench.memory import AdapterCard
from memorybench.rendering import render_session, session_heading
from memorybench_baselines.session_store import RawSessions


class FullContext(RawSessions):
    """The paper's full-context oracle: nothing is extracted, nothing is searched, nothing is cut."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="full-context",
        summary="All raw messages of the scope in the prompt: the paper's full-context oracle (section 4.5).",
        system="raw messages (part of memorybench)",
        backend="JSON files in the run's own folder",
        surfaces=("context",),
        roles="written before each message, with the speaker's role where the history names one",
        time="a heading per session and the fixed text prefix, both with the session's date",
        dump="every raw message of the scope, one memory each",
        parallelism="none: files are written and read one after the other",
    )

    async def context(self) -> str:
        """Every session that has messages in scope, under its heading, oldest first; never shortened."""
        return "\n\n".join(
            f"## {session_heading(session)}\n{render_session(session)}"
            for session in self.store.sessions()
            if session.messages
        )
