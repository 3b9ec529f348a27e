"""Mem0 adapter."""
