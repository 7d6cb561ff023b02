"""The parts of the table registry, each built on the one before: steps, loading, clocks and bots."""
