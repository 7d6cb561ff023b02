"""The tests, one file a topic of the rulebook. `table.py` sets a table for them."""
