"""`freehold backup` and `freehold restore`: a copy of all games, also while a server runs, and putting one back."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Annotated

import typer

from freehold.cli.terminal import WrongUsage, console, language, trouble
from freehold.i18n import write
from freehold.server.storage.backup import BadBackup, back_up
from freehold.server.storage.backup import restore as put_back
from freehold.server.storage.folder_lock import FolderInUse
from freehold.server.storage.migrations import NewerDatabase
from freehold.server.storage.sqlite import FILE

Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="The data folder of `freehold serve`.")]
Lang = Annotated[str | None, typer.Option(help="en or fr.")]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; the secrets of running games are in it.")],
    data: Folder = Path("freehold-data"),
    lang: Lang = None,
) -> None:
    """A copy of all games in one file, also while the server runs.

    Example: freehold backup games.sqlite3 --data games
    """
    tongue = language(lang)
    if not (data / FILE).is_file():
        raise WrongUsage(write("server", "move-no-folder", {"folder": str(data)}, tongue))
    if file.exists():
        raise WrongUsage(write("server", "backup-exists", {"file": str(file)}, tongue))
    try:
        back_up(data / FILE, file)
    except (OSError, sqlite3.Error) as error:
        raise WrongUsage(write("server", "move-not-a-table", _facts(file, error, tongue), tongue)) from None
    console().print(write("server", "backup-done", {"file": str(file)}, tongue), soft_wrap=True)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `freehold backup` or the server has written.")],
    data: Folder = Path("freehold-data"),
    lang: Lang = None,
) -> None:
    """Put a backup in place of the games in a folder. The server must not be running; what was there is kept aside.

    Example: freehold restore games.sqlite3 --data games
    """
    tongue = language(lang)
    try:
        aside = put_back(file, data)
    except FolderInUse:
        raise WrongUsage(write("server", "serve-folder-in-use", {"folder": str(data)}, tongue)) from None
    except NewerDatabase:
        raise WrongUsage(write("server", "serve-newer-database", {"folder": str(file)}, tongue)) from None
    except (BadBackup, OSError, sqlite3.Error) as error:
        raise WrongUsage(write("server", "backup-bad", _facts(file, error, tongue), tongue)) from None
    facts = {"folder": str(data), "aside": str(aside or "")}
    console().print(
        write("server", "backup-restored" if aside else "backup-restored-new", facts, tongue), soft_wrap=True
    )


def _facts(file: Path, error: Exception, lang: str) -> dict[str, str]:
    return {"file": str(file), "why": trouble(error, lang)}
