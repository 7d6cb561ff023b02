"""How often a game has drawn chance, and which cards nobody has seen: what the server needs for its fair dice.

The server chooses the randomness of every action itself. The functions here change a game for it; nobody else needs
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from freehold.game import names, position
from freehold.json_types import Json
from freehold.rules import state


class Draws(NamedTuple):
    """`number`: actions so far that threw a die or turned a card over. `unseen`: the cards of each deck that nobody has
    turned over, all on top.
    """

    number: int = 0
    unseen: tuple[int, ...] = (0, 0)

    def after(self, happened: Sequence[Mapping[str, Any]], outcomes: int) -> Draws:
        """After an action with these events, which drew so many outcomes."""
        turned = [event["deck"] for event in happened if event["type"] == "card"]
        left = zip(self.unseen, names.DECKS, strict=True)
        unseen = tuple(max(0, cards - turned.count(deck)) for cards, deck in left)
        return Draws(self.number + bool(turned or outcomes), unseen)


class Drawn(Protocol):
    """A `Game`, as the functions below see it."""

    _g: Any
    _draws: Draws


def at_start(g: Any) -> Draws:
    return Draws(0, tuple(position.deck_count(g, deck) for deck in range(len(names.DECKS))))


def stir(game: Drawn, deck: str, shuffle: Callable[[list[int]], list[int]]) -> None:
    """Put the cards of a deck that nobody has turned over yet in another order.

    `shuffle` is given them in printed order, whatever their order was, and answers with the top card first.
    """
    number = names.DECKS.index(deck)
    g = game._g.copy()
    start, size, top = number * state.DECK_ROOM, g.deck_size[number], g.deck_top[number]
    ring = [start + (top + k) % size for k in range(size)]
    slots = [slot for slot in ring if g.deck[slot] != g.in_hand][: game._draws.unseen[number]]
    for slot, card in zip(slots, shuffle(sorted(g.deck[slot] for slot in slots)), strict=True):
        g.deck[slot] = card
    game._g = g


def stored(game: Drawn) -> Json:
    """What a game needs in addition to its position, to continue identically after `Game.load` and `resume`."""
    return {"draws": game._draws.number, "unseen": list(game._draws.unseen)}


def resume(game: Drawn, drawn: Mapping[str, Any]) -> None:
    """Put back what `stored` gave, in a game loaded from the position of the same moment."""
    game._draws = Draws(int(drawn["draws"]), tuple(int(cards) for cards in drawn["unseen"]))
