"""The forecast: each seat's chance to win, by a small network over what everybody at the table can see.

`bots/network_shape.py` has the sizes, `features.py` reads a position, `network.py` is the forward pass, `judge.py`
values what an action leads to, and `deals.py`, `offers.py` and `mogul.py` are the player that takes the best one. All
of it is written in the kernel's language: plain functions and integers, so that interpreted, CPU and GPU play stay
bit-equal.
"""
