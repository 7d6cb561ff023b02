"""Positions to learn from: games with some noise in them, a few positions of each, and who won.

Plain functions like those of `engine/kernel/loops.py`, compiled with them.
"""

from freehold.bots.memory import clear_notes
from freehold.bots.random_player import random_action
from freehold.engine.kernel.loops import new_game
from freehold.forecast.kernel.features import read_group, read_position
from freehold.forecast.kernel.judge import take
from freehold.forecast.kernel.learned_games import learned_step, seat_players
from freehold.layouts.network_shape import GLOBAL_INPUTS, GROUP_INPUTS, GROUP_WIDTH, SEAT_INPUTS, SEAT_WIDTH
from freehold.layouts.records import Chances, Games, Int8s, Int16s, Int64s, Sampling, Study, Weights
from freehold.rules.board import group_has_buildings, in_game, is_property, sibling
from freehold.rules.chance import deal_below
from freehold.rules.codes import DONE, PHASE_DEBT, PHASE_OVER, PHASE_ROLL
from freehold.rules.records import Chance, Game, Tables
from freehold.rules.state import BANK, GROUPS, PLAYERS, SQUARES

QUIET_ONE_IN = 4  # games without noise
NOISY_ROUNDS = 24  # the noise ends in one of so many rounds
RANDOM_ONE_IN = 25  # actions while there is noise
MOST_ACTIONS = 60_000


def jolt(g: Game, t: Tables, r: Chance) -> None:
    """Change deeds, cash and mortgages as no bot would, so that the forecast learns to judge what others do."""
    what = deal_below(r, 16)
    if what & 1:
        for _ in range(1 + deal_below(r, 4)):  # deeds change hands
            square = deal_below(r, SQUARES)
            if is_property(t, square) and g.owner[square] != BANK and not group_has_buildings(g, t, t.group[square]):
                seat = deal_below(r, g.players)
                if in_game(g, seat):
                    g.owner[square] = seat
    if what & 2:
        group = deal_below(r, GROUPS)  # a group comes into one hand
        seat = deal_below(r, g.players)
        if in_game(g, seat) and t.group_size[group] > 0 and not group_has_buildings(g, t, group):
            for k in range(t.group_size[group]):
                g.owner[sibling(t, group, k)] = seat
    if what & 4:
        for seat in range(g.players):  # cash is scaled
            if in_game(g, seat):
                cash = g.cash[seat] * (1 + deal_below(r, 8)) // 4
                g.bank += g.cash[seat] - cash
                g.cash[seat] = cash
    if what & 8:
        for _ in range(3):  # mortgages are flipped
            square = deal_below(r, SQUARES)
            if is_property(t, square) and g.owner[square] != BANK and not group_has_buildings(g, t, t.group[square]):
                g.mortgaged[square] = 1 - g.mortgaged[square]


def sample_game(study: Study, net: Weights, plan: Sampling, c: Chance, store: Games, at: int) -> int:
    """Play a game and keep positions before a throw, chosen evenly, early ones more often. How many were kept.

    Some games have random actions up to a random turn, and a jolt there; positions are kept only from then on, so that
    the outcome is that of the bots' own play.
    """
    g = study.games[0]
    t = study.tables
    r = study.own[0]
    x = study.acts[0]
    clear_notes(study.notes[0])
    new_game(g, t, c, study.events, plan.players, 0)
    first = 0
    noisy = False
    jolted = False
    if plan.noise and deal_below(r, QUIET_ONE_IN) != 0:
        first = deal_below(r, NOISY_ROUNDS * plan.players)
        noisy = deal_below(r, 2) == 0
        jolted = deal_below(r, 2) == 0
    seen = 0
    kept = 0
    actions = 0
    while g.phase != PHASE_OVER and g.turns < plan.turns and actions < MOST_ACTIONS:
        actions += 1
        if g.turns < first and noisy and g.phase != PHASE_DEBT and deal_below(r, RANDOM_ONE_IN) == 0:
            seat = g.decider + 0
            if not random_action(g, t, study.moves, r, x, seat) or take(study, 0, c, seat, x) != DONE:
                return 0
        else:
            if g.phase == PHASE_ROLL and g.turns >= first and g.claims == 0 and g.thrown == 0:
                if jolted:
                    jolted = False
                    jolt(g, t, r)
                    study.notes[0].counted = 0
                seen += 1
                if kept < plan.per_game:
                    store[at + kept] = g
                    kept += 1
                else:
                    slot = deal_below(r, seen)
                    if slot < plan.per_game:
                        store[at + slot] = g
            if learned_step(study, net, c) != DONE:
                return 0
    if g.phase != PHASE_OVER or g.winner < 0:
        return 0
    return kept


def sample_games(
    study: Study,
    net: Weights,
    plan: Sampling,
    chances: Chances,
    rs: Chances,
    lineups: Int8s,
    store: Games,
    results: Int64s,
) -> int:
    """Many games; results holds for each kept position its winner and its game. How many positions were kept."""
    at = 0
    for number in range(len(chances)):
        seat_players(study.notes[0], lineups, number * PLAYERS)
        study.own[0] = rs[number]
        kept = sample_game(study, net, plan, chances[number], store, at)
        for i in range(at, at + kept):
            results[2 * i] = study.games[0].winner
            results[2 * i + 1] = number
        at += kept
    return at


def encode_positions(
    study: Study, store: Games, lineups: Int8s, group_rows: Int16s, seat_rows: Int16s, fact_rows: Int16s
) -> None:
    """The network's inputs of many positions, as flat arrays; rows of seats that are out stay zero."""
    t = study.tables
    v = study.values
    n = study.notes[0]
    h = study.thought
    for i in range(len(store)):
        g = store[i]
        n.counted = 0
        seat_players(n, lineups, i * PLAYERS)
        read_position(g, t, v, n, h)
        for k in range(GLOBAL_INPUTS):
            fact_rows[i * GLOBAL_INPUTS + k] = h.facts[k]
        for seat in range(g.players):
            if g.out[seat] == 0:
                at = (i * PLAYERS + seat) * SEAT_INPUTS
                for k in range(SEAT_INPUTS):
                    seat_rows[at + k] = h.seat[seat * SEAT_WIDTH + GROUP_WIDTH + k]
                for group in range(GROUPS):
                    if read_group(g, t, v, n, h, seat, group):
                        at = ((i * PLAYERS + seat) * GROUPS + group) * GROUP_INPUTS
                        for k in range(GROUP_INPUTS):
                            group_rows[at + k] = h.inputs[k]
