"""The contract's own small parts: options, defaults of the base class, and the common text form."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from memorybench.errors import BadInput
from memorybench.memory import (
    AdapterCard,
    AdapterConfig,
    GoldAccess,
    MemoryAdapter,
    StoreContext,
    parse_adapter_options,
)
from memorybench.records import IngestReceipt, Memory, Message, Session
from memorybench.rendering import render_message, render_session, session_heading


class Config(AdapterConfig):
    url: str | None = None
    top: int = Field(5, ge=1)


class Bare(MemoryAdapter):
    card: ClassVar[AdapterCard] = AdapterCard(
        name="bare", summary="s", system="bare 1.0", backend="b", surfaces=("none",)
    )

    async def open(self, context: StoreContext) -> None: ...

    async def ingest(self, session: Session) -> IngestReceipt:
        return IngestReceipt(session=session.id, messages=0, memories=0)

    async def dump(self) -> list[Memory]:
        return []

    async def close(self) -> None: ...

    async def drop(self) -> None: ...


def test_options_from_the_command_line_are_text_and_become_their_types() -> None:
    assert parse_adapter_options("toy", Config, {"top": "7"}) == Config(top=7)
    assert parse_adapter_options("toy", Config, {}) == Config()


def test_an_unknown_option_names_the_near_and_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"--set toy\.ulr: toy has no such option\. Did you mean 'url'.*toy\.top"):
        parse_adapter_options("toy", Config, {"ulr": "x"})


def test_an_adapter_without_options_says_so() -> None:
    with pytest.raises(BadInput, match=r"Known: none\."):
        parse_adapter_options("bare", AdapterConfig, {"url": "x"})


@pytest.mark.parametrize("value", ["0", "many"])
def test_a_wrong_value_is_shown(value: str) -> None:
    with pytest.raises(BadInput, match=rf"--set toy\.top: .*given '{value}'"):
        parse_adapter_options("toy", Config, {"top": value})


async def test_a_surface_that_is_not_there_says_whose_it_is_not() -> None:
    adapter = Bare()
    for surface in (adapter.search("q", 1), adapter.context(), adapter.files()):
        with pytest.raises(NotImplementedError, match="bare has no"):
            await surface


def test_gold_is_refused_by_default() -> None:
    with pytest.raises(NotImplementedError, match="not a gold baseline"):
        Bare().accept_gold(GoldAccess())


def test_the_day_is_that_of_the_sessions_own_time_zone() -> None:
    late = datetime(2026, 3, 2, 0, 30, tzinfo=timezone(timedelta(hours=2)))  # still 1 March in UTC
    assert session_heading(Session(id="S001", started_at=late, messages=())) == "Session S001, 2026-03-02"


texts = st.text(min_size=1, max_size=80)


@given(
    texts, st.sampled_from(["user", "assistant", "tool"]), st.none() | st.sampled_from(["architect", "HVAC engineer"])
)
def test_every_message_keeps_its_text_behind_a_prefix_that_says_when_where_and_who(
    text: str, role: str, speaker: str | None
) -> None:
    message = Message.model_validate({"id": "S001-M01", "role": role, "text": text, "speaker": speaker})
    session = Session(id="S001", started_at=datetime(2026, 3, 2, tzinfo=UTC), messages=(message,))
    rendered = render_message(message, session)
    prefix, rest = rendered[: -len(text)], rendered[-len(text) :]
    assert rest == text
    assert prefix == f"[2026-03-02 S001-M01 {role}{f' ({speaker})' if speaker else ''}] "
    assert render_session(session) == rendered


def test_tool_output_names_the_command_that_made_it_and_no_later_one() -> None:
    session = Session(
        id="S001",
        started_at=datetime(2026, 3, 2, tzinfo=UTC),
        messages=(
            Message(id="S001-M01", role="assistant", text="", command="ifcquery summary"),
            Message(id="S001-M02", role="tool", text="a"),
            Message(id="S001-M03", role="tool", text="b"),
            Message(id="S001-M04", role="assistant", text="Done.", final=True),
            Message(id="S001-M05", role="tool", text="c"),
        ),
    )
    assert render_session(session).splitlines()[2:] == [
        "[2026-03-02 S001-M02 tool, output of: ifcquery summary] a",
        "[2026-03-02 S001-M03 tool, output of: ifcquery summary] b",
        "[2026-03-02 S001-M04 assistant] Done.",
        "[2026-03-02 S001-M05 tool] c",
    ]
