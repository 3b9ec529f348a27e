"""graphiti adapter."""
