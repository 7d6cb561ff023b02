"""The types of the records, for annotations. The fields are in `records.pyi`, which type checkers read instead.

A record is a NumPy record in compiled play and a plain object otherwise (`engine/records.py`): no value is ever of one
of these types. `engine/sources.py` derives the compiled types of a function's arguments from its annotations.
"""

Game = type("Game", (), {})
Tables = type("Tables", (), {})
Chance = type("Chance", (), {})
Events = type("Events", (), {})
Moves = type("Moves", (), {})
Action = type("Action", (), {})
Values = type("Values", (), {})
Notes = type("Notes", (), {})
