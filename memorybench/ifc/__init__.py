"""Opening IFC files with preflight, warm ifcquery, and the command pipeline the agent may run."""
