"""Judges (a model runs a judge definition) and the code grader."""
