"""The `freehold` command: registers the commands, which are in `commands/`, and handles errors.

Only the command that is used is imported: the others take longer to import than many a command to run.

Exit codes: 0 done, 1 the answer is no, 2 wrong usage. Bad input gets one sentence on standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Annotated, cast

import typer

from freehold import __version__
from freehold.cli.help import App, complaint, reader
from freehold.cli.terminal import FULL_DISK, WrongUsage, forgiving_streams, trouble
from freehold.extras import MissingExtra
from freehold.i18n.command_words import word
from freehold.i18n.fault_texts import LanguagesError, check_languages

__all__ = ["COMMANDS", "application", "main"]

WRONG_USAGE = 2
# The base class of all errors of the option parser; it has no public name.
_ParserComplaint = cast(type[Exception], typer.BadParameter.__mro__[1])

# In the order of the help page: where a command is defined, in `commands/`.
COMMANDS = {
    "play": "play:play",
    "bots": "bots:app",
    "rules": "rules:rules",
    "odds": "odds:odds",
    "analyse": "analyse:analyse",
    "position": "position:app",
    "tournament": "arena.tournament:tournament",
    "serve": "serve:serve",
    "worker": "worker:worker",
    "verify": "verify:verify",
    "export": "export:export",
    "backup": "backup:backup",
    "restore": "backup:restore",
    "import": "export:import_",
    "simulate": "arena.simulate:simulate",
    "balance": "arena.balance:balance",
    "train": "arena.train:train",
    "bench": "arena.bench:bench",
    "compile": "arena.compile:compile_",
    "editions": "editions:app",
}


def application(names: Iterable[str] = COMMANDS) -> App:
    """The command with these subcommands."""
    app = App(
        name="freehold",
        help="A property-trading board game in six editions, by the book.\n\nExample: freehold play --edition classic",
        add_completion=True,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True)(_freehold)
    for name in names:
        module, _, found = COMMANDS[name].partition(":")
        command = getattr(import_module(f"freehold.cli.commands.{module}"), found)
        if isinstance(command, App):
            app.add_typer(command)
        else:
            app.command(name)(command)
    return app


def _freehold(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"freehold {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _used(args: Sequence[str]) -> Iterable[str]:
    """The command that these arguments call; all of them for a page of help or a name that is none.

    A shell that completes a line has it in its environment.
    """
    if "_FREEHOLD_COMPLETE" in os.environ:
        args = os.environ.get("COMP_WORDS", os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()[1:]
        args = args if len(args) > 1 else []
    return args[:1] if args and args[0] in COMMANDS else COMMANDS


def main(args: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    forgiving_streams()
    given = list(sys.argv[1:] if args is None else args)
    lang = reader(given)
    try:
        check_languages()
        code = application(_used(given))(args=given, prog_name="freehold", standalone_mode=False, obj=lang)
    except WrongUsage as fault:
        return _refuse(str(fault))
    except (LanguagesError, MissingExtra) as missing:
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
