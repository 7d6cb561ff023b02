"""Offers and their answers, to learn from: games with moguls, in which partners are asked about many deals.

Each question is put to a copy of the game, as if the offer were on the table; no player ever does this.
"""

from freehold.bots.memory import NO_PRICE, clear_notes
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_MOGUL
from freehold.bots.trading import write_offer
from freehold.bots.worth import count_estates
from freehold.engine.kernel.loops import new_game
from freehold.forecast.kernel.acceptance import read_deal
from freehold.forecast.kernel.deals import deal_with_care
from freehold.forecast.kernel.judge import choose, copy_game, keep_from_looking, take, value_of
from freehold.forecast.kernel.learned_games import learned_step, seat_players
from freehold.forecast.kernel.mogul import may_manage, mogul_action
from freehold.forecast.kernel.offers import (
    add_offers,
    bundles_of,
    first_price,
    is_seen_otherwise,
    is_useful,
    judge_no_deal,
    try_price,
)
from freehold.layouts.network_shape import CANDIDATES, DEAL_INPUTS
from freehold.layouts.records import Chances, Int8s, Int16s, Sampling, Study, Weights
from freehold.rules.board import in_game
from freehold.rules.chance import deal_below
from freehold.rules.codes import DO_ACCEPT, DO_OFFER, DONE, PHASE_OVER
from freehold.rules.money import in_debt
from freehold.rules.records import Action, Chance
from freehold.rules.state import PLAYERS

ASKED_ONE_IN = 3  # of the moments at which a mogul may make an offer
AT_RANDOM = 3  # deals at random among the questions of a moment
TRIES = 12
DEARER = 400  # the range of prices around a fair one
MOST_ACTIONS = 60_000
ANSWER_WIDTH = 4  # whether accepted, who was asked, whether the offer is one that a mogul would make, the game


def answer_to(study: Study, net: Weights, y: Action, seat: int) -> bool:
    """Whether the partner accepts the offer y, on a copy. games[3] and notes[3] have the position."""
    other = y.a + 0
    accepted = False
    copy_game(study, 3, 0)
    if take(study, 0, study.chance, seat, y) == DONE:
        if study.notes[0].bot[other] == BOT_MOGUL:
            mogul_action(study, net, other)
        else:
            clear_action(study.acts[0])
            choose(study, 0, study.acts[0], other)
            deal_with_care(study, net, other)
        accepted = study.acts[0].kind == DO_ACCEPT
    copy_game(study, 3, 0)
    return accepted


def begin_to_ask(study: Study, net: Weights, seat: int) -> bool:
    """Value what a baron would do instead of an offer, as a mogul does before it looks for one."""
    n = study.notes[0]
    h = study.thought
    h.plays = n.bot[seat]
    n.bot[seat] = BOT_BARON
    keep_from_looking(study.games[0], n, seat)
    clear_action(study.acts[0])
    if not choose(study, 0, study.acts[0], seat) or study.acts[0].kind == DO_OFFER:
        return False
    h.value[0] = value_of(study, net, study.acts[0], seat)
    for other in range(study.games[0].players):
        h.now[other] = h.chance[other]
    count_estates(study.games[0], study.tables, study.values, n)
    h.floor = NO_PRICE
    return True


def deal_at_random(study: Study, y: Action, seat: int, r: Chance) -> bool:
    """Write an offer of any deeds that are of use to somebody, at any price, into y."""
    g = study.games[0]
    n = study.notes[0]
    h = study.thought
    other = deal_below(r, g.players)
    if other == seat or not in_game(g, other) or in_debt(g, other):
        return False
    mine = bundles_of(g, study.tables, study.values, h, n.held[seat], False)
    theirs = bundles_of(g, study.tables, study.values, h, n.held[other], True)
    give = h.give[deal_below(r, mine)] + 0
    ask = h.ask[deal_below(r, theirs)] + 0
    if not is_useful(study.values, n, seat, other, give, ask):
        return False
    price = first_price(g, study.tables, study.values, n, seat, other, give | ask)
    write_offer(y, other, price + deal_below(r, DEARER) - DEARER // 2, give, ask)
    return True


def ask_about(study: Study, net: Weights, y: Action, seat: int, rows: Int16s, told: Int16s, at: int) -> int:
    """Keep the facts about the offer y and its answer. The new number of rows."""
    if (at + 1) * ANSWER_WIDTH > len(told):
        return at
    h = study.thought
    other = y.a + 0
    if is_seen_otherwise(study.notes[0], h, other):
        judge_no_deal(study, net, seat, other)
    if not try_price(study, net, y, seat, y.give_cash - y.ask_cash):
        return at
    read_deal(study, y, seat)
    for k in range(DEAL_INPUTS):
        rows[at * DEAL_INPUTS + k] = h.deal[k]
    told[at * ANSWER_WIDTH] = int(answer_to(study, net, y, seat))
    told[at * ANSWER_WIDTH + 1] = study.notes[0].bot[other]
    return at + 1


def ask_around(study: Study, net: Weights, seat: int, r: Chance, rows: Int16s, told: Int16s, at: int) -> int:
    """Ask about the offers that a mogul would make, and about some at random. The new number of rows."""
    copy_game(study, 0, 3)
    spare = CANDIDATES - 1
    if begin_to_ask(study, net, seat):
        count = add_offers(study, net, seat, 1)
        for k in range(1, count):
            study.acts[spare - k] = study.acts[k]
        until = at + count - 1 + AT_RANDOM
        for k in range(1, count + TRIES):
            if at >= until:
                break
            begin_to_ask(study, net, seat)
            y = study.acts[spare - k] if k < count else study.acts[spare]
            if k < count or deal_at_random(study, y, seat, r):
                before = at + 0
                at = ask_about(study, net, y, seat, rows, told, at)
                if at > before:
                    told[before * ANSWER_WIDTH + 2] = int(k < count)
    copy_game(study, 3, 0)
    return at


def collect_answers(
    study: Study,
    net: Weights,
    plan: Sampling,
    chances: Chances,
    rs: Chances,
    lineups: Int8s,
    rows: Int16s,
    told: Int16s,
) -> int:
    """Play games and keep questions and answers. How many."""
    g = study.games[0]
    at = 0
    for number in range(len(chances)):
        seat_players(study.notes[0], lineups, number * PLAYERS)
        study.own[0] = rs[number]
        clear_notes(study.notes[0])
        new_game(g, study.tables, chances[number], study.events, plan.players, 0)
        first = at + 0
        for _ in range(MOST_ACTIONS):
            if g.phase == PHASE_OVER or g.turns >= plan.turns:
                break
            seat = g.decider + 0
            if study.notes[0].bot[seat] == BOT_MOGUL and may_manage(g, seat):
                if deal_below(study.own[0], ASKED_ONE_IN) == 0:
                    at = ask_around(study, net, seat, study.own[0], rows, told, at)
            if learned_step(study, net, chances[number]) != DONE:
                break
        for k in range(first, at):
            told[k * ANSWER_WIDTH + 3] = number
    return at
