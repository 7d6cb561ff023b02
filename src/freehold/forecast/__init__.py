"""The forecast: each seat's chance to win, by a small network over what everybody at the table can see.

`kernel/` computes it and decides by it, in integers, so that interpreted, CPU and GPU play stay bit-equal. `weights.py`
reads the weights that come with Freehold.
"""
