"""Bots that the operator brought, in a worker process: each plays in a process of its own and has a time limit.

A move that it loses is the baron's. The first of each kind is told, in full on standard
error and by its kind at the table.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import cast

from freehold.game import Game
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.players.user_bot import LIMIT, OwnBot, log
from freehold.server.table.bots import TableBots, Thought, claims

MOST_PROCESSES = 16  # of all tables; the bot that was not asked for longest ends, and begins anew when asked again
PATIENCE = 10  # lost moves after which a baron plays on
MISSING, SLOW, ILLEGAL, FAILED, RETIRED = "own-missing", "own-slow", "own-illegal", "own-failed", "own-retired"
# What the table is told, by the code of an incident; other codes mean that the program failed.
KINDS = {"stalled": SLOW, **dict.fromkeys(("illegal", "senseless", "dithers"), ILLEGAL)}


class BroughtBots:
    """The processes of these bots, by table and seat. `seconds`: how long a decision may take."""

    def __init__(self, specs: Mapping[str, str], seconds: float = LIMIT) -> None:
        self._specs, self._seconds = dict(specs), seconds
        self._seated: OrderedDict[tuple[str, int, str], OwnBot] = OrderedDict()

    def think(self, table: str, minds: TableBots, game: Game, seat: int, level: str, others: dict[int, str]) -> Thought:
        """The bot's decision, or the baron's and the reason, the first time. Rents are always claimed."""
        if level not in self._specs:
            return minds.stand_in(game, seat, MISSING, others)
        if claims(game, seat):
            return Thought(minds.choose(game, seat, "baron", others))
        bot = self._of((table, seat, level))
        bot.default = lambda _game, _seat: cast(Action, minds.choose(game, seat, "baron", others))
        before = bot.incidents
        action = cast(Json, bot.decide(game.as_bidder(seat), seat))
        incident = bot.last_incident
        if incident is None or (bot.incidents == before and not bot.retired):
            return Thought(action)
        told = minds.once(seat, RETIRED if bot.retired else KINDS.get(incident.code, FAILED))
        if told:
            log.warning("%s", incident)
        return Thought(action, told)

    def _of(self, key: tuple[str, int, str]) -> OwnBot:
        bot = self._seated.pop(key, None) or OwnBot(self._specs[key[2]], self._seconds, patience=PATIENCE, silent=True)
        self._seated[key] = bot
        if len(self._seated) > MOST_PROCESSES:
            self._seated.popitem(last=False)[1].close()
        return bot

    def close(self) -> None:
        for bot in self._seated.values():
            bot.close()
        self._seated.clear()
