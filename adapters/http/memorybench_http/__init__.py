"""http adapter."""
