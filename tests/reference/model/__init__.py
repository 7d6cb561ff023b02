"""The game as the rulebooks tell it: one file for each of their chapters, written without a look at the engine.

Nothing in here imports `freehold`. The facts come from an edition file, the rest from the texts; where they are silent,
a comment names the reading (`docs/readings.md`) that decides.
"""
