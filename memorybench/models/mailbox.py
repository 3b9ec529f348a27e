"""A model whose replies are written into a folder, by a person or by any program."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memorybench.models.errors import ModelError
from memorybench.models.mailbox_files import InvalidReply, MailboxFolder, MailReply, check, parse
from memorybench.models.reply import Reply, ToolRequest
from memorybench.models.request import ChatCall
from memorybench.models.settings import ModelSettings

HOW_TO_REPLY = (
    'Write replies/{id}.json: {{"text": "…"}}, or {{"tool_calls": [{{"name": "…", "args": {{…}}}}], "text": "…"}}, '
    'or {{"error": "…"}}. If response_schema is given, text must be JSON that meets it.'
)


class MailboxBackend:
    """Posts each request and waits for its answer. Any number may wait at once, from threads or async code."""

    def __init__(self, folder: Path, settings: ModelSettings) -> None:
        self._folder = MailboxFolder(folder)
        self._poll_s = settings.mailbox_poll_s
        self._timeout_s = settings.mailbox_timeout_s

    def ask(self, call: ChatCall) -> Reply:
        """Wait for the answer, blocking the thread."""
        letter = mail(call)
        for found in self._looks(letter):
            if found is not None:
                return _reply(letter["id"], found)
            time.sleep(self._poll_s)
        raise AssertionError("unreachable: looking ends with an answer or an error")

    async def aask(self, call: ChatCall) -> Reply:
        """Wait for the answer."""
        letter = mail(call)
        for found in self._looks(letter):
            if found is not None:
                return _reply(letter["id"], found)
            await asyncio.sleep(self._poll_s)
        raise AssertionError("unreachable: looking ends with an answer or an error")

    def _looks(self, letter: dict[str, Any]) -> Iterator[MailReply | None]:
        """Post the request, then look for its answer once a step; raise ``ModelError`` on a timeout or error."""
        self._folder.post(letter)
        started = time.monotonic()
        torn: str | None = (
            None  # an answer that could not be read last time; the same twice is not being written any more
        )
        while True:
            found, torn = self._look(letter, torn)
            if found is not None and found.error is not None:
                self._folder.retire_error(letter["id"])
                raise ModelError(
                    f"the mailbox answered request {letter['id'][:12]} with an error: {found.error}", "other"
                )
            yield found
            if self._timeout_s is not None and time.monotonic() - started > self._timeout_s:
                raise ModelError(
                    f"no answer to request {letter['id'][:12]} in {self._folder.root} within {self._timeout_s:g} s.",
                    "timeout",
                )

    def _look(self, letter: dict[str, Any], torn: str | None) -> tuple[MailReply | None, str | None]:
        try:
            text = self._folder.reply_path(letter["id"]).read_text(encoding="utf-8")
        except (FileNotFoundError, UnicodeDecodeError):
            return None, None
        if not text.strip():  # just being written
            return None, None
        try:
            reply = parse(text)
            check(letter, reply)
        except InvalidReply as error:
            if text != torn:
                return None, text
            self._folder.reject(letter["id"], text, str(error))
            return None, None
        return reply, None


def mail(call: ChatCall) -> dict[str, Any]:
    """The request as the mailbox shows it; the same call always has the same id."""
    identity = call.hash
    return {
        "id": identity,
        "role": call.request["role"],
        "how_to_reply": HOW_TO_REPLY.format(id=identity),
        "messages": call.request["messages"],
        "tools": call.request["tools"],
        "tool_choice": call.request["tool_choice"],
        "response_schema": call.request["response_schema"],
        "parameters": {key: value for key, value in call.request["parameters"].items() if value is not None},
        "epoch": call.request["epoch"],
    }


def _reply(identity: str, found: MailReply) -> Reply:
    """The reply; a mailbox reports no usage, and none is invented."""
    calls = tuple(
        ToolRequest(name=call.name, args=call.args, id=f"call_{identity[:12]}_{index + 1}")
        for index, call in enumerate(found.tool_calls)
    )
    return Reply(
        content=found.text, tool_calls=calls, finish_reason="tool_calls" if calls else "stop", model="mailbox"
    )
