"""How the games of a batch are played: one record for the game loops of all speeds."""

RUN = (
    ("players", "i4", 0),
    ("resumed", "i4", 0),  # games go on from the positions that are given, instead of from the set-up
    ("shuffled", "i4", 0),  # and their decks get a new order, since nobody at the table knows it
    ("turns", "i4", 0),  # of the record, at which a game is given up
    ("limit", "i4", 0),  # the same for actions
    ("audited", "i4", 0),  # every position is checked
    ("counted", "i4", 0),  # a tally is kept; often a fact that is folded into the compiled loop
)
