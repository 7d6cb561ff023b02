"""The coach: each seat's chance to win, advice with reasons, and the review of a finished game.

`compiled_forecast.py` serves one game. `evaluate.py`, `advise.py` and `review.py` are what programs call, `effects.py`
says what a deal, a plan or a bid does to the chances, `consequences.py` and `why.py` put a choice into words.
Nothing here reads the order of the decks or the dice to come.
"""
