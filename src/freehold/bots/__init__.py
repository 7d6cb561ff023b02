"""The bots' decisions: plain functions over the game and its tables, compiled with the rules."""
