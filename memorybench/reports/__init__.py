"""One summary, many renderers."""
