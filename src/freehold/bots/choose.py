"""The decision of a bot: dispatch by phase and rank. A bot sees the board and its notes, and nothing hidden.

`v` are values computed from the edition, `n` the bot's memory, `r` its own random generator; the decks and the game's
chance are never read. The action is written into `x`.
"""

from freehold.bots.bidding import bid_or_pass, buy_or_decline, want_or_pass
from freehold.bots.estate import has_the_means, manage, raise_cash
from freehold.bots.random_player import clear_action, random_action
from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM, BOT_TRADER, judged_as
from freehold.bots.special_decisions import choose_card, choose_tax, place_symbol, roll_or_leave, take_over, use_double
from freehold.bots.trading import accepts, find_offer, settle_in_deeds, time_to_look
from freehold.bots.worth import count_deeds
from freehold.rules.board import in_game
from freehold.rules.codes import (
    DO_ACCEPT,
    DO_BANKRUPT,
    DO_CLAIM,
    DO_PAY,
    DO_REJECT,
    DONE,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_BATTLE,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_CONTEST,
    PHASE_DEBT,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_TAX,
    PHASE_TRANSFER,
)
from freehold.rules.debts import may_go_bankrupt, may_pay
from freehold.rules.records import Action, Chance, Game, Moves, Notes, Tables, Values
from freehold.rules.rent import may_claim
from freehold.rules.state import NOBODY


def who_acts(g: Game, t: Tables, n: Notes) -> int:
    """The seat to ask next: one that can claim a rent, otherwise the one that has to decide."""
    for k in range(g.claims):
        owner = g.claim_owner[k]
        if in_game(g, owner) and n.bot[owner] > BOT_RANDOM and may_claim(g, t, owner, g.claim_square[k]) == DONE:
            return owner + 0
    return g.decider + 0


def bot_action(g: Game, t: Tables, v: Values, n: Notes, m: Moves, r: Chance, x: Action, seat: int) -> int:
    """Write the action of the bot in this seat into x; False if it has none."""
    bot = n.bot[seat]
    if bot == BOT_RANDOM:
        return random_action(g, t, m, r, x, seat)
    clear_action(x)
    x.b = NOBODY
    bot = BOT_NOVICE if bot == BOT_NOVICE else judged_as(bot)
    for k in range(g.claims):
        if g.claim_owner[k] == seat and may_claim(g, t, seat, g.claim_square[k]) == DONE:
            x.kind = DO_CLAIM
            x.a = g.claim_square[k]
            return True
    if seat != g.decider:
        return False
    return decision(g, t, v, n, x, seat, bot)


def decision(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Dispatch by phase."""
    phase = g.phase
    if phase == PHASE_BUY:
        return buy_or_decline(g, t, v, n, x, seat, bot)
    if phase == PHASE_AUCTION:
        return bid_or_pass(g, t, v, n, x, seat, bot)
    if phase == PHASE_ANSWER:
        x.kind = DO_ACCEPT if accepts(g, t, v, n, seat, bot) else DO_REJECT
        return True
    if phase == PHASE_DEBT:
        return in_debt_decision(g, t, v, n, x, seat, bot)
    if phase == PHASE_TAX:
        return choose_tax(g, t, x, seat, bot)
    if phase == PHASE_CARD:
        return choose_card(g, t, x, seat, bot)
    if phase == PHASE_TRANSFER:
        return take_over(g, t, v, n, x, seat, bot)
    if phase == PHASE_BATTLE:
        return place_symbol(g, t, x, seat, bot)
    if phase == PHASE_CONTEST:
        return want_or_pass(g, t, v, n, x, seat, bot)
    if phase == PHASE_DOUBLE:
        return use_double(g, t, v, n, x, seat, bot)
    return turn_decision(g, t, v, n, x, seat, bot)


def turn_decision(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Trade and build after the throw, in jail before it; then throw, or end the turn."""
    if g.phase == PHASE_END or g.in_jail[seat] != 0:
        count_deeds(g, n)
        if bot >= BOT_TRADER and time_to_look(g, n, seat):
            if find_offer(g, t, v, n, x, seat, bot) > 0:
                return True
        if n.held[seat] != 0 and manage(g, t, v, n, x, seat, bot):
            return True
    return roll_or_leave(g, t, x, seat, bot)


def in_debt_decision(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    if may_pay(g, t, seat) == DONE:
        x.kind = DO_PAY
        return True
    count_deeds(g, n)
    if not has_the_means(g, t, n, seat) and may_go_bankrupt(g, t, seat) == DONE:
        if bot < BOT_TRADER or not settle_in_deeds(g, t, v, n, x, seat):
            x.kind = DO_BANKRUPT
        return True
    return raise_cash(g, t, v, n, x, seat, bot)
