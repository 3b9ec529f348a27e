"""mcp adapter."""
