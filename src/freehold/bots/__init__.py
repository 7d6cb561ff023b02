"""Players: plain functions over the game and its tables, written like the rules and compiled with them."""
