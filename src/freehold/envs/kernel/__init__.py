"""Compiled with the rules: what a learner sees, which actions it may take, and the steps of many environments."""
