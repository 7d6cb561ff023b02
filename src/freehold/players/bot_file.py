"""Resolves a user's bot: `my_bot.py:MyBot`, `package.module:MyBot` or `my_bot.py:decide`, with clear errors.

`sit_down` runs the user's code and is called only in a separate process; `place_of` only parses the name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import reprlib
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from freehold.editions.faults import nearest
from freehold.i18n import has, write

Decide = Callable[[Any, Any], Any]

MODULE = "freehold_own_bot"  # a bot in a file called json.py must not shadow a standard module
LONGEST = 160  # characters of a quoted message


class BotError(ValueError):
    """A bot that cannot play, or failed. `code` is stable; `sentence` explains it in English or French."""

    def __init__(self, code: str, parts: Mapping[str, str]) -> None:
        self.code = code
        self.parts = dict(parts)
        super().__init__(code, parts)

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French; of an action that the rules refuse, also why."""
        reason = self.parts.get("why", "").partition(":")[0] if self.code == "illegal" else ""
        told = {"reason": write("reasons", reason, {}, lang)} if has("reasons", reason) else {}
        return write("players", self.code, self.parts | told, lang)

    def __str__(self) -> str:
        return self.sentence()


def place_of(spec: str) -> tuple[str, str]:
    """The file or module of a bot and its name there. Paths are made absolute, because the working folder may
    change.
    """
    where, _, name = spec.rpartition(":")  # the last colon: a Windows path contains one too
    if not where or not name.isidentifier():
        raise BotError("bad-bot-name", {"given": spec})
    if where.endswith(".py") or os.path.basename(where) != where:
        return os.path.abspath(os.path.expanduser(where)), name
    if not all(part.isidentifier() for part in where.split(".")):
        raise BotError("bad-bot-name", {"given": spec})
    return where, name


def load_decide(where: str, name: str) -> Decide:
    """The `decide` function of a new bot. This runs the user's code."""
    module = _module(where)
    file = {"file": where, "name": name}
    if not hasattr(module, name):
        near = nearest(name, [known for known, thing in vars(module).items() if callable(thing)])
        raise BotError("no-such-class", file | ({"near": near} if near else {}))
    bot = getattr(module, name)
    if isinstance(bot, type):
        try:
            bot = bot()
        except (Exception, SystemExit) as error:
            raise BotError("broken-bot", file | {"why": error_line(error)}) from error
    return bound_decide(bot, file)


def bound_decide(bot: Any, parts: Mapping[str, str]) -> Decide:
    """The `decide` of a bot, or the bot itself if it is a function."""
    decide = getattr(bot, "decide", bot)
    try:
        inspect.signature(decide).bind("view", "legal")
    except (TypeError, ValueError) as error:
        raise BotError("no-decide", parts) from error
    return decide  # type: ignore[no-any-return]  # any callable that takes a view and a list


@cache
def _module(where: str) -> ModuleType:
    """The module of a bot, loaded once."""
    is_file = os.path.isabs(where)
    if is_file and not Path(where).is_file():
        raise BotError("no-such-file", {"file": where})
    try:
        return _from_file(where) if is_file else importlib.import_module(where)
    except SyntaxError as error:
        parts = {"file": error.filename or where, "line": str(error.lineno or 1), "why": error.msg}
        raise BotError("bot-syntax", parts) from error
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{where}.".startswith(f"{error.name}."):
            raise BotError("no-such-module", {"module": where}) from error
        raise BotError("broken-bot", {"file": where, "why": error_line(error)}) from error


def _from_file(file: str) -> ModuleType:
    sys.path.insert(0, os.path.dirname(file))  # as for a script: its folder is importable
    spec = importlib.util.spec_from_file_location(MODULE, file)
    if spec is None or spec.loader is None:
        raise ImportError("the name of a Python file ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[MODULE] = module
    spec.loader.exec_module(module)
    return module


def error_line(error: BaseException) -> str:
    """An error in one line with its place in the bot's own file; frames inside libraries are skipped."""
    text = " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())[:LONGEST]
    ours = {
        __file__,
        importlib.__file__,
        str(Path(__file__).with_name("user_bot_worker.py")),
        str(Path(__file__).with_name("user_bot_here.py")),
    }
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename not in ours and f.filename[0] != "<"]
    if not frames:
        return text
    last = next(frame for frame in reversed(frames) if frame.filename == frames[0].filename)
    return f"{text} ({os.path.basename(last.filename)}:{last.lineno})"


def short(value: object) -> str:
    """The repr of a value, on one line and shortened."""
    return reprlib.repr(value)[:LONGEST]
