"""Commands that play many games: simulations, tournaments, measurements, training."""
