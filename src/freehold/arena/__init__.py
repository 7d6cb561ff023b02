"""Many games: bot games, simulations, tournaments and their statistics. A single game is in `freehold.game`."""
