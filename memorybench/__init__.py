"""memorybench: does this agent remember a building project?

Importing the package imports no model library, no adapter and no IFC library;
``tests/unit/test_import_laziness.py`` keeps it so.
"""

__version__ = "0.1.0"
