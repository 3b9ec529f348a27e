"""Chat models and embedders by name, metered, cached and limited."""
