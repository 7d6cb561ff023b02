"""`freehold train`: train the forecast of the learned player, and write its weights with a model card."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from freehold.cli.commands.arena.arena_options import waiting
from freehold.cli.terminal import WrongUsage, console, language, show_json
from freehold.extras import MissingExtra, need
from freehold.i18n.command_words import word
from freehold.i18n.languages import number

if TYPE_CHECKING:
    from freehold.learn.recipe import Recipe


def check_weights(path: Path, tongue: str) -> None:
    """Say so now if a file is not one that training can go on from."""
    from freehold.forecast import weights

    try:
        weights.read(path)
    except ValueError:
        raise WrongUsage(word("not-weights", tongue, path=str(path))) from None


def recipe_called(name: str, tongue: str) -> Recipe:
    """The recipe of that name."""
    from freehold.learn.recipe import recipes

    if name not in recipes():
        raise WrongUsage(word("no-recipe", tongue, name=name, names=", ".join(recipes())))
    return recipes()[name]


def progress(what: str, tongue: str, **told: float) -> str:
    """A line about the training, by the name that `learn` has for it."""
    figures = {name: number(value, tongue, 4 if name == "loss" else 0) for name, value in told.items()}
    return word(f"training-{what}", tongue, **figures)


def train(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where the weights and the card are written.")
    ] = Path("freehold-weights"),
    recipe: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Follow a recipe: shipped or short. A run that was stopped goes on."),
    ] = None,
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

    Example: freehold train my-weights --games 100000 --rounds 2. Another: freehold train --recipe short
    """
    tongue = language(lang)
    try:
        need("learn")
        need("sim")
    except MissingExtra as missing:
        raise WrongUsage(missing.sentence(tongue)) from None
    if start is not None:
        check_weights(start, tongue)
    chosen = None if recipe is None else recipe_called(recipe, tongue)
    from freehold.engine import compile as kernel
    from freehold.learn import recipe as by_recipe
    from freehold.learn.training import ENTRY_POINTS, Plan, run

    with waiting(tongue):
        kernel.compiled().prepare(*ENTRY_POINTS)
    threads = workers or os.cpu_count() or 1
    screen = console()

    def say(what: str, **told: float) -> None:
        if not as_json:
            screen.print(progress(what, tongue, **told))

    if chosen is None:
        card = run(Plan(games, rounds, own_games, epochs, seed, test_games, threads, start=start), folder, say)
    else:
        try:
            card = by_recipe.run(chosen, folder, say, threads)
        except by_recipe.OtherRecipe:
            raise WrongUsage(word("other-recipe", tongue, folder=str(folder))) from None
    if as_json:
        show_json(card)
    else:
        screen.print(word("trained", tongue, folder=str(folder)))
