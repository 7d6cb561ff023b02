"""How the games of a batch are played: one record for the game loops of all speeds."""

RUN = (
    ("games", "i8", 0),
    ("first", "i8", 0),  # the number of the first game
    ("step", "i8", 0),  # from one game's number to the next
    ("dice", "i8", 0),  # the seed of the games' dice and decks; with a game's number it gives the key of its generator
    ("minds", "i8", 0),  # the same for the random players' own numbers
    ("lengths", "i8", 0),  # the size of a histogram of turns, where games are counted on a GPU
    ("players", "i4", 0),
    ("resumed", "i4", 0),  # games go on from the positions that are given, instead of from the set-up
    ("shuffled", "i4", 0),  # and their decks get a new order, since nobody at the table knows it
    ("turns", "i4", 0),  # of the record, at which a game is given up
    ("limit", "i4", 0),  # the same for actions
    ("kept", "i4", 0),  # the final records are wanted; otherwise one record serves all games
    ("audited", "i4", 0),  # every position is checked
    ("counted", "i4", 0),  # a tally is kept; often a fact that is folded into the compiled loop
)
