"""`freehold verify`: verifies the dice of a finished game from its log."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from freehold.cli.terminal import WrongUsage, console, language, show_json, trouble
from freehold.extras import need
from freehold.i18n import write
from freehold.server.fairness.verify import NotALog, Report, read
from freehold.server.fairness.verify import verify as check
from freehold.server.storage.game_log import Log
from freehold.server.storage.sqlite import FILE, SqliteStore

INCOMPLETE = 3  # the exit status if the numbers of some players are missing
HEADLINES = {  # by verdict, and whether the log is of an old format
    ("proved", False): "verify-proved",
    ("proved", True): "verify-proved-old",
    ("partly", False): "verify-incomplete",
    ("typed", False): "verify-typed",
    ("failed", False): "verify-not-proved",
    ("failed", True): "verify-not-proved",
}


def verify(
    game: Annotated[str, typer.Argument(metavar="FILE|GAME", help="The log of a game, or with --data a game's id.")],
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="The data folder of `freehold serve`.")] = None,
    head: Annotated[str | None, typer.Option(help="The last digest that you noted at the table.")] = None,
    key: Annotated[str | None, typer.Option(help="The public key of the server that must have signed it.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Play the log of a game again, and prove every throw and every card by the server's secret.

    The exit status is 0 if it is proved, 1 if it is not, and 3 if the numbers of some players are missing in draws, or
    people typed what the dice of a real box gave.

    Example: freehold verify game.json
    """
    tongue = language(lang)
    if key is not None:
        need("server")
    report = check(_stored(game, data, tongue) if data is not None else _log(game, tongue), head, key)
    if json:
        show_json(msgspec.to_builtins(report))
    else:
        _tell(report, tongue)
    if not report.proved:
        raise typer.Exit(1 if report.finding is not None else INCOMPLETE)


def _log(game: str, lang: str) -> Log:
    file = Path(game)
    if not file.is_file():
        raise WrongUsage(write("server", "verify-no-such-file", {"file": game}, lang))
    try:
        content = file.read_bytes()
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            found = msgspec.json.decode(content)
            if isinstance(found, dict) and found.keys() & {"start", "players"}:
                raise WrongUsage(write("server", "verify-saved-game", {"file": game}, lang))
        return read(content)
    except (NotALog, OSError) as error:
        raise WrongUsage(
            write("server", "verify-not-a-log", {"file": game, "why": trouble(error, lang)}, lang)
        ) from None


def _stored(game: str, data: Path, lang: str) -> Log:
    record = None
    if (data / FILE).is_file():
        store = SqliteStore(data / FILE)
        try:
            record = store.read.record(game)
            if record is not None and record.header is not None:
                return store.read.log(record)
        except sqlite3.DatabaseError as error:
            raise WrongUsage(
                write("server", "verify-not-a-log", {"file": game, "why": trouble(error, lang)}, lang)
            ) from None
        finally:
            store.close()
    raise WrongUsage(write("server", "verify-no-such-file" if record is None else "not-begun", {"file": game}, lang))


def _tell(report: Report, lang: str) -> None:
    screen = console()
    facts = {key: str(value) for key, value in msgspec.to_builtins(report).items()}
    screen.print(write("server", HEADLINES[report.verdict, report.format < 3], facts, lang), style="bold")
    if report.finding is not None:
        screen.print(report.finding.sentence(lang))
    taking = [part for part in report.parts if part.gave + part.left_out + part.absent]
    for part in taking:
        given = {key: str(value) for key, value in msgspec.to_builtins(part).items()}
        screen.print(write("server", "verify-part", {**facts, **given}, lang))
    if report.finding is None and report.format > 1 and not taking and report.verdict != "typed":
        screen.print(write("server", "verify-no-part", facts, lang))
    if report.taken_back:
        screen.print(write("server", "verify-taken-back", facts, lang))
    if report.finding is None and report.format < 3:
        screen.print(write("server", "verify-old-format" if report.format == 1 else "verify-old-format-2", facts, lang))
    if report.withdrawn:
        screen.print(write("server", "verify-withdrawn", facts, lang))
        if report.format < 3:
            screen.print(write("server", "verify-withdrawn-old", facts, lang))
    if not report.rules_as_played:
        screen.print(write("server", "verify-other-rules", facts, lang))
    if report.signature in ("valid", "partial", "unchecked"):
        screen.print(write("server", f"verify-signature-{report.signature}", facts, lang), soft_wrap=True)
    if report.finding is None:
        screen.print(write("server", "verify-head-is", facts, lang), soft_wrap=True)
