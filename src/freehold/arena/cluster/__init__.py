"""Simulations on a Ray cluster (the extra `cluster`): `client.py` talks to Ray, `tasks.py` is what a machine does."""

from freehold.arena.cluster.client import Answer, ClusterError, check_address, cluster_results

__all__ = ["Answer", "ClusterError", "check_address", "cluster_results"]
