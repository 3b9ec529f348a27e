"""The probe agent: one ReAct agent, the same for every memory system."""
