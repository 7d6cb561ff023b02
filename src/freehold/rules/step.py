"""The one door: `act` is the only way to change a game. It answers DONE, or why not, and then nothing has changed.

After every action `settle` runs on until somebody has to decide: debts, auctions and offers first, then the turn.
"""

from .auctions import (
    bidding_is_over,
    close_deed_auction,
    deed_is_under_the_hammer,
    do_bid,
    do_pass,
    may_bid,
    may_speak,
    open_auction,
)
from .board import in_game
from .buildings import do_sell, do_sell_group, may_build, may_sell, may_sell_group
from .buying import do_buy, do_decline, may_buy
from .cards import do_choose, may_choose
from .clauses import BANKRUPTCY_TO_BANK_PROPERTIES_AUCTIONED
from .codes import (
    DO_ACCEPT,
    DO_ATTACK,
    DO_BANKRUPT,
    DO_BID,
    DO_BUILD,
    DO_BUY,
    DO_CHOOSE,
    DO_DECLINE,
    DO_END_TURN,
    DO_GO_TO,
    DO_KEEP_MORTGAGE,
    DO_LEAVE_FORCE,
    DO_MORTGAGE,
    DO_OFFER,
    DO_PASS,
    DO_PAY,
    DO_PAY_FINE,
    DO_PAY_TAX,
    DO_PLACE_FORCE,
    DO_REDEEM,
    DO_REJECT,
    DO_ROLL,
    DO_SELL,
    DO_SELL_GROUP,
    DO_SETTLE,
    DO_THROW_AGAIN,
    DO_TIME_UP,
    DO_USE_JAIL_CARD,
    DO_USE_OPTION,
    DO_WANT,
    DO_WITHDRAW,
    DONE,
    LOT_NONE,
    NOTHING,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_BATTLE,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_CONTEST,
    PHASE_DEBT,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_OVER,
    PHASE_ROLL,
    PHASE_TAX,
    PHASE_TRANSFER,
    REFUSED_BAD_AMOUNT,
    REFUSED_BANKRUPT,
    REFUSED_GAME_OVER,
    REFUSED_NO_SUCH_SEAT,
    REFUSED_NOT_A_LOT,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_UNKNOWN_ACTION,
    REFUSED_WRONG_PHASE,
)
from .debts import (
    announce_debt,
    go_bankrupt,
    may_go_bankrupt,
    may_pay,
    next_of_estate,
    pay_first_debt,
    pay_what_there_is,
)
from .decks import put_back
from .doubles import do_attack, do_go_to, do_use_option, may_attack, may_go_to, may_use_option
from .endings import declare_last_player, do_call_time, end_short_game, may_call_time, short_game_is_over
from .force import do_leave_force, do_place_force, may_place_force
from .jail import do_pay_fine, do_use_jail_card, may_pay_fine, may_use_jail_card
from .mortgages import (
    do_keep_mortgage,
    do_mortgage,
    do_redeem,
    may_keep_mortgage,
    may_mortgage,
    may_redeem,
    next_transfer,
)
from .records import Action, Chance, Events, Game, Tables
from .rent import do_claim, may_claim
from .shortage import (
    close_building_auction,
    do_build,
    do_pass_contest,
    do_want,
    first_place,
    fits,
    highest_bid,
    may_answer_contest,
    may_want,
    next_asked,
    settle_contest,
)
from .state import NOBODY
from .tax import do_pay_tax, may_pay_tax
from .trade import (
    do_accept,
    do_offer,
    do_reject,
    do_settle,
    do_withdraw,
    may_accept,
    may_offer,
    may_settle,
    may_withdraw,
)
from .turn import advance, do_end_turn, do_roll, may_roll


def phase_of(kind: int) -> int:
    """The phase in which the decider may take this action; NOTHING for the free actions and the like."""
    if kind == DO_ROLL:
        return PHASE_ROLL
    if DO_THROW_AGAIN <= kind <= DO_GO_TO:
        return PHASE_DOUBLE
    if kind == DO_BUY or kind == DO_DECLINE:
        return PHASE_BUY
    if kind == DO_PAY_TAX:
        return PHASE_TAX
    if DO_PAY <= kind <= DO_BANKRUPT:
        return PHASE_DEBT
    if kind == DO_PLACE_FORCE or kind == DO_LEAVE_FORCE:
        return PHASE_BATTLE
    if kind == DO_ACCEPT or kind == DO_REJECT:
        return PHASE_ANSWER
    if kind == DO_END_TURN:
        return PHASE_END
    if kind == DO_CHOOSE:
        return PHASE_CARD
    if kind == DO_KEEP_MORTGAGE:
        return PHASE_TRANSFER
    return NOTHING


def may(g: Game, t: Tables, seat: int, x: Action) -> int:
    """May this seat do this now? DONE, or the reason why not."""
    kind = x.kind + 0
    if kind < DO_ROLL or kind > DO_TIME_UP:
        return REFUSED_UNKNOWN_ACTION
    if g.phase == PHASE_OVER:
        return REFUSED_GAME_OVER
    if kind == DO_TIME_UP:
        return may_call_time(g, t) if seat == NOBODY else REFUSED_NO_SUCH_SEAT
    if seat < 0 or seat >= g.players:
        return REFUSED_NO_SUCH_SEAT
    if not in_game(g, seat):
        return REFUSED_BANKRUPT
    phase = phase_of(kind)
    if phase != NOTHING:
        if seat != g.decider:
            return REFUSED_NOT_YOUR_TURN
        if phase != g.phase:
            return REFUSED_WRONG_PHASE
    if kind < DO_BID:
        return may_on_turn(g, t, seat, kind, x.a)
    if kind < DO_BUILD:
        return may_decide(g, t, seat, x)
    if kind == DO_BUILD:
        return may_build(g, t, seat, x.a)
    if kind == DO_SELL:
        return may_sell(g, t, seat, x.a)
    if kind == DO_SELL_GROUP:
        return may_sell_group(g, t, seat, x.a, x.b, x.give)
    if kind == DO_MORTGAGE:
        return may_mortgage(g, t, seat, x.a)
    if kind == DO_OFFER:
        return may_offer(g, t, seat, x.a, x.give_cash, x.ask_cash, x.give, x.ask, x.give_cards, x.ask_cards)
    if kind == DO_WITHDRAW:
        return may_withdraw(g, t, seat)
    return may_claim(g, t, seat, x.a)


def may_on_turn(g: Game, t: Tables, seat: int, kind: int, a: int) -> int:
    """What the player on turn decides."""
    if kind == DO_PAY_FINE or kind == DO_USE_JAIL_CARD:
        if seat != g.turn:
            return REFUSED_NOT_YOUR_TURN
        return may_pay_fine(g, t, seat) if kind == DO_PAY_FINE else may_use_jail_card(g, t, seat, a)
    if kind == DO_ROLL:
        return may_roll(g, t, seat)
    if kind == DO_USE_OPTION:
        return may_use_option(g, t, seat)
    if kind == DO_ATTACK:
        return may_attack(g, t, seat, a)
    if kind == DO_GO_TO:
        return may_go_to(g, t, seat, a)
    if kind == DO_BUY:
        return may_buy(g, t, seat)
    return DONE


def may_decide(g: Game, t: Tables, seat: int, x: Action) -> int:
    """What whoever is asked decides."""
    kind = x.kind + 0
    if kind == DO_BID:
        code = may_bid(g, t, seat, x.a)
        if code == DONE and x.a > highest_bid(g, t, seat):
            return REFUSED_BAD_AMOUNT  # only a building whose price is remembered has such a limit
        if code == DONE and g.contest != LOT_NONE and x.b != NOBODY and not fits(g, t, seat, x.b, g.contest):
            return REFUSED_NOT_A_LOT  # no place there for the building that is bid for
        return code
    if kind == DO_PASS:
        return may_answer_contest(g, t, seat) if g.phase == PHASE_CONTEST else may_speak(g, seat)
    if kind == DO_PAY_TAX:
        return may_pay_tax(g, t, seat, x.a)
    if kind == DO_PAY:
        return may_pay(g, t, seat)
    if kind == DO_SETTLE:
        return may_settle(g, t, seat, x.give_cash, x.give)
    if kind == DO_BANKRUPT:
        return may_go_bankrupt(g, t, seat)
    if kind == DO_REDEEM:
        return may_redeem(g, t, seat, x.a)
    if kind == DO_KEEP_MORTGAGE:
        return may_keep_mortgage(g, t, seat, x.a)
    if kind == DO_PLACE_FORCE:
        return may_place_force(g, t, seat, x.a, x.b)
    if kind == DO_WANT:
        return may_want(g, t, seat, x.a) if g.phase == PHASE_CONTEST else REFUSED_WRONG_PHASE
    if kind == DO_ACCEPT:
        return may_accept(g, t, seat)
    if kind == DO_CHOOSE:
        return may_choose(g, t, seat, x.a)
    return DONE


def act(g: Game, t: Tables, c: Chance, e: Events, seat: int, x: Action) -> int:
    """Do it, and let the game run on to the next decision."""
    kind = x.kind + 0
    code = may(g, t, seat, x)
    if code != DONE:
        return code
    if kind == DO_TIME_UP:
        do_call_time(g, t, c, e)
    elif kind < DO_BID:
        on_turn(g, t, c, e, seat, kind, x.a)
    elif kind < DO_BUILD:
        decide(g, t, c, e, seat, x)
    elif kind == DO_BUILD:
        do_build(g, t, c, e, seat, x.a, x.b)
    elif kind == DO_SELL:
        do_sell(g, t, c, e, seat, x.a)
    elif kind == DO_SELL_GROUP:
        do_sell_group(g, t, c, e, seat, x.a, x.b, x.give)
    elif kind == DO_MORTGAGE:
        do_mortgage(g, t, c, e, seat, x.a)
    elif kind == DO_OFFER:
        do_offer(g, t, c, e, seat, x.a, x.give_cash, x.ask_cash, x.give, x.ask, x.give_cards, x.ask_cards)
    elif kind == DO_WITHDRAW:
        do_withdraw(g, t, c, e, seat)
    else:
        do_claim(g, t, c, e, seat, x.a)
    settle(g, t, c, e)
    return DONE


def on_turn(g: Game, t: Tables, c: Chance, e: Events, seat: int, kind: int, a: int) -> None:
    if kind == DO_ROLL or kind == DO_THROW_AGAIN:
        do_roll(g, t, c, e, seat)
    elif kind == DO_PAY_FINE:
        do_pay_fine(g, t, c, e, seat)
    elif kind == DO_USE_JAIL_CARD:
        do_use_jail_card(g, t, c, e, seat, a)
    elif kind == DO_USE_OPTION:
        do_use_option(g, t, c, e, seat)
    elif kind == DO_ATTACK:
        do_attack(g, t, c, e, seat, a)
    elif kind == DO_GO_TO:
        do_go_to(g, t, c, e, seat, a)
    elif kind == DO_BUY:
        do_buy(g, t, c, e, seat)
    else:
        do_decline(g, t, c, e, seat)


def decide(g: Game, t: Tables, c: Chance, e: Events, seat: int, x: Action) -> None:
    kind = x.kind + 0
    if kind == DO_BID:
        do_bid(g, t, c, e, seat, x.a)
        if g.contest != LOT_NONE:
            g.place = x.b if x.b != NOBODY else first_place(g, t, seat, g.contest)
    elif kind == DO_PASS:
        if g.phase == PHASE_CONTEST:
            do_pass_contest(g, t, c, e, seat)
        else:
            do_pass(g, t, c, e, seat)
    elif kind == DO_PAY_TAX:
        do_pay_tax(g, t, c, e, seat, x.a)
    elif kind == DO_PAY:
        pay_first_debt(g, e)
    elif kind == DO_SETTLE:
        do_settle(g, t, c, e, seat, x.give_cash, x.give)
    elif kind == DO_BANKRUPT:
        go_bankrupt(g, t, c, e, seat)
        check_bankruptcies(g, t, e)
    elif kind == DO_REDEEM:
        do_redeem(g, t, c, e, seat, x.a)
    elif kind == DO_KEEP_MORTGAGE:
        do_keep_mortgage(g, t, c, e, seat, x.a)
    elif kind == DO_PLACE_FORCE:
        do_place_force(g, t, c, e, seat, x.a, x.b)
    elif kind == DO_LEAVE_FORCE:
        do_leave_force(g, t, c, e, seat)
    elif kind == DO_WANT:
        do_want(g, t, c, e, seat, x.a)
    elif kind == DO_ACCEPT:
        do_accept(g, t, c, e, seat)
    elif kind == DO_REJECT:
        do_reject(g, t, c, e, seat)
    elif kind == DO_END_TURN:
        do_end_turn(g, t, c, e, seat)
    else:
        do_choose(g, t, c, e, seat, x.a)


def check_bankruptcies(g: Game, t: Tables, e: Events) -> None:
    """A player has just gone bankrupt: does that end the game?"""
    if g.alive <= 1:
        declare_last_player(g, e)
    elif short_game_is_over(g, t):
        # short-game-ends-at-once, short-last-bankrupt-assets: nobody acts any more
        pay_what_there_is(g, t, e)
        end_short_game(g, t, e)


def wait_for(g: Game, phase: int, decider: int) -> None:
    g.phase = phase
    g.decider = decider


def settle(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """Run on until somebody has to decide, or the game is over."""
    waiting = False
    while not waiting and g.phase != PHASE_OVER:
        waiting = settle_one(g, t, c, e)


def settle_one(g: Game, t: Tables, c: Chance, e: Events) -> bool:
    """Settle the most pressing thing; True if it waits for a decision."""
    if g.offer_from != NOBODY:
        wait_for(g, PHASE_ANSWER, g.offer_to)
        return True
    if g.lot != LOT_NONE:
        if bidding_is_over(g):
            if deed_is_under_the_hammer(g):
                close_deed_auction(g, t, e)
            else:
                close_building_auction(g, t, e)
            return False
        wait_for(g, PHASE_AUCTION, g.bidder)
        return True
    if g.contest != LOT_NONE:
        if g.asked == 0:
            settle_contest(g, t, e)
            return False
        wait_for(g, PHASE_CONTEST, next_asked(g))
        return True
    if g.debts > 0:
        if g.debt_open == 0:
            if g.cash[g.debt_from[0]] >= g.debt_amount[0]:
                pay_first_debt(g, e)
                return False
            announce_debt(g, e)
        wait_for(g, PHASE_DEBT, g.debt_from[0])
        return True
    if g.transfer != 0:
        wait_for(g, PHASE_TRANSFER, g.owner[next_transfer(g)])
        return True
    if g.estate != 0:
        # bankruptcy.to-bank.auctioned-one-by-one
        square = next_of_estate(g)
        g.estate &= ~(1 << square)
        open_auction(g, e, square, g.turn, BANKRUPTCY_TO_BANK_PROPERTIES_AUCTIONED)
        return False
    if g.base != PHASE_CARD:
        put_back(g)
    if g.base != NOTHING:
        wait_for(g, g.base, g.battler if g.base == PHASE_BATTLE else g.turn)
        return True
    advance(g, t, c, e)
    return False
