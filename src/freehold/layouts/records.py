"""More types for annotations, as in `rules/records.py`: the records of the layouts here, and arrays.

The fields are in `records.pyi`, which type checkers read instead.
"""

Weights = type("Weights", (), {})
Thought = type("Thought", (), {})
Run = type("Run", (), {})
Environment = type("Environment", (), {})
Terms = type("Terms", (), {})
Work = type("Work", (), {})
BatchWork = type("BatchWork", (), {})
Search = type("Search", (), {})
Slot = type("Slot", (), {})
Study = type("Study", (), {})
Sampling = type("Sampling", (), {})
Frame = type("Frame", (), {})
Episode = type("Episode", (), {})

Games = type("Games", (), {})
ManyTables = type("ManyTables", (), {})
Chances = type("Chances", (), {})
ManyEvents = type("ManyEvents", (), {})
ManyMoves = type("ManyMoves", (), {})
Actions = type("Actions", (), {})
ManyValues = type("ManyValues", (), {})
ManyNotes = type("ManyNotes", (), {})
Episodes = type("Episodes", (), {})
Frames = type("Frames", (), {})
BatchWorks = type("BatchWorks", (), {})
Slots = type("Slots", (), {})

Int8s = type("Int8s", (), {})
Int16s = type("Int16s", (), {})
Int32s = type("Int32s", (), {})
Int64s = type("Int64s", (), {})
Float32s = type("Float32s", (), {})
