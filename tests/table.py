"""Setting a table for a test: given a position, when an action with these dice, then this position.

The sample deeds are the catalogue's: X1 X2 X3 are one group of three, D1 D2 one of two, all with classic figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec
import pytest

from freehold import Game, IllegalAction, editions
from freehold.editions import Edition
from freehold.editions import load as load_edition
from freehold.engine import records
from freehold.game import names
from freehold.game.types import Action
from freehold.rules import step

from . import tidy

FIVE = ("star-wars-1", "star-wars-2", "spider-man", "disney-parks", "game-of-thrones")
ALL = (*FIVE, "classic")

GO, JAIL, PARKING, GO_TO_JAIL = 0, 10, 20, 30
X1, X2, X3 = 6, 8, 9  # price 100, 100, 120; rent 6, 6, 8; house 50
D1, D2 = 37, 39  # price 350, 400; rent 35, 50; house 200
STATIONS = (5, 15, 25, 35)
ST = STATIONS[0]  # price 200, mortgage 100
UTILITIES = (12, 28)  # price 150, mortgage 75
X = (X1, X2, X3)
D = (D1, D2)
A, B, C, E = 0, 1, 2, 3  # seats, in seating order
PRICES = {
    1: 60, 3: 60, 5: 200, 6: 100, 8: 100, 9: 120, 11: 140, 12: 150, 13: 140, 14: 160, 15: 200, 16: 180, 18: 180,
    19: 200, 21: 220, 23: 220, 24: 240, 25: 200, 26: 260, 27: 260, 28: 150, 29: 280, 31: 300, 32: 300, 34: 320,
    35: 200, 37: 350, 39: 400,
}  # fmt: skip

assert set(ALL) == set(editions())


def deeds(owner: int, *squares: int, buildings: int = 0, mortgaged: bool = False) -> dict[str, Any]:
    """Deeds of one owner, for the `deeds` of a position."""
    return {str(square): {"owner": owner, "buildings": buildings, "mortgaged": mortgaged} for square in squares}


# The rest of the board's lots, for houses that only have to stand somewhere.
CROWDED = ((11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29))

# B is on turn and the table waits: any-time dealings of the others fit in here. Auctions are a matter of their own.
MOMENTS: dict[str, dict[str, Any]] = {
    "before the throw": {"phase": "roll"},
    "after a double": {"phase": "roll", "doubles": 1},
    "over a purchase": {"phase": "buy", "at": {B: 1}},
    "over a debt": {
        "phase": "debt",
        "debts": [{"debtor": B, "creditor": "bank", "amount": 200, "why": "tax", "open": True}],
    },
    "over an offer": {"phase": "answer", "offer": {"from": C, "to": B, "give": {}, "ask": {"squares": [39]}}},
    "at the end": {"phase": "end"},
}
MID_TURN = tuple(name for name in MOMENTS if name not in ("before the throw", "over an offer"))


def crowd(owner: int, houses: int) -> dict[str, Any]:
    """Houses on a bystander's groups, evenly and one group after the other, so that the bank has as many fewer.

    Groups without houses are left out: they could be mortgaged, and the bystander would have to be asked.
    """
    placed: dict[str, Any] = {}
    for group in CROWDED:
        here = min(houses, 4 * len(group))
        if here == 0:
            break
        houses -= here
        for k, square in enumerate(group):
            placed |= deeds(owner, square, buildings=(here + len(group) - 1 - k) // len(group))
    return placed


def table(
    edition: str = "classic",
    players: int = 3,
    *,
    cash: Mapping[int, int] | None = None,
    at: Mapping[int, int] | None = None,
    jailed: Mapping[int, int] | None = None,
    cards: Mapping[int, list[str]] | None = None,
    tokens: Mapping[int, str] | None = None,
    out: Iterable[int] = (),
    seed: int = 1,
    printed: Edition | None = None,
    **position: Any,
) -> Game:
    """A game in a position: `cash`, `at` (square), `jailed` (failed throws so far), `cards` and `tokens` by seat.

    `out` names the seats that are bankrupt.
    """
    rows: list[dict[str, Any]] = [{"name": "ABCDEFGH"[seat]} for seat in range(players)]
    for key, values in (("cash", cash), ("square", at), ("jail_cards", cards), ("token", tokens)):
        for seat, value in (values or {}).items():
            rows[seat][key] = value
    for seat, failed in (jailed or {}).items():
        rows[seat] |= {"in_jail": True, "jail_turns": failed, "square": JAIL}
    for seat in out:
        rows[seat] |= {"bankrupt": True, "cash": 0}
    return Game.load({"edition": edition, "players": rows, **position}, printed, seed)


def reprinted(edition: str | Edition, deck: str, card: str, **effect: Any) -> Edition:
    """An edition with one card that says something else, for what no printed card does: table(..., printed=...)."""
    kept = load_edition(edition) if isinstance(edition, str) else edition
    found = next(old for old in kept.deck(deck) if old.id == card)
    new = type(found)(id=found.id, text=found.text, deck=found.deck, **effect)
    return msgspec.structs.replace(kept, cards=tuple(new if old is found else old for old in kept.cards))


def throw(game: Game, first: int, second: int, *more: Any, force: str = "light") -> list[dict[str, Any]]:
    """The decider throws, or throws again; Star Wars II adds the Force die. `more` is the chance after the throw."""
    dice: list[Any] = [first, second]
    if game.edition.id == "star-wars-2":
        dice.append(force)
    return do(game, "throw_again" if game.phase == "double" else "roll", chance=[*dice, *more])


def do(
    game: Game, kind: str, seat: int | None = None, chance: Iterable[Any] = (), **fields: Any
) -> list[dict[str, Any]]:
    """One action, by its name and fields. What it leaves behind is looked at too."""
    g, c = game._g, game._c
    who, x = game._asked({"type": kind, **fields}, seat)
    events: list[Any] = game.apply(cast(Action, {"type": kind, **fields}), seat, chance)
    tidy.events(g.copy(), game._t, c.copy(), who, x, game.log[-1]["chance"])
    tidy.record(game)
    tidy.legal(game)
    return events


def refused(game: Game, kind: str, seat: int | None = None, **fields: Any) -> str:
    """The reason for which an action is refused; it must be refused, and must change nothing."""
    before = game.position()
    with pytest.raises(IllegalAction) as caught:
        game.apply(cast(Action, {"type": kind, **fields}), seat)
    assert game.position() == before
    return caught.value.reason


def cash(game: Game, *seats: int) -> Any:
    """The cash of one seat, or of several as a list."""
    held = [player["cash"] for player in game.position()["players"]]
    return held[seats[0]] if len(seats) == 1 else [held[seat] for seat in seats or range(len(held))]


def square(game: Game, seat: int) -> int:
    return int(game.position()["players"][seat]["square"])


def owner(game: Game, at: int) -> int | None:
    deed = game.position()["deeds"].get(str(at))
    return deed["owner"] if deed else None


def buildings(game: Game, *squares: int) -> list[int]:
    deed = game.position()["deeds"]
    return [deed.get(str(at), {"buildings": 0})["buildings"] for at in squares]


def stock(game: Game) -> tuple[int, int]:
    bank = game.position()["bank"]
    return bank["houses"], bank["hotels"]


def kinds(game: Game, seat: int | None = None) -> set[str]:
    """The kinds of action a seat may take."""
    return {action["type"] for action in game.legal(seat)}


def clauses(events: Iterable[Mapping[str, Any]], kind: str | None = None) -> list[str]:
    """The clauses that events name, of one kind or of all."""
    return [event["clause"] for event in events if kind is None or event["type"] == kind]


def finish_turn(game: Game) -> None:
    """End the running turn without dealings of any kind: decline, pass, and hand the dice on."""
    seat = game.turn
    while game.turn == seat and not game.over:
        kind = {"buy": "decline", "auction": "pass", "end": "end_turn"}[game.phase]
        do(game, kind)


def whole(game: Game) -> bool:
    """Does the position tell all of a game? Nothing may be left over that only the kernel's record knows."""
    return bool(tidy.reloaded(game)._g == game._g)


def raw(
    game: Game, kind: str, seat: int, a: int = 0, b: int = 0, *, give: Iterable[int] = (), ask: Iterable[int] = ()
) -> str:
    """What the kernel itself says to an action in numbers, such as a bot may send: a reason, or "done".

    `give` and `ask` are cash, squares and cards of an offer, the last two one bit each.
    """
    x: Any = records.Action()
    x.kind, x.a, x.b = names.ACTION_NUMBERS[kind], a, b
    x.give_cash, x.give, x.give_cards = [*give, 0, 0, 0][:3]
    x.ask_cash, x.ask, x.ask_cards = [*ask, 0, 0, 0][:3]
    code = step.may(game._g, game._t, seat, x)
    return names.REASONS.get(code, "done")
