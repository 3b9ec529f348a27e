"""Serve the review page on loopback until the user stops it."""

from __future__ import annotations

import secrets
import socket
import zlib
from collections.abc import Callable
from pathlib import Path

import uvicorn

from memorybench.errors import BadInput
from memorybench.review.app import application
from memorybench.review.desk import Desk

_FIRST, _MANY = 49_152, 16_384  # the dynamic ports of RFC 6335


def serve(desk: Desk, port: int | None, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; ``tell`` is given the address with its token once connections are taken.

    Without ``port`` a folder has the same one each time if it is free: a browser keeps what was typed by port.

    Raises:
        BadInput: the port is taken.
    """
    token = secrets.token_urlsafe(16)
    with _usual(desk.dataset.root) if port is None else _listening(port) as listener:
        config = uvicorn.Config(application(desk, token), log_level="warning", access_log=False, lifespan="off")
        tell(f"http://127.0.0.1:{listener.getsockname()[1]}/{token}/")
        uvicorn.Server(config).run(sockets=[listener])


def _usual(folder: Path) -> socket.socket:
    usual = _FIRST + zlib.crc32(str(folder.resolve()).encode("utf-8")) % _MANY
    try:
        return _listening(usual)
    except BadInput:
        return _listening(0)


def _listening(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise BadInput(
            f"port {port} cannot be used ({error.strerror}): choose another with --port, or none."
        ) from None
    return listener
