"""The empty table: whatever lay on it before, a new game begins with nothing of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from freehold.editions import load
from freehold.engine import edition_tables
from freehold.engine.records import Game
from freehold.rules import state
from freehold.rules.codes import LOT_NONE, PHASE_ROLL
from freehold.rules.setup import clear

NOTHING_YET = state.NOBODY
PRINTED = [*range(16), *range(state.DECK_ROOM, state.DECK_ROOM + 16)]
# What does not start at 0. The tokens are chosen beforehand and stay.
BEGINNING: dict[str, Any] = {
    "players": 3, "alive": 3, "banker": 1, "phase": PHASE_ROLL, "base": PHASE_ROLL, "rent_times": 1,
    "houses": 32, "hotels": 12, "owner": [state.BANK] * state.SQUARES,
    "kept_by": [NOTHING_YET] * state.KEPT, "kept_card": [NOTHING_YET] * state.KEPT,
    "lot": LOT_NONE, "contest": LOT_NONE,
    **dict.fromkeys(
        ("in_hand", "choice_card", "winner", "dark", "light", "battler", "battle_symbol", "leader", "bidder", "place",
         "contest_by", "contest_square", "offer_from", "offer_to"),
        NOTHING_YET,
    ),
}  # fmt: skip


@pytest.mark.clause("setup.rest-to-bank", "setup.tokens-start-on-go")
@pytest.mark.parametrize("missing", [0, 1])
def test_clearing_the_table_leaves_nothing_of_the_last_game(missing: int) -> None:
    """Also where a deck has a card fewer than there is room for."""
    classic = load("classic")
    edition = msgspec.structs.replace(classic, cards=classic.cards[: 32 - missing])
    g: Any = Game()
    for name, _, length in state.GAME:
        setattr(g, name, [7] * length if length else 7)
    t: Any = edition_tables.build(edition, "classic", {})
    clear(g, t, 3, 1)
    left = {name: getattr(g, name) for name, _, _ in state.GAME if name != "token"}
    zeros = {name: [0] * length if length else 0 for name, _, length in state.GAME if name != "token"}
    decks = {"deck_size": [16, 16 - missing], "deck": PRINTED[: 32 - missing] + [NOTHING_YET] * missing}
    assert left == zeros | BEGINNING | decks
    assert g.token == [7] * state.PLAYERS
