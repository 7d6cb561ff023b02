"""Reports on odds, simulations and tournaments: terminal tables, and HTML pages with charts."""
