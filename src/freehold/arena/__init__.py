"""Many games: who sits at which table, tournaments, and how sure their figures are. One game is in `freehold.game`."""
