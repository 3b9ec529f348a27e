"""markdown adapter."""
