"""Tables: seats, clocks, bots, the registry of loaded tables, stored games."""
