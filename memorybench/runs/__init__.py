"""Plan, execute, log and summarise runs."""
