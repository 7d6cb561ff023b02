"""The coach at a table: who may ask it, and its answers, which are worked out in worker processes."""
