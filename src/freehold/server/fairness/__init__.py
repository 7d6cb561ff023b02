"""Dice that a client can check: commitments, derivation and verification."""
