"""Bots: the ladder, the search, and bots of the user."""
