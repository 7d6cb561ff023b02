"""The names of the record types, for annotations. The fields are in `records.pyi`, which type checkers read instead.

A record is a NumPy record in compiled play and a plain object otherwise (`engine/records.py`): here, any object.
"""

Game = Tables = Chance = Events = Moves = Action = Values = Notes = object
