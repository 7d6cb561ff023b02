"""Training of the forecast: sample games, fit the network with torch, quantise, measure. Needs the extra `learn`.

`lineups.py` says who plays; `kernel/` plays the games that are sampled; `positions.py` runs it over many settings;
`model.py` is the network in torch and its way to integers; `matches.py` plays with any weights; `training.py` puts them
together and writes the weights with their model card.
"""
