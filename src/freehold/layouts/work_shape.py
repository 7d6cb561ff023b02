"""Working memory of a thread: records of records, so that a function takes one instead of a dozen buffers."""

from freehold.layouts.environment_shape import ENVIRONMENT, TERMS
from freehold.layouts.network_shape import CANDIDATES, THOUGHT
from freehold.layouts.run_shape import RUN
from freehold.rules.state import ACTION, CHANCE, COUNTING_BUFFER, GAME, MOVE_LIST, NOTES, TABLES, THREAD_EVENTS, VALUES

# What playing games of the kernel's bots takes, besides the games and their chances
WORK = (
    ("tables", TABLES, 0),
    ("values", VALUES, 0),
    ("notes", NOTES, 0),
    ("events", COUNTING_BUFFER, 0),
    ("moves", MOVE_LIST, 0),
    ("action", ACTION, 0),
    ("chance", CHANCE, 0),  # of the game that is being played
    ("own", CHANCE, 0),  # the random numbers of random players
    ("run", RUN, 0),
)

# The same for all threads of a batch on a GPU
TALLIES = 512  # tallies that the blocks of a batch add to, so that few threads wait for each other
BATCH_WORK = (
    ("tallies", "i8", TALLIES),  # their addresses
    ("tables", TABLES, 0),
    ("values", VALUES, 0),
    ("notes", NOTES, 0),  # what a game begins with
    ("events", THREAD_EVENTS, 0),  # of all games, if none is counted
    ("run", RUN, 0),
    ("blocks", "i4", 0),  # that have a tally of their own
)

# A search for an offer that is done in parts: whose, the deal to be tried, and the gain of the best one so far
SEARCH = (("deal", "i8", 0), ("best", "i8", 0), ("seat", "i4", 0))

# A game in the queues of a GPU; if games are counted, it has events of its own
SLOT = (
    ("game", GAME, 0),
    ("chance", CHANCE, 0),
    ("own", CHANCE, 0),  # the random numbers of random players
    ("notes", NOTES, 0),
    ("action", ACTION, 0),
    ("search", SEARCH, 0),
    ("which", "i4", 0),  # of the games of the run
)
COUNTED_SLOT = (
    ("game", GAME, 0),
    ("chance", CHANCE, 0),
    ("own", CHANCE, 0),
    ("notes", NOTES, 0),
    ("action", ACTION, 0),
    ("search", SEARCH, 0),
    ("which", "i4", 0),
    ("events", THREAD_EVENTS, 0),
)

# What judging positions with the forecast takes, besides the weights of the network
STUDY = (
    ("games", GAME, 4),  # the position that is judged, a working copy, one in which dice are thrown, a spare one
    ("notes", NOTES, 4),  # of the same games
    ("tables", TABLES, 0),
    ("values", VALUES, 0),
    ("chance", CHANCE, 0),  # of the copies; that of the game itself is never looked at
    ("own", CHANCE, 1),  # the random numbers of random players
    ("events", COUNTING_BUFFER, 0),
    ("moves", MOVE_LIST, 0),
    ("step", ACTION, 0),  # what is done next in a copy
    ("acts", ACTION, CANDIDATES),  # what the seat may do
    ("thought", THOUGHT, 0),
)

# What games are played for positions to learn from
SAMPLING = (
    ("players", "i4", 0),
    ("turns", "i4", 0),  # at which a game is given up
    ("per_game", "i4", 0),  # positions
    ("noise", "i4", 0),  # some games have random actions
)

# What all environments of a thread share
FRAME = (
    ("tables", TABLES, 0),
    ("values", VALUES, 0),
    ("terms", TERMS, 0),
    ("events", COUNTING_BUFFER, 0),
    ("moves", MOVE_LIST, 0),
)
THREAD_FRAME = (("tables", TABLES, 0), ("values", VALUES, 0), ("terms", TERMS, 0), ("events", THREAD_EVENTS, 0))

# An environment: its game, and the step that is being made
EPISODE = (
    ("game", GAME, 0),
    ("chance", CHANCE, 0),
    ("notes", NOTES, 0),
    ("own", CHANCE, 0),  # the random numbers of random players
    ("env", ENVIRONMENT, 0),
    ("action", ACTION, 0),
    ("state", "i4", 0),
)
