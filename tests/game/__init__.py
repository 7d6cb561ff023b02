"""One game, its texts and pictures, the editions, golden games."""
