"""The web application: pages drawn on the server, decisions sent as JSON. Every address begins with the token."""

from __future__ import annotations

import json
from typing import Any, cast, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from memorybench.errors import BadInput
from memorybench.review.corrections import gold_field, read_corrections
from memorybench.review.desk import Desk
from memorybench.review.records import Corrections, Decision

_REVIEWER = "memorybench_reviewer"
_LONGEST_NAME = 60
_POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'"


class Pages:
    """The handlers over one desk."""

    def __init__(self, desk: Desk, token: str) -> None:
        self.desk = desk
        self.base = f"/{token}"
        self._templates = Environment(
            loader=PackageLoader("memorybench.review"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
        )
        self._templates.globals["base"] = self.base
        self._templates.filters["gold_field"] = gold_field

    def page(self, name: str, **values: Any) -> HTMLResponse:
        """A drawn page."""
        return HTMLResponse(
            self._templates.get_template(name).render(**values),
            headers={
                "Content-Security-Policy": _POLICY,
                "Cache-Control": "no-store",
                "Referrer-Policy": "no-referrer",
            },
        )

    async def queue(self, request: Request) -> Response:
        """The list of tasks, or the question who is reviewing."""
        reviewer = _reviewer(request)
        if reviewer is None:
            return self.page("name.html", dataset=self.desk.dataset)
        rows = await run_in_threadpool(self.desk.queue, reviewer)
        progress = await run_in_threadpool(self.desk.progress)
        return self.page("queue.html", dataset=self.desk.dataset, reviewer=reviewer, rows=rows, progress=progress)

    async def enter(self, request: Request) -> Response:
        """Take the reviewer's name."""
        name = " ".join(str((await _body(request)).get("name", "")).split())
        if not name or len(name) > _LONGEST_NAME:
            return _refused(f"give a name or initials of at most {_LONGEST_NAME} characters.")
        answer = JSONResponse({"next": f"{self.base}/"})
        answer.set_cookie(
            _REVIEWER,
            name.encode("utf-8").hex(),
            path=self.base,
            httponly=True,
            samesite="strict",
            max_age=31_536_000,
        )
        return answer

    async def leave(self, request: Request) -> Response:
        """Forget the reviewer's name."""
        answer = JSONResponse({"next": f"{self.base}/"})
        answer.delete_cookie(_REVIEWER, path=self.base)
        return answer

    async def task(self, request: Request) -> Response:
        """The page of one task."""
        reviewer = _reviewer(request)
        if reviewer is None:
            return RedirectResponse(f"{self.base}/", status_code=303)
        task = self.desk.task(request.path_params["task"])
        shown = await run_in_threadpool(self.desk.shown, task)
        now = self.desk.journal.standing(task)
        return self.page(
            "task.html",
            reviewer=reviewer,
            standing=now,
            waits=now.waits_for(reviewer),
            others=now.shown_to(reviewer),
            next=self.desk.next_for(reviewer, task.id),
            **shown,
        )

    async def upcoming(self, request: Request) -> Response:
        """On to the next task that waits for this reviewer."""
        reviewer = _reviewer(request)
        following = self.desk.next_for(reviewer, request.query_params.get("after")) if reviewer else None
        return RedirectResponse(f"{self.base}/tasks/{following}" if following else f"{self.base}/", status_code=303)

    async def check(self, request: Request) -> Response:
        """What code objects to the task as corrected on the page; nothing is written."""
        task = self.desk.task(request.path_params["task"])
        corrections = read_corrections(task, await _body(request))
        found = await run_in_threadpool(self.desk.objections_to, task, corrections)
        return JSONResponse({"changed": sorted(corrections.changed()), "objections": found})

    async def decide(self, request: Request) -> Response:
        """Write a decision."""
        reviewer = _known(request)
        task = self.desk.task(request.path_params["task"])
        body = await _body(request)
        decision = body.get("decision", "")
        if decision not in get_args(Decision):
            raise BadInput("decide on one of accept, correct, reject.")
        corrections = read_corrections(task, body) if decision == "correct" else Corrections()
        await run_in_threadpool(
            self.desk.journal.decide, task, reviewer, cast("Decision", decision), body.get("reason", ""), corrections
        )
        return JSONResponse({"next": f"{self.base}/next?after={task.id}"})

    async def undo(self, request: Request) -> Response:
        """Withdraw the reviewer's newest decision, and go back to its task."""
        undone = await run_in_threadpool(self.desk.journal.undo, _known(request), self.desk.dataset.tasks)
        return JSONResponse({"next": f"{self.base}/tasks/{undone.task}"})

    async def command(self, request: Request) -> Response:
        """Run a read-only command line on the task's model."""
        task = self.desk.task(request.path_params["task"])
        result = await run_in_threadpool(self.desk.run, task, str((await _body(request)).get("command", "")))
        return JSONResponse({"text": result.text, "exit_code": result.exit_code})


def application(desk: Desk, token: str) -> Starlette:
    """The application; without ``token`` in the address there is nothing but 404."""
    pages = Pages(desk, token)
    routes = [
        Route("/", pages.queue),
        Route("/reviewer", pages.enter, methods=["POST"]),
        Route("/leave", pages.leave, methods=["POST"]),
        Route("/next", pages.upcoming),
        Route("/undo", pages.undo, methods=["POST"]),
        Route("/tasks/{task}", pages.task),
        Route("/tasks/{task}/check", pages.check, methods=["POST"]),
        Route("/tasks/{task}/decision", pages.decide, methods=["POST"]),
        Route("/tasks/{task}/command", pages.command, methods=["POST"]),
        Mount("/static", StaticFiles(packages=[("memorybench.review", "static")])),
    ]
    return Starlette(
        routes=[Mount(f"/{token}", routes=routes)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
        exception_handlers={BadInput: _as_refusal, ValidationError: _as_refusal},
    )


def _reviewer(request: Request) -> str | None:
    try:
        return bytes.fromhex(request.cookies.get(_REVIEWER, "")).decode("utf-8") or None
    except ValueError:
        return None


def _known(request: Request) -> str:
    reviewer = _reviewer(request)
    if reviewer is None:
        raise BadInput("nobody has said who is reviewing: go to the list of tasks and give a name.")
    return reviewer


async def _body(request: Request) -> dict[str, str]:
    """The JSON object of a request; a page of another site cannot send one without being asked for it first."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise BadInput("a JSON object is wanted.")
    try:
        found = json.loads(await request.body())
    except ValueError:
        raise BadInput("a JSON object is wanted.") from None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise BadInput("a JSON object of texts is wanted.")
    return found


def _refused(sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status_code=422)


async def _as_refusal(request: Request, error: Exception) -> Response:
    if isinstance(error, ValidationError):
        return _refused(error.errors()[0]["msg"].removeprefix("Value error, ") + ".")
    return _refused(str(error))
