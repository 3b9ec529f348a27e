"""Reads providers' exceptions: what went wrong, whether another try can help, and one sentence for people.

Providers share no exception types, so this reads status codes, response headers and the transport's
exception names along the chain of causes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal

from memorybench.models.errors import ModelError, chain
from memorybench.models.names import PROVIDERS, ModelName
from memorybench.models.settings import ModelRole

Kind = Literal[
    "wrong_key",
    "unknown_model",
    "rate_limit",
    "server",
    "timeout",
    "refused",
    "dropped",
    "bad_reply",
    "bad_form",
    "too_long",
    "cut_off",
    "bad_request",
    "other",
]
_RETRIED: frozenset[Kind] = frozenset({"rate_limit", "server", "timeout", "refused", "dropped", "bad_reply"})
_NAMES: dict[str, Kind] = {  # class names of httpx, openai, anthropic and google, most telling first
    "LengthFinishReasonError": "cut_off",
    "ConnectTimeout": "timeout",
    "ReadTimeout": "timeout",
    "WriteTimeout": "timeout",
    "PoolTimeout": "timeout",
    "APITimeoutError": "timeout",
    "ConnectError": "refused",
    "ConnectionRefusedError": "refused",
    "RemoteProtocolError": "dropped",
    "ReadError": "dropped",
    "WriteError": "dropped",
    "ConnectionResetError": "dropped",
    "BrokenPipeError": "dropped",
    "APIConnectionError": "dropped",
    "JSONDecodeError": "bad_reply",
    "APIResponseValidationError": "bad_reply",
}
_CLOSED_LOOP = "Event loop is closed"
_MISSHAPEN = (TypeError, KeyError, IndexError, AttributeError)  # a client reading a reply of another shape
_BAD_KEY = ("incorrect api key", "api key not valid", "invalid api key", "api_key_invalid")  # some answer 400
_NO_MODEL = ("invalid model", "unknown model", "model not found", "model_not_found")
_LONG = ("context_length", "context length", "maximum context", "too many tokens", "prompt is too long")


@dataclass(frozen=True)
class Trouble:
    """What an exception means."""

    kind: Kind
    status: int | None = None
    retry_after: float | None = None  # seconds the provider asked to wait
    detail: str = ""

    @property
    def retried(self) -> bool:
        """Whether another try can help."""
        return self.kind in _RETRIED


def read(error: BaseException) -> Trouble:
    """Classify an exception of any provider's client."""
    for link in chain(error):
        status = _status(link)
        if status is not None:
            return Trouble(_by_status(status, str(link)), status, _retry_after(link), _excerpt(link))
    names = [base.__name__ for link in chain(error) for base in type(link).__mro__]
    for name, kind in _NAMES.items():
        if name in names:
            return Trouble(kind, detail=_excerpt(error))
    if any(isinstance(link, TimeoutError) for link in chain(error)):
        return Trouble("timeout", detail=_excerpt(error))
    if any(_CLOSED_LOOP in str(link) for link in chain(error)):  # a pooled connection of an event loop that has ended
        return Trouble("dropped", detail=_excerpt(error))
    if isinstance(error, _MISSHAPEN):
        return Trouble("bad_form", detail=_excerpt(error))
    return Trouble("other", detail=f"{type(error).__name__}: {_excerpt(error)}")


def refuses_temperature(error: BaseException) -> bool:
    """Whether the provider rejected the request because of its temperature."""
    return any(_status(link) in (400, 422) and "temperature" in str(link).lower() for link in chain(error))


def _status(error: BaseException) -> int | None:
    for name in ("status_code", "code", "http_status"):
        value = getattr(error, name, None)
        if isinstance(value, int) and not isinstance(value, bool) and 400 <= value < 600:
            return value
    return None


def _by_status(status: int, text: str) -> Kind:
    low = text.lower()
    if status in (401, 403) or (status == 400 and any(word in low for word in _BAD_KEY)):
        return "wrong_key"
    if status == 404 or (status == 400 and any(word in low for word in _NO_MODEL)):
        return "unknown_model"
    if status in (408, 504):
        return "timeout"
    if status == 429:
        return "other" if "insufficient_quota" in text else "rate_limit"
    if status >= 500:
        return "server"
    if status == 413 or any(word in low for word in _LONG):
        return "too_long"
    return "server" if status in (409, 425) else "bad_request"


def _retry_after(error: BaseException) -> float | None:
    headers: Mapping[str, str] = getattr(getattr(error, "response", None), "headers", None) or {}
    text = headers.get("retry-after", "")
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _excerpt(error: BaseException, width: int = 200) -> str:
    body: Any = getattr(error, "body", None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        body = inner.get("message") if isinstance(inner, dict) else inner
    text = body if isinstance(body, str) and body else str(error)
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= width else text[:width] + "…"


def model_error(
    error: BaseException, name: ModelName, role: ModelRole, *, tries: int, timeout_s: float
) -> ModelError:
    """One sentence for an exception that ended a call."""
    trouble = read(error)
    who = f"{name.text} (role {role})"
    where = name.base_url or f"the {name.provider} service"
    keys = " or ".join(PROVIDERS[name.provider].keys) if name.provider in PROVIDERS else "the key"
    status = f" ({trouble.status})" if trouble.status else ""
    after = f" after {tries} tries" if tries > 1 and trouble.retried else ""
    ask = f"; the provider asks to wait {trouble.retry_after:.0f} s" if trouble.retry_after else ""
    sentences: dict[Kind, str] = {
        "wrong_key": f"{where} refused the key{status}: check {keys} and what it may use.",
        "unknown_model": f"{where} knows no model {name.model!r}{status}: check its name and the address.",
        "rate_limit": f"{where} still limits the rate{status}{after}{ask}: lower --concurrency or resume later.",
        "server": f"{where} failed{status}{after}: {trouble.detail}.",
        "timeout": f"{where} gave no reply within {timeout_s:g} s{after}: is it overloaded, or still loading?",
        "refused": f"{where} cannot be reached{after}: is the server running and the address right?",
        "dropped": f"{where} broke the connection off{after}.",
        "bad_reply": f"{where} sent a reply that is not valid JSON{after}: {trouble.detail}.",
        "bad_form": f"{where} sent a reply of an unexpected form: {trouble.detail}.",
        "too_long": f"the request is longer than {name.model} takes{status}: {trouble.detail}.",
        "cut_off": f"{where} cut the reply off at its length limit, so its JSON is incomplete.",
        "bad_request": f"{where} refused the request{status}: {trouble.detail}.",
        "other": f"{where} failed{status}: {trouble.detail}.",
    }
    return ModelError(f"{who}: {_redacted(sentences[trouble.kind])}", trouble.kind, trouble.status)


def _redacted(text: str) -> str:
    """The text without any key of this environment."""
    import os

    for provider in PROVIDERS.values():
        for variable in provider.keys:
            key = os.environ.get(variable)
            if key and len(key) > 7:
                text = text.replace(key, f"[{variable}]")
    return text
