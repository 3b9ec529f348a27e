"""Runs a judge definition with a chat model: one call per task, one retry, and never a guessed verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memorybench.errors import MemorybenchError
from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.evidence import Evidence, JudgeEvidence, evidence_message, system_message
from memorybench.judging.reply import UnreadableReply, read_reply
from memorybench.judging.settled import answer_is_final, false_by_need, false_end, unscored_end
from memorybench.models.errors import CostLimitReached, ModelError, chain, model_error_behind
from memorybench.records import Failure, Verdict

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

__all__ = ["Judge", "JudgeEvidence"]

TokenCounter = Callable[[str], int]


class Judge:
    """A judge definition bound to a chat model. Safe to use from several tasks at once."""

    def __init__(
        self,
        definition: JudgeDefinition,
        model: BaseChatModel,
        model_name: str,
        *,
        parameters: Mapping[str, Any] | None = None,
        max_evidence_tokens: int | None = None,
        count_tokens: TokenCounter | None = None,
    ) -> None:
        """Bind ``definition`` to ``model``.

        ``max_evidence_tokens`` replaces the definition's limit; evidence beyond it leaves the task unscored.
        ``count_tokens`` defaults to the bundled tokenizer.
        """
        if max_evidence_tokens is not None:
            definition = definition.model_copy(update={"max_evidence_tokens": max_evidence_tokens})
        self.definition = definition
        self.model_name = model_name
        self.fingerprint = definition.fingerprint(model_name, parameters)
        self._model = model
        self._count = count_tokens
        self._system = system_message(definition)
        self._structured: Any = _structured(model, definition)

    async def judge(self, evidence: JudgeEvidence) -> Verdict | None:
        """Return the verdict, scored or unscored; None where the judge does not apply to the task.

        None is the memory judge on a control task: nothing was told, so there is nothing to cover or use.
        Such tasks count in the rates ``abstention`` and ``false_memory`` instead. Raises
        :class:`~memorybench.models.errors.CostLimitReached` and nothing else of the model's.
        """
        if not self.definition.applies_to(evidence.task):
            return None
        if failure := unscored_end(evidence.answer):
            return self._verdict(unscored=failure, by="rule")
        if reason := false_end(evidence.answer):
            return self._all_false(dict.fromkeys(self.definition.keys, reason))
        fields = evidence.fields()
        if not answer_is_final(evidence.answer):
            fields["system_answer"] = ""
        return await self.judge_fields(fields)

    async def judge_fields(self, evidence: Evidence) -> Verdict:
        """Return the verdict on evidence fields alone, as calibration examples give them."""
        missing = false_by_need(self.definition, evidence)
        if len(missing) == len(self.definition.keys):
            return self._all_false(missing)
        message = evidence_message(self.definition, evidence)
        if failure := self._too_long(message):
            return self._verdict(unscored=failure, by="rule")
        try:
            verdicts, reasons = await self._ask(message)
        except UnreadableReply as error:
            return self._unscored(f"the reply could not be read, also after one retry: {error}")
        except Exception as error:  # the model, its client or its transport: the task is unscored, never false
            if limit := _cost_limit(error):
                raise limit from None
            return self._unscored(f"the call failed: {_sentence(error)}")
        return self._verdict(
            dimensions={key: verdicts[key] and key not in missing for key in self.definition.keys},
            reasons={key: missing.get(key, reasons[key]) for key in self.definition.keys},
        )

    async def _ask(self, message: str) -> tuple[dict[str, bool], dict[str, str]]:
        messages = [("system", self._system), ("human", message)]
        try:
            return read_reply(self.definition, await self._first_reply(messages))
        except UnreadableReply as error:
            # The reason for the retry is part of the message, so that a cache does not replay the same reply.
            again = f"Your reply could not be read ({error}). Reply with the JSON object alone."
            reply = await self._model.ainvoke([*messages, ("human", again)])
            return read_reply(self.definition, _text(reply))

    async def _first_reply(self, messages: list[tuple[str, str]]) -> Any:
        """The parsed object where the model supports structured output, else the reply's text."""
        if self._structured is None:
            return _text(await self._model.ainvoke(messages))
        try:
            reply = await self._structured.ainvoke(messages)
        except Exception as error:
            if not _refuses_structure(error):
                raise
            self._structured = None  # this server knows no schemas: ask by prompt from now on
            return _text(await self._model.ainvoke(messages))
        parsed = reply.get("parsed")
        return parsed if parsed is not None else _text(reply["raw"])

    def _too_long(self, message: str) -> Failure | None:
        counted = (self._count or _bundled_tokenizer())(self._system + message)
        limit = self.definition.max_evidence_tokens
        if counted <= limit:
            return None
        return Failure(
            kind="judge_error",
            message=f"The {self.definition.name} judge's evidence has {counted:,} tokens, its limit is {limit:,}.",
        )

    def _unscored(self, why: str) -> Verdict:
        message = f"The {self.definition.name} judge gave no verdict: {why}."
        return self._verdict(unscored=Failure(kind="judge_error", message=message))

    def _all_false(self, reasons: dict[str, str]) -> Verdict:
        return self._verdict(dimensions=dict.fromkeys(self.definition.keys, False), reasons=reasons, by="rule")

    def _verdict(self, **fields: Any) -> Verdict:
        return Verdict(judge=self.definition.name, fingerprint=self.fingerprint, **fields)


def _structured(model: BaseChatModel, definition: JudgeDefinition) -> Any:
    """The model bound to the reply's schema, or None where it has no structured output.

    The schema goes in as JSON, not as a pydantic class: then a client never raises on a reply that does not
    fit, and the reply is read in one place.
    """
    try:
        return model.with_structured_output(definition.reply_schema(), include_raw=True)
    except (NotImplementedError, ValueError, TypeError):
        return None


def _cost_limit(error: Exception) -> CostLimitReached | None:
    behind = model_error_behind(error)
    return behind if isinstance(behind, CostLimitReached) else None


def _refuses_structure(error: Exception) -> bool:
    """Whether the server or client cannot take a schema: it refused the request's form, not its size or key."""
    links = list(chain(error))
    if kinds := {link.kind for link in links if isinstance(link, ModelError)}:
        return "bad_request" in kinds or any(isinstance(link, NotImplementedError) for link in links)
    return any(
        isinstance(link, NotImplementedError) or getattr(link, "status_code", 0) in (400, 422) for link in links
    )


def _text(reply: Any) -> str:
    text = reply.text
    return str(text() if callable(text) and not isinstance(text, str) else text)


def _sentence(error: Exception) -> str:
    """The error's first line; a library's own gets its type before it, for its text alone may say nothing."""
    line = next(iter(str(error).strip().splitlines()), "no message").rstrip(".")
    return line if isinstance(error, MemorybenchError) else f"{type(error).__name__}: {line}"


def _bundled_tokenizer() -> TokenCounter:
    from memorybench.models import tokens

    return tokens.count
