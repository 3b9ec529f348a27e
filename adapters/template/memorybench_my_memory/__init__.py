"""memorybench adapter for my-memory."""
