"""The nineteen models of ``ifcmemory-synth``: one module each, which states what is particular about it."""
