"""Setting up: start money, the deal of short and timed games, the symbols of the Force, and who begins.

What chance decided is read from the events of the set-up; the rest is predicted from the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.model.edition import DECKS, Edition
from tests.reference.model.table import Json

Events = Sequence[Mapping[str, Any]]


def expected(edition: Edition, players: int, banker: int, events: Events) -> Json:
    """The cash, the deeds, the symbols and the first player after the set-up. A broken rule is an AssertionError."""
    cash = [edition.start_money] * players
    deeds = deal(edition, players, banker, [e for e in events if e["type"] in ("shuffle", "cut", "deal")])
    debts = []
    if edition.deal.get("paid"):
        for square, owner in deeds.items():
            price = edition.squares[square].price
            if cash[owner] < price:  # who cannot pay for a deed owes it
                debts.append((owner, price, square))
            else:
                cash[owner] -= price
    return {
        "cash": cash,
        "deeds": deeds,
        "debts": debts,
        "force": symbols(edition, [e for e in events if e["type"] == "symbol"]),
        "turn": opening(players, banker, [e for e in events if e["type"] == "opening"]),
        "seats": [(0, False, 0, [], False)] * players,  # on GO, at liberty, without a card
        "bank": {"houses": edition.houses, "hotels": edition.hotels},
        "pot": edition.third_of_cash if edition.rules["parking_start"] == "third-of-cash" else 0,
        "decks": {deck: sorted(i for of, i in edition.cards if of == deck) for deck in DECKS},
        "doubles": 0,
        "open": [],
    }


def deal(edition: Edition, players: int, banker: int, events: Events) -> dict[int, int]:
    """Each player gets so many deeds, one at a time from the banker's left; no redeal (short-deal-groups)."""
    assert [e["what"] for e in events if e["type"] == "shuffle"][:2] == ["chest", "chance"], "the decks are shuffled"
    count = edition.deal.get("deal", 0)
    cuts = [e["seat"] for e in events if e["type"] == "cut"]
    # timed-deal-banker-cuts: the banker, or in a short game the neighbour on the left
    cutter = banker if edition.variant == "timed" else (banker + 1) % players
    assert cuts == ([cutter] if count and edition.deal.get("cut") else []), "the deeds are cut"
    dealt = [(e["seat"], e["square"]) for e in events if e["type"] == "deal"]
    order = [(banker + 1 + i) % players for i in range(count * players)][: len(edition.properties)]
    assert [seat for seat, _ in dealt] == order, "the deal goes round from the banker's left"
    deeds = {square: seat for seat, square in dealt}
    assert len(deeds) == len(dealt), "a deed is dealt once"
    assert set(deeds) <= set(edition.properties), "deeds are dealt"
    return deeds


def symbols(edition: Edition, events: Events) -> dict[str, int]:
    """force.setup-two-throws: twice, each symbol moves by a die and on to the next property (force-skip-next)."""
    if not edition.has_force:
        assert not events, "no symbols"
        return {}
    at = dict(edition.force_start)
    assert [e["symbol"] for e in events] == ["light", "dark"] * 2, "each symbol moves twice"
    for e in events:
        reached = set()
        for die in range(1, 7):
            square = (at[e["symbol"]] + die) % 40
            while not edition.squares[square].price:
                square = (square + 1) % 40
            reached.add(square)
        assert e["square"] in reached, "no die leads there"
        at[e["symbol"]] = e["square"]
    return at


def opening(players: int, banker: int, events: Events) -> int:
    """The highest throw begins; those who are level throw again (first-player-tie). The banker throws first."""
    throwing = [(banker + i) % players for i in range(players)]
    left = [(e["seat"], e["amount"]) for e in events]
    while len(throwing) > 1:
        throws, left = left[: len(throwing)], left[len(throwing) :]
        assert [seat for seat, _ in throws] == throwing, "who throws, and in which order"
        best = max(amount for _, amount in throws)
        throwing = [seat for seat, amount in throws if amount == best]
    assert not left, "nobody throws when it is decided"
    return throwing[0]
