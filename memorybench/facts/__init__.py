"""Deterministic fact matching and stage attribution."""
