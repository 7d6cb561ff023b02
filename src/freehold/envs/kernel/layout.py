"""The numbers of the actions, the sections of an observation and the settings of an environment.

One action space serves every edition and any number of players. An observation depends on the number of players only.
"""

from freehold.layouts.environment_shape import SHORTLIST
from freehold.rules.state import GROUPS, PLAYERS, SQUARES

# Plain actions. The first one that is allowed is always an ordinary one: see `illegal` of the Gymnasium wrappers.
ID_ROLL = 0
ID_PAY_FINE = 1
ID_USE_JAIL_CARD = 2
ID_THROW_AGAIN = 3
ID_USE_OPTION = 4
ID_BUY = 5
ID_DECLINE = 6
ID_PASS = 7
ID_TAX_FLAT = 8
ID_TAX_PERCENT = 9
ID_PAY = 10
ID_SETTLE = 11
ID_BANKRUPT = 12
ID_KEEP_MORTGAGE = 13
ID_LEAVE_FORCE = 14
ID_REJECT = 15
ID_ACCEPT = 16
ID_END_TURN = 17
ID_CHOOSE_PAY = 18
ID_CHOOSE_DRAW = 19
ID_CANCEL = 20  # drop the offer that is being put together

# Families of actions: the first number of each
ID_WANT = 24  # 1, 2, 3 scarce buildings, or as many as the seat can take
WANTS = 4
ID_BID = 28
BID_LEVELS = 12
ID_BUILD = 40
ID_SELL = ID_BUILD + SQUARES
ID_MORTGAGE = ID_SELL + SQUARES
ID_REDEEM = ID_MORTGAGE + SQUARES
ID_ATTACK = ID_REDEEM + SQUARES
ID_GO_TO = ID_ATTACK + SQUARES
ID_PLACE_FORCE = ID_GO_TO + SQUARES
ID_SELL_GROUP = ID_PLACE_FORCE + SQUARES
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
