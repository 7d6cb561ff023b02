"""Attacks on the dice, run in process against the client's real code."""
