"""Known chat benchmarks, read from the files that their authors publish. Their data is never part of this project."""
