"""Graphiti adapter."""
