"""A recording of model replies: one readable JSON file a request, under a hash of all that makes up the request."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from memorybench.models.canonical import content_hash, first_difference
from memorybench.models.errors import RecordingMiss

FORMAT = 1
REFUSED = "refused"  # the key of a reply that is a refusal: replayed as one, but asked again where calls are allowed
OnMiss = Literal["call", "fail"]
_COMPARED_FILES = 2_000  # how many recordings a miss is compared with, to say how it differs


class ResponseCache:
    """Replies under ``folder/<role>/<sha256>.json``.

    ``on_miss="call"`` records what is missing. ``"fail"`` replays: a missing or damaged recording raises
    :class:`RecordingMiss`, and neither a client nor a key is needed. Concurrent writers, threads or
    processes, are safe: files appear whole, and the first reply to a request stays the recorded one.
    """

    def __init__(self, folder: Path, on_miss: OnMiss = "call") -> None:
        self.folder = folder
        self.on_miss: OnMiss = on_miss

    @property
    def replays_only(self) -> bool:
        """Whether nothing may be called."""
        return self.on_miss == "fail"

    def path(self, request: Mapping[str, Any]) -> Path:
        """The file of a request; ``request["role"]`` names its folder."""
        return self.folder / str(request["role"]) / f"{content_hash(request)}.json"

    def load(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The recorded reply; None if there is none and it may be asked for.

        Raises :class:`RecordingMiss` in replay mode, saying how the nearest recording differs.
        """
        path = self.path(request)
        reply, damage = _read(path)
        if reply is not None or not self.replays_only:
            return reply
        if damage is not None:
            raise RecordingMiss(f"recording {path} is damaged ({damage}): delete it and record the run again.")
        raise RecordingMiss(self._miss(path, request))

    def store(self, request: dict[str, Any], reply: dict[str, Any], recorded: Mapping[str, Any]) -> dict[str, Any]:
        """Record a reply and return the one that stands: another writer's, if it was first."""
        path = self.path(request)
        path.parent.mkdir(parents=True, exist_ok=True)
        entry = {
            "format": FORMAT,
            "hash": path.stem,
            "request": request,
            "reply": reply,
            "recorded": {"at": datetime.now(UTC).isoformat(timespec="seconds"), **recorded},
        }
        fresh = path.with_name(f".{path.stem}.{uuid.uuid4().hex}.tmp")
        fresh.write_bytes(_dump(entry).encode("utf-8", "surrogatepass"))
        try:
            os.link(fresh, path)
        except FileExistsError:
            standing, damage = _read(path)
            if standing is not None and damage is None and REFUSED not in standing:
                return standing
            fresh.replace(path)
        except OSError:  # a file system without hard links: the last writer wins
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
        return reply

    def _miss(self, path: Path, request: dict[str, Any]) -> str:
        head = f"no recording for this {request['role']} request ({path.name} in {path.parent})"
        nearest = max(self._recorded(path.parent), key=lambda other: _likeness(request, other[1]), default=None)
        if nearest is None:
            return f"{head}: nothing is recorded for role {request['role']} there."
        return f"{head}: the nearest, {nearest[0].name[:12]}…, differs: {first_difference(request, nearest[1])}."

    def _recorded(self, folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
        for path in sorted(folder.glob("*.json"))[:_COMPARED_FILES]:
            try:
                yield path, json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))["request"]
            except (ValueError, KeyError, OSError):
                continue


def _likeness(request: dict[str, Any], other: dict[str, Any]) -> tuple[int, int]:
    """More is nearer: equal fields, then equal leading messages."""
    equal = sum(key in other and other[key] == value for key, value in request.items())
    leading = 0
    for mine, theirs in zip(request.get("messages", ()), other.get("messages", ()), strict=False):
        if mine != theirs:
            break
        leading += 1
    return equal, leading


def _read(path: Path) -> tuple[dict[str, Any] | None, str | None]:
    """The reply, or None and what is wrong with the file (None if there is no file)."""
    try:
        entry = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
        request, reply = entry["request"], entry["reply"]
    except FileNotFoundError:
        return None, None
    except (ValueError, KeyError, TypeError):
        return None, "it is not a whole recording"
    if entry.get("format") != FORMAT:
        return None, f"its format is {entry.get('format')!r}, not {FORMAT}"
    if content_hash(request) != path.stem or not isinstance(reply, dict):
        return None, "its request is not the one its name was made from"
    return reply, None


def _dump(entry: dict[str, Any]) -> str:
    """Indented JSON, but a vector on one line."""
    vector = entry["reply"].get("vector")
    if vector is None:
        return json.dumps(entry, indent=2, ensure_ascii=False) + "\n"
    mark = f"vector {uuid.uuid4().hex}"
    text = json.dumps({**entry, "reply": {**entry["reply"], "vector": mark}}, indent=2, ensure_ascii=False) + "\n"
    return text.replace(json.dumps(mark), json.dumps(vector))
