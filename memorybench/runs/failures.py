"""Tell whose fault an exception is: the memory system's (scored) or the harness's (unscored)."""

from __future__ import annotations

from memorybench.errors import BackendUnreachable
from memorybench.models.errors import CostLimitReached, chain, model_error_behind
from memorybench.records import Failure


def failure_of(error: BaseException, session: str | None = None) -> Failure:
    """Classify an exception that came out of an adapter (DESIGN, section 3.5).

    Raises:
        CostLimitReached: the run's money is spent; that is nobody's failure.
    """
    model_error = model_error_behind(error)
    if isinstance(model_error, CostLimitReached):
        raise model_error
    if model_error is not None:
        return Failure(kind="model_error", message=one_line(model_error), session=session)
    for link in chain(error):
        if isinstance(link, BackendUnreachable):
            return Failure(kind="backend_unreachable", message=one_line(link), session=session)
    return Failure(kind="memory_error", message=f"{type(error).__name__}: {one_line(error)}", session=session)


def one_line(error: BaseException, width: int = 400) -> str:
    """The message on one line, shortened."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= width else text[: width - 1] + "…"
