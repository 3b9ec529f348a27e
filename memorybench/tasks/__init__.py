"""Loading, hashing, validating and describing datasets."""
