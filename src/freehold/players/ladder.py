"""The five built-in bots as players: the kernel's functions, interpreted, and the mogul's network.

A bot's memory is rebuilt from the game's log, so it survives saving and loading.
"""

from __future__ import annotations

from typing import Any, cast

from freehold.analysis import values
from freehold.bots import choose, memory, ranks, trading
from freehold.engine import records
from freehold.game import Game, actions, position
from freehold.game.types import Position
from freehold.json_types import Json
from freehold.players.built_in import current
from freehold.players.caution import confirm_interpreted
from freehold.players.mogul import Mogul

RANKS = {
    "random": ranks.BOT_RANDOM,
    "novice": ranks.BOT_NOVICE,
    "trader": ranks.BOT_TRADER,
    "baron": ranks.BOT_BARON,
    "mogul": ranks.BOT_MOGUL,
}
KERNEL = ("random", "novice", "trader", "baron")  # bots that need nothing but the kernel


class LadderBot:
    """A built-in bot in a seat of one game. `others` names the bots in other seats; seats not named are people."""

    def __init__(self, name: str, seed: int = 0, others: dict[int, str] | None = None) -> None:
        self.name = current(name)
        self._others = {seat: current(other) for seat, other in (others or {}).items()}
        self._m: Any = records.Moves()
        self._x: Any = records.Action()
        self._r = own_chance(seed)
        self._seed = seed
        self._forget()

    def _forget(self) -> None:
        self._start: Position | None = None  # identifies the game, also in copies of it
        self._seen = 0
        self._open: Json | None = None  # the open offer
        self._n: Any = records.Notes()
        self._v: Any = None
        self._mogul: Mogul | None = None

    def decide(self, game: Game, seat: int) -> Json:
        """The bot's action; `{}` out of turn when there is nothing to do."""
        self._catch_up(game, seat)
        if self.name == "mogul" and seat == game.decider:
            return self._forecast(game, seat)
        g, t = game.record(), game.tables()
        if not choose.bot_action(g, t, self._v, self._n, self._m, self._r, self._x, seat):
            return {}
        confirm_interpreted(g, t, self._v, self._n, seat, self._x)
        return _written(self._x, g, seat)

    def reply(self, game: Game, seat: int) -> int:
        """The bot's evaluation of the open offer, as a code of `bots/trading.py`."""
        self._catch_up(game, seat)
        g, t = game.record(), game.tables()
        return int(trading.reply_to_offer(g, t, self._v, self._n, seat, ranks.judged_as(self._n.bot[seat])))

    def notes(self, game: Game, seat: int) -> Any:
        """What the bot remembers of this game: who plays, and the offers that were refused."""
        self._catch_up(game, seat)
        return self._n

    def close(self) -> None:
        self._forget()

    def _forecast(self, game: Game, seat: int) -> Json:
        g = records.to_record(game.record(), records.GAME)
        n = records.to_record(self._n, records.NOTES)
        if self._mogul is None:
            t = records.to_record(game.tables(), records.TABLES)
            v = records.to_record(self._v, records.VALUES)
            self._mogul = Mogul(t, v, self._seed)
        found = self._mogul.choose(g, n, seat)
        self._n.copy_from(n[0])
        self._x.copy_from(found[0])
        return _written(self._x, game.record(), seat)

    def _catch_up(self, game: Game, seat: int) -> None:
        """Read the log since the last decision: refused offers are not repeated."""
        if self._start is not game.start or self._seen > len(game.log):
            self._forget()
            self._start = game.start
            self._v = values.build(game.tables())
            memory.clear_notes(self._n)
            for k in range(len(self._n.bot)):
                self._n.bot[k] = RANKS.get(self._others.get(k, ""), ranks.BOT_PERSON)
        self._n.bot[seat] = RANKS[self.name]
        self._n.careful = 1
        self._n.counted = 0
        for entry in cast(list[Json], game.log[self._seen :]):
            kind = entry["action"]["type"]
            if kind in ("offer", "settle"):
                self._open = entry
            elif kind == "reject" and self._open is not None:
                self._remember(self._open, entry["seat"], game.turns)
        self._seen = len(game.log)

    def _remember(self, offer: Json, refuser: int, turns: int) -> None:
        action = offer["action"]
        give = action if action["type"] == "settle" else action.get("give", {})
        given, asked = (_bits(side.get("squares", [])) for side in (give, action.get("ask", {})))
        memory.remember(self._n, offer["seat"], refuser, given, asked, turns)


def own_chance(seed: int) -> Any:
    """A bot's own chance record, independent of the game's."""
    r: Any = records.Chance()
    r.key0, r.key1 = seed & 0xFFFFFFFF, seed >> 32
    return r


def _written(x: Any, g: Any, seat: int) -> Json:
    return actions.write(x, position.kept_cards(g), seat)


def _bits(squares: list[int]) -> int:
    return sum(1 << square for square in squares)
