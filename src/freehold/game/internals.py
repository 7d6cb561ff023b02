"""What the server, the bots and the coach need of a `Game` beside its methods: the kernel's records, as objects or as
bytes, the dealings, and the source of its chance. Programs that play, analyse or learn need nothing of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, cast

from freehold.editions import EditionLike
from freehold.game import names, packing, prices, randomness, types
from freehold.game.dealings import Dealing, Dealings
from freehold.game.game import Game
from freehold.rules import decks, setup, state


def record(game: Game) -> Any:
    """A copy of the kernel's game record."""
    return game._g.copy()


def tables(game: Game) -> Any:
    """The edition's `t` record. It must not be changed."""
    return game._t


def packed(game: Game) -> bytes:
    """The kernel's game record as bytes, for another process: with the order of the decks, but no chance."""
    return packing.pack(game._g)


def from_record(edition: EditionLike, variant: str, options: Mapping[str, Any], data: bytes) -> Game:
    """The game of a record that `packed` gave, unchecked: without its names, its log, its dealings and its chance."""
    game = Game._at_table(edition, variant, options)
    game._g = packing.unpack(data)
    return game


def dealings(game: Game) -> Dealings:
    """The offers and settlements of a game and the answers to them, the earliest first, each with its turn."""
    return game._dealings


def recall(game: Game, dealings: Iterable[Dealing]) -> None:
    """Give the dealings of another process's game to one that was made from its record or its view."""
    game._dealings = tuple(dealings)


def reseed(game: Game, seed: int) -> None:
    """Draw all further random numbers from this seed; the decks keep their order."""
    game._c = randomness.of_seed(seed)


def shuffle_decks(game: Game) -> None:
    """Shuffle both decks. Players do not know the old order, so this changes nothing that they know."""
    game._g, game._c = game._g.copy(), game._c.copy()
    decks.shuffle_unseen(game._g, game._c)


def prices_key(game: Game) -> Hashable:
    """Two positions of this game have the same prices if their keys are equal. Much cheaper than the prices."""
    return prices.inputs(game._g)


def apart(one: Game, other: Game) -> int:
    """In how many things two boards differ, whatever the cash and the question: each player's place, each deed, and
    whose turn it is.
    """
    a, b = one._g, other._g
    if one.edition.id != other.edition.id or a.players != b.players:
        return state.SQUARES
    deeds = zip(_deeds(a), _deeds(b), strict=True)
    places = zip(_places(a), _places(b), strict=True)
    return int(a.turn != b.turn) + sum(x != y for x, y in deeds) + sum(x != y for x, y in places)


def sold(game: Game) -> int:
    """How many deeds are not the bank's."""
    return sum(owner != state.BANK for owner in game._g.owner)


def dealt(game: Game) -> list[types.Event]:
    """The deeds that were dealt, and what was paid for them, in a game that was loaded from its first position."""
    g, t, found = game._g, game._t, []
    begins = t.deal > 0 and game.turns == 0 and not any(g.square[: g.players])
    for seat in range(g.players if begins else 0):
        for square in (square for square in range(state.SQUARES) if g.owner[square] == seat):
            deed = {"seat": seat, "other": "bank", "square": square, "clause": names.CLAUSES[setup.deal_clause(t)]}
            found.append({"type": "deal", **deed})
            if t.deal_paid:
                found.append({"type": "paid", **deed, "amount": int(t.price[square])})
    return cast(list[types.Event], found)


def _deeds(g: Any) -> list[tuple[int, int, int]]:
    return list(zip(g.owner, g.buildings, g.mortgaged, strict=True))


def _places(g: Any) -> list[tuple[int, int, bool]]:
    return [(g.square[seat], g.in_jail[seat], g.out[seat] > 0) for seat in range(g.players)]
