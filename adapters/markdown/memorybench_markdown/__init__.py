"""The paper's file memory as a memorybench adapter: ``markdown``, ``markdown:uncited``, ``markdown:domain``."""
