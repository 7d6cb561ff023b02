"""The `freehold` command: registers the commands, which are in `commands/`, and handles errors.

Exit codes: 0 done, 1 the answer is no, 2 wrong usage. Bad input gets one sentence on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, cast

import typer

from freehold import __version__
from freehold.cli.commands import editions
from freehold.cli.commands.analyse import analyse
from freehold.cli.commands.arena.bench import bench
from freehold.cli.commands.arena.simulate import simulate
from freehold.cli.commands.arena.tournament import tournament
from freehold.cli.commands.arena.train import train
from freehold.cli.commands.backup import backup, restore
from freehold.cli.commands.bots import bots
from freehold.cli.commands.export import export, import_
from freehold.cli.commands.odds import odds
from freehold.cli.commands.play import play
from freehold.cli.commands.rules import rules
from freehold.cli.commands.serve import serve
from freehold.cli.commands.verify import verify
from freehold.cli.commands.worker import worker
from freehold.cli.help import App, complaint, reader
from freehold.cli.terminal import FULL_DISK, WrongUsage, forgiving_streams, trouble
from freehold.extras import MissingExtra
from freehold.i18n.command_words import word

__all__ = ["app", "main"]

WRONG_USAGE = 2
# The base class of all errors of the option parser; it has no public name.
_ParserComplaint = cast(type[Exception], typer.BadParameter.__mro__[1])

app = App(
    name="freehold",
    help="A property-trading board game in six editions, by the book.\n\nExample: freehold play --edition classic",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(play)
app.command()(bots)
app.command()(rules)
app.command()(odds)
app.command()(analyse)
app.command()(tournament)
app.command()(serve)
app.command()(worker)
app.command()(verify)
app.command()(export)
app.command()(backup)
app.command()(restore)
app.command("import")(import_)
app.command()(simulate)
app.command()(train)
app.command()(bench)
app.add_typer(editions.app)


@app.callback(invoke_without_command=True)
def _freehold(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"freehold {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    forgiving_streams()
    lang = reader(sys.argv[1:] if args is None else args)
    try:
        code = app(args=None if args is None else list(args), prog_name="freehold", standalone_mode=False, obj=lang)
    except WrongUsage as fault:
        return _refuse(str(fault))
    except MissingExtra as missing:
        return _refuse(missing.sentence(lang))
    except _ParserComplaint as error:
        return _refuse(complaint(error, lang))
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except OSError as error:
        if error.errno not in FULL_DISK:
            raise
        return _refuse(word("disk-full", lang, why=trouble(error, lang)))
    return code if isinstance(code, int) else 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return WRONG_USAGE
