"""LangMem adapter."""
