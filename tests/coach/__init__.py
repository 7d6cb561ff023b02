"""Tests of the coach: chances, advice, reviews."""
