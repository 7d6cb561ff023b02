"""The five built-in bots as players: the kernel's functions, interpreted, and the mogul's network.

A bot's memory is rebuilt from the game's dealings, so it survives saving and loading.
"""

from __future__ import annotations

from typing import Any

from freehold.analysis import values
from freehold.bots import choose, memory, ranks, trading
from freehold.engine import records
from freehold.game import Game, actions, internals, position
from freehold.game.dealings import Dealing, Dealings
from freehold.game.types import Action, Position
from freehold.json_types import Json
from freehold.players.built_in import current
from freehold.players.caution import confirm
from freehold.players.mogul import Mogul
from freehold.players.player import NOTHING
from freehold.rules import codes

RANKS = {
    "random": ranks.BOT_RANDOM,
    "novice": ranks.BOT_NOVICE,
    "trader": ranks.BOT_TRADER,
    "baron": ranks.BOT_BARON,
    "mogul": ranks.BOT_MOGUL,
}
ANSWERS = {"accept": codes.DO_ACCEPT, "reject": codes.DO_REJECT}
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
        self._seen: Dealings = ()
        self._open: Dealing | None = None  # the open offer
        self._n: Any = records.Notes()
        self._v: Any = None
        self._mogul: Mogul | None = None

    def decide(self, game: Game, seat: int) -> Action:
        """The bot's action; `{}` out of turn when there is nothing to do."""
        self._catch_up(game, seat)
        if self.name == "mogul" and seat == game.decider:
            return self._forecast(game, seat)
        g, t = internals.record(game), internals.tables(game)
        if not choose.bot_action(g, t, self._v, self._n, self._m, self._r, self._x, seat):
            return NOTHING
        confirm(g, t, self._v, self._n, seat, self._x)
        return _written(self._x, g, seat)

    def reply(self, game: Game, seat: int) -> int:
        """The bot's evaluation of the open offer, as a code of `bots/trading.py`."""
        self._catch_up(game, seat)
        g, t = internals.record(game), internals.tables(game)
        return int(trading.reply_to_offer(g, t, self._v, self._n, seat, ranks.judged_as(self._n.bot[seat])))

    def notes(self, game: Game, seat: int) -> Any:
        """What the bot remembers of this game: who plays, and the offers that were refused."""
        self._catch_up(game, seat)
        return self._n

    def close(self) -> None:
        self._forget()

    def _forecast(self, game: Game, seat: int) -> Action:
        g = records.to_record(internals.record(game), records.GAME)
        n = records.to_record(self._n, records.NOTES)
        if self._mogul is None:
            t = records.to_record(internals.tables(game), records.TABLES)
            v = records.to_record(self._v, records.VALUES)
            self._mogul = Mogul(t, v, self._seed)
        found = self._mogul.choose(g, n, seat)
        self._n.copy_from(n[0])
        self._x.copy_from(found[0])
        return _written(self._x, internals.record(game), seat)

    def _catch_up(self, game: Game, seat: int) -> None:
        """Read the dealings since the last decision: how everybody answered; refused offers are not repeated."""
        dealings = internals.dealings(game)
        if self._start is not game.start or dealings[: len(self._seen)] != self._seen:
            self._forget()
            self._start = game.start
            self._v = values.build(internals.tables(game))
            memory.clear_notes(self._n)
            for k in range(len(self._n.bot)):
                self._n.bot[k] = RANKS.get(self._others.get(k, ""), ranks.BOT_PERSON)
        self._n.bot[seat] = RANKS[self.name]
        self._n.careful = 1
        self._n.counted = 0
        for dealing in dealings[len(self._seen) :]:
            kind = dealing["action"]["type"]
            if kind not in ANSWERS:
                self._open = dealing
            elif self._open is not None:
                if kind == "reject":
                    self._remember(self._open, dealing["seat"], dealing["turn"])
                self._note_answer(game, self._open, dealing["seat"], ANSWERS[kind])
                self._open = None
        self._seen = dealings

    def _note_answer(self, game: Game, offer: Dealing, other: int, kind: int) -> None:
        if offer["action"]["type"] == "offer" and ranks.is_outsider(self._n.bot[offer["seat"]]):
            give, ask, price = _deal(offer["action"])
            face = memory.face_share(internals.tables(game), give, ask, price)
            memory.note_answer(self._n, offer["seat"], other, kind, face)

    def _remember(self, offer: Dealing, refuser: int, turns: int) -> None:
        give, ask, price = _deal(offer["action"])
        memory.remember(self._n, offer["seat"], refuser, give, ask, price, turns)


def own_chance(seed: int) -> Any:
    """A bot's own chance record, independent of the game's."""
    r: Any = records.Chance()
    r.key0, r.key1 = seed & 0xFFFFFFFF, seed >> 32
    return r


def _written(x: Any, g: Any, seat: int) -> Action:
    return actions.write(x, position.kept_cards(g), seat)


def _deal(action: Json) -> tuple[int, int, int]:
    """What an offer gives and asks, as bits of squares, and the cash that it adds (negative: asks for)."""
    give = action if action["type"] == "settle" else action.get("give", {})
    ask = action.get("ask", {})
    given, asked = (_bits(side.get("squares", [])) for side in (give, ask))
    return given, asked, give.get("cash", 0) - ask.get("cash", 0)


def _bits(squares: list[int]) -> int:
    return sum(1 << square for square in squares)
