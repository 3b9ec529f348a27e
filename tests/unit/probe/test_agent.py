"""How a probe ends, and what it leaves behind."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, SystemMessage

from memorybench.errors import BackendUnreachable, ModelUnavailable
from memorybench.models.errors import CostLimitReached
from memorybench.probe.agent import run_probe
from memorybench.probe.limits import ProbeLimits
from memorybench.probe.prompt import system_prompt
from memorybench.records import Memory, Task

PRICE = Memory(text="Doors cost 410 EUR each.", session="S003")
SEARCH = ["execute", "read_file", "search_project_memory"]


async def test_searches_memory_queries_the_model_and_answers(kit: Any, task: Task) -> None:
    model = kit.model(
        script=[
            kit.call("search_project_memory", query="price of doors"),
            kit.call("execute", command="ifcquery house.ifc select IfcDoor | jq length"),
            AIMessage("1,640 EUR: 410 EUR (memory) x 4 doors (model)."),
        ]
    )
    memory, shell = kit.memory({"price of doors": [PRICE]}), kit.shell()
    answer = await run_probe(task, adapter=memory, model=model, shell=shell)
    assert answer.end == "answered"
    assert answer.failure is None
    assert answer.text.startswith("1,640 EUR")
    assert answer.retrieved == (PRICE,)
    assert answer.memory_queries == ("price of doors",)
    assert memory.asked == [("price of doors", 10)]
    assert shell.commands == ["ifcquery house.ifc select IfcDoor | jq length"]
    assert [(step.kind, step.name) for step in answer.trace] == [
        ("model", "model"),
        ("tool", "search_project_memory"),
        ("model", "model"),
        ("tool", "execute"),
        ("model", "model"),
    ]
    assert "1. Doors cost 410 EUR each." in answer.trace[1].output
    assert answer.trace[3].output.startswith("4\n")
    assert all(step.seconds is not None and step.seconds >= 0 for step in answer.trace)
    assert answer.seconds > 0


@pytest.mark.parametrize(
    ("surface", "tools"),
    [
        ("search", SEARCH),
        ("context", ["execute", "read_file"]),
        ("files", ["execute", "grep", "read_file"]),
        ("none", ["execute", "read_file"]),
    ],
)
async def test_model_sees_exactly_the_tools_and_prompt_of_its_surface(
    kit: Any, task: Task, tmp_path: Path, surface: Any, tools: list[str]
) -> None:
    model = kit.model(script=[AIMessage("done")])
    memory = kit.memory(text="Doors {cost} 410 EUR.", folder=tmp_path)
    await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=(surface,))
    assert sorted(model.tool_names[0]) == tools
    system, question = model.prompts[0]
    assert isinstance(system, SystemMessage)
    injected = "Doors {cost} 410 EUR." if surface == "context" else None
    assert system.text == system_prompt("house.ifc", (surface,), injected)
    assert question.text == task.probe


async def test_a_summary_and_its_archive_can_be_offered_together(kit: Any, task: Task, tmp_path: Path) -> None:
    model = kit.model(script=[AIMessage("done")])
    memory = kit.memory(text="# Notes", folder=tmp_path)
    await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=("context", "files"))
    assert sorted(model.tool_names[0]) == ["execute", "grep", "read_file"]
    assert "# Notes" in model.prompts[0][0].text
    assert "/memory/" in model.prompts[0][0].text


@pytest.mark.parametrize("tool", ["write_file", "edit_file", "delete", "ls", "glob", "task", "write_todos"])
async def test_tools_that_are_not_shown_cannot_be_called(kit: Any, task: Task, tmp_path: Path, tool: str) -> None:
    arguments = {
        "file_path": "/memory/new.md",
        "content": "x",
        "description": "d",
        "subagent_type": "general-purpose",
    }
    model = kit.model(script=[kit.call(tool, **arguments), AIMessage("done")])
    answer = await run_probe(
        task, adapter=kit.memory(folder=tmp_path), model=model, shell=kit.shell(), surfaces=("files",)
    )
    assert answer.end == "answered"
    assert "not a valid tool" in model.prompts[1][-1].text
    assert list(tmp_path.iterdir()) == []


async def test_plain_style_puts_the_uninviting_probe(kit: Any, task: Task) -> None:
    model = kit.model(script=[AIMessage("done")])
    await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell(), probe_style="plain")
    assert model.prompts[0][-1].text == task.probe_plain


@pytest.mark.parametrize("said", ["", "   \n"])
async def test_silence_is_no_answer(kit: Any, task: Task, said: str) -> None:
    answer = await run_probe(task, adapter=kit.memory(), model=kit.model(script=[AIMessage(said)]), shell=kit.shell())
    assert (answer.end, answer.failure) == ("no_answer", None)


async def test_stops_after_the_allowed_model_calls(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("execute", command="ifcquery house.ifc summary")])
    limits = ProbeLimits(model_calls=3)
    answer = await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell(), limits=limits)
    assert (answer.end, answer.failure, answer.text) == ("step_limit", None, "")
    assert len(model.prompts) == 3


async def test_an_answer_on_the_last_allowed_call_counts(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("execute", command="x"), AIMessage("4")])
    limits = ProbeLimits(model_calls=2)
    answer = await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell(), limits=limits)
    assert answer.end == "answered"


async def test_thirty_model_calls_fit_the_graph(kit: Any, task: Task) -> None:
    model = kit.model(script=[*[kit.call("execute", command="x")] * 29, AIMessage("4")])
    answer = await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell())
    assert answer.end == "answered"


async def test_time_is_up_but_the_trace_remains(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("execute", command="x")], delay=0.05)
    answer = await run_probe(
        task, adapter=kit.memory(), model=model, shell=kit.shell(), limits=ProbeLimits(seconds=0.4, model_calls=1000)
    )
    assert (answer.end, answer.failure) == ("timeout", None)
    assert answer.trace


@pytest.mark.parametrize(
    "error", [RuntimeError("rate limit"), ModelUnavailable("no key for xai."), TimeoutError("slow")]
)
async def test_a_model_that_raises_is_the_models_failure(kit: Any, task: Task, error: Exception) -> None:
    answer = await run_probe(task, adapter=kit.memory(), model=kit.model(script=[error]), shell=kit.shell())
    assert answer.end == "failed"
    assert answer.failure is not None
    assert answer.failure.kind == "model_error"
    assert str(error) in answer.failure.message


@pytest.mark.parametrize("error", [OSError("disk"), ValueError("bug"), NotImplementedError("later")])
@pytest.mark.parametrize(
    ("tool", "arguments"), [("execute", {"command": "x"}), ("read_file", {"file_path": "a.txt"})]
)
async def test_a_broken_shell_is_the_harness_failure(
    kit: Any, task: Task, error: Exception, tool: str, arguments: dict[str, str]
) -> None:
    model = kit.model(script=[kit.call(tool, **arguments), AIMessage("all fine")])
    answer = await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell(result=error))
    assert answer.failure is not None
    assert answer.failure.kind == "tool_error"
    assert answer.trace[-1].name == tool


@pytest.mark.parametrize("closing", ["I could not search, so I do not know.", ""])
async def test_a_memory_system_that_raises_is_told_to_the_agent_and_marked(
    kit: Any, task: Task, closing: str
) -> None:
    model = kit.model(script=[kit.call("search_project_memory", query="doors"), AIMessage(closing)])
    memory = kit.memory({"doors": KeyError("memory")})
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell())
    assert answer.end == "failed"
    assert answer.failure is not None
    assert answer.failure.kind == "memory_error"
    assert answer.text == closing
    assert "search failed" in model.prompts[1][-1].text


async def test_an_unreachable_backend_ends_the_probe_unscored(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("search_project_memory", query="doors"), AIMessage("nothing found")])
    memory = kit.memory({"doors": BackendUnreachable("Qdrant at localhost:6333 does not answer.")})
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell())
    assert answer.failure is not None
    assert answer.failure.kind == "backend_unreachable"
    assert "Qdrant" in answer.failure.message
    assert len(model.prompts) == 1


@pytest.mark.parametrize("surface", ["context", "files"])
@pytest.mark.parametrize(
    ("error", "kind"), [(BackendUnreachable("down."), "backend_unreachable"), (KeyError("x"), "memory_error")]
)
async def test_memory_that_cannot_be_laid_out_is_not_probed(
    kit: Any, task: Task, surface: Any, error: Exception, kind: str
) -> None:
    model = kit.model(script=[AIMessage("guess")])
    memory = kit.memory(text=error, folder=error)
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=(surface,))
    assert answer.failure is not None
    assert answer.failure.kind == kind
    assert model.prompts == []


async def test_injected_memory_counts_as_retrieved(kit: Any, task: Task) -> None:
    model = kit.model(script=[AIMessage("done")])
    memory = kit.memory(text="Doors cost 410 EUR each.")
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=("context",))
    assert [item.text for item in answer.retrieved] == ["Doors cost 410 EUR each."]


async def test_repeated_search_results_count_once_in_their_order(kit: Any, task: Task) -> None:
    other = Memory(text="Windows cost 600 EUR each.")
    model = kit.model(
        script=[
            kit.call("search_project_memory", query="a"),
            kit.call("search_project_memory", query="b"),
            AIMessage("done"),
        ]
    )
    memory = kit.memory({"a": [other, PRICE], "b": [PRICE, Memory(text="Windows  cost 600 EUR\neach.")]})
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell())
    assert answer.retrieved == (other, PRICE)
    assert answer.memory_queries == ("a", "b")


async def test_parallel_tool_calls_keep_their_order_in_the_trace(kit: Any, task: Task) -> None:
    both = AIMessage(
        "",
        tool_calls=[
            {"name": "search_project_memory", "args": {"query": "a"}, "id": "1"},
            {"name": "execute", "args": {"command": "x"}, "id": "2"},
        ],
    )
    model = kit.model(script=[both, AIMessage("done")])
    answer = await run_probe(task, adapter=kit.memory({"a": [PRICE]}), model=model, shell=kit.shell())
    assert [step.name for step in answer.trace] == ["model", "search_project_memory", "execute", "model"]


async def test_wrong_arguments_are_the_agents_to_mend(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("search_project_memory", question="x"), AIMessage("done")])
    answer = await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell())
    assert answer.end == "answered"
    assert "query" in model.prompts[1][-1].text


async def test_two_probes_at_once_do_not_mix(kit: Any, task: Task) -> None:
    async def one(name: str) -> Any:
        model = kit.model(script=[kit.call("search_project_memory", query=name), AIMessage(name)], delay=0.01)
        memory = kit.memory({name: [Memory(text=f"about {name}")]})
        return await run_probe(task, adapter=memory, model=model, shell=kit.shell())

    first, second = await asyncio.gather(one("doors"), one("walls"))
    assert (first.text, first.retrieved, first.memory_queries) == ("doors", (Memory(text="about doors"),), ("doors",))
    assert (second.text, second.retrieved, second.memory_queries) == (
        "walls",
        (Memory(text="about walls"),),
        ("walls",),
    )


async def test_cancelling_the_run_is_not_swallowed(kit: Any, task: Task) -> None:
    model = kit.model(script=[AIMessage("late")], delay=5)
    probe = asyncio.create_task(run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell()))
    await asyncio.sleep(0.1)
    probe.cancel()
    with pytest.raises(asyncio.CancelledError):
        await probe


async def test_a_model_known_to_the_agent_library_reads_the_same_prompt(kit: Any, task: Task) -> None:
    """DeepAgents ships prompts, tools and stopping rules for some models by name; none of them may reach a probe."""

    class Known(kit.model):  # type: ignore[misc, name-defined]
        model_name: str = "openai:gpt-5.3-codex"

        def _get_ls_params(self, stop: Any = None, **kwargs: Any) -> Any:
            return {"ls_provider": "openai", "ls_model_name": "gpt-5.3-codex", "ls_model_type": "chat"}

    model = Known(script=[AIMessage("done")])
    await run_probe(task, adapter=kit.memory(), model=model, shell=kit.shell())
    assert sorted(model.tool_names[0]) == SEARCH
    assert model.prompts[0][0].text == system_prompt("house.ifc", ("search",))


async def test_an_embedder_that_fails_is_not_the_memory_systems_failure(kit: Any, task: Task) -> None:
    wrapped = RuntimeError("search failed")
    wrapped.__cause__ = ModelUnavailable("the embedder gave no reply.")
    model = kit.model(script=[kit.call("search_project_memory", query="doors"), AIMessage("nothing")])
    answer = await run_probe(task, adapter=kit.memory({"doors": wrapped}), model=model, shell=kit.shell())
    assert answer.failure is not None
    assert answer.failure.kind == "model_error"


@pytest.mark.parametrize("at", ["model", "search", "context"])
async def test_a_spent_budget_stops_the_run(kit: Any, task: Task, at: str) -> None:
    spent = CostLimitReached("2 USD are spent.")
    first = spent if at == "model" else kit.call("search_project_memory", query="doors")
    memory = kit.memory({"doors": spent}, text=spent)
    surfaces = ("context",) if at == "context" else ("search",)
    with pytest.raises(CostLimitReached, match="2 USD"):
        await run_probe(
            task,
            adapter=memory,
            model=kit.model(script=[first, AIMessage("x")]),
            shell=kit.shell(),
            surfaces=surfaces,
        )
