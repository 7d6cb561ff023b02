"""Bots that are objects of this process: a class, an instance or a function, wherever the name of a bot is taken."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeAlias

from freehold.game.types import Action, View
from freehold.players.bot_file import BotError, Decide, bound_decide, error_line, short
from freehold.players.built_in import BUILT_IN


class Decides(Protocol):
    """What a bot of your own has. `legal` lists all legal actions; out of turn None means that it does nothing."""

    def decide(self, view: View, legal: list[Action], /) -> Mapping[str, object] | None: ...


DecideFunction: TypeAlias = Callable[[View, list[Action]], Mapping[str, object] | None]
BotLike: TypeAlias = str | type[Decides] | Decides | DecideFunction


class ObjectBot(str):
    """The name of a bot that is an object, together with the object. It can be sent to processes that can import it."""

    bot: object

    def __new__(cls, name: str, bot: object) -> ObjectBot:
        made = super().__new__(cls, name)
        made.bot = bot
        return made

    def __reduce__(self) -> tuple[type[ObjectBot], tuple[str, object]]:
        return ObjectBot, (str(self), self.bot)

    def new(self) -> Decide:
        """The `decide` of a bot for a new game: of a new instance of a class, or of the object itself."""
        parts = {"file": getattr(self.bot, "__module__", None) or type(self.bot).__module__, "name": str(self)}
        bot = self.bot
        if isinstance(bot, type):
            try:
                bot = bot()
            except (Exception, SystemExit) as error:
                raise BotError("broken-bot", parts | {"why": error_line(error)}) from error
        return bound_decide(bot, parts)


def is_own(name: str) -> bool:
    """Whether a name is that of a bot that the user wrote."""
    return isinstance(name, ObjectBot) or ":" in name


def check_workers(names: Iterable[str], workers: int) -> None:
    """Objects play in several processes only if these can import them: `BotError` for one that was made in a notebook
    or inside a function.
    """
    for name in names:
        if workers > 1 and isinstance(name, ObjectBot) and not _importable(name):
            raise BotError("bot-not-importable", {"name": name})


def _importable(name: ObjectBot) -> bool:
    try:
        pickle.dumps(name.bot)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    kind = name.bot if hasattr(name.bot, "__module__") else type(name.bot)
    return getattr(kind, "__module__", "") != "__main__" or os.path.isfile(
        getattr(sys.modules["__main__"], "__file__", None) or ""
    )


def named(bots: Iterable[BotLike]) -> list[str]:
    """A name for each bot of a line-up. The same object has the same name everywhere; two objects never share one."""
    found: list[str] = []
    for bot in bots:
        if isinstance(bot, str):
            found.append(bot)
            continue
        known = next((name for name in found if isinstance(name, ObjectBot) and name.bot is bot), None)
        found.append(known or ObjectBot(_free(_name(bot), [*found, *BUILT_IN]), bot))
    return found


def _name(bot: object) -> str:
    if not callable(bot) and not hasattr(bot, "decide"):
        raise BotError("no-bot", {"given": short(bot)})
    for name in (getattr(bot, "name", None), getattr(bot, "__name__", None)):
        if isinstance(name, str) and name:
            return name.replace(":", " ")
    return type(bot).__name__


def _free(name: str, taken: Iterable[str]) -> str:
    number, found, others = 1, name, {str(other) for other in taken}
    while found in others:
        number += 1
        found = f"{name} {number}"
    return found
