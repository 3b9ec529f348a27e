"""A judge is data: ``judge.toml`` (dimensions, evidence, reply) and ``prompt.md`` in one folder."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError, create_model, model_validator

from memorybench.errors import BadInput, unknown_name
from memorybench.records import Record, Task
from memorybench.resources import bundled

EvidenceField = Literal[
    "probe", "gold_answer", "system_answer", "extra_information", "retrieved_memory", "project", "model"
]
CONTENT_FIELDS: frozenset[EvidenceField] = frozenset({"system_answer", "retrieved_memory"})
MESSAGE_VERSION = 1  # raise it when the wording or layout that the engine adds around the prompt changes


class Dimension(Record):
    """One yes/no question. ``needs`` are evidence fields without which the answer is no, by rule."""

    key: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    description: str = Field(min_length=1)
    needs: tuple[EvidenceField, ...] = ()


class DimensionReply(BaseModel):
    """What the judge model says of one dimension; the reason comes first, so that it precedes the verdict."""

    model_config = ConfigDict(extra="forbid")

    reason: str
    verdict: StrictBool


class JudgeDefinition(Record):
    """One judge: what it is asked, what it sees, how it replies."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    version: str = Field(pattern=r"^\d+\.\d+$")
    axis: str = Field(min_length=1)  # title of the axis in tables: "Answer quality"
    evidence: tuple[EvidenceField, ...] = Field(min_length=1)
    controls: bool  # whether control tasks (nothing was told) are judged
    max_evidence_tokens: int = Field(gt=0)
    reason_words: int = Field(gt=0)
    dimensions: tuple[Dimension, ...] = Field(min_length=1)
    prompt: str = Field(min_length=1)
    folder: Path | None = Field(default=None, exclude=True)

    @model_validator(mode="after")
    def _dimensions_fit_evidence(self) -> JudgeDefinition:
        keys = [dimension.key for dimension in self.dimensions]
        if len(set(keys)) < len(keys):
            raise ValueError("two dimensions have the same key")
        if len(set(self.evidence)) < len(self.evidence):
            raise ValueError("an evidence field is named twice")
        for dimension in self.dimensions:
            if blind := [field for field in dimension.needs if field not in self.evidence]:
                raise ValueError(f"dimension {dimension.key} needs {blind[0]}, which is not among the evidence")
            if fixed := [field for field in dimension.needs if field not in CONTENT_FIELDS]:
                raise ValueError(f"dimension {dimension.key} needs {fixed[0]}, which is never empty")
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        """The dimensions' keys, in order."""
        return tuple(dimension.key for dimension in self.dimensions)

    def applies_to(self, task: Task) -> bool:
        """Whether this judge has anything to say about ``task``: a memory judge has not where nothing was told."""
        return self.controls or task.control is None

    @cached_property
    def reply_type(self) -> type[BaseModel]:
        """The pydantic model of a reply: ``{dimension: {reason: str, verdict: bool}}``."""
        fields: dict[str, Any] = {
            dimension.key: (DimensionReply, Field(description=dimension.description)) for dimension in self.dimensions
        }
        return create_model(f"{self.name.title()}Verdict", __config__=ConfigDict(extra="forbid"), **fields)

    def reply_schema(self) -> dict[str, Any]:
        """The JSON schema of a reply, as a model is given it.

        Written out, without ``$ref``: strict servers refuse a description beside a reference.
        """
        return {
            "title": f"{self.name}_verdict",
            "description": f"Verdicts on {self.axis.lower()}, one per dimension.",
            "type": "object",
            "properties": {dimension.key: _dimension_schema(dimension) for dimension in self.dimensions},
            "required": list(self.keys),
            "additionalProperties": False,
        }

    def fingerprint(self, model_name: str, parameters: Mapping[str, Any] | None = None) -> str:
        """Twelve hex digits that change with anything that can change a verdict.

        ``parameters`` are the judge model's (temperature, ...). Card and calibration examples do not count.
        """
        content = {
            "definition": self.model_dump(mode="json", exclude={"folder"}),
            "schema": self.reply_schema(),
            "message": MESSAGE_VERSION,
            "model": model_name,
            "parameters": dict(parameters or {}),
        }
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=str)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def load_judge(name_or_path: str | Path) -> JudgeDefinition:
    """Load a bundled judge by name, or one from a folder; raise ``BadInput`` naming the file at fault."""
    folder = _folder(name_or_path)
    table = _read_toml(folder / "judge.toml")
    prompt = _read(folder / "prompt.md")
    if "prompt" in table or "folder" in table:
        raise BadInput(f"{folder / 'judge.toml'}: the prompt stands in prompt.md beside it, not in this file.")
    try:
        return JudgeDefinition.model_validate({**table, "prompt": prompt.strip(), "folder": folder})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        message = first["msg"].removeprefix("Value error, ")
        file = folder / ("prompt.md" if where == "prompt" else "judge.toml")
        raise BadInput(f"{file}: {where}: {message}.") from None


def _dimension_schema(dimension: Dimension) -> dict[str, Any]:
    return {
        "type": "object",
        "description": dimension.description,
        "properties": {"reason": {"type": "string"}, "verdict": {"type": "boolean"}},
        "required": ["reason", "verdict"],
        "additionalProperties": False,
    }


def _folder(name_or_path: str | Path) -> Path:
    known = bundled("judges")
    if isinstance(name_or_path, str) and name_or_path in known:
        return known[name_or_path]
    folder = Path(name_or_path)
    if folder.is_dir():
        return folder
    if len(folder.parts) > 1:
        raise BadInput(f"{folder}: there is no judge folder here; name a bundled judge or an existing folder.")
    raise unknown_name("judge", str(name_or_path), known)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"{path}: the file is missing; a judge folder holds judge.toml and prompt.md.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read as UTF-8 text ({error}).") from None


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: not valid TOML: {error}.") from None
