"""A bot that is an object of this process, asked like one in a process of its own, but without a time limit."""

from __future__ import annotations

import json
import operator

from freehold.json_types import Json
from freehold.players.bot_file import BotError, Decide, error_line, short
from freehold.players.bot_objects import ObjectBot


class UserBotHere:
    """The interface of `UserBotProcess` for an object."""

    def __init__(self, bot: ObjectBot) -> None:
        self._bot = bot
        self._decide: Decide | None = None

    @property
    def running(self) -> bool:
        return self._decide is not None

    def start(self) -> None:
        self._decide = self._bot.new()

    def ask(self, message: Json, seconds: float) -> Json:
        assert self._decide is not None
        name = str(self._bot)
        try:
            action = self._decide(message["view"], message["legal"])
        except (Exception, SystemExit) as error:
            raise BotError("raised", {"bot": name, "why": error_line(error)}) from error
        try:
            plain: Json = {"action": json.loads(json.dumps(action, default=operator.index))}  # accepts NumPy integers
        except (TypeError, ValueError, RecursionError):
            raise BotError("senseless", {"bot": name, "answer": short(action)}) from None
        return plain

    def stop(self) -> None:
        self._decide = None
