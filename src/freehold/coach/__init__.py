"""The coach: each seat's chance to win, advice with reasons, and the review of a finished game.

`eye.py` is the compiled forecast for one game, `evaluate.py`, `advise.py` and `review.py` are what programs call,
`effects.py` says what a deal, a plan or a bid does to the chances, and `facts.py` and `why.py` put a choice into words.
Nothing here reads the order of the decks or the dice to come.
"""
