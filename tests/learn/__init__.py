"""Tests of the training of the forecast."""
