"""What users say in the contract's checks: sessions that tell known facts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from memorybench.records import Fact, Message, Session
from memorybench.rendering import session_date

_ZONE = timezone(timedelta(hours=1))
_START = datetime(2026, 3, 2, 9, 30, tzinfo=_ZONE)

PLASTER = "The plaster of the main stair costs 41.50 euro per square metre."
DOORS = "The doors of the north lobby must reach EI 60."
HARBOUR = "The harbour crane of another project lifts 73 tonnes."
FACADE = "The façade of Büro Ø‑7 has a Wärmedurchgang of 0,18 as agreed (外壁)."
AIR = "The supply air of the archive is 1350 m³/h at 21 °C, and the window reaches 0,9 W/m²K."

GOLD = (
    Fact(id="f1", subject="main stair", relation="plaster cost", value=41.5, unit="EUR/m2", evidence=("S001-M01",)),
)


def told(number: int, *texts: str, at: datetime | None = None) -> Session:
    """Session ``number`` in which a user says ``texts``, each confirmed by the assistant.

    The sessions are a week apart from 2 March 2026, unless ``at`` says when this one was.
    """
    name = f"S{number:03d}"
    messages: list[Message] = []
    for text in texts:
        place = len(messages) + 1
        messages.append(Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text))
        messages.append(Message(id=f"{name}-M{place + 1:02d}", role="assistant", text="Noted.", final=True))
    return Session(id=name, started_at=at or _START + timedelta(weeks=number - 1), messages=tuple(messages))


def worked(number: int, question: str, *, output: str, answer: str) -> Session:
    """Session ``number``: a user's ``question``, a command of the assistant with its ``output``, the ``answer``."""
    name = f"S{number:03d}"
    messages = (
        Message(id=f"{name}-M01", role="user", speaker="architect", text=question),
        Message(id=f"{name}-M02", role="assistant", text="I look it up.", command="ifcquery model.ifc summary"),
        Message(id=f"{name}-M03", role="tool", text=output),
        Message(id=f"{name}-M04", role="assistant", text=answer, final=True),
    )
    return Session(id=name, started_at=_START + timedelta(weeks=number - 1), messages=messages)


def day(session: Session) -> str:
    """The session's day as it is expected in text, ``2026-03-02``."""
    return session_date(session)
