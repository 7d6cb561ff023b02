"""Dice that a client can check: commitments, derivation and verification; and the typed dice of a real box."""
