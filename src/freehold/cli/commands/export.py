"""`freehold export` and `freehold import`: move a whole table between the folders of two servers."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
import typer

from freehold.cli.terminal import WrongUsage, console, language, trouble
from freehold.i18n import write
from freehold.server.archive.export import MOVED, export_table, import_table
from freehold.server.protocol.messages import Refused, sentence
from freehold.server.storage.folder_lock import FolderInUse
from freehold.server.storage.migrations import NewerDatabase
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE, SqliteStore

Folder = Annotated[Path, typer.Option(metavar="FOLDER", help="The data folder of `freehold serve`.")]
Lang = Annotated[str | None, typer.Option(help="en or fr.")]


def export(
    table: Annotated[str, typer.Argument(help="The id of a table that is paused, over, or not begun.")],
    file: Annotated[Path, typer.Argument(help="The file to write; the secret of the dice is in it.")],
    data: Folder = Path("freehold-data"),
    lang: Lang = None,
) -> None:
    """A whole table out of a server's folder, to go on elsewhere.

    Example: freehold export k3mz8qwe2a table.json --data games
    """
    tongue = language(lang)
    if not (data / FILE).is_file():
        raise WrongUsage(write("server", "move-no-folder", {"folder": str(data)}, tongue))
    try:
        store = SqliteStore(data / FILE)
        try:
            text = msgspec.json.format(msgspec.json.encode(export_table(store, table)), indent=1)
        finally:
            store.close()
    except Refused as refusal:
        _no(refusal, tongue)
    except NewerDatabase as error:
        raise WrongUsage(_not_now(data, error, tongue)) from None
    except sqlite3.Error as error:
        raise WrongUsage(_why(data, error, tongue)) from None
    try:
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(text)
    except OSError as error:
        raise WrongUsage(_why(file, error, tongue)) from None
    console().print(write("server", "move-exported", {"table": table, "file": str(file)}, tongue), soft_wrap=True)


def import_(
    file: Annotated[Path, typer.Argument(help="A file that `freehold export` has written.")],
    data: Folder = Path("freehold-data"),
    lang: Lang = None,
) -> None:
    """A whole table into a server's folder. Its links and keys stay what they were.

    Example: freehold import table.json --data games
    """
    tongue = language(lang)
    if not file.exists():
        raise WrongUsage(write("server", "move-no-file", {"file": str(file)}, tongue))
    try:
        moved = MOVED.decode(file.read_bytes())
    except (msgspec.DecodeError, UnicodeError, RecursionError, OSError) as error:
        raise WrongUsage(_why(file, error, tongue)) from None
    try:
        store, _ = open_store(data)
        try:
            import_table(store, moved)
        finally:
            store.close()
    except Refused as refusal:
        _no(refusal, tongue)
    except (FolderInUse, NewerDatabase) as error:
        raise WrongUsage(_not_now(data, error, tongue)) from None
    except (OSError, sqlite3.Error) as error:
        raise WrongUsage(_why(data, error, tongue)) from None
    facts = {"table": moved.record.id, "folder": str(data)}
    console().print(write("server", "move-imported", facts, tongue), soft_wrap=True)


def _no(refusal: Refused, lang: str) -> NoReturn:
    typer.echo(sentence(refusal.code, lang), err=True)
    raise typer.Exit(1)


def _not_now(folder: Path, error: Exception, lang: str) -> str:
    code = "serve-folder-in-use" if isinstance(error, FolderInUse) else "serve-newer-database"
    return write("server", code, {"folder": str(folder)}, lang)


def _why(file: Path, error: Exception, lang: str) -> str:
    return write("server", "move-not-a-table", {"file": str(file), "why": trouble(error, lang)}, lang)
