"""Tell whose fault an exception is: the memory system's (scored) or the harness's (unscored)."""

from __future__ import annotations

from collections.abc import Iterator

from memorybench.errors import BackendUnreachable, ModelUnavailable
from memorybench.records import Failure


def chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what it was raised from, outermost first."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def failure_of(error: BaseException, session: str | None = None) -> Failure:
    """Classify an exception that came out of an adapter (DESIGN, section 3.5)."""
    for link in chain(error):
        if isinstance(link, ModelUnavailable):
            return Failure(kind="model_error", message=one_line(link), session=session)
        if isinstance(link, BackendUnreachable):
            return Failure(kind="backend_unreachable", message=one_line(link), session=session)
    return Failure(kind="memory_error", message=f"{type(error).__name__}: {one_line(error)}", session=session)


def one_line(error: BaseException, width: int = 400) -> str:
    """The message on one line, shortened."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= width else text[: width - 1] + "…"
