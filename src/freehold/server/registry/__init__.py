"""All tables of one process: loaded on demand, driven by their clocks and bots, dropped when idle, handed over."""
