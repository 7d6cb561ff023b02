"""Tests of the forecast and of the learned player."""
