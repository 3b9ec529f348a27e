"""One real call to a model or embedder before a run, so that what is wrong shows in seconds and costs nothing."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

from langchain_core.messages import HumanMessage

from memorybench.errors import ModelUnavailable
from memorybench.models.backends import ClientBackend
from memorybench.models.chat import HubChat
from memorybench.models.clients import build_client
from memorybench.models.embedders import Embedder
from memorybench.models.remote_embedder import RemoteEmbedder
from memorybench.models.request import chat_call
from memorybench.records import Record

LIMIT_S = 30.0  # a model that takes longer to say one word will not carry a run


class PreflightResult(Record):
    """What a preflight found. ``called`` is False where no call is possible or needed; ``note`` says why."""

    name: str
    role: str
    called: bool
    seconds: float = 0.0
    note: str = ""


def preflight(model: HubChat | Embedder) -> PreflightResult:
    """Call the model once, outside recording and usage; raise ``ModelError`` with one sentence if it fails."""
    started = time.monotonic()
    if isinstance(model, HubChat):
        called, note = _chat(model)
        return PreflightResult(
            name=model.model_name, role=model.role, called=called, seconds=time.monotonic() - started, note=note
        )
    called, note = _embedder(model)
    return PreflightResult(
        name=model.name, role="memory", called=called, seconds=time.monotonic() - started, note=note
    )


def _chat(model: HubChat) -> tuple[bool, str]:
    caller = model.caller
    if caller.cache is not None and caller.cache.replays_only:
        return False, "replayed from recordings, not called"
    if caller.name.folder is not None:
        _writable(caller.name.folder)
        return False, f"waits for answers in {caller.name.folder}"
    call = chat_call(
        [HumanMessage("Reply with the single word: ready")],
        {},
        role=model.role,
        model=model.model_name,
        temperature=model.temperature,
        epoch=model.epoch,
    )
    if not caller.remote:
        return False, "fixed rules on this machine; they measure plumbing, not a language model"
    hurried = caller.settings.model_copy(update={"timeout_s": min(LIMIT_S, caller.settings.timeout_s)})
    backend = ClientBackend(lambda with_temperature: build_client(caller.name, hurried, with_temperature))
    reply, _ = replace(caller, settings=hurried).live(lambda: backend.ask(call), tries=1)
    caller.meter.spend(caller.cost(reply.usage))
    notes = [*reply.notes, *(["the provider reports no usage"] if reply.usage is None else [])]
    return True, "; ".join(notes)


def _embedder(model: Embedder) -> tuple[bool, str]:
    if not isinstance(model, RemoteEmbedder):
        model.embed_query("ready")
        return True, f"bundled, {model.size} numbers a vector"
    if model.caller.cache is not None and model.caller.cache.replays_only:
        return False, "replayed from recordings, not called"
    model.once("ready", LIMIT_S)
    return True, f"{model.size} numbers a vector"


def _writable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise ModelUnavailable(f"mailbox {folder} cannot be written to: choose another folder.")
