"""What runs the kernel: records, an edition's tables, compilation, and batches of games."""
