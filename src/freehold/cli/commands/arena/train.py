"""`freehold train`: train the forecast of the learned player, and write its weights with a model card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from freehold.cli.commands.arena.arena_options import waiting
from freehold.cli.terminal import WrongUsage, console, language, show_json
from freehold.extras import MissingExtra, need
from freehold.i18n.command_words import word
from freehold.i18n.languages import number


def check_weights(path: Path, tongue: str) -> None:
    """Say so now if a file is not one that training can go on from."""
    from freehold.forecast import weights

    try:
        weights.read(path)
    except ValueError:
        raise WrongUsage(word("not-weights", tongue, path=str(path))) from None


def progress(what: str, tongue: str, **told: float) -> str:
    """A line about the training, by the name that `learn` has for it."""
    figures = {name: number(value, tongue, 4 if name == "loss" else 0) for name, value in told.items()}
    return word(f"training-{what}", tongue, **figures)


def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the weights and the card are written.")],
    games: Annotated[
        int, typer.Option(metavar="N", min=100, help="Games of scripted bots to learn from first.")
    ] = 20_000,
    rounds: Annotated[int, typer.Option(metavar="N", min=0, help="Rounds of learning from its own games.")] = 1,
    own_games: Annotated[int, typer.Option(metavar="N", min=100, help="Its own games in each round.")] = 400,
    epochs: Annotated[int, typer.Option(metavar="N", min=1, help="Passes over all positions.")] = 4,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Weights to train further.")
    ] = None,
    test_games: Annotated[
        int, typer.Option(metavar="N", min=4, help="Games against each scripted bot, and of each line-up it never saw.")
    ] = 200,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed gives the same games.")] = 1,
    workers: Annotated[int | None, typer.Option(metavar="N", min=1, help="Threads; else one for each core.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Train the learned player's network, on a GPU if there is one. Needs the extra "learn" (torch).

    Example: freehold train my-weights --games 100000 --rounds 2
    """
    tongue = language(lang)
    try:
        need("learn")
        need("sim")
    except MissingExtra as missing:
        raise WrongUsage(missing.sentence(tongue)) from None
    if start is not None:
        check_weights(start, tongue)
    from freehold.engine import compile as kernel
    from freehold.learn.training import ENTRY_POINTS, Plan, run

    with waiting(tongue):
        kernel.compiled().prepare(*ENTRY_POINTS)
    plan = Plan(games, rounds, own_games, epochs, seed, test_games, workers or os.cpu_count() or 1, start=start)
    screen = console()
    card = run(plan, folder, lambda what, **told: None if as_json else screen.print(progress(what, tongue, **told)))
    if as_json:
        show_json(card)
    else:
        screen.print(word("trained", tongue, folder=str(folder)))
