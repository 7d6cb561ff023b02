"""Reads a position into a game record: players, deeds, decks and the turn; or reports every fault with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.editions.schema import Edition
from freehold.engine.records import Chance, Events
from freehold.game import names
from freehold.game.pending_reader import read_pending
from freehold.game.position import BASES, FLOW, KEYS, MOST_CASH, PLAYER_KEYS, PositionError, PositionFault
from freehold.game.position_fields import FieldReader
from freehold.rules import codes, setup, state, step
from freehold.rules.board import is_property, level, sibling
from freehold.rules.money import remember_price
from freehold.rules.shortage import MOST_FOR_A_BUILDING
from freehold.rules.switches import BUILDING_GROUP_WHOLE, BUILDING_ROWS_EVEN, MORTGAGES_NONE

OLD_FLOW = ("ending",)  # positions written before a short game ended at once may have it; it says nothing


def read(position: Any, edition: Edition, t: Any) -> tuple[Any, list[str]]:
    """The game record and the players' names of a position; `PositionError` with every fault if it is impossible."""
    if not isinstance(position, Mapping):
        raise PositionError([PositionFault("", "no-object")])
    r = FieldReader(position, edition, t)
    r.table(position, "", KEYS)
    _players(r)
    r.stop_if_faulty()
    _deeds(r)
    _decks(r)
    _force(r)
    _turn(r)
    r.stop_if_faulty()
    read_pending(r)
    r.stop_if_faulty()
    _settle(r)
    r.stop_if_faulty()
    return r.g, r.names


def _players(r: FieldReader) -> None:
    rows = r.rows(r.position.get("players", []), "players", 100)
    low, high = r.edition.players.min, r.edition.players.max
    if not low <= len(rows) <= high:
        r.fault("players", "players-count", count=len(rows), low=low, high=high)
        return
    setup.clear(r.g, r.t, len(rows), 0)
    ids = [token.id for token in r.edition.tokens]
    players = [r.table(row, f"players[{seat}]", PLAYER_KEYS) for seat, row in enumerate(rows)]
    taken = [player["token"] for player in players if "token" in player]
    free = iter([token for token in ids if token not in taken])
    for seat, player in enumerate(players):
        place = f"players[{seat}]"
        name = player.get("name", f"Player {seat + 1}")
        if not isinstance(name, str) or not name.strip():
            r.fault(f"{place}.name", "name")
            name = "?"
        r.names.append(name)
        token = player["token"] if "token" in player else next(free, None)
        if token not in ids:
            r.fault(f"{place}.token", "unknown-token", given=repr(token), known=", ".join(ids))
        elif taken.count(token) > 1:
            r.fault(f"{place}.token", "token-twice", token=token)
        else:
            r.g.token[seat] = ids.index(token)
        _player(r, seat, player, place)
    has_pot = r.t.parking_pot or r.t.pot_start
    r.g.pot = r.number(r.position.get("pot", r.t.pot_start), "pot", 0, MOST_CASH if has_pot else 0, 0)
    r.g.bank = -sum(r.g.cash) - r.g.pot
    r.g.alive = sum(1 for seat in range(len(rows)) if r.g.out[seat] == 0)


def _player(r: FieldReader, seat: int, player: Mapping[str, Any], place: str) -> None:
    g, t = r.g, r.t
    g.cash[seat] = r.number(player.get("cash", t.start_cash), f"{place}.cash", 0, MOST_CASH, 0)
    g.in_jail[seat] = r.flag(player.get("in_jail", False), f"{place}.in_jail")
    home = t.jail_square if g.in_jail[seat] else 0
    g.square[seat] = r.square(player.get("square", home), f"{place}.square")
    if g.in_jail[seat] and g.square[seat] != t.jail_square:
        r.fault(f"{place}.square", "jailed-elsewhere", square=t.jail_square)
    g.jail_turns[seat] = r.number(player.get("jail_turns", 0), f"{place}.jail_turns", 0, 3, 0)
    if r.flag(player.get("bankrupt", False), f"{place}.bankrupt"):
        others = sum(1 for other in range(seat) if g.out[other])
        order = r.number(player.get("bankrupt_order", others + 1), f"{place}.bankrupt_order", 1, 8, 1)
        g.out[seat] = order
        if player.get("cash", 0):
            r.fault(f"{place}.cash", "bankrupt-cash")
        g.cash[seat] = 0
    g.lapped |= r.flag(player.get("lapped", False), f"{place}.lapped") << seat
    for k, deck in enumerate(r.rows(player.get("jail_cards", []), f"{place}.jail_cards", state.KEPT)):
        _keep_card(r, seat, deck, f"{place}.jail_cards[{k}]")


def _keep_card(r: FieldReader, seat: int, deck: Any, place: str) -> None:
    """Give a seat the next free jail card of a deck."""
    if deck not in names.DECKS:
        r.fault(place, "no-deck", given=repr(deck))
        return
    number = names.DECKS.index(deck)
    cards = [number * state.DECK_ROOM + k for k, card in enumerate(r.edition.deck(deck)) if card.kind == "jail_free"]
    free = [card for card in cards if card not in r.g.kept_card]
    if not free or state.NOBODY not in r.g.kept_by:
        r.fault(place, "no-jail-card-left", deck=deck)
        return
    decks = r.position.get("decks")
    lying = decks.get(deck) if isinstance(decks, dict) else None
    # of several jail cards of a deck, one that does not lie in it
    held = [k for k in free if not isinstance(lying, list) or r.edition.deck(deck)[k % state.DECK_ROOM].id not in lying]
    slot = r.g.kept_by.index(state.NOBODY)
    r.g.kept_by[slot], r.g.kept_card[slot] = seat, (held or free)[0]


def _order_jail_cards(r: FieldReader, value: Any) -> None:
    """The holders of the jail cards in the order in which the cards were drawn, if it is not that of the seats."""
    g, place = r.g, "flow.jail_cards_of"
    order = [r.seat(seat, f"{place}[{k}]") for k, seat in enumerate(r.rows(value, place, state.KEPT))]
    if sorted(order) != [holder for holder in g.kept_by if holder != state.NOBODY]:
        r.fault(place, "jail-cards-astray")
        return
    kept = {seat: [card for card, by in zip(g.kept_card, g.kept_by, strict=True) if by == seat] for seat in order}
    for slot, seat in enumerate(order):
        g.kept_by[slot], g.kept_card[slot] = seat, kept[seat].pop(0)


def _deeds(r: FieldReader) -> None:
    g, t = r.g, r.t
    for key, value in r.table(r.position.get("deeds", {}), "deeds").items():
        place = f"deeds.{key}"
        if not str(key).isdigit() or not 0 <= int(key) < state.SQUARES or not is_property(t, int(key)):
            r.fault(place, "no-property")
            continue
        square = int(key)
        deed = r.table(value, place, {"owner", "mortgaged", "buildings", "paid"})
        if g.owner[square] != state.BANK:
            r.fault(place, "listed-twice")
        owner = r.seat(deed.get("owner"), f"{place}.owner", none=True)
        g.owner[square] = owner
        g.mortgaged[square] = r.flag(deed.get("mortgaged", False), f"{place}.mortgaged")
        g.buildings[square] = r.number(deed.get("buildings", 0), f"{place}.buildings", 0, state.HOTEL, 0)
        _deed(r, square, place)
        if "paid" in deed:
            _prices(r, square, deed["paid"], f"{place}.paid")
    if not r.faults:
        _groups(r)
    _stock(r)


def _deed(r: FieldReader, square: int, place: str) -> None:
    g, t = r.g, r.t
    built, owner = g.buildings[square], g.owner[square]
    if owner != state.BANK and g.out[owner]:
        r.fault(f"{place}.owner", "bankrupt-seat", seat=owner)
    if owner == state.BANK and (built or g.mortgaged[square]):
        r.fault(place, "bank-deed")
    if g.mortgaged[square] and t.mortgages == MORTGAGES_NONE:
        r.fault(place, "no-mortgages")
    if built and t.kind[square] != codes.KIND_STREET:
        r.fault(f"{place}.buildings", "only-lots")
    if built and g.mortgaged[square]:
        r.fault(place, "built-and-mortgaged")
    if t.hotel_after < built < state.HOTEL:
        r.fault(f"{place}.buildings", "too-high", most=t.hotel_after)


def _prices(r: FieldReader, square: int, value: Any, place: str) -> None:
    """What buildings won at auction cost, from the first one of the lot; 0 is the printed price."""
    g, t = r.g, r.t
    prices = r.rows(value, place, state.STEPS)
    if t.kind[square] != codes.KIND_STREET or len(prices) > level(t, g.buildings[square]):
        r.fault(place, "paid-too-many", count=len(prices))
    else:
        for step, price in enumerate(prices, 1):
            most = MOST_FOR_A_BUILDING
            remember_price(g, t, square, step, r.number(price, f"{place}[{step - 1}]", 0, most, 0))


def _groups(r: FieldReader) -> None:
    """Check that buildings are only on complete groups, and even."""
    g, t = r.g, r.t
    for group in range(state.STATIONS):
        squares = [sibling(t, group, k) for k in range(t.group_size[group])]
        levels = [level(t, g.buildings[square]) for square in squares]
        if not any(levels):
            continue
        if t.building_group != BUILDING_GROUP_WHOLE:
            continue
        if len({g.owner[square] for square in squares}) > 1:
            built = next(square for square in squares if g.buildings[square])
            r.fault(f"deeds.{built}.buildings", "group-shared")
        elif max(levels) - min(levels) > 1 and t.building_rows == BUILDING_ROWS_EVEN:
            r.fault(f"deeds.{squares[levels.index(max(levels))]}.buildings", "uneven")


def _stock(r: FieldReader) -> None:
    g, t = r.g, r.t
    hotels = g.buildings.count(state.HOTEL)
    houses = sum(built for built in g.buildings if built != state.HOTEL)
    bank = r.table(r.position.get("bank", {}), "bank", {"houses", "hotels"})
    for name, used, stock in (("houses", houses, t.house_stock), ("hotels", hotels, t.hotel_stock)):
        if used > stock:
            r.fault(f"bank.{name}", "stock-short", left=stock - used, used=used, stock=stock)
        left = r.number(bank.get(name, max(stock - used, 0)), f"bank.{name}", 0, stock, 0)
        if used <= stock and left + used != stock:
            r.fault(f"bank.{name}", "stock-wrong", left=stock - used, used=used, stock=stock)
        setattr(g, name, left)


def _decks(r: FieldReader) -> None:
    """The decks as given, top first; cards that are not named follow in printed order, without those in
    players' hands.
    """
    g = r.g
    decks = r.table(r.position.get("decks", {}), "decks", set(names.DECKS))
    hand = r.table(r.position.get("card", {}), "card", {"in_hand", "choice"})
    g.in_hand = _card(r, hand["in_hand"], "card.in_hand") if "in_hand" in hand else state.NOBODY
    g.choice_card = _card(r, hand["choice"], "card.choice") if "choice" in hand else state.NOBODY
    for number, name in enumerate(names.DECKS):
        start = number * state.DECK_ROOM
        ids = [card.id for card in r.edition.deck(name)]
        kept = {card for slot, card in enumerate(g.kept_card) if g.kept_by[slot] != state.NOBODY}
        left = [k for k in range(len(ids)) if start + k not in kept and start + k != g.in_hand]
        order = []
        for k, card in enumerate(r.rows(decks.get(name, []), f"decks.{name}", state.DECK_ROOM)):
            at = next((n for n in left if ids[n] == card), None)
            if at is None:
                r.fault(f"decks.{name}[{k}]", "not-in-deck", given=repr(card))
            else:
                order.append(at)
                left.remove(at)
        ring = order + left
        if g.in_hand != state.NOBODY and g.in_hand // state.DECK_ROOM == number:
            ring = [g.in_hand - start, *ring]
        g.deck_top[number] = 0
        g.deck_size[number] = len(ring)
        for k in range(state.DECK_ROOM):
            g.deck[start + k] = start + ring[k] if k < len(ring) else state.NOBODY


def _card(r: FieldReader, value: Any, place: str) -> int:
    card = r.table(value, place, {"deck", "card"})
    deck = card.get("deck")
    if deck in names.DECKS:
        for k, known in enumerate(r.edition.deck(deck)):
            if known.id == card.get("card"):
                return names.DECKS.index(deck) * state.DECK_ROOM + k
    r.fault(place, "no-card")
    return state.NOBODY


def _force(r: FieldReader) -> None:
    g, t = r.g, r.t
    if not t.force:
        if "force" in r.position:
            r.fault("force", "no-force")
        return
    force = r.table(r.position.get("force", {}), "force", {"dark", "light"})
    for name, start in (("dark", 1), ("light", 21)):
        square = r.square(force.get(name, start), f"force.{name}")
        if not is_property(t, square):
            r.fault(f"force.{name}", "force-square", square=square)
        setattr(g, name, square)


def _turn(r: FieldReader) -> None:
    g, position = r.g, r.position
    in_game = [seat for seat in range(g.players) if g.out[seat] == 0]
    if not in_game:
        r.fault("players", "all-bankrupt")
        return
    g.turn = r.seat(position.get("turn", in_game[0]), "turn")
    flow = position.get("flow")
    settles = isinstance(flow, Mapping) and "stage" in flow  # a bankrupt estate is settled first
    if g.out[g.turn] and position.get("phase") != "over" and not settles:
        r.fault("turn", "bankrupt-seat", seat=g.turn)
    g.doubles = r.number(position.get("doubles", 0), "doubles", 0, 3, 0)
    dice = r.rows(position.get("dice", []), "dice", 2)
    if dice:
        g.die1 = r.number(dice[0], "dice[0]", 1, 6, 1)
        g.die2 = r.number(dice[1] if len(dice) > 1 else None, "dice[1]", 1, 6, 1)
    phase = r.choice(position.get("phase", "roll"), "phase", names.PHASE_NUMBERS, codes.PHASE_ROLL)
    g.phase = phase
    _flow(r, phase)


def _flow(r: FieldReader, phase: int) -> None:
    """The turn's inner state: as given, or derived from the phase."""
    g = r.g
    on_own = names.PHASES[phase] in BASES
    g.base = phase if on_own else codes.NOTHING
    g.stage = {
        codes.PHASE_ROLL: codes.STAGE_ROLL,
        codes.PHASE_BUY: codes.STAGE_BATTLE if r.t.force else codes.STAGE_AFTER,
        codes.PHASE_TAX: codes.STAGE_BATTLE if r.t.force else codes.STAGE_AFTER,
        codes.PHASE_CARD: codes.STAGE_BATTLE if r.t.force else codes.STAGE_AFTER,
        codes.PHASE_BATTLE: codes.STAGE_SHIFT,
        codes.PHASE_END: codes.STAGE_END,
    }.get(phase, codes.STAGE_AFTER)
    g.extra = int(g.doubles > 0 and phase not in (codes.PHASE_ROLL, codes.PHASE_END))
    g.thrown = int(phase != codes.PHASE_ROLL or g.doubles > 0)
    if phase == codes.PHASE_DOUBLE:
        g.doubles = g.doubles or 1
        g.extra = 1
        if not g.die1 or g.die1 != g.die2:
            r.fault("dice", "no-double")
    if "flow" not in r.position:
        return
    flow = r.table(r.position["flow"], "flow", {*FLOW, *OLD_FLOW, "base", "stage", "force_face", "jail_cards_of"})
    if "jail_cards_of" in flow:
        _order_jail_cards(r, flow["jail_cards_of"])
    for name in FLOW:
        if name in flow:
            setattr(g, name, r.number(flow[name], f"flow.{name}", 0, MOST_CASH if name == "turns" else 100, 0))
    if "stage" in flow:
        g.stage = r.choice(flow["stage"], "flow.stage", names.STAGE_NUMBERS, 0)
    if "base" in flow:
        base = flow["base"]
        g.base = codes.NOTHING if base is None else r.choice(base, "flow.base", names.PHASE_NUMBERS, 0)
    if flow.get("force_face") is not None:
        g.force_face = r.choice(flow["force_face"], "flow.force_face", names.FACE_NUMBERS, 0)


def _settle(r: FieldReader) -> None:
    """Let the kernel determine who decides; the given seat must agree."""
    g, t, position = r.g, r.t, r.position
    claimed = g.phase
    if claimed == codes.PHASE_OVER:
        g.decider = state.NOBODY
        g.winner = r.seat(position.get("winner"), "winner", none=True)
        return
    if g.alive < 2:
        r.fault("players", "one-left")
        return
    if claimed == codes.PHASE_BUY and (not is_property(t, g.square[g.turn]) or g.owner[g.square[g.turn]] != state.BANK):
        r.fault("phase", "not-for-sale", square=g.square[g.turn])
        return
    if claimed == codes.PHASE_TAX and t.tax_percent[g.square[g.turn]] == 0:
        r.fault("phase", "no-tax-choice", square=g.square[g.turn])
        return
    step.settle(g, t, Chance(), Events())
    if "phase" in position and g.phase != claimed:
        r.fault("phase", "other-phase", given=names.PHASES[claimed], phase=names.PHASES[g.phase])
    decider = position.get("decider", g.decider)
    if decider != g.decider:
        r.fault("decider", "other-decider", given=repr(decider), seat=g.decider)
