"""Everything that runs the kernel: records, edition tables, compilation for CPU and GPU, batches, the tally."""
