"""The parts of one table, each built on the one before: what it has, how it is played, what time does to it."""
