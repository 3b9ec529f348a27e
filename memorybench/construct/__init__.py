"""Dataset construction: from an IFC file alone (and, later, from questions)."""
