"""Documents come apart into items that can stand alone."""

from __future__ import annotations

from memorybench.probe.evidence import ProbeEvidence, document_items
from memorybench.records import Memory


def test_a_line_carries_its_heading_and_its_continuation() -> None:
    text = "# Doors\n- D12\n  - EI 60\n  - 410 EUR\n- D13\n\n## Walls\nW1 is 200 mm thick.\n"
    assert document_items(text) == [
        "# Doors\n- D12\n  - EI 60\n  - 410 EUR",
        "# Doors\n- D13",
        "## Walls\nW1 is 200 mm thick.",
    ]


def test_plain_lines_and_lone_headings() -> None:
    assert document_items("a\n\nb") == ["a", "b"]
    assert document_items("# Only a title") == ["# Only a title"]
    assert document_items(" \n") == []


def test_the_first_appearance_keeps_its_place() -> None:
    evidence = ProbeEvidence()
    evidence.show([Memory(text="b", session="S001"), Memory(text="a")])
    evidence.show([Memory(text=" b ", session="S002"), Memory(text="  ")])
    assert evidence.retrieved == (Memory(text="b", session="S001"), Memory(text="a"))
