"""Providers' exceptions are read without knowing their types."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from memorybench.models.failures import model_error, read, refuses_temperature
from memorybench.models.names import parse_chat
from memorybench.models.retry import policy
from memorybench.models.settings import ModelSettings


class Status(Exception):
    """An exception as API clients raise it."""

    def __init__(
        self, status: int, message: str = "", headers: dict[str, str] | None = None, body: Any = None
    ) -> None:
        super().__init__(message)
        self.status_code = status
        self.response = type("Response", (), {"headers": headers or {}})()
        self.body = body


@pytest.mark.parametrize(
    ("error", "kind", "retried"),
    [
        (Status(429), "rate_limit", True),
        (Status(429, "You exceeded your quota: insufficient_quota"), "other", False),
        (Status(500), "server", True),
        (Status(529), "server", True),
        (Status(504), "timeout", True),
        (Status(401), "wrong_key", False),
        (Status(403), "wrong_key", False),
        (Status(400, "Incorrect API key provided: xa***"), "wrong_key", False),
        (Status(400, "API key not valid. Please pass a valid API key."), "wrong_key", False),
        (Status(404), "unknown_model", False),
        (Status(400, "invalid model ID"), "unknown_model", False),
        (Status(400, "This model's maximum context length is 10 tokens"), "too_long", False),
        (Status(422, "unprocessable"), "bad_request", False),
        (TimeoutError(), "timeout", True),
        (ConnectionRefusedError(), "refused", True),
        (ConnectionResetError(), "dropped", True),
        (RuntimeError("Event loop is closed"), "dropped", True),
        (KeyError("choices"), "bad_form", False),
        (ValueError("what"), "other", False),
    ],
    ids=str,
)
def test_kinds(error: Exception, kind: str, retried: bool) -> None:
    trouble = read(error)
    assert (trouble.kind, trouble.retried) == (kind, retried)


def test_the_cause_is_found_behind_a_wrapping_exception() -> None:
    outer = RuntimeError("client failed")
    outer.__cause__ = Status(429, headers={"retry-after": "7"})
    assert read(outer).kind == "rate_limit"
    assert read(outer).retry_after == 7.0


def test_retry_after_may_be_a_date() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    asked = read(Status(429, headers={"retry-after": later})).retry_after
    assert asked is not None
    assert 25 < asked <= 30
    assert read(Status(429, headers={"retry-after": "soon"})).retry_after is None


def test_a_refused_temperature_is_seen() -> None:
    assert refuses_temperature(Status(400, "Unsupported value: 'temperature' must be 1"))
    assert not refuses_temperature(Status(400, "bad tools"))
    assert not refuses_temperature(Status(500, "temperature of the machine room"))


def test_the_providers_own_words_are_quoted_short_and_on_one_line() -> None:
    error = Status(400, "long", body={"error": {"message": "no\nsuch  tool " + "x" * 500}})
    text = str(model_error(error, parse_chat("xai:grok-4.3"), "probe", tries=5, timeout_s=1))
    assert text.startswith("xai:grok-4.3 (role probe): the xai service refused the request (400): no such tool xxx")
    assert len(text) < 300


def test_a_wrong_key_names_the_providers_variable() -> None:
    text = str(model_error(Status(401), parse_chat("anthropic:m"), "memory", tries=1, timeout_s=1))
    assert text == (
        "anthropic:m (role memory): the anthropic service refused the key (401): "
        "check ANTHROPIC_API_KEY and what it may use."
    )


def test_waits_grow_and_are_bounded() -> None:
    from tenacity import RetryCallState, Retrying

    wait = policy(ModelSettings(max_wait_s=10))["wait"]

    def pause(attempt: int, error: Exception) -> float:
        state = RetryCallState(Retrying(), None, (), {})
        state.attempt_number = attempt
        state.set_exception((type(error), error, None))
        return float(wait(state))

    assert 0.5 <= pause(1, Status(500)) <= 1.0
    assert 2.0 <= pause(3, Status(500)) <= 4.0
    assert pause(20, Status(500)) == 10
    assert pause(1, Status(429, headers={"retry-after": "3"})) == 3.0
