"""A game in the browser: starts a local server, creates a table and opens the browser on it.

The table's keys are passed after the # of the URL, which browsers never send to a server.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path
from typing import Any

import msgspec
import typer
from rich.console import Console

from freehold import __version__
from freehold.cli.commands.position import from_link
from freehold.cli.commands.serve import SERVER_HOST, open_server, own_bots
from freehold.cli.terminal import WrongUsage
from freehold.cli.terminal_game import bot_seats, setup
from freehold.editions import load
from freehold.extras import need
from freehold.i18n.command_words import word
from freehold.players.bot_file import place_of
from freehold.players.bot_objects import is_own
from freehold.server.protocol.messages import NewTable, Person, Refused, sentence

PORT = 7340  # fixed if available: a browser stores the keys of its games by the server's address
PATIENCE = 30  # timeout in seconds for the server to start


def wish(
    edition: str,
    variant: str,
    players: str | None,
    token: str | None,
    pairs: list[str],
    bots: bot_seats.Wanted,
    lang: str,
) -> NewTable:
    """The requested table, or `WrongUsage`. A number of players counts the seats; names are people."""
    names, count = _people(players, lang), None
    if not names:
        names = [word("person", lang)]
        count = int(players) if players else bots.usual_players
        setup.players(str(count), load(edition), lang)
    elif len(names) == 1:
        count = bots.usual_players
    levels = list(bots.others) if count is None else bot_seats.line_up(bots, count, lang)
    if variant not in load(edition).variants:
        known = ", ".join(load(edition).variants)
        raise WrongUsage(word("unknown-variant", lang, edition=edition, given=variant, known=known))
    options = setup.options(pairs, variant, lang)
    if not any(pair.startswith("time_limit=") for pair in pairs):
        options.pop("time_limit", None)  # turns in a terminal game; the server counts minutes instead
    if token is not None:
        setup.tokens(token, load(edition), 1, lang)
    people = [Person(name, token if k == 0 else None) for k, name in enumerate(names)]
    wished: dict[str, Any] = {"edition": edition, "variant": variant, "options": options, "language": lang}
    wished |= {"people": msgspec.to_builtins(people), "bots": levels, "seats": len(people) + len(levels)}
    return _checked(wished, lang)


def wish_at(link: str, seat: int | None, bots: bot_seats.Wanted, lang: str) -> NewTable:
    """A table that begins in a position: a person in a seat (default: the one that decides), bots in the others."""
    game = from_link(link, lang)
    playing = [at for at, player in enumerate(game.view()["players"]) if not player["bankrupt"]]
    here = game.decider if seat is None else seat - 1
    levels = bot_seats.line_up(bots, len(playing), lang)
    wished: dict[str, Any] = {"edition": game.edition.id, "position": game.link(), "language": lang, "bots": levels}
    wished |= {"people": [{"name": word("person", lang)}], "at": [here]}
    return _checked(wished, lang)


def _people(players: str | None, lang: str) -> list[str]:
    """The given names; none if a number or nothing was given."""
    if players is None or players.strip().lstrip("-").isdecimal():
        return []
    names = [name.strip() for name in players.split(",")]
    if not all(names):
        raise WrongUsage(word("empty-name", lang))
    return names


def _checked(wished: dict[str, Any], lang: str) -> NewTable:
    """Refuse what the server would refuse before it starts."""
    from freehold.server.table.seating import open_table

    try:
        table = msgspec.convert(wished, NewTable)
        open_table(table, "", 0)
    except msgspec.ValidationError:
        raise WrongUsage(sentence("bad-table", lang)) from None
    except Refused as refusal:
        raise WrongUsage(sentence(refusal.code, lang)) from None
    return table


def at_table(asked: bot_seats.Wanted, lang: str) -> tuple[bot_seats.Wanted, dict[str, str]]:
    """The requested bots by the names that a table stores, and the files and classes of the user's own."""
    own = own_bots(asked.others, lang)
    levels = {bot: next((level for level, spec in own.items() if spec == _spec(bot)), bot) for bot in asked.others}
    return asked._replace(others=tuple(levels[bot] for bot in asked.others)), own


def _spec(bot: str) -> str:
    return ":".join(place_of(bot)) if is_own(bot) else bot


def play(
    screen: Console, table: NewTable, lang: str, data: Path | None, port: int | None, own: dict[str, str] | None = None
) -> None:
    """Serve until Ctrl+C. If a server of this release is running already, the table is created there."""
    need("server")
    import uvicorn

    from freehold.server.app import CLIENT, Settings
    from freehold.server.transport.connection_limits import raise_file_limit
    from freehold.server.transport.uvicorn_config import configuration, tune_garbage_collector

    if not (CLIENT / "index.html").is_file():
        raise WrongUsage(word("no-client", lang))
    own = own or {}
    if port is None and data is None and _ours(PORT):
        if own:
            raise WrongUsage(word("running-without-bot", lang, address=f"http://{SERVER_HOST}:{PORT}"))
        _open(screen, f"http://{SERVER_HOST}:{PORT}", table, lang)
        return
    settings = Settings(data or _games_folder(), bots=own)
    listener, app, server = open_server(SERVER_HOST, _port() if port is None else port, settings, lang)
    address = f"http://{SERVER_HOST}:{listener.getsockname()[1]}"
    screen.print(word("playing-at", lang, address=address, folder=settings.data), soft_wrap=True)
    tune_garbage_collector()
    raise_file_limit()
    runner = uvicorn.Server(configuration(app, server.limits))

    def begin() -> None:
        try:
            _open(screen, address, table, lang)
        except (OSError, ValueError) as error:
            screen.print(word("no-table", lang, why=str(error)), style="red", soft_wrap=True)
            runner.should_exit = True

    threading.Thread(target=begin, daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        runner.run(sockets=[listener])
    screen.print("\n" + word("goodbye", lang))


def _ours(port: int) -> bool:
    """Whether a server of this release answers there."""
    try:
        with urllib.request.urlopen(f"http://{SERVER_HOST}:{port}/health", timeout=2) as answer:
            return bool(json.load(answer)["version"] == __version__)
    except (OSError, ValueError, LookupError, TypeError):
        return False


def _port() -> int:
    """The usual port, or any free one."""
    from freehold.server.transport.uvicorn_config import listen

    try:
        listen(SERVER_HOST, PORT).close()
    except OSError:
        return 0
    return PORT


def _games_folder() -> Path:
    """The folder for a user's games, in the system's usual place for application data."""
    if sys.platform in ("win32", "darwin"):
        return Path(typer.get_app_dir("Freehold"))
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "freehold"


def _open(screen: Console, address: str, table: NewTable, lang: str) -> None:
    """Create the table and open it. The server may still be starting: the connection waits."""
    body = msgspec.json.encode(table)
    request = urllib.request.Request(f"{address}/api/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        made = json.load(answer)
    link = "/".join([f"{address}/#/k", lang, made["table"]["id"], table.edition, made["host"], *made["keys"]])
    opened = _show(link)
    screen.print(word("window-opens" if opened else "open-yourself", lang, link=link), soft_wrap=True)


def _show(link: str) -> bool:
    """Open a window of the user's browser, if there is a graphical one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    in_the_terminal = type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ
    return not in_the_terminal and browser.open(link)
