"""Baseline memory adapters."""
