"""How people and the assistant talk in a generated history: questions, statements, answers."""
