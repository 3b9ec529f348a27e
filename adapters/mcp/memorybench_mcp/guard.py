"""Starts a server and ends it, with all it started, as soon as its parent is gone.

Run as a script, ``python guard.py PARENT PROGRAM ARGUMENTS…``, with no import that takes time. A server is meant to
end when its input ends, but one that does not would outlive a run that was killed. The guard leads the process group
that the server is in; standard input, output and error are the server's own.
"""

import os
import signal
import sys
import time

_POLL_SECONDS = 0.2
_GRACE_SECONDS = 2.0


def main(parent: int, command: list[str]) -> None:
    """Run ``command`` until it ends or process ``parent`` does; then end the whole group, the guard included."""
    try:
        child = os.posix_spawn(command[0], command, os.environ)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    _let_go_of_pipes()
    asked_to_end: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: asked_to_end.append(number))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends_at: float | None = None
    while not os.waitpid(child, os.WNOHANG)[0]:
        if os.getppid() != parent and ends_at is None:
            os.killpg(0, signal.SIGTERM)
            ends_at = time.monotonic() + _GRACE_SECONDS
        if ends_at is not None and time.monotonic() > ends_at:
            break
        time.sleep(0.02 if ends_at is not None or asked_to_end else _POLL_SECONDS)
    os.killpg(0, signal.SIGTERM)  # what the server started and left behind
    time.sleep(0.05)
    os.killpg(0, signal.SIGKILL)


def _let_go_of_pipes() -> None:
    """Keep no end of the server's pipes: the other side must see it when the server closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    os.close(nothing)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
