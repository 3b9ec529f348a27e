"""What a practitioner should know of an IFC file before building anything on it, as records."""
