"""The record that an environment keeps beside a game: who learns, bid limits, an unfinished offer, candidate offers."""

from freehold.rules.state import PLAYERS

SHORTLIST = 16  # candidate offers that an environment shows

ENVIRONMENT = (
    ("number", "i8", 0),  # of the game; it decides the dice
    ("short_give", "i8", SHORTLIST),  # the candidate offers: deeds given and asked, one bit each
    ("short_ask", "i8", SHORTLIST),
    ("short_cash", "i4", SHORTLIST),  # what the seat pays; negative: what it gets
    ("short_gain", "i4", SHORTLIST),
    ("limit", "i4", PLAYERS),  # up to which each seat bids in the auction that is on; 0: it was not asked yet
    ("share", "i4", PLAYERS),  # the evaluation of each seat, for shaped rewards
    ("offers_at", "i4", 0),  # the turn that `offers` counts for
    ("steps", "i4", 0),  # decisions of the learners in this game
    ("short_to", "i1", SHORTLIST),
    ("offers", "i1", PLAYERS),  # made in this turn
    ("seat", "i1", 0),  # the seat of the first learner in this game
    ("asked", "i1", 0),  # the seat that has to decide; NOBODY after the end
    ("listed", "i1", 0),  # candidate offers
    ("bidding", "i1", 0),  # some `limit` is set
    ("step", "i1", 0),  # of the offer that is being put together
    ("partner", "i1", 0),
    ("asks", "i1", 0),  # the group that is asked for
    ("gives", "i1", 0),
)

# What all environments of a batch have in common
TERMS = (
    ("dice", "i8", 0),  # the seed, scrambled for the games
    ("minds", "i8", 0),  # and for their bots
    ("many", "i8", 0),  # environments: the step from one game number to the next
    ("turns", "i4", 0),  # after which an episode is cut off
    ("players", "i4", 0),
    ("trades", "i4", 0),
    ("bids", "i4", 0),
    ("skip", "i4", 0),
    ("offers", "i4", 0),  # that a seat may make in a turn
    ("shaping", "i4", 0),  # the weight of a change of evaluation, in thousandths
    ("again", "i4", 0),  # a new episode begins in the step that ended one
    ("first", "i4", 0),  # the seat of the first learner; NOBODY: it rotates with the number of the game
    ("careful", "i4", 0),  # traders and barons ask the forecast about deals with learners and moguls
    ("bots", "i1", PLAYERS),  # who plays, from the first learner to its left
)
