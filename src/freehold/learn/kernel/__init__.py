"""Compiled with the rules: games with some noise, and the positions that are kept of them to learn from."""
