"""Sizes of the network and the fields of its records. Features and activations are integers in which ONE is 1.0."""

from freehold.rules.state import PLAYERS, SQUARES

ONE = 64
WEIGHT_BITS = 10  # a weight of 1.0 is 1 << WEIGHT_BITS
SCORE_BITS = 8  # a score of 1.0 is 1 << SCORE_BITS
CERTAIN = 1 << 20  # a chance of 1.0
EXP_STEPS = 4096  # the softmax treats a score that is 16.0 behind the best one as impossible
HIGHEST = 4095  # activations are clipped here, so that 32 bits hold every sum

GROUP_INPUTS = 24  # facts about what one seat holds of one group
GROUP_WIDTH = 24  # what the network makes of them, summed over the seat's groups
SEAT_INPUTS = 33  # facts about one seat, the last of them about who plays there
KINDS = 3  # of players that a seat is marked as; not marked: a baron, a person, or somebody unknown
GLOBAL_INPUTS = 22  # facts about the whole position
SEAT_WIDTH = GROUP_WIDTH + SEAT_INPUTS
FIRST = 96
SECOND = 32

# The model of acceptance, a network of its own
DEAL_INPUTS = 21  # facts about an offer, and about how its partner has answered others
DEAL_WIDTH = 24

WEIGHTS = (
    ("group_bias", "i4", GROUP_WIDTH),
    ("first_bias", "i4", FIRST),
    ("second_bias", "i4", SECOND),
    ("strength", "i4", 0),
    ("exp", "i4", EXP_STEPS),
    ("group", "i2", GROUP_INPUTS * GROUP_WIDTH),
    ("own", "i2", SEAT_WIDTH * FIRST),
    ("others", "i2", SEAT_WIDTH * FIRST),
    ("position", "i2", GLOBAL_INPUTS * FIRST),
    ("second", "i2", FIRST * SECOND),
    ("last", "i2", SECOND),
    ("deal_bias", "i4", DEAL_WIDTH),
    ("deal_even", "i4", 0),
    ("deal_least", "i4", 0),  # the least chance of being accepted with which an offer is made
    ("deal_raise", "i4", 0),  # by how much an offer has to be better than the same one that was refused
    ("deal", "i2", DEAL_INPUTS * DEAL_WIDTH),
    ("deal_last", "i2", DEAL_WIDTH),
)

ROWS_AT_ONCE = 4  # inputs that are added to a layer together

CANDIDATES = 400
FUTURES = 64  # in which an offer is judged once more, at most
BUNDLES = 64  # sets of deeds that a seat might put into an offer

# Working memory of one forecast and of one decision
THOUGHT = (
    ("give", "i8", BUNDLES),
    ("ask", "i8", BUNDLES),
    ("seat", "i2", PLAYERS * SEAT_WIDTH),
    ("inputs", "i2", GROUP_INPUTS),
    ("facts", "i2", GLOBAL_INPUTS),
    ("deal", "i2", DEAL_INPUTS),
    ("amount", "i2", FIRST + ROWS_AT_ONCE),  # the inputs of a layer that are not 0
    ("row", "i2", FIRST + ROWS_AT_ONCE),  # and where the weights of each begin
    ("shared", "i4", FIRST),
    ("first", "i4", FIRST),
    ("second", "i4", SECOND),
    ("score", "i4", PLAYERS),
    ("chance", "i4", PLAYERS),
    ("value", "i4", CANDIDATES),  # the seat's chance to win after each candidate
    ("likely", "i4", CANDIDATES),  # how likely it comes about: an offer has to be accepted
    ("checked", "i4", CANDIDATES),  # 1: that is the mean over the throw that is due; 2: over some futures
    ("future", "i4", FUTURES),  # the seat's chance in each future if it does what a baron would do
    ("futures", "i4", 0),  # how many of those are known
    ("sum", "i4", PLAYERS),  # of the chances over several throws
    ("now", "i4", PLAYERS),  # the chances if the seat does what a baron would do
    ("rent", "i4", SQUARES),
    ("income", "i4", PLAYERS),
    ("visits", "i4", PLAYERS),
    ("liquid", "i4", PLAYERS),
    ("worth", "i4", PLAYERS),
    ("strength", "i4", PLAYERS),
    ("mean_worth", "i4", 0),  # of all seats in the game
    ("mean_strength", "i4", 0),
    ("best_worth", "i4", 0),
    ("second_worth", "i4", 0),
    ("gain", "i4", 0),  # what the seat gains by the deal that was looked at last
    ("odds", "i4", 0),  # and how likely it is accepted
    ("floor", "i4", 0),  # the least price that has not been refused for it
    ("hope", "i4", 0),  # what the best price that was found promises
    ("plays", "i4", 0),  # which bot has the seat that decides, while it counts as a baron
    ("single", "i4", 0),  # how many of the sets in `give` or `ask` are of one group
)
