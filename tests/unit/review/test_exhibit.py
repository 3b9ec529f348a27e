"""Each fact is marked in the message that tells it, whole messages stay readable, and code's objections are shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memorybench.records import Fact
from memorybench.review.desk import Desk
from memorybench.review.exhibit import chats, pieces
from memorybench.review.records import Corrections


def test_every_fact_is_marked_in_its_evidence(desk: Desk) -> None:
    for task in desk.dataset.tasks:
        shown = chats(task, desk.dataset.histories[task.history])
        marked = {
            (fact, told.message.id)
            for chat in shown
            for told in chat.told
            for piece in told.pieces
            for fact in piece.facts
        }
        assert {fact for fact, _ in marked} == {fact.id for fact in task.facts}, task.id
        evidence = {identifier for fact in task.facts for identifier in fact.evidence}
        assert {message for _, message in marked} <= evidence


def test_only_the_sentence_that_tells_it_is_marked() -> None:
    fact = Fact(id="f", subject="D-12 door", relation="price", value=480, unit="EUR", evidence=("S001-M01",))
    found = pieces("Good morning. The D-12 door costs 480 EUR. See you at noon.", [fact])
    assert [piece.text.strip() for piece in found if piece.facts] == ["The D-12 door costs 480 EUR."]


@given(st.text(max_size=300))
def test_no_character_is_lost(text: str) -> None:
    fact = Fact(id="f", subject="wall", relation="price", value=3, evidence=("S001-M01",))
    assert "".join(piece.text for piece in pieces(text, [fact])) == text


def test_a_corrected_gold_that_conflicts_with_the_model_is_objected_to(desk: Desk) -> None:
    task = next(task for task in desk.dataset.tasks if task.family == "emission_factor")
    assert desk.shown(task)["objections"] == []
    wrong = task.gold[0].model_copy(update={"value": 1.0})
    assert desk.objections_to(task, Corrections(gold=(wrong,))) == [
        "the gold is not what the family computes from the facts and the model"
    ]


def test_the_elements_come_with_a_command_that_shows_them(desk: Desk) -> None:
    task = next(task for task in desk.dataset.tasks if task.family == "emission_factor")
    shown = desk.shown(task)
    assert shown["element_count"] == 16
    result = desk.run(task, shown["elements"][0].command)
    assert result.exit_code == 0 and '"IfcWall"' in result.text


def test_a_command_cannot_write_or_leave_the_folder(desk: Desk) -> None:
    task = desk.dataset.tasks[0]
    for command in ("rm model.ifc", "cat /etc/passwd", "ifcquery x.ifc summary > out"):
        assert desk.run(task, command).exit_code != 0
