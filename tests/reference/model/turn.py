"""A turn: the throw, the move, the square, and what follows until the next player has the dice."""

from __future__ import annotations

from tests.reference.model import auctions, cards, doubles, ending, force, jail, money, rent, shortage, tax
from tests.reference.model.table import Draws, Refused, Table


def roll(t: Table, seat: int, draws: Draws) -> None:
    """The dice are thrown for a move, for a double in jail, or again after a double."""
    if not t.thrown:
        rent.a_player_throws(t)
    player = t.seats[seat]
    t.thrown, t.again, t.decision = True, False, None
    t.dice = (draws.die(), draws.die())
    if t.dice == (1, 1) and t.edition.rules["snake_eyes"] == "third-of-cash":  # house.snake-eyes-bonus: also in jail
        player.cash += t.edition.third_of_cash
    t.face = None
    if t.edition.has_force and (not player.in_jail or t.edition.rules["force_in_jail"] == "yes"):
        t.face = draws.face()  # force-die-other-throws
    double = t.dice[0] == t.dice[1]
    t.stage = "battle"
    if player.in_jail:
        throw_in_jail(t, seat, double, draws)
        return
    t.doubles = t.doubles + 1 if double else 0
    if t.doubles == 3:  # third-double-timing
        jail.go(t, seat)
        # force-third-double, force-shift-on-third-double
        t.stage = "shift" if t.edition.rules["force_on_third_double"] == "yes" else "next"
        return
    t.again = double
    advance(t, seat, draws)


def throw_in_jail(t: Table, seat: int, double: bool, draws: Draws) -> None:
    player = t.seats[seat]
    if double:  # jail-double-extra-roll-silent: it is the move and gives no other throw
        jail.free(t, seat)
        advance(t, seat, draws)
        return
    player.jail_turns += 1
    third = player.jail_turns >= 3
    if not third and not jail.must_leave(t):
        t.jail_missed = jail.may_leave(t)
        t.stage = "shift"  # the token stays, the symbols may move
        return
    choice = not third and any(t.seats[i].jail_cards for i in t.in_game())  # a card of one's own or a bought one
    t.jail_due = "choice" if choice else "fine"
    if t.edition.rules["jail_third_turn"] == "throw-again":
        t.stage = "shift"  # force-shift-on-third-jail-throw: as on the other tries
    else:
        jail_is_due(t, seat)


def jail_is_due(t: Table, seat: int) -> None:
    """The stay is over: the card or the fine, or the fine alone."""
    if t.jail_due == "choice":
        t.jail_missed, t.decision = True, "roll"
    else:
        leave_by_fine(t, seat)
    t.jail_due = None


def leave_by_fine(t: Table, seat: int) -> None:
    """After the last miss: the fine, and then the move by that throw or by a new one (jail-third-turn-spider-man)."""
    jail.fine_is_due(t, seat)
    t.stage = "fined"


def pay_fine(t: Table, seat: int) -> None:
    if not jail.may_pay_fine(t, seat):
        raise Refused
    if t.jail_missed:
        t.jail_missed, t.decision = False, None
        leave_by_fine(t, seat)
        return
    money.into_pot(t, "fine", t.edition.fine)
    t.seats[seat].cash -= t.edition.fine
    jail.free(t, seat)
    if t.edition.rules["jail_fine_play"] == "next-turn":  # jail-fine-play-next-turn
        t.decision = "end"


def use_jail_card(t: Table, seat: int, deck: str | None) -> None:
    jail.use_card(t, seat, deck)
    if t.jail_missed:  # short-jail-move-after-fine
        t.jail_missed, t.decision, t.stage = False, None, "freed"


def advance(t: Table, seat: int, draws: Draws) -> None:
    """Forward by the dice, with the salary for reaching or passing GO."""
    assert t.dice
    player = t.seats[seat]
    square = player.square + sum(t.dice)
    if square >= 40:
        collect_salary(t, seat)
    player.square = square % 40
    play_square(t, seat, draws)


def collect_salary(t: Table, seat: int) -> None:
    player = t.seats[seat]
    player.cash += t.edition.salary
    player.lapped = player.lapped or t.edition.rules["first_purchases"] == "after-first-lap"


def play_square(t: Table, seat: int, draws: Draws, *, times: int = 1, dice_times: int = 0, sent: bool = False) -> None:
    """The square decides what happens. `sent`: no throw of the dice led here, so a utility needs one of its own."""
    square = t.seats[seat].square
    facts = t.edition.squares[square]
    t.stage = "battle"  # wherever the token stops
    if facts.price:
        deed = t.deeds.get(square)
        if deed is None:
            t.decision = "buy" if is_on_sale(t, seat) else None
        elif deed.owner != seat and not deed.mortgaged and not rent.owner_is_kept_from_it(t, deed.owner):
            rent.due(t, seat, square, rent.amount(t, square, draws, times=times, dice_times=dice_times, fresh=sent))
    elif facts.kind == "go" and t.edition.rules["go_landing"] == "double-salary":
        t.seats[seat].cash += t.edition.salary  # house.double-salary-on-go, house-lap-backwards-to-go
    elif facts.kind == "parking":
        tax.take_pot(t, seat)
    elif facts.kind == "go_to_jail":
        jail.go(t, seat)
    elif facts.kind == "tax":
        tax.land(t, seat, square)
    elif facts.kind in t.decks:
        travel(t, seat, cards.draw(t, seat, facts.kind), draws)


def travel(t: Table, seat: int, journey: cards.Journey | None, draws: Draws) -> None:
    """A card sends the token on. The card is put back when it has been followed."""
    if journey is None:
        return
    player = t.seats[seat]
    player.square = journey.square
    if journey.salary:
        collect_salary(t, seat)
    cards.put_back(t)
    play_square(t, seat, draws, times=journey.rent_times, dice_times=journey.dice_times, sent=True)


def use_option(t: Table, seat: int, kind: str, square: int | None, draws: Draws) -> None:
    """option-instead-of-reroll: the option takes the place of the throw."""
    if t.decision != "double" or (kind, square) not in doubles.options(t):
        raise Refused
    assert t.dice
    double = t.dice[0]
    t.again, t.decision = False, None
    if kind == "attack":
        assert square is not None
        doubles.attack(t, seat, square, draws)
    elif kind == "go_to":
        assert square is not None
        swing(t, seat, square, draws)
    elif double == 2:
        doubles.bonus(t, seat)
    elif double == 3:
        doubles.share(t, seat)
    else:
        travel(t, seat, cards.draw(t, seat, "chest" if double == 4 else "chance"), draws)


def swing(t: Table, seat: int, square: int, draws: Draws) -> None:
    """web-swing-salary, web-swing-effects."""
    player = t.seats[seat]
    walks = t.edition.rules["swing_salary"] == "pass" and square < player.square
    if square == 0 or walks:
        collect_salary(t, seat)
    player.square = square
    play_square(t, seat, draws, sent=True)


def is_on_sale(t: Table, seat: int) -> bool:
    """house.no-buying-first-round: so many turns as players began the game (house-first-round-in-turns);
    house.no-buying-first-lap."""
    match t.edition.rules["first_purchases"]:
        case "after-first-round":
            return t.turns >= len(t.seats)
        case "after-first-lap":
            return t.seats[seat].lapped
        case _:
            return True


def buy(t: Table, seat: int) -> None:
    from tests.reference.model.table import Deed

    square = t.seats[seat].square
    price = t.edition.squares[square].price
    if t.decision != "buy" or t.seats[seat].cash < price:
        raise Refused
    t.seats[seat].cash -= price
    t.deeds[square] = Deed(seat)
    t.decision = None


def decline(t: Table, seat: int) -> None:
    if t.decision != "buy":
        raise Refused
    t.decision = None
    if t.edition.rules["declined_deed"] == "auction":  # else house.no-auctions; house-no-auctions-and-estates
        auctions.open_deed(t, t.seats[seat].square, seat)


# -- what follows


def go_on(t: Table, draws: Draws) -> None:
    """Do what needs nobody's decision, until somebody has to decide."""
    while not t.over:
        if t.offer:
            return
        if t.auction:
            if t.auction.bidder is not None:
                return
            if t.auction.lot:
                shortage.building_is_sold(t)
                if t.contest:
                    shortage.resolve(t)
            else:
                auctions.deed_is_sold(t)
            continue
        if t.contest:
            if t.contest.asked:
                return
            shortage.resolve(t)
            continue
        if t.ending:
            ending.close(t)
            return
        if t.debts:
            if not money.settle_first(t):
                return
            continue
        if t.transfers:
            return
        if t.estate:
            auctions.open_deed(t, t.estate.pop(0), t.turn)
            continue
        if not t.card_choice:
            cards.put_back(t)
        if t.decision:
            return
        next_stage(t, draws)


def next_stage(t: Table, draws: Draws) -> None:
    """The stages of a turn after its throw (battle-order)."""
    seat = t.turn
    player = t.seats[seat]
    match t.stage:
        case "fined":
            jail.free(t, seat)
            t.stage = "freed"
        case "freed":
            if t.edition.rules["jail_third_turn"] == "throw-again":
                t.decision, t.stage = "roll", "battle"
            else:
                t.stage = "battle"
                advance(t, seat, draws)
        case "battle":
            t.stage = "shift"
            if player.in_jail:
                t.stage = "after"
            elif t.edition.has_force and (enemy := force.stands_on_enemy(t, seat)):
                force.fight(t, seat, enemy, draws)
        case "shift":
            t.stage = "arrivals"
            if t.face == "shift":
                force.shift(t)
            t.face = None
        case "arrivals":
            if t.arrivals:
                force.next_arrival(t, draws)
            else:
                t.stage = "after"
        case "after":
            after_throw(t)
        case "next":
            next_turn(t)
        case "count":
            t.turns += 1
            t.doubles = 0
            ending.count(t)
        case _:
            raise AssertionError(f"the stage {t.stage}")


def after_throw(t: Table) -> None:
    player = t.seats[t.turn]
    if player.bankrupt or (player.in_jail and not player.jail_turns):
        t.stage = "next"  # sent to jail: the turn is over
    elif t.jail_due:
        jail_is_due(t, t.turn)
    elif t.again:
        t.decision = "double" if t.edition.rules["double_options"] == "on" else "roll"
    else:
        t.decision = "end"


def end_turn(t: Table) -> None:
    if t.decision != "end":
        raise Refused
    t.decision, t.stage = None, "next"


def next_turn(t: Table) -> None:
    if not t.thrown:
        rent.a_player_throws(t)
    if ending.time_is_up(t):
        ending.claims_count_as_asked(t)
        t.stage = "count"
        return
    t.turns += 1
    t.doubles, t.face = 0, None
    t.thrown = t.again = t.jail_missed = False
    t.jail_due = None
    t.turn = t.after(t.turn)[0]
    t.decision, t.stage = "roll", "roll"
