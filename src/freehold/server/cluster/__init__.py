"""Several processes on one database: who owns a table, passing clients on to its owner, and workers elsewhere."""
