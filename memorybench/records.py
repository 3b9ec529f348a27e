"""The records that every floor shares: frozen, strict, JSON in and out.

Terms are those of the glossary in ``docs/design.md``; the task structure follows the paper's section 3.1
and 3.2 (arXiv 2607.26072), with typed gold, facts and controls added.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, field_serializer, model_validator


def _empty(value: tuple[Any, ...]) -> bool:
    return not value


class Record(BaseModel):
    """Base of all records: immutable, and an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Scope(StrEnum):
    """Which messages of a session a memory system is given (paper, section 4.4)."""

    USER = "user"
    USER_FINAL = "user+final"
    FULL = "full"


class Label(StrEnum):
    """How much of the answer the IFC model itself holds (paper, section 3.2)."""

    NOT_IN_IFC = "not_in_ifc"
    NEEDS_EXTERNAL_INFO = "needs_external_info"
    PARTIALLY_ANSWERABLE = "partially_answerable_from_ifc"


class Kind(StrEnum):
    """What a probe asks for."""

    LOOKUP = "lookup"
    LIST = "list"
    COMPARISON = "comparison"
    AGGREGATION = "aggregation"
    AVAILABILITY = "availability"
    MCQ = "mcq"


class Control(StrEnum):
    """Tasks whose right answer is that the matter is not settled."""

    NEVER_TOLD = "never_told"
    WRONG_ELEMENT = "wrong_element"
    WITHDRAWN = "withdrawn"


class Ability(StrEnum):
    """What a task demands of a memory beyond keeping what it was told (LongMemEval's and LoCoMo's terms, as ours)."""

    UPDATE = "update"  # a later statement replaces an earlier one
    TEMPORAL = "temporal"  # the answer rests on when something was, is or holds
    MULTI_SESSION = "multi_session"  # told in more than one session
    SINGLE_SESSION = "single_session"
    ASSISTANT_TURN = "assistant_turn"  # told by the assistant, not by the user
    PREFERENCE = "preference"  # a wish that nobody put into words
    WORLD_KNOWLEDGE = "world_knowledge"  # what was told, together with what everybody knows
    ABSTENTION = "abstention"  # it was never told


class Message(Record):
    """One message. ``id`` is ``S003-M02``: session and 1-based position in it."""

    id: str = Field(pattern=r"^S\d{3,}-M\d{2,}$")
    role: Literal["user", "assistant", "tool"]
    text: str
    speaker: str | None = None  # user messages: who speaks, a role ("architect") or a name ("Caroline")
    final: bool = False  # an assistant message that closes a turn
    command: str | None = (
        None  # assistant messages that call the tool: the command line; its output follows as `tool`
    )

    @model_validator(mode="after")
    def _only_assistant_closes_a_turn(self) -> Message:
        if self.final and self.role != "assistant":
            raise ValueError(f"{self.id}: only an assistant message can be final")
        return self


class Session(Record):
    """One chat of a history, ``S003``, dated."""

    id: str = Field(pattern=r"^S\d{3,}$")
    started_at: AwareDatetime
    messages: tuple[Message, ...]


class History(Record):
    """The dated chats of one project, in order."""

    id: str
    project: str
    sessions: tuple[Session, ...]

    def up_to(self, probe_time: datetime) -> History:
        """The same history with only the sessions that started before ``probe_time``."""
        kept = tuple(session for session in self.sessions if session.started_at < probe_time)
        return self.model_copy(update={"sessions": kept})


class NumberGold(Record):
    """A quantity with its unit; ``unit`` is None for a discrete count, which must match exactly."""

    type: Literal["number"] = "number"
    value: float
    unit: str | None = None
    tolerance: float = 0.02  # relative; paper, appendix B: about 2 % or conventional rounding
    about: str | None = None  # what the number is, for people: "total cost"


class NamesGold(Record):
    """A set of names; order is free. ``aliases`` maps a name to other accepted spellings.

    ``absent`` names must not be claimed: listing one of them makes the answer wrong.
    """

    type: Literal["names"] = "names"
    names: frozenset[str]
    aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    about: str | None = None

    @field_serializer("names", "absent", when_used="json")
    def _in_order(self, names: frozenset[str]) -> list[str]:
        """Sorted, so that the same task is the same bytes in every process."""
        return sorted(names)


class BooleanGold(Record):
    """Yes or no. ``statement`` is the affirmative sentence that ``value`` is about."""

    type: Literal["boolean"] = "boolean"
    value: bool
    statement: str
    about: str | None = None


class EnumGold(Record):
    """One of a closed set of words, e.g. ``EI 90`` among ``EI 60``, ``EI 90``."""

    type: Literal["enum"] = "enum"
    value: str
    options: tuple[str, ...]
    aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    about: str | None = None


class TextGold(Record):
    """A short phrase of which any accepted wording must occur."""

    type: Literal["text"] = "text"
    value: str
    accept: tuple[str, ...] = ()
    about: str | None = None


class NotSettledGold(Record):
    """The right answer is that this was never told or agreed: gold of the control tasks."""

    type: Literal["not_settled"] = "not_settled"
    about: str | None = None
    distractor_values: tuple[str, ...] = ()  # values told of a sibling: claiming one is a false memory


GoldPart = Annotated[
    NumberGold | NamesGold | BooleanGold | EnumGold | TextGold | NotSettledGold,
    Field(discriminator="type"),
]


class Fact(Record):
    """One atomic piece of project knowledge that prior sessions told.

    ``value`` keeps its JSON type (a bool is a bool, 412 a number). ``evidence`` are the ids of the messages that
    tell it: a user's, or the text of a document that the assistant read, or its answer. A fact that another fact
    of the task names in ``supersedes`` is stale.
    """

    id: str
    subject: str
    aliases: tuple[str, ...] = ()
    relation: str
    value: bool | float | str
    unit: str | None = None
    negated: bool = False  # the fact denies: "there are no sprinklers"
    evidence: tuple[str, ...]
    supersedes: str | None = None
    siblings: tuple[str, ...] = ()  # subjects that are told the same relation with another value

    def sentence(self) -> str:
        """The fact in one plain sentence, as the gold memory and the judges see it."""
        value = {True: "yes", False: "no"}.get(self.value, self.value) if isinstance(self.value, bool) else self.value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        unit = f" {self.unit}" if self.unit else ""
        denial = "not " if self.negated else ""
        if self.relation.startswith("is "):
            return f"{self.subject} {self.relation} {denial}{value}{unit}."
        return f"{self.subject}: {self.relation} is {denial}{value}{unit}."


class Derivation(Record):
    """How a generated gold was computed, so that it can be computed again from changed facts or elements."""

    family: str
    inputs: dict[str, Any]  # JSON values; what they mean is the family's business
    model_keys: tuple[str, ...] = ()  # GlobalIds (or `#step`) of the elements the gold rests on


class Task(Record):
    """A probe put at a probe time to a history and, but for imported chat benchmarks, an IFC model."""

    id: str
    history: str  # History.id
    project: str
    model: str | None  # path of the IFC file, relative to the dataset; null: there is none, only the history
    probe: str  # invites memory and model (the paper's style, the default)
    probe_plain: str  # the same question without the invitation
    probe_time: AwareDatetime
    label: Label
    kind: Kind
    family: str  # the fact family, e.g. `unit_cost`
    control: Control | None = None
    gold_answer: str
    gold: tuple[GoldPart, ...] = ()  # every part must hold
    extra_information: str
    facts: tuple[Fact, ...]
    phrase_bank: Literal["A", "B"] | None = None  # None: not written by the generator
    derivation: Derivation | None = None
    # Absent from the JSON where empty: datasets without them keep their bytes.
    evidence: tuple[str, ...] = Field(default=(), exclude_if=_empty)  # ids of messages, where no fact names them
    abilities: tuple[Ability, ...] = Field(default=(), exclude_if=_empty)  # stated; else see `tasks.abilities`

    @model_validator(mode="after")
    def _without_a_model_nothing_is_in_it(self) -> Task:
        if self.model is None and self.label is not Label.NOT_IN_IFC:
            raise ValueError(f"{self.id}: a task without a model has the label {Label.NOT_IN_IFC.value}")
        return self

    def evidence_sessions(self) -> frozenset[str]:
        """The sessions that tell what the answer needs, by the facts that hold or by ``evidence``."""
        messages = [*self.evidence, *(identifier for fact in self.current_facts() for identifier in fact.evidence)]
        return frozenset(identifier.partition("-")[0] for identifier in messages)

    def current_facts(self) -> tuple[Fact, ...]:
        """The facts that hold at the probe time: those that no other fact supersedes."""
        stale = {fact.supersedes for fact in self.facts if fact.supersedes}
        return tuple(fact for fact in self.facts if fact.id not in stale)


class Memory(Record):
    """One item that a memory system stored or returned."""

    text: str
    score: float | None = None
    session: str | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    id: str | None = None


class Failure(Record):
    """Something that went wrong, in one sentence; ``kind`` decides whether it scores (DESIGN, section 3)."""

    kind: Literal[
        "memory_error",  # the memory system failed on a healthy backend: scored false
        "backend_unreachable",  # unscored
        "model_error",  # unscored
        "tool_error",  # the harness's own tool broke: unscored
        "judge_error",  # unscored
    ]
    message: str
    session: str | None = None


class IngestReceipt(Record):
    """What one session's ingestion did."""

    session: str
    messages: int
    memories: int
    calls: int = 0
    failures: tuple[Failure, ...] = ()  # what is lost of the session
    recovered: tuple[Failure, ...] = ()  # what failed at first and is stored after all
    notes: tuple[str, ...] = ()


class Usage(Record):
    """Tokens and calls of one role, as the provider reported them."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None  # USD; None: the price is unknown
    unmetered_calls: int = 0  # calls whose provider reported no usage
    cached_calls: int = 0  # calls answered from a recording


class TraceStep(Record):
    """One model or tool step of the probe agent."""

    kind: Literal["model", "tool"]
    name: str
    input: str = ""
    output: str = ""
    seconds: float | None = None


class Answer(Record):
    """How a probe ended, and with what."""

    end: Literal["answered", "no_answer", "step_limit", "timeout", "failed"]
    text: str = ""
    failure: Failure | None = None  # set when `end` is "failed"
    trace: tuple[TraceStep, ...] = ()
    retrieved: tuple[Memory, ...] = ()  # all memory text shown, in order, deduplicated
    memory_queries: tuple[str, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0


class Verdict(Record):
    """One judge's binary verdict per dimension, or the reason why there is none."""

    judge: str  # the judge definition's name: `answer`, `memory`, `grader`
    fingerprint: str
    dimensions: dict[str, bool] = Field(default_factory=dict)
    reasons: dict[str, str] = Field(default_factory=dict)
    by: Literal["model", "matcher", "rule", "person"] = "model"
    unscored: Failure | None = None

    @property
    def scored(self) -> bool:
        """Whether the verdict counts in a rate's denominator."""
        return self.unscored is None

    @property
    def accepted(self) -> bool | None:
        """Whether every dimension holds; None when unscored."""
        return all(self.dimensions.values()) if self.scored else None
