"""The tests, a folder for each part of the project. `table.py` sets up positions for them."""
