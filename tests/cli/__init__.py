"""The `freehold` command."""
