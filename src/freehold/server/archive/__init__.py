"""Stored games: their history in pages, reviews and statistics, and their export."""
