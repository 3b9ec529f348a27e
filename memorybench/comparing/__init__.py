"""Runs beside each other, paired task by task: numbers from the folders of runs, nothing called, nothing written."""
