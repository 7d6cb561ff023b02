"""Golden playthroughs: one game of every edition and variant, written out so that a change of the rules shows in a diff.

`python -m tests.playthrough --write` writes the files of `tests/golden/` again, each by the terms in its own header, and
adds those that are missing. Who plays is in `policy.py`.
"""
