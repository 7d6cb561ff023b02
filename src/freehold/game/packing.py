"""The kernel's game record as bytes, and back."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from freehold.engine.records import GAME, Game, pack_game
from freehold.game import names
from freehold.rules import state


def pack(record: Any) -> bytes:
    """The bytes of a record, decks from their top card on, as `Game.load` lays them: where a deck's ring begins decides
    how a bot imagines its order.
    """
    g = record.copy()
    for deck in range(len(names.DECKS)):
        start, size, top = deck * state.DECK_ROOM, g.deck_size[deck], g.deck_top[deck]
        g.deck[start : start + size] = g.deck[start + top : start + size] + g.deck[start : start + top]
        g.deck_top[deck] = 0
    return cast(bytes, pack_game(g))


def unpack(data: bytes) -> Any:
    """The record of bytes that `pack` gave, unchecked."""
    row, record = np.frombuffer(data, GAME), Game()
    for name, _, _ in state.GAME:
        setattr(record, name, row[name][0].tolist())
    return record
