"""The terminal: a console for what is shown, lines for what is typed, and two ways to stop: wrong usage, leaving."""

from __future__ import annotations

import contextlib
import errno
import json
import socket
import sys
from io import TextIOWrapper
from typing import Any

from rich.console import Console
from rich.text import Text

from freehold.i18n.command_words import LANGUAGES, language_of, word

FULL_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_TROUBLES = (
    (PermissionError, "not-allowed"),
    (IsADirectoryError, "is-folder"),
    (NotADirectoryError, "no-folder"),
    (FileNotFoundError, "no-folder"),
    (FileExistsError, "is-there"),
    (socket.gaierror, "no-address"),
)
_NUMBERS = dict.fromkeys(FULL_DISK, "no-room") | {errno.EADDRINUSE: "port-taken", errno.EADDRNOTAVAIL: "no-address"}


class WrongUsage(Exception):
    """What was asked cannot be done; the one sentence says why. The command ends with 2."""


class Leave(Exception):
    """The person wants to go; `asked` says that it was by the key for it, not by the end of the input."""

    def __init__(self, asked: bool = False) -> None:
        super().__init__()
        self.asked = asked


def console() -> Console:
    """A console that writes words as they are: no markup, no emoji, no guessed colours."""
    return Console(highlight=False, markup=False, emoji=False)


def forgiving_streams() -> None:
    """A letter that the terminal cannot show or send becomes a question mark, not an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")


def language(given: str | None) -> str:
    """The language that was asked for, or else the system's."""
    if given is None:
        return language_of()
    if given not in LANGUAGES:
        raise WrongUsage(word("unknown-language", language_of(), given=given))
    return given


def show_json(value: Any) -> None:
    """One JSON text on standard output, for a program."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()  # a full disk is told of now, or never


def trouble(error: Exception, lang: str) -> str:
    """Why a file could not be read or written, or a port not be had."""
    if not isinstance(error, OSError):
        return str(error) if lang == "en" else word("unreadable", lang)
    for kind, key in _TROUBLES:
        if isinstance(error, kind):
            return word(key, lang)
    return word(_NUMBERS.get(error.errno or 0, "other-trouble"), lang, number=error.errno)


def ask(screen: Console, question: str) -> str:
    """A line the person types. Where no terminal is, the line is shown, so that the record reads like a screen."""
    prompt = Text(question + " › ", style="bold")
    try:
        if sys.stdin.isatty():
            return screen.input(prompt).strip()
        screen.print(prompt, end="")
        line = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        screen.print()
        raise Leave from None
    if not line:
        screen.print()
        raise Leave
    screen.print(Text(line.strip()))
    return line.strip()


def ask_number(screen: Console, lang: str, question: str, low: int, high: int, default: int) -> int:
    """A whole number within bounds; Enter takes the default."""
    while True:
        typed = ask(screen, question)
        if not typed:
            return default
        if typed.isdecimal() and len(typed) < 12 and low <= int(typed) <= high:
            return int(typed)
        screen.print(word("not-between", lang, low=low, high=high), style="red")
