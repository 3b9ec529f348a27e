"""The only place where messages are filtered before a memory system sees them (paper, section 4.4)."""

from __future__ import annotations

from memorybench.errors import unknown_name
from memorybench.records import History, Message, Scope, Session


def parse_scope(name: str) -> Scope:
    """Return the scope of that name; raise ``BadInput`` with the known ones otherwise."""
    try:
        return Scope(name)
    except ValueError:
        raise unknown_name("scope", name, [scope.value for scope in Scope]) from None


def in_scope(message: Message, scope: Scope) -> bool:
    """Whether ``scope`` lets a memory system see ``message``; raise ``ValueError`` for anything that is no scope."""
    match Scope(scope):
        case Scope.USER:
            return message.role == "user"
        case Scope.USER_FINAL:
            return message.role == "user" or message.final
        case Scope.FULL:
            return True


def filter_session(session: Session, scope: Scope) -> Session:
    """The session with only the messages in scope, in their order."""
    kept = tuple(message for message in session.messages if in_scope(message, scope))
    return session.model_copy(update={"messages": kept})


def filter_history(history: History, scope: Scope) -> History:
    """The history with every session filtered; a session may end up without messages."""
    return history.model_copy(
        update={"sessions": tuple(filter_session(session, scope) for session in history.sessions)}
    )
