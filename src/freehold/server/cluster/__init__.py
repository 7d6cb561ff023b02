"""Several server processes on one database: who owns a table, and passing clients on to its owner."""
