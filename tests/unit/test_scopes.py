"""Scopes: nested, order kept, nothing of another role, nothing later than the probe."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.errors import BadInput
from memorybench.records import History, Message, Scope, Session
from memorybench.scopes import filter_history, parse_scope

START = datetime(2026, 1, 1, tzinfo=UTC)


@st.composite
def histories(draw: st.DrawFn) -> History:
    sessions = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        roles = draw(st.lists(st.sampled_from(["user", "assistant", "final", "tool"]), max_size=8))
        messages = tuple(
            Message(
                id=f"S{number:03d}-M{place:02d}",
                role="assistant" if role == "final" else role,
                final=role == "final",
                text=draw(st.text(max_size=12)),
            )
            for place, role in enumerate(roles, start=1)
        )
        sessions.append(
            Session(id=f"S{number:03d}", started_at=START + timedelta(hours=7 * number), messages=messages)
        )
    return History(id="h", project="p", sessions=tuple(sessions))


def ids(history: History) -> list[str]:
    return [message.id for session in history.sessions for message in session.messages]


@given(histories())
def test_scopes_are_nested_and_keep_order(history: History) -> None:
    user, final, full = (ids(filter_history(history, scope)) for scope in Scope)
    assert set(user) <= set(final) <= set(full)
    assert full == ids(history)
    for kept in (user, final):
        assert kept == [identifier for identifier in full if identifier in set(kept)]


@given(histories())
def test_no_message_of_another_role_leaks(history: History) -> None:
    def kept(scope: Scope) -> list[Message]:
        return [m for session in filter_history(history, scope).sessions for m in session.messages]

    assert {message.role for message in kept(Scope.USER)} <= {"user"}
    assert all(message.role == "user" or message.final for message in kept(Scope.USER_FINAL))
    assert [m.id for m in kept(Scope.USER)] == [
        i for i in ids(history) if i in {m.id for s in history.sessions for m in s.messages if m.role == "user"}
    ]


@given(histories(), st.integers(0, 60))
def test_no_later_session_leaks(history: History, hours: int) -> None:
    probe_time = START + timedelta(hours=hours)
    seen = history.up_to(probe_time)
    assert all(session.started_at < probe_time for session in seen.sessions)
    assert seen.sessions == history.sessions[: len(seen.sessions)]
    assert all(session.started_at >= probe_time for session in history.sessions[len(seen.sessions) :])


@given(histories(), st.sampled_from(list(Scope)))
def test_filtering_keeps_sessions_and_is_idempotent(history: History, scope: Scope) -> None:
    once = filter_history(history, scope)
    assert [session.id for session in once.sessions] == [session.id for session in history.sessions]
    assert filter_history(once, scope) == once


def test_an_unknown_scope_names_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"unknown scope 'user\+finals'.*Did you mean 'user\+final'"):
        parse_scope("user+finals")
