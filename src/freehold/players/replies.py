"""Why a bot refuses the open offer: a stable code and the group it concerns. `sentences` has the words.

Call it before the refusal is applied, because then the offer is gone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from freehold.analysis import values
from freehold.bots import trading, worth
from freehold.engine import records
from freehold.game import Game, internals
from freehold.players.ladder import LadderBot
from freehold.players.player import Player
from freehold.rules import codes, trade

CODES = {
    trading.REPLY_YES: "better-without",  # the formula accepts, but the forecast is better after a refusal
    trading.REPLY_BREAKS_MY_GROUP: "breaks-my-group",
    trading.REPLY_GIVES_YOU_GROUP: "gives-you-group",
    trading.REPLY_LEAVES_ME_SHORT: "leaves-me-short",
    trading.REPLY_TOO_LITTLE: "too-little",
    trading.REPLY_HELPS_YOU_MORE: "helps-you-more",
    trading.REPLY_RATHER_CASH: "rather-cash",
}
VOID = "void"  # the position has changed since the offer was made, and it can no longer be accepted
NO_REASON = "no-reason"


class Reply(NamedTuple):
    """A reason: its code, and the parts of its sentence (`group`: the id of a group of the edition)."""

    code: str
    parts: dict[str, str]


def reply(bot: Player, game: Game, seat: int) -> Reply | None:
    """Why this bot refuses the offer. A user's bot gives no reasons: None."""
    if not isinstance(bot, LadderBot):
        return None
    if bot.name == "random":
        return Reply(NO_REASON, {})
    g, t = internals.record(game), internals.tables(game)
    if trade.may_accept(g, t, seat) != codes.DONE:
        return Reply(VOID, {})
    found = bot.reply(game, seat)
    return Reply(CODES[found], _parts(game, g, seat, found))


def _parts(game: Game, g: Any, seat: int, found: int) -> dict[str, str]:
    """The group that a reason concerns."""
    n: Any = records.Notes()
    worth.count_deeds(g, n)
    v = values.build(internals.tables(game))
    if found == trading.REPLY_BREAKS_MY_GROUP:
        group = worth.breaks_up(v, n, seat, g.offer_ask)
    elif found == trading.REPLY_GIVES_YOU_GROUP:
        group = worth.completes(v, n, g.offer_from, g.offer_ask)
    else:
        return {}
    return {"group": game.edition.groups[group].id}
