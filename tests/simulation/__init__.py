"""The server under a seeded scheduler: virtual time, a simulated network and database, and faults at any await."""
