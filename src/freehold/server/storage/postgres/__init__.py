"""The store in PostgreSQL, for several server processes: see `store.py`, and `leases.py` for who owns a table."""
