"""A local web page on which people review the tasks of a dataset (``docs/review.md``)."""
