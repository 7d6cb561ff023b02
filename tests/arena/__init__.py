"""Tournaments, simulations, statistics, the cluster."""
