"""The numbers of the actions, the sections of an observation and the settings of an environment.

One action space serves every edition and any number of players. An observation depends on the number of players only.
"""

from freehold.layouts.environment_shape import SHORTLIST
from freehold.rules.state import GROUPS, PLAYERS, SQUARES

# The first of the plain actions that is allowed is always an ordinary one: see `illegal` of the Gymnasium wrappers.
# Families have a number for each choice, square, group or level, from this one on.
# Actions, from `rules/actions.toml`: run `python tools/kernel_names.py`
ID_ROLL = 0
ID_PAY_FINE = 1
ID_USE_JAIL_CARD = 2
ID_THROW_AGAIN = 3
ID_USE_OPTION = 4
ID_BUY = 5
ID_DECLINE = 6
ID_PASS = 7
ID_PAY_TAX = 8
ID_PAY = 10
ID_SETTLE = 11
ID_BANKRUPT = 12
ID_KEEP_MORTGAGE = 13
ID_LEAVE_FORCE = 14
ID_REJECT = 15
ID_ACCEPT = 16
ID_END_TURN = 17
ID_CHOOSE = 18
ID_WANT = 24
ID_BID = 28
ID_BUILD = 40
ID_SELL = 80
ID_MORTGAGE = 120
ID_REDEEM = 160
ID_ATTACK = 200
ID_GO_TO = 240
ID_PLACE_FORCE = 280
ID_SELL_GROUP = 320
# End of the actions
ID_CANCEL = 20  # drop the offer that is being put together
WANTS = 4  # 1, 2, 3 scarce buildings, or as many as the seat can take
BID_LEVELS = 12
ID_CANDIDATE = ID_SELL_GROUP + GROUPS
NO_GROUP = GROUPS
GROUP_CHOICES = GROUPS + 1  # a group, or none
ID_ASK = ID_CANDIDATE + SHORTLIST  # partner and group: the first step of an offer
ID_GIVE = ID_ASK + (PLAYERS - 1) * GROUP_CHOICES
ID_PRICE = ID_GIVE + GROUP_CHOICES
PRICE_LEVELS = 8
SPACE = 448  # the last ones are spare

# Settings of an environment
TRADES_CANDIDATES = 1  # bits of `trades`
TRADES_BUILDER = 2
SKIP_NOTHING = 0
SKIP_FORCED = 1
SKIP_ROUTINE = 2
BIDS_STEPS = 0
BIDS_LIMIT = 1

# What an episode reports, a row for each environment
REPORT_SEAT = 0  # who is asked now; NOBODY after the end
REPORT_ACTED = 1  # who took the last step
REPORT_ENDED = 2
REPORT_WINNER = 3  # of the episode that has just ended
REPORT_TURNS = 4
REPORT_STEPS = 5
REPORT_LEARNER = 6  # the seat of the first learner in the episode that has just been played
REPORT_FAULT = 7
REPORT_WIDTH = 8
ENDED_TERMINATED = 1
ENDED_TRUNCATED = 2

# Sizes of the sections of an observation
SEAT_FACTS = 8
SQUARE_FACTS = 9
PHASES = 13
SCALARS = 8
CANDIDATE_FACTS = 12
STATIC_FACTS = 5


def observation_moving(players: int) -> int:
    """How many numbers of an observation change in a game."""
    return (
        players * (SEAT_FACTS + SQUARES)
        + SQUARES * (players + 1 + SQUARE_FACTS)
        + players * GROUPS
        + PHASES
        + 12
        + 3
        + SCALARS
        + 1
        + (players + 1)
        + 4
        + (players + 1)
        + players
        + 4
        + players
        + 3
        + players
        + 2 * GROUP_CHOICES
        + SHORTLIST * CANDIDATE_FACTS
    )


def observation_size(players: int) -> int:
    """How many numbers an observation has: those that change, then the facts of the edition."""
    return observation_moving(players) + SQUARES * STATIC_FACTS


# The numbers of all environments are in two arrays: first the observations, then the last ones of finished episodes,
# the rewards of all seats and those of the seats that acted; and first the masks, then whether an episode has ended.


def final_at(players: int, many: int) -> int:
    return many * observation_size(players)


def gains_at(players: int, many: int) -> int:
    return 2 * final_at(players, many)


def rewards_at(players: int, many: int) -> int:
    return gains_at(players, many) + many * players
