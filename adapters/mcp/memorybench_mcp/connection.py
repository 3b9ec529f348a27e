"""One live connection to an MCP server, and what its errors mean.

The SDK's client must be entered and left by the same task, so one task holds it from :meth:`Connection.open` to
:meth:`Connection.close`; calls come from any task of the same loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from memorybench.errors import BackendUnreachable, MemorybenchError
from memorybench_mcp.tools import Tool

if TYPE_CHECKING:
    import httpx2
    from mcp import Client, MCPError, StdioServerParameters

_CONNECT_SECONDS = 60.0
_ALIVE_SECONDS = 5.0
_ERROR_WIDTH = 300
_MOST_PAGES = 50


class ToolFailed(RuntimeError):
    """The server said that a tool failed, or answered in a way that no client can read."""


class ToolLate(ToolFailed):
    """A tool did not end within its time, on a server that answers otherwise."""


@dataclass(frozen=True)
class Endpoint:
    """Where the server is: a URL with its token, or the parameters to start it with."""

    name: str  # as the user typed it
    url: str | None = None
    token: str | None = None
    start: StdioServerParameters | None = None
    log: Path | None = None  # where a started server's standard error goes


class Connection:
    """A connection that is opened once and closed once."""

    def __init__(self, endpoint: Endpoint, timeout_s: float) -> None:
        self._endpoint = endpoint
        self._timeout = timeout_s
        self._client: Client | None = None
        self._holder: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._fault: BaseException | None = None  # what ended the connection
        self._refused: int | None = None  # HTTP status of the last refused request
        self.server = ""  # "memory-server 0.6.3 (MCP 2025-11-25)"

    async def open(self) -> list[Tool]:
        """Connect and return the server's tools.

        Raises:
            BackendUnreachable: no MCP server answers there.
        """
        logging.getLogger("mcp").addHandler(logging.NullHandler())  # what matters becomes an error
        up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._holder = asyncio.create_task(self._hold(up), name="mcp connection")
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await asyncio.shield(up)
                return await self._tools()
        except TimeoutError:
            await self._abort()
            raise BackendUnreachable(
                f"{self._where()} does not answer as an MCP server within {_CONNECT_SECONDS:g} s{self._last_words()}."
            ) from None
        except MemorybenchError:
            await self._abort()
            raise
        except Exception as error:
            await self._abort()
            raise self._unreachable(error) from error
        except BaseException:
            await self._abort()
            raise

    async def call(self, tool: str, arguments: dict[str, Any]) -> tuple[Any, list[str]]:
        """Call a tool; return its structured content and its texts.

        Raises:
            BackendUnreachable: the server is gone, or refuses the token.
            ToolFailed: the tool failed or did not end in time, on a server that answers.
        """
        from mcp import MCPError
        from mcp_types import TextContent
        from pydantic import ValidationError

        client = self._connected()
        try:
            result = await client.call_tool(tool, arguments, read_timeout_seconds=self._timeout)
        except MCPError as error:
            raise await self._meaning(tool, error) from error
        except ValidationError as error:
            raise ToolFailed(f"what {tool} returned is not an MCP result: {error.errors()[0]['msg']}") from error
        except RuntimeError as error:  # a result that is not what the tool's schema promises, or a question back
            raise ToolFailed(f"{tool}: {_short(error)}") from error
        except Exception as error:
            raise self._unreachable(error) from error
        texts = [block.text for block in result.content if isinstance(block, TextContent)]
        if result.is_error:
            raise ToolFailed(f"{tool}: {_short(' '.join(texts) or 'failed without a reason')}")
        return result.structured_content, texts

    async def close(self) -> None:
        """Leave the server; one that was started ends. Safe to call twice."""
        self._leave.set()
        holder, self._holder = self._holder, None
        if holder is not None:
            with contextlib.suppress(Exception):
                await holder
        self._client = None

    async def _hold(self, up: asyncio.Future[None]) -> None:
        try:
            async with self._entered() as client:
                self._client = client
                up.set_result(None)
                await self._leave.wait()
        except BaseException as error:
            self._fault = _innermost(error)
            if not up.done():
                up.set_exception(self._unreachable(self._fault))
                up.exception()  # retrieved by `open`, unless that was cancelled
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            self._client = None

    @contextlib.asynccontextmanager
    async def _entered(self) -> AsyncIterator[Client]:
        """The connected client; the older handshake first, since old servers may end at an unknown request."""
        from mcp import MCPError
        from mcp_types import UNSUPPORTED_PROTOCOL_VERSION

        for mode in ("legacy", "auto"):
            async with contextlib.AsyncExitStack() as stack:
                transport = await self._transport(stack)
                client = self._new_client(transport, mode)
                try:
                    await stack.enter_async_context(client)
                except BaseException as error:
                    inner = _innermost(error)
                    newer = isinstance(inner, MCPError) and inner.code == UNSUPPORTED_PROTOCOL_VERSION
                    if mode == "legacy" and newer:
                        continue
                    raise
                info = client.server_info
                name = f"{info.name} {info.version}" if info else "a server that does not say its name"
                self.server = f"{' '.join(name.split())} (MCP {client.protocol_version})"
                yield client
                return

    def _new_client(self, transport: Any, mode: Any) -> Client:
        from importlib.metadata import version

        from mcp import Client
        from mcp_types import Implementation

        who = Implementation(name="memorybench", version=version("ifc-memorybench-mcp"))
        return Client(transport, mode=mode, client_info=who, cache=None)

    async def _transport(self, stack: contextlib.AsyncExitStack) -> Any:
        from mcp.client.stdio import stdio_client
        from mcp.client.streamable_http import streamable_http_client

        if self._endpoint.url is not None:
            http = await stack.enter_async_context(self._http_client())
            return streamable_http_client(self._endpoint.url, http_client=http)
        assert self._endpoint.start is not None and self._endpoint.log is not None
        self._endpoint.log.parent.mkdir(parents=True, exist_ok=True)
        log = stack.enter_context(self._endpoint.log.open("w", encoding="utf-8", errors="replace"))
        return stdio_client(self._endpoint.start, errlog=log)

    def _http_client(self) -> httpx2.AsyncClient:
        import httpx2

        async def note(response: httpx2.Response) -> None:
            if response.status_code >= 400:
                self._refused = response.status_code

        assert self._endpoint.url is not None
        token = self._endpoint.token
        here = urlsplit(self._endpoint.url).hostname in ("127.0.0.1", "localhost", "::1")
        return httpx2.AsyncClient(
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=httpx2.Timeout(30.0, read=self._timeout + 30.0),  # the tool's own limit comes first
            event_hooks={"response": [note]},
            trust_env=not here,  # no proxy stands before this machine
        )

    async def _tools(self) -> list[Tool]:
        client = self._connected()
        tools: list[Tool] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            tools += [Tool(tool.name, dict(tool.input_schema or {})) for tool in page.tools]
            cursor = page.next_cursor
            if not cursor:
                break
        return tools

    def _connected(self) -> Client:
        if self._client is None:
            raise self._unreachable(self._fault or ConnectionError("the connection is closed"))
        return self._client

    async def _abort(self) -> None:
        holder, self._holder = self._holder, None
        if holder is not None:
            holder.cancel()
            with contextlib.suppress(BaseException):
                await asyncio.shield(asyncio.gather(holder, return_exceptions=True))

    async def _meaning(self, tool: str, error: MCPError) -> Exception:
        """The error of a call as the benchmark sees it: is the server to blame on which everything else works?"""
        from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT

        refused, self._refused = self._refused, None
        if error.code == CONNECTION_CLOSED or (refused is not None and refused != 400):
            return self._unreachable(error, refused)
        if error.code == REQUEST_TIMEOUT:
            late = f"{tool} did not answer within {self._timeout:g} s"
            return ToolLate(late) if await self._alive() else BackendUnreachable(f"{self._where()}: {late}.")
        return ToolFailed(f"{tool}: {_short(error)}")

    async def _alive(self) -> bool:
        try:
            async with asyncio.timeout(_ALIVE_SECONDS):
                await self._connected().list_tools()
        except Exception:
            return False
        return True

    def _unreachable(self, error: BaseException, refused: int | None = None) -> BackendUnreachable:
        if isinstance(error, BackendUnreachable):
            return error
        status = refused or self._refused
        if status in (401, 403):
            return BackendUnreachable(f"{self._where()} refuses the token: give it with --set mcp.token=….")
        if status is not None:
            return BackendUnreachable(f"{self._where()} fails with status {status}: look at the server.")
        if self._endpoint.url is None:
            return BackendUnreachable(f"{self._where()} has ended{self._last_words()}.")
        return BackendUnreachable(
            f"{self._where()} does not answer ({_short(_innermost(error))}): start it, or correct the URL."
        )

    def _where(self) -> str:
        return f"the MCP server {self._endpoint.name}"

    def _last_words(self) -> str:
        """The end of what a started server wrote to standard error."""
        log = self._endpoint.log
        if log is None or not log.exists():
            return ""
        lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines()]
        told = next(_telling(lines), "")
        return f" (it last wrote: {_short(told)})" if told else ""


def _telling(lines: list[str]) -> Iterator[str]:
    """Lines that say something, the likeliest reason first: an error's line, else the last one."""
    lines = [line for line in lines if any(letter.isalnum() for letter in line)]
    yield from (line for line in reversed(lines) if "Error" in line or "error:" in line)
    yield from reversed(lines)


def _innermost(error: BaseException) -> BaseException:
    """The first error inside groups of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _short(what: object) -> str:
    text = " ".join(str(what).split()) or type(what).__name__
    return text if len(text) <= _ERROR_WIDTH else text[: _ERROR_WIDTH - 1] + "…"
