"""Terminal input and output, and two exceptions: wrong usage, and leaving the game."""

from __future__ import annotations

import contextlib
import errno
import json
import socket
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.text import Text

from freehold.i18n import LANGUAGES
from freehold.i18n.command_words import language_of, word

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
    """The request cannot be done; the message is one sentence. The exit code is 2."""


class Leave(Exception):
    """The person leaves; `asked`: by the key for it, not by the end of the input."""

    def __init__(self, asked: bool = False) -> None:
        super().__init__()
        self.asked = asked


def console() -> Console:
    """A console that prints text unchanged: no markup, emoji or automatic colours."""
    return Console(highlight=False, markup=False, emoji=False)


def forgiving_streams() -> None:
    """Replace characters that the terminal cannot encode with question marks instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors="replace")


def language(given: str | None) -> str:
    """The requested language, or the system's."""
    if given is None:
        return language_of()
    if given not in LANGUAGES:
        raise WrongUsage(word("unknown-language", language_of(), given=given, known=", ".join(LANGUAGES)))
    return given


def show_json(value: Any) -> None:
    """Print one JSON text on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()  # raises here if the disk is full


def trouble(error: Exception, lang: str) -> str:
    """Why a file could not be read or written, or a port not be opened."""
    if not isinstance(error, OSError):
        return str(error) if lang == "en" else word("unreadable", lang)
    for kind, key in _TROUBLES:
        if isinstance(error, kind):
            return word(key, lang)
    return word(_NUMBERS.get(error.errno or 0, "other-trouble"), lang, number=error.errno)


def write_file(file: str, text: str, lang: str, mode: Literal["w", "x"] = "w") -> None:
    """Write a text file. Mode "x" refuses to replace one that exists."""
    try:
        with Path(file).open(mode, encoding="utf-8", newline="\n") as target:
            target.write(text)
    except FileExistsError:
        raise WrongUsage(word("file-exists", lang, file=file)) from None
    except OSError as error:
        raise WrongUsage(word("cannot-write", lang, file=file, why=trouble(error, lang))) from None


def ask(screen: Console, question: str) -> str:
    """Read a line. Without a terminal the line is echoed, so that a transcript reads like a screen."""
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
    """An integer within bounds; Enter takes the default."""
    while True:
        typed = ask(screen, question)
        if not typed:
            return default
        if typed.isdecimal() and len(typed) < 12 and low <= int(typed) <= high:
            return int(typed)
        screen.print(word("not-between", lang, low=low, high=high), style="red")
