"""langmem adapter."""
