"""Compiled with the rules: what the network sees of a position, its forward pass, and the decisions that follow it.

`features.py` reads a position, `network.py` is the forward pass, `judge.py` values what an action leads to, `deals.py`
and `offers.py` are about trades, `futures.py` plays on with dice, `mogul.py` is the player that takes the best
candidate, and `learned_games.py` plays whole games with any weights.
"""
