"""How often a game has drawn chance, and which cards nobody has seen: what the server needs for its fair dice.

The server chooses the randomness of every action itself, and stores games without their logs. The functions here change
a game for it; nobody else needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from freehold.editions.schema import Edition
from freehold.game import names, position
from freehold.game.dealings import Dealings
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
    _dealings: Dealings
    edition: Edition


def at_start(g: Any) -> Draws:
    return Draws(0, tuple(position.deck_count(g, deck) for deck in range(len(names.DECKS))))


def stir(game: Drawn, deck: str, shuffle: Callable[[list[int]], list[int]]) -> None:
    """Put the cards of a deck that nobody has turned over yet in another order.

    `shuffle` is given them in printed order, whatever their order was, and answers with the top card first.
    """
    g = game._g.copy()
    slots = _slots(g, deck)[: game._draws.unseen[names.DECKS.index(deck)]]
    for slot, card in zip(slots, shuffle(sorted(g.deck[slot] for slot in slots)), strict=True):
        g.deck[slot] = card
    game._g = g


def _slots(g: Any, deck: str) -> list[int]:
    """The places of a deck from its top on, without a card in hand."""
    number = names.DECKS.index(deck)
    start, size, top = number * state.DECK_ROOM, g.deck_size[number], g.deck_top[number]
    ring = (start + (top + k) % size for k in range(size))
    return [slot for slot in ring if g.deck[slot] != g.in_hand]


def _pool(game: Drawn, deck: str, drawn: int) -> list[int]:
    """The places of the cards one of which is the next, after `drawn` others: what nobody has seen, or else any."""
    slots, unseen = _slots(game._g, deck), game._draws.unseen[names.DECKS.index(deck)]
    return slots[drawn:unseen] if drawn < unseen else slots[drawn:]


def next_cards(game: Drawn, deck: str, drawn: int) -> list[str]:
    """The ids of the cards that may be drawn next where the order of the deck is unknown, in printed order."""
    ids, start = [card.id for card in game.edition.deck(deck)], names.DECKS.index(deck) * state.DECK_ROOM
    return [ids[card - start] for card in sorted(game._g.deck[slot] for slot in _pool(game, deck, drawn))]


def put_on_top(game: Drawn, deck: str, cards: Sequence[str]) -> None:
    """Have these cards drawn next, in this order. Each is among the `next_cards` of its place."""
    ids, start = [card.id for card in game.edition.deck(deck)], names.DECKS.index(deck) * state.DECK_ROOM
    for drawn, card in enumerate(cards):
        pool, number = _pool(game, deck, drawn), start + ids.index(card)
        g = game._g = game._g.copy()
        place = next(slot for slot in pool if g.deck[slot] == number)
        g.deck[place], g.deck[pool[0]] = g.deck[pool[0]], number


def forget_order(game: Drawn, deck: str) -> None:
    """A deck was shuffled: any of its cards may come next."""
    number = names.DECKS.index(deck)
    unseen = list(game._draws.unseen)
    unseen[number] = position.deck_count(game._g, number)
    game._draws = game._draws._replace(unseen=tuple(unseen))


def go_back(game: Drawn, earlier: Drawn, number: int) -> None:
    """Put a game where it was earlier. Draws are counted on from `number`, so that none comes again."""
    game._g, game._draws = earlier._g, Draws(number, earlier._draws.unseen)
    game._dealings = earlier._dealings


def stored(game: Drawn) -> Json:
    """What a game needs in addition to its position, to continue identically after `Game.load` and `resume`."""
    return {"draws": game._draws.number, "unseen": list(game._draws.unseen), "dealings": list(game._dealings)}


def resume(game: Drawn, drawn: Mapping[str, Any]) -> None:
    """Put back what `stored` gave, in a game loaded from the position of the same moment."""
    game._draws = Draws(int(drawn["draws"]), tuple(int(cards) for cards in drawn["unseen"]))
    game._dealings = tuple(drawn.get("dealings", ()))  # snapshots of older releases have none
