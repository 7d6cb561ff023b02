"""Compiled with the rules: the loops that play many games, the tally that counts over them, and the auditor."""
