"""Taking back outside a server: draws that were seen are burnt, and a record says what was undone and by whose wish.

After a take back over a draw the game goes on with chance of its own, which depends on the start of the game and on the
number of draws so far. The next entry of the log says how many draws were burnt before it, so that the log alone gives
the same game again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

from freehold.game import names, randomness
from freehold.game.dealings import Dealings
from freehold.game.draws import Draws, stir
from freehold.game.types import Position, TakenBack
from freehold.rules.chance import deal_below


class Burning(Protocol):
    """A `Game`, as the functions below see it."""

    _g: Any
    _c: Any
    _draws: Draws
    _dealings: Dealings
    edition: Any
    start: Position


def burn(game: Burning, number: int) -> None:
    """Go on with chance that nobody has seen, after so many draws: new dice, and both decks in a new order as far as
    nobody has turned the cards over. It depends on nothing else, so that to burn twice is to burn once.
    """
    game._draws = game._draws._replace(number=number)
    of = json.dumps([dict(game.start["chance"]), number], sort_keys=True)
    c = randomness.of_seed(int.from_bytes(sha256(of.encode()).digest()[:8], "big"))
    for deck in names.DECKS:
        stir(game, deck, lambda cards: _shuffled(c, cards))
    game._c = c


def _shuffled(c: Any, cards: list[int]) -> list[int]:
    for k in range(len(cards) - 1, 0, -1):
        other = deal_below(c, k + 1)
        cards[k], cards[other] = cards[other], cards[k]
    return cards


def still_burnt(log: Sequence[Mapping[str, Any]], taken_back: Sequence[Mapping[str, Any]]) -> int:
    """How many draws were burnt since the last action of the log."""
    drew = sum(int(undone["drew"]) for undone in taken_back)
    return max(0, drew - sum(int(entry.get("burnt", 0)) for entry in log))


def before(taken_back: list[TakenBack], action: int) -> list[TakenBack]:
    """What was taken back before an action of the log was played. The actions count from 0."""
    kept = [k for k, undone in enumerate(taken_back) if undone["after"] <= action]
    return taken_back[: kept[-1] + 1] if kept else []
