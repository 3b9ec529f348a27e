"""Many runs from one file: a grid of memory systems, scopes, models and epochs."""
