"""The engine's records against their public JSON: whatever a record holds can be read from the position or the action.

What is left behind in a field that nobody sees now would be seen later, in a game that went on from the record but not
in one that was loaded from its position.
"""

from __future__ import annotations

from typing import Any

import freehold
from freehold.action_table import BY_NUMBER
from freehold.engine.records import Moves
from freehold.game import internals
from freehold.rules import legal, state

LISTS = {"debt": "debts", "claim": "claims"}  # by the first word of their fields: where their length is


def hidden(game: freehold.Game, edition: Any) -> list[str]:
    """Fields of the record that the game's own position does not lead to."""
    if game.over:
        return []
    ours = _seen(internals.record(game))
    loaded = _seen(internals.record(freehold.Game.load(game.position(), edition)))
    return [f"inner {name}: {ours[name]}, loaded {loaded[name]}" for name in ours if ours[name] != loaded[name]]


def stray(game: freehold.Game, seat: int) -> list[str]:
    """Legal actions with a number in a place where the action has no field."""
    m: Any = Moves()
    legal.list_legal(internals.record(game), internals.tables(game), m, seat)
    found = []
    for k in range(m.n):
        row = BY_NUMBER[m.kind[k]]
        used = {field.slot for field in row.fields}
        if (m.a[k] and "a" not in used) or (m.b[k] and "b" not in used):
            found.append(f"inner {row.name}: has the numbers {m.a[k]} and {m.b[k]}")
    return found


def _seen(g: Any) -> dict[str, Any]:
    """The fields of a record, without what is beyond the length of a list, and decks from their top card on.

    Of a kept card a position says the deck: in an edition with two free cards in it, one is as good as the other.
    """
    fields = {name: getattr(g, name) for name, _, _ in state.GAME}
    for name, value in fields.items():
        kind = name.partition("_")[0]
        if kind in LISTS and isinstance(value, list):
            fields[name] = value[: fields[LISTS[kind]]]
    decks, tops = fields.pop("deck"), fields.pop("deck_top")
    for deck, (top, size) in enumerate(zip(tops, fields["deck_size"], strict=True)):
        cards = decks[deck * state.DECK_ROOM : (deck + 1) * state.DECK_ROOM]
        fields[f"deck {deck}"] = cards[top:size] + cards[:top] + cards[size:]
    kept = zip(fields["kept_by"], fields.pop("kept_card"), strict=True)
    fields["kept_by"] = sorted((owner, card // state.DECK_ROOM) for owner, card in kept)
    return fields
