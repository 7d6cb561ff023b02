"""What a seat may see, as numbers: its own slot is 0, the seat to its left 1, and so on.

The order of the decks, the game's chance and the notes of others are not read. Each number is one multiplication by a
power of two, so every backend writes the same bits.
"""

from freehold.bots.danger import likely_rent
from freehold.bots.worth import completes, count_deeds, lowest
from freehold.envs.kernel.layout import (
    CANDIDATE_FACTS,
    GROUP_CHOICES,
    PHASES,
    SCALARS,
    SEAT_FACTS,
    SQUARE_FACTS,
    STATIC_FACTS,
    observation_moving,
)
from freehold.layouts.environment_shape import SHORTLIST
from freehold.layouts.records import Environment, Float32s
from freehold.rules.auctions import lowest_bid
from freehold.rules.board import is_property
from freehold.rules.codes import LOT_HOTEL, LOT_HOUSE, OFFER_SETTLEMENT, PHASE_AUCTION
from freehold.rules.records import Game, Notes, Tables, Values
from freehold.rules.state import BANK, GROUPS, HOTEL, KEPT, NOBODY, RENTS, SQUARES


def count_bits(squares: int) -> int:
    count = 0
    while squares != 0:
        squares &= squares - 1
        count += 1
    return count


def observe(g: Game, t: Tables, v: Values, n: Notes, env: Environment, seat: int, obs: Float32s, at: int) -> None:
    """Write all that changes in a game into a row that starts at `at`."""
    count_deeds(g, n)
    players = g.players + 0
    at = max(at, 0)  # tells the compiler that no index counts from the end
    for k in range(observation_moving(players)):
        obs[at + k] = 0.0
    at = observe_seats(g, seat, players, obs, at)
    at = observe_squares(g, t, seat, players, obs, at)
    at = observe_groups(v, n, seat, players, obs, at)
    at = observe_turn(g, t, env, seat, obs, at)
    at = observe_debt(g, seat, players, obs, at)
    at = observe_auction(g, seat, players, obs, at)
    at = observe_offer(g, seat, players, obs, at)
    at = observe_builder(env, seat, players, obs, at)
    observe_candidates(t, v, n, env, seat, players, obs, at)


def observe_seats(g: Game, seat: int, players: int, obs: Float32s, at: int) -> int:
    for slot in range(players):
        who = (seat + slot) % players
        obs[at] = g.cash[who] * 0.0009765625
        obs[at + 2] = 1.0 if g.in_jail[who] != 0 else 0.0
        obs[at + 3] = g.jail_turns[who] * 0.25
        obs[at + 4] = 1.0 if g.turn == who else 0.0
        obs[at + 5] = 1.0 if g.decider == who else 0.0
        if g.out[who] == 0:
            obs[at + 1] = 1.0
            obs[at + SEAT_FACTS + g.square[who]] = 1.0
        cards = 0
        for k in range(KEPT):
            if g.kept_by[k] == who:
                cards += 1
        obs[at + 6] = cards * 1.0
        obs[at + 7] = g.wish[who] * 0.25
        at += SEAT_FACTS + SQUARES
    return at


def observe_squares(g: Game, t: Tables, seat: int, players: int, obs: Float32s, at: int) -> int:
    """Each square: its owner, what stands there, the rent, symbols of the Force, and what is being dealt with."""
    width = players + 1 + SQUARE_FACTS
    offered = g.offer_from != NOBODY
    for square in range(SQUARES):
        owner = g.owner[square] + 0
        if owner == BANK:
            if is_property(t, square):
                obs[at] = 1.0
        else:
            slot = owner - seat
            if slot < 0:
                slot += players
            obs[at + 1 + slot] = 1.0
            to = at + players + 1
            if g.mortgaged[square] != 0:
                obs[to] = 1.0
            else:
                obs[to + 1] = g.buildings[square] * 0.25
                obs[to + 2] = likely_rent(g, t, square) * 0.0009765625
            if (g.transfer >> square) & 1:
                obs[to + 5] = 1.0
            if offered:
                if (g.offer_give >> square) & 1:
                    obs[to + 7] = 1.0
                if (g.offer_ask >> square) & 1:
                    obs[to + 8] = 1.0
        at += width
    start = at - SQUARES * width + players + 1
    if 0 <= g.dark < SQUARES:
        obs[start + g.dark * width + 3] = 1.0
    if 0 <= g.light < SQUARES:
        obs[start + g.light * width + 4] = 1.0
    if 0 <= g.lot < SQUARES:
        obs[start + g.lot * width + 6] = 1.0
    return at


def observe_groups(v: Values, n: Notes, seat: int, players: int, obs: Float32s, at: int) -> int:
    """How much of each group each seat holds, in quarters; a whole group is 1 more."""
    for slot in range(players):
        held = n.held[(seat + slot) % players]
        if held != 0:
            for group in range(GROUPS):
                mine = held & v.members[group]
                if mine != 0:
                    obs[at + group] = (count_bits(mine) + (4 if mine == v.members[group] else 0)) * 0.25
        at += GROUPS
    return at


def observe_turn(g: Game, t: Tables, env: Environment, seat: int, obs: Float32s, at: int) -> int:
    obs[at + g.phase] = 1.0
    at += PHASES
    if g.die1 > 0:
        obs[at + g.die1 - 1] = 1.0
        obs[at + 5 + g.die2] = 1.0
    at += 12
    if 1 <= g.force_face <= 3:
        obs[at + g.force_face - 1] = 1.0
    at += 3
    obs[at] = g.doubles * 0.5
    obs[at + 1] = g.houses * 0.03125
    obs[at + 2] = g.hotels * 0.0625
    obs[at + 3] = g.turns * 0.00390625
    obs[at + 4] = g.alive * 0.125
    obs[at + 5] = env.offers[seat] * 0.25
    obs[at + 6] = max(0, t.time_limit - g.turns) * 0.00390625
    obs[at + 7] = 1.0 if g.extra != 0 else 0.0
    return at + SCALARS


def observe_debt(g: Game, seat: int, players: int, obs: Float32s, at: int) -> int:
    """The debt that has to be settled first: how much, and to whom (the bank, then the slots)."""
    if g.debts > 0:
        obs[at] = g.debt_amount[0] * 0.0009765625
        creditor = g.debt_to[0]
        obs[at + 1 + (0 if creditor == BANK else 1 + (creditor - seat) % players)] = 1.0
    return at + 1 + players + 1


def observe_auction(g: Game, seat: int, players: int, obs: Float32s, at: int) -> int:
    if g.phase == PHASE_AUCTION:
        obs[at] = 1.0 if g.lot == LOT_HOUSE else 0.0
        obs[at + 1] = 1.0 if g.lot == LOT_HOTEL else 0.0
        obs[at + 2] = g.bid * 0.0009765625
        obs[at + 3] = lowest_bid(g) * 0.0009765625
        obs[at + 4 + (0 if g.leader == NOBODY else 1 + (g.leader - seat) % players)] = 1.0
        for slot in range(players):
            if (g.bidders >> ((seat + slot) % players)) & 1:
                obs[at + 5 + players + slot] = 1.0
    return at + 4 + players + 1 + players


def observe_offer(g: Game, seat: int, players: int, obs: Float32s, at: int) -> int:
    if g.offer_from != NOBODY:
        obs[at] = (g.offer_give_cash - g.offer_ask_cash) * 0.0009765625
        obs[at + 1] = count_bits(g.offer_give_cards + 0) * 0.5
        obs[at + 2] = count_bits(g.offer_ask_cards + 0) * 0.5
        obs[at + 3] = 1.0 if g.offer_kind == OFFER_SETTLEMENT else 0.0
        obs[at + 4 + (g.offer_from - seat) % players] = 1.0
    return at + 4 + players


def observe_builder(env: Environment, seat: int, players: int, obs: Float32s, at: int) -> int:
    """The offer that is being put together: its step, the partner, the groups asked for and given."""
    obs[at + env.step] = 1.0
    if env.step > 0:
        obs[at + 3 + (env.partner - seat) % players] = 1.0
        obs[at + 3 + players + env.asks] = 1.0
        if env.step > 1:
            obs[at + 3 + players + GROUP_CHOICES + env.gives] = 1.0
    return at + 3 + players + 2 * GROUP_CHOICES


def observe_candidates(
    t: Tables, v: Values, n: Notes, env: Environment, seat: int, players: int, obs: Float32s, at: int
) -> None:
    for k in range(min(env.listed + 0, SHORTLIST)):
        to = env.short_to[k] + 0
        give = env.short_give[k] + 0
        ask = env.short_ask[k] + 0
        obs[at] = 1.0
        obs[at + 1] = env.short_gain[k] * 0.0009765625
        obs[at + 2] = env.short_cash[k] * 0.0009765625
        obs[at + 3] = count_bits(give) * 0.25
        obs[at + 4] = count_bits(ask) * 0.25
        obs[at + 5] = printed_price(t, give) * 0.0009765625
        obs[at + 6] = printed_price(t, ask) * 0.0009765625
        obs[at + 7] = 1.0 if completes(v, n, seat, ask) >= 0 else 0.0
        obs[at + 8] = 1.0 if completes(v, n, to, give) >= 0 else 0.0
        obs[at + 9] = ((to - seat) % players) * 0.125
        obs[at + 10] = (1 + group_of(v, ask)) * 0.0625
        obs[at + 11] = (1 + group_of(v, give)) * 0.0625
        at += CANDIDATE_FACTS


def group_of(v: Values, squares: int) -> int:
    """The first group that some of these squares belong to, or NOBODY."""
    if squares != 0:
        for group in range(GROUPS):
            if squares & v.members[group] != 0:
                return group
    return NOBODY


def printed_price(t: Tables, squares: int) -> int:
    total = 0
    while squares != 0:
        total += t.price[lowest(squares)]
        squares &= squares - 1
    return total


def observe_facts(t: Tables, v: Values, obs: Float32s, at: int) -> None:
    """What an edition prints and how often each square is visited; it stays the same in all its games."""
    for square in range(SQUARES):
        obs[at] = t.price[square] * 0.0009765625
        obs[at + 1] = t.house_cost[square] * 0.0009765625
        obs[at + 2] = t.rent[square * RENTS] * 0.0009765625
        obs[at + 3] = t.rent[square * RENTS + HOTEL] * 0.0009765625
        obs[at + 4] = v.odds[square] * 0.000030517578125
        at += STATIC_FACTS
