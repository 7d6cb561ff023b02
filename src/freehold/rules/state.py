"""Every field of a game, of an edition's tables, of chance and of the event buffer, named once.

From these tables come the NumPy records of compiled play and the plain objects of interpreted play
(`engine/records.py`). A row is (name, NumPy type, length); length 0 is a single number. Wide fields stand first.
"""

from .switches import SWITCHES as SWITCHES

PLAYERS = 8
SQUARES = 40
GROUPS = 10  # up to eight colour groups, then stations and utilities
STATIONS = 8
UTILITIES = 9
GROUP_ROOM = 4  # the most squares a group may have
DECKS = 2
DECK_ROOM = 16  # the most cards a deck may have
CARDS = 32
KEPT = 4  # the most get-out-of-jail cards an edition may have
RENTS = 6
LOTS = 32  # the most streets a board may have: eight colour groups of four
HOUSE_RULES = 24  # the most at one table: one of each switch
STEPS = 5  # what may be built on a lot, one after the other: four houses and a hotel

# How much has room at once. None of these is ever reached by play; whatever finds no room sets `overflow`, which the
# auditor reports (`engine/kernel/audit.py`), and `tests/` plays the largest cases.
CLAIMS = 8  # at most 3 rents a turn (three throws; a third double goes to jail), and a claim outlives one more turn: 6
DEBTS = 14  # at most 7 from a payment of each player, 6 claims that go ahead of them, 1 interest of a creditor: 14
TOLD = 64  # one throw of two or three dice and what follows from it; longer only in a series of ties
EVENTS = 192  # a bankruptcy with all 28 deeds tells about 90 things; longer only in a series of ties
EVENT_WIDTH = 6  # kind, seat, other seat, square, amount, clause
MOVES = 320  # at most 70 answers to a double, 7 claims and withdrawals, and 4 dealings with each of 28 deeds: 189
SOME = 100  # answers that are counted
REFUSALS = 16  # refused offers that a bot keeps in mind
CELL = SQUARES  # the jail cell, as a place where a throw may leave a token, after the squares
PLACES = SQUARES + 1
ORIGINS = 3 * SQUARES + 3  # where a throw may start: a square, by the doubles before it; the cell, by failed throws
DECKS_OUT = 4  # no jail card out of its deck, one of the chest, one of chance, both
LEVELS = 7  # what a rent depends on: bare, bare in a whole group, 1 to 4 houses, a hotel; or how many are held
ROUND_BINS = 100
ROUNDS_A_BIN = 5
ENDINGS = 5

BANK = -1
NOBODY = -1
HOTEL = 5  # what `buildings` holds where the large building stands

GAME = (
    ("estate", "i8", 0),  # squares of a bankrupt that the bank still has to auction, one bit each
    ("transfer", "i8", 0),  # mortgaged squares whose new owner must redeem or keep the mortgage
    ("prepaid", "i8", 0),  # of those, the ones whose interest was paid already
    ("offer_give", "i8", 0),
    ("offer_ask", "i8", 0),
    ("cash", "i4", PLAYERS),
    ("bank", "i4", 0),  # what the bank took, less what it gave: cash, bank and pot always add up to 0
    ("turns", "i4", 0),  # turns finished
    ("bid", "i4", 0),
    ("floor", "i4", 0),  # the lowest opening bid
    ("offer_give_cash", "i4", 0),
    ("offer_ask_cash", "i4", 0),
    ("debt_amount", "i4", DEBTS),
    ("claim_amount", "i4", CLAIMS),
    ("debt_clause", "i2", DEBTS),
    ("paid", "i2", LOTS * STEPS),  # what a building won at auction cost, by lot and step; 0: the printed price
    ("claim_clause", "i2", CLAIMS),
    ("odd_prices", "i2", 0),  # how many of `paid` are not 0
    ("bidders", "i2", 0),  # seats still in the auction, one bit each
    ("asked", "i2", 0),  # seats that have yet to say whether they want scarce buildings
    ("players", "i1", 0),
    ("alive", "i1", 0),
    ("banker", "i1", 0),
    ("turn", "i1", 0),
    ("phase", "i1", 0),
    ("decider", "i1", 0),
    ("base", "i1", 0),  # the decision the turn itself waits for, beneath any debt, auction or offer
    ("stage", "i1", 0),  # how far the turn has come
    ("doubles", "i1", 0),
    ("extra", "i1", 0),  # the last throw was a double that gives another
    ("thrown", "i1", 0),  # a throw was made in this turn
    ("die1", "i1", 0),
    ("die2", "i1", 0),
    ("force_face", "i1", 0),
    ("arrived", "i1", 0),  # how the token came to its square: dice, card or jump
    ("rent_times", "i1", 0),  # what a card makes of a station's rent
    ("dice_times", "i1", 0),  # what a card makes of a utility's throw
    ("jail_failed", "i1", 0),  # this turn's throw for a double failed, and the turn still offers a way out
    ("in_hand", "i1", 0),  # a drawn card that is not yet back in its deck
    ("choice_card", "i1", 0),  # a card whose choice has yet to be made
    ("time_up", "i1", 0),
    ("winner", "i1", 0),
    ("houses", "i1", 0),
    ("hotels", "i1", 0),
    ("dark", "i1", 0),
    ("light", "i1", 0),
    ("battler", "i1", 0),
    ("battle_symbol", "i1", 0),
    ("battle_next", "i1", 0),  # where the round of battles after a shift has come to
    ("lot", "i1", 0),  # what is under the hammer: a square, or LOT_HOUSE or LOT_HOTEL
    ("leader", "i1", 0),
    ("bidder", "i1", 0),
    ("place", "i1", 0),  # where the leader will put the building
    ("contest", "i1", 0),  # LOT_HOUSE or LOT_HOTEL while scarce buildings are contested
    ("contest_by", "i1", 0),
    ("contest_square", "i1", 0),
    ("offer_kind", "i1", 0),
    ("offer_from", "i1", 0),
    ("offer_to", "i1", 0),
    ("offer_give_cards", "i1", 0),
    ("offer_ask_cards", "i1", 0),
    ("debts", "i1", 0),
    ("debt_open", "i1", 0),  # the first debtor was told and has to act
    ("claims", "i1", 0),
    ("overflow", "i1", 0),  # a debt or a claim found no room: a fault
    ("square", "i1", PLAYERS),
    ("in_jail", "i1", PLAYERS),
    ("jail_turns", "i1", PLAYERS),
    ("out", "i1", PLAYERS),  # 0, or the order in which the player went bankrupt
    ("token", "i1", PLAYERS),
    ("wish", "i1", PLAYERS),
    ("debt_from", "i1", DEBTS),
    ("debt_to", "i1", DEBTS),
    ("debt_why", "i1", DEBTS),
    ("debt_square", "i1", DEBTS),  # where it arose, or NOBODY
    ("debt_older", "i1", DEBTS),  # of a claimed rent: how many open claims come from earlier landings
    ("claim_square", "i1", CLAIMS),
    ("claim_visitor", "i1", CLAIMS),
    ("claim_owner", "i1", CLAIMS),
    ("claim_left", "i1", CLAIMS),  # turns with their first throw, or without any, until the claim lapses
    ("kept_card", "i1", KEPT),
    ("kept_by", "i1", KEPT),
    ("deck_top", "i1", 2),
    ("deck_size", "i1", 2),
    ("deck", "i1", CARDS),
    ("owner", "i1", SQUARES),
    ("buildings", "i1", SQUARES),
    ("mortgaged", "i1", SQUARES),
    # House rules, last, where the record has room for them
    ("lapped", "i2", 0),  # seats that have collected a salary, one bit each, if buying waits for it
    ("pot", "i4", 0),  # money in the middle
)

NUMBERS = (
    "start_cash",
    "salary",
    "jail_fine",
    "interest",
    "battle_loss",
    "force_light",
    "force_dark",
    "force_shift",
    "light_start",
    "dark_start",
    "double_bonus",
    "double_share",
    "house_stock",
    "hotel_stock",
    "variant",
    "time_limit",
    "deal",
    "deal_paid",
    "deal_cut",
    "hotel_after",
    "ends_at",
    "jail_square",
    "pot_start",
    "start_clause",
    "salary_clause",
    "snake_eyes_bonus",
    "rounds",
    "rounds_clause",
)

TABLES = (
    *((name, "i4", 0) for name in NUMBERS),
    ("house_clause", "i2", HOUSE_RULES),  # of the house rules in force, then 0
    ("price", "i2", SQUARES),
    ("rent", "i2", SQUARES * RENTS),
    ("house_cost", "i2", SQUARES),
    ("mortgage", "i2", SQUARES),
    ("tax", "i2", SQUARES),
    ("card_a", "i2", CARDS),
    ("card_b", "i2", CARDS),
    ("tax_percent", "i1", SQUARES),
    ("tax_in_short", "i1", SQUARES),  # how the short game changes a tax: not, a lower amount, no choice
    ("kind", "i1", SQUARES),
    ("group", "i1", SQUARES),
    ("street", "i1", SQUARES),  # the number of a lot among the lots, for `paid`
    ("group_size", "i1", GROUPS),
    ("group_squares", "i1", GROUPS * GROUP_ROOM),
    ("card_kind", "i1", CARDS),
    ("deck_cards", "i1", 2),
    ("token_side", "i1", PLAYERS),
    *((name, "i1", 0) for name in SWITCHES),
)

CHANCE = (
    ("key0", "i8", 0),
    ("key1", "i8", 0),
    ("drawn", "i8", 0),  # numbers drawn for dice
    ("dealt", "i8", 0),  # numbers drawn for decks and deals, a stream of their own
    ("told_n", "i2", 0),
    ("told_i", "i2", 0),
    ("seen_n", "i2", 0),
    ("wrong", "i1", 0),  # a dictated outcome could not come next
    ("overflow", "i1", 0),  # more outcomes came than `seen` has room for
    ("told", "i1", TOLD),
    ("seen", "i1", TOLD),
)

EVENT_BUFFER = (
    ("on", "i4", 0),  # 0, or who reads it: see `events.py`
    ("n", "i4", 0),
    ("overflow", "i4", 0),
    ("rows", "i4", EVENTS * EVENT_WIDTH),
)

MOVE_LIST = (
    ("n", "i4", 0),
    ("overflow", "i4", 0),
    ("decisions", "i4", 0),  # how many of them, from the first, answer the question that is open; the rest are free
    ("a", "i4", MOVES),
    ("b", "i4", MOVES),
    ("kind", "i1", MOVES),
)

ACTION = (
    ("give", "i8", 0),
    ("ask", "i8", 0),
    ("a", "i4", 0),
    ("b", "i4", 0),
    ("give_cash", "i4", 0),
    ("ask_cash", "i4", 0),
    ("kind", "i1", 0),
    ("give_cards", "i1", 0),
    ("ask_cards", "i1", 0),
)

# What the bots of `bots/` know of an edition, and what they keep in mind of a game. No rule reads either.
VALUES = (
    ("members", "i8", GROUPS),  # the squares of a group, one bit each
    ("taxes", "i8", 0),  # the tax squares, one bit each
    ("income", "i4", GROUPS * RENTS),  # thousandths that a whole group earns at each opponent's throw, by buildings
    ("lone", "i4", SQUARES),  # the same of a bare lot, a single station or a single utility
    ("odds", "i4", SQUARES),  # how often a throw ends on a square, in millionths
    ("step_gain", "i4", SQUARES * RENTS),  # what the next building on a lot earns for its price, by those before it
)

NOTES = (
    ("refused", "i8", PLAYERS * REFUSALS),  # what was offered and refused, by who offered it
    ("held", "i8", PLAYERS),  # the deeds of each seat, one bit each
    ("looked", "i8", PLAYERS),  # who held what when the seat last looked for a trade
    ("pledged", "i8", 0),  # the mortgaged deeds, one bit each
    ("refused_at", "i4", PLAYERS * REFUSALS),  # in which turn
    ("looked_at", "i4", PLAYERS),
    ("spare", "i4", PLAYERS),  # what each seat could raise on deeds that are no part of a whole group
    ("refused_price", "i4", PLAYERS * REFUSALS),  # and the cash that each gave (negative: asked for)
    ("refused_n", "i1", PLAYERS),
    ("agreed", "i1", PLAYERS),  # how many offers of people and of moguls each seat has accepted, up to SOME
    ("declined", "i1", PLAYERS),  # and refused
    ("least_taken", "i1", PLAYERS),  # what they gained by printed prices in the worst one that they took
    ("most_declined", "i1", PLAYERS),  # and in the best one that they refused; see `face_share`
    ("bot", "i1", PLAYERS),  # who plays each seat
    ("counted", "i1", 0),  # `held` and `pledged` are as the board has them
    ("careful", "i1", 0),  # traders and barons ask the forecast about offers of people and of bots that think
)

# What a simulation counts on the way, over many games; `engine/kernel/tally.py` says how. No rule reads it.
TALLY = (
    ("landed", "i8", PLACES),  # throws by where they left the token when all was played
    ("thrown", "i8", DECKS_OUT * ORIGINS),  # throws by where they started
    ("bought", "i8", SQUARES),  # from the bank, at the printed price
    ("dealt", "i8", SQUARES),
    ("sold", "i8", SQUARES),  # under the hammer
    ("sold_for", "i8", SQUARES),
    ("built", "i8", SQUARES),
    ("built_for", "i8", SQUARES),
    ("mortgages", "i8", SQUARES),
    ("rents", "i8", SQUARES * LEVELS),  # how often one was owed
    ("due", "i8", SQUARES * LEVELS),  # how much was owed
    ("rent", "i8", SQUARES * LEVELS),  # and how much of it came in, in cash
    ("ruined", "i8", SQUARES),  # players who went bankrupt over its rent
    ("exposed", "i8", SQUARES * LEVELS),  # throws of others while the deed could earn that rent
    ("monopolies", "i8", GROUPS),  # how often a group came whole into one hand
    ("inherited", "i8", GROUPS),  # the same by another's bankruptcy
    ("bankrupt_in", "i8", ROUND_BINS),  # bankruptcies by round, ROUNDS_A_BIN together, the last one open
    ("endings", "i8", ENDINGS),
    ("games", "i8", 0),
    ("throws", "i8", 0),
    ("offers", "i8", 0),
    ("trades", "i8", 0),
    ("settlements", "i8", 0),  # rents paid partly in deeds
    ("auctions", "i8", 0),  # of deeds
    ("unsold", "i8", 0),
    ("building_auctions", "i8", 0),
    ("shortages", "i8", 0),
    ("bankruptcies", "i8", 0),
    ("jailings", "i8", 0),
)

TALLY_WORDS = sum(length or 1 for _, _, length in TALLY)
TALLY_PLACES = {row[0]: sum(length or 1 for _, _, length in TALLY[:k]) for k, row in enumerate(TALLY)}

# What the tally remembers of the game that is being played
WATCH = (
    ("altered", "i8", 0),  # the deeds on which something was built, sold or mortgaged in this action, one bit each
    ("moved", "i8", 0),  # those that came into other hands
    ("tally", "i8", 0),  # the address of the counts on a GPU, where many games share them
    ("since", "i4", SQUARES),  # the opponents' throws in this game when the deed's level or owner last changed
    ("threw", "i4", PLAYERS),  # throws of each seat
    ("place", "i4", 0),  # where the last throw has led so far, or NOBODY
    ("owed", "i4", 0),  # the rent that a debtor has yet to pay
    ("owed_for", "i4", 0),  # and its square, or NOBODY
    ("bin", "i4", 0),  # the place of the round in `bankrupt_in`
    ("level", "i1", SQUARES),
    ("deed_of", "i1", SQUARES),  # the owner at that time
    ("whole", "i1", GROUPS),  # who holds it
)

# The event buffer of a simulation: all that counting needs besides. Plain games have the buffer alone.
COUNTING_BUFFER = (*EVENT_BUFFER, *WATCH, ("counts", "i8", TALLY_WORDS))
THREAD_EVENTS = (*EVENT_BUFFER[:-1], *WATCH)  # of a thread on a GPU: no rows, and `tally` says where the counts are
