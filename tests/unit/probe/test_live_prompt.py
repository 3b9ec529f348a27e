"""Injected memory is what it is now, at every model call."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage

from memorybench.errors import BackendUnreachable
from memorybench.probe.agent import run_probe
from memorybench.records import Task


async def test_a_change_reaches_the_next_model_call_and_the_evidence_holds_both(kit: Any, task: Task) -> None:
    memory = kit.memory(text="- doors cost 410")

    def changes(_: Any) -> AIMessage:
        memory.text = "- doors cost 425"
        return kit.call("execute", command="ifcquery house.ifc summary")

    model = kit.model(script=[changes, AIMessage("done")])
    answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=("context",))
    first, second = (prompt[0].text for prompt in model.prompts)
    assert "doors cost 410" in first
    assert "doors cost 425" in second
    assert "410" not in second
    assert [item.text for item in answer.retrieved] == ["- doors cost 410", "- doors cost 425"]


async def test_unchanged_memory_gives_the_same_prompt_and_counts_once(kit: Any, task: Task) -> None:
    model = kit.model(script=[kit.call("execute", command="ifcquery house.ifc summary"), AIMessage("done")])
    answer = await run_probe(
        task, adapter=kit.memory(text="- doors"), model=model, shell=kit.shell(), surfaces=("context",)
    )
    assert model.prompts[0][0].text == model.prompts[1][0].text
    assert [item.text for item in answer.retrieved] == ["- doors"]


async def test_memory_that_fails_half_way_ends_the_probe_as_its_own_failure(kit: Any, task: Task) -> None:
    for error, kind in (
        (ValueError("damaged"), "memory_error"),
        (BackendUnreachable("gone."), "backend_unreachable"),
    ):
        memory = kit.memory(text="- doors")

        def breaks(_: Any, memory: Any = memory, error: Exception = error) -> AIMessage:
            memory.text = error
            return kit.call("execute", command="ifcquery house.ifc summary")

        model = kit.model(script=[breaks, AIMessage("done")])
        answer = await run_probe(task, adapter=memory, model=model, shell=kit.shell(), surfaces=("context",))
        assert answer.failure is not None
        assert (answer.end, answer.failure.kind) == ("failed", kind)
        assert [item.text for item in answer.retrieved] == ["- doors"]
