"""Persistence: the log format, the store and its schema, the writer thread, recovery and backups."""
