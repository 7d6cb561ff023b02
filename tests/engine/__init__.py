"""Compiling, the GPU, and the tally of a simulation."""
