"""A user's own bot as a player: asked within a time limit, checked, and replaced for one move when it fails.

A failing bot loses its move to the fallback player and never stops the game. Its code runs in a separate process
(`user_bot_process.py`, `user_bot_worker.py`). This protects against mistakes, not against malice: the process has the
user's rights.
"""

from __future__ import annotations

import logging
import time
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import cast

from freehold.game import Game, format_action
from freehold.game.types import Action
from freehold.i18n import write
from freehold.players.bot_file import BotError, place_of, short
from freehold.players.bot_objects import ObjectBot
from freehold.players.fallback_player import plain
from freehold.players.player import NOTHING
from freehold.players.user_bot_here import UserBotHere
from freehold.players.user_bot_process import UserBotProcess

LIMIT = 2.0  # seconds per decision
PATIENCE = 20  # incidents per game
# Actions that cost little or nothing could repeat for ever: limits per turn.
MOST_A_TURN = {
    **dict.fromkeys(("offer", "settle", "withdraw"), 10),
    **dict.fromkeys(("build", "sell", "sell_group", "mortgage", "redeem"), 100),
}

log = logging.getLogger("freehold.players")


@dataclass(frozen=True)
class Incident:
    """A move that a bot lost: the error code, and the action played instead (`{}`: none, out of turn)."""

    seat: int
    code: str
    parts: Mapping[str, str]
    instead: Action

    def sentence(self, lang: str = "en") -> str:
        played = {"seat": str(self.seat + 1)} | ({"action": format_action(self.instead)} if self.instead else {})
        return f"{BotError(self.code, self.parts).sentence(lang)} {write('players', 'instead', played, lang)}"

    def __str__(self) -> str:
        return self.sentence()


class OwnBot:
    """The bot of a spec such as `my_bot.py:MyBot`, one per seat. It starts with its first decision; `load` starts it.

    `incidents` counts the moves it lost in this game, `last_incident` is the latest. After `patience` incidents it is
    `retired`: the fallback plays for it until `new_game`. Of `decisions` that it was asked for, `lost` counts those
    that the fallback made, by reason. A `silent` one logs nothing.
    """

    def __init__(
        self,
        spec: str,
        limit: float = LIMIT,
        default: Callable[[Game, int], Action] = plain,
        *,
        patience: int = PATIENCE,
        lang: str = "en",
        silent: bool = False,
    ) -> None:
        self.name = spec
        self.limit = limit
        self.default = default
        self.patience = patience
        self.lang = lang
        self.silent = silent
        self._process: UserBotProcess | UserBotHere
        if isinstance(spec, ObjectBot):
            self._process = UserBotHere(spec)
        else:
            self._process = UserBotProcess(spec, *place_of(spec))
        weakref.finalize(self, self._process.stop)  # no process is left if `close` was not called
        self._forget()

    def _forget(self) -> None:
        self.incidents = 0
        self.first_incidents: dict[str, Incident] = {}  # by code
        self.last_incident: Incident | None = None
        self.decisions = 0
        self.seconds = self.slowest = 0.0  # of its answers, together and at most
        self.lost: Counter[str] = Counter()
        self.retired = False
        self._turn: tuple[int, int] | None = None
        self._done: Counter[str] = Counter()

    def new_game(self) -> None:
        """Start a new game with a new instance of the bot's class, in the same process. `BotError` if that fails."""
        self._forget()
        self._process.start()

    def decide(self, game: Game, seat: int) -> Action:
        """The bot's action if it is legal, otherwise the fallback's."""
        self.decisions += 1
        if self.retired:
            self.lost["retired"] += 1
            return self.default(game, seat)
        try:
            return self._decide(game, seat)
        except BotError as error:
            failure = error
        instead = self.default(game, seat)
        self._note(Incident(seat, failure.code, failure.parts, instead))
        return instead

    def _decide(self, game: Game, seat: int) -> Action:
        view, legal = game.view(seat) | {"you": seat}, game.legal(seat)
        if not legal:
            self.decisions -= 1
            return NOTHING
        if not self._process.running:
            self._process.start()
        began = time.perf_counter()
        try:
            action = self._process.ask({"view": view, "legal": legal}, self.limit).get("action")
        finally:
            took = time.perf_counter() - began
            self.seconds, self.slowest = self.seconds + took, max(self.slowest, took)
        if not action and seat != game.decider:
            return NOTHING
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            raise BotError("senseless", {"bot": self.name, "answer": short(action)})
        chosen = cast(Action, action)
        why = _refusal(game, seat, chosen)
        if why:
            raise BotError("illegal", {"bot": self.name, "answer": short(action), "why": why})
        self._count(action["type"], seat, game.turns)
        return chosen

    def _count(self, kind: str, seat: int, turn: int) -> None:
        if self._turn != (seat, turn):
            self._turn, self._done = (seat, turn), Counter()
        self._done[kind] += 1
        if self._done[kind] > MOST_A_TURN.get(kind, self._done[kind]):
            raise BotError("dithers", {"bot": self.name, "kind": kind, "most": str(MOST_A_TURN[kind])})

    def _note(self, incident: Incident) -> None:
        """Count an incident and log a warning; the last one says that the bot is retired."""
        self.incidents += 1
        self.lost[incident.code] += 1
        self.first_incidents.setdefault(incident.code, incident)
        self.last_incident = incident
        self._say(incident.sentence(self.lang))
        if self.incidents >= self.patience:
            self.retired = True
            self._process.stop()
            parts = {"bot": self.name, "seat": str(incident.seat + 1), "count": str(self.incidents)}
            self._say(write("players", "retired", parts, self.lang))

    def _say(self, sentence: str) -> None:
        if not self.silent:
            log.warning("%s", sentence)

    def close(self) -> None:
        self._process.stop()

    def __enter__(self) -> OwnBot:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def load(
    spec: str,
    limit: float = LIMIT,
    default: Callable[[Game, int], Action] = plain,
    *,
    patience: int = PATIENCE,
    lang: str = "en",
    silent: bool = False,
) -> OwnBot:
    """A bot that is ready to play. `BotError` at once if its file or class is missing, broken or cannot decide."""
    bot = OwnBot(spec, limit, default, patience=patience, lang=lang, silent=silent)
    bot.new_game()
    return bot


def _refusal(game: Game, seat: int, action: Action) -> str:
    """Why the rules refuse an action; empty if they do not."""
    if action["type"] == "time_up":
        return "unknown-action"  # only the clock may do this, not a player
    refusal = game.refusal(action, seat)
    if refusal is None:
        return ""
    return f"{refusal.reason}: {refusal.detail}" if refusal.detail else refusal.reason
