"""Games on disk: the log's format, the store and its schema, the writer thread, recovery and backups."""
