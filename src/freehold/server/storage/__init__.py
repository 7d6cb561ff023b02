"""Games on disk: the log's format, the SQLite store, its writer thread and recovery."""
