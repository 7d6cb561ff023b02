"""`freehold compile`: compiles the rules before they are first used."""

from __future__ import annotations

from typing import Annotated

import typer

from freehold.cli.commands.arena.arena_options import cache_told
from freehold.cli.compile_messages import about_compiling, heard
from freehold.cli.terminal import WrongUsage, console, language, show_json
from freehold.engine import compile as kernel
from freehold.engine import disk
from freehold.engine.uses import PROGRAMS, USUAL, entry_points_of
from freehold.extras import MissingExtra, need
from freehold.i18n.command_words import listed, word


def compile_(
    every: Annotated[bool, typer.Option("--all", help="Also for training.")] = False,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Compile the rules for this machine now, not at the first use: for containers and class rooms. Without --all for
    everything but training.

    Example: freehold compile --all
    """
    tongue = language(lang)
    try:
        need("sim")
    except MissingExtra as missing:
        raise WrongUsage(missing.sentence(tongue)) from None
    screen = console()
    took: dict[str, float] = {}

    def tell(told: str, seconds: float, uses: list[str]) -> None:
        if told == "compiled":
            took[name] = round(seconds, 1)
        if not as_json:
            screen.print(about_compiling(told, seconds, PROGRAMS[name], tongue), soft_wrap=True)

    with cache_told(tongue), heard(tell):
        for name in PROGRAMS if every else (USUAL,):
            entry_points = entry_points_of(name)
            if not as_json and kernel.is_compiled(*entry_points):
                purpose = listed([word(f"compile-{use}", tongue) for use in PROGRAMS[name]], tongue)
                screen.print(word("compile-there", tongue, purpose=purpose))
            kernel.compiled().prepare(*entry_points)
    if as_json:
        show_json({"folder": str(disk.folder()), "seconds": took})
    else:
        screen.print(word("compile-kept", tongue, folder=disk.folder()), soft_wrap=True)
