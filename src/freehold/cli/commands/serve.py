"""`freehold serve`: a server for network tables, with a data folder of its own or a PostgreSQL database."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote, urlsplit

import msgspec
import typer

from freehold.cli.terminal import WrongUsage, console, language, trouble
from freehold.editions import SetupError
from freehold.editions.house import house_options
from freehold.extras import need
from freehold.i18n import write
from freehold.players import BotError
from freehold.players.brought import brought
from freehold.server.storage.folder_lock import FolderInUse
from freehold.server.storage.migrations import NewerDatabase
from freehold.server.storage.recovery import Recovery
from freehold.server.storage.store import is_postgres, shown_address
from freehold.server.storage.writes import BadDatabase

if TYPE_CHECKING:
    from freehold.server.app import Server, Settings

SERVER_HOST = "127.0.0.1"  # local connections only, by default
PASSWORD_FILE = "FREEHOLD_PASSWORD_FILE"  # a file with the password of the database, such as a container's secret
REACHED_SECONDS = 3.0  # for a connection of a process to itself


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for every one.")] = SERVER_HOST,
    port: Annotated[
        int, typer.Option(metavar="0–65535", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8000,
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the games are kept.")] = Path("freehold-data"),
    database: Annotated[
        str,
        typer.Option(
            envvar="FREEHOLD_DATABASE",
            metavar="ADDRESS",
            help="A PostgreSQL database for the games instead of a folder: postgresql://USER@HOST/NAME.",
        ),
    ] = "",
    workers: Annotated[
        str,
        typer.Option(
            metavar="local|remote",
            help="Who does the heavy work: processes of this server, or `freehold worker` on the same database.",
        ),
    ] = "local",
    reached_at: Annotated[
        str,
        typer.Option(
            metavar="HOST[:PORT]",
            help="By which other processes on the same database reach this one; without it, where it listens.",
        ),
    ] = "",
    origin: Annotated[
        list[str] | None, typer.Option(help="Another page that may connect, such as https://play.example; repeatable.")
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A proxy that is believed when it says who comes, such as 127.0.0.1; repeatable."
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A host name by which browsers reach this server; repeatable."),
    ] = None,
    backup_every: Annotated[
        float, typer.Option(metavar="HOURS", min=0, help="Back the games up every so many hours; 0: never.")
    ] = 0,
    backup_to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where the backups go; without it, into the data folder.")
    ] = None,
    backup_keep: Annotated[int, typer.Option(min=1, help="How many backups are kept.")] = 14,
    keep_days: Annotated[
        float,
        typer.Option(
            metavar="DAYS",
            min=0,
            help="Delete tables so many days after they ended, or after their last action; 0: never.",
        ),
    ] = 0,
    bot_pause: Annotated[
        int,
        typer.Option(metavar="0–60000", min=0, max=60_000, help="Milliseconds before a bot plays."),
    ] = 900,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME…]",
            help="Bots of your own that tables may seat: my_bot.py:MyBot. Their code runs with your rights.",
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A house rule with which new tables start; may be repeated."),
    ] = None,
    private_hooks: Annotated[
        bool,
        typer.Option("--private-hooks", help="Let notices to players go to private addresses, such as a local ntfy."),
    ] = False,
    lang: Annotated[str | None, typer.Option(help="en or fr.")] = None,
) -> None:
    """Tables over HTTP and WebSocket, with bots, fair dice and a memory.

    Example: freehold serve --port 8000 --data games
    """
    need("server")
    from freehold.server.app import CLIENT, Settings
    from freehold.server.logging_setup import to_standard_error
    from freehold.server.transport.connection_limits import raise_file_limit
    from freehold.server.transport.uvicorn_config import DrainingServer, configuration, tune_garbage_collector

    tongue = language(lang)
    origins = tuple(_origin(given, tongue) for given in origin or ())
    proxies = tuple(_network(given, tongue) for given in behind_proxy or ())
    if workers not in ("local", "remote") or (workers == "remote" and not database):
        raise WrongUsage(write("server", "serve-bad-workers", {"given": workers}, tongue))
    if database:
        database = checked_database(database, tongue)
        if backup_every:
            raise WrongUsage(write("server", "serve-no-backups", {}, tongue))
        need("postgres")
    try:
        house_options(house or ())
    except SetupError as error:
        raise WrongUsage(error.sentence(tongue)) from None
    settings = Settings(
        data,
        database=database,
        remote_workers=workers == "remote",
        reached_at=reached_at,
        origins=origins,
        proxies=proxies,
        bot_pause=bot_pause,
        names=tuple(name or ()),
        backup_hours=backup_every,
        backup_folder=backup_to or data / "backups",
        backup_keep=backup_keep,
        keep_days=keep_days,
        bots=own_bots(bots.split(",") if bots else [], tongue),
        house=tuple(house or ()),
        private_hooks=private_hooks,
    )
    os.umask(0o077)  # the secrets of running games are for the owner alone
    listener, app, server = open_server(host, port, settings, tongue)
    screen = console()
    if server.recovery is not None:
        screen.print(_recovered(server.recovery, tongue), style="bold", soft_wrap=True)
    reached = f"[{host}]" if ":" in host else host
    address = f"http://{reached}:{listener.getsockname()[1]}"
    place = shown_address(database) if database else str(data)
    screen.print(write("server", "serve-listening", {"address": address, "folder": place}, tongue), soft_wrap=True)
    if not (CLIENT / "index.html").is_file():
        screen.print(write("server", "serve-no-client", {}, tongue), style="bold", soft_wrap=True)
    to_standard_error()
    tune_garbage_collector()
    raise_file_limit()
    running = DrainingServer(configuration(app, server.limits, proxies), lambda: server.registry.handover.leave())
    server.stop = running.stop
    running.run(sockets=[listener])
    if server.fatal:
        raise WrongUsage(write("server", server.fatal, {"address": server.settings.reached_at}, tongue))


def own_bots(bots: Sequence[str], lang: str) -> dict[str, str]:
    """The bots of the user's own among these, by the name that a table stores. One that cannot play is wrong usage."""
    try:
        return brought(bot.strip() for bot in bots)
    except BotError as error:
        raise WrongUsage(error.sentence(lang)) from None


def _origin(given: str, lang: str) -> str:
    """An origin as a browser writes it: scheme, host and port."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}".lower() != given:
        raise WrongUsage(write("server", "serve-bad-origin", {"given": given}, lang))
    return given


def checked_database(given: str, lang: str) -> str:
    """The address of a PostgreSQL database, with the password from a file if the environment names one."""
    if not is_postgres(given):
        raise WrongUsage(write("server", "serve-bad-database", {"why": _scheme(given)}, lang))
    file = os.environ.get(PASSWORD_FILE)
    if not file:
        return given
    try:
        password = Path(file).read_text(encoding="utf-8").rstrip("\n")
    except (OSError, UnicodeError) as error:
        facts = {"file": file, "why": trouble(error, lang) if isinstance(error, OSError) else "UTF-8"}
        raise WrongUsage(write("server", "serve-no-password", facts, lang)) from None
    return f"{given}{'&' if '?' in given else '?'}password={quote(password, safe='')}"


def _scheme(given: str) -> str:
    """The first part of an address, which has no password in it."""
    return urlsplit(given).scheme or "no scheme"


def _network(given: str, lang: str) -> str:
    """The network of a proxy."""
    try:
        return str(ip_network(given, strict=False))
    except ValueError:
        raise WrongUsage(write("server", "serve-bad-proxy", {"given": given}, lang)) from None


def own_address(host: str, port: int) -> str:
    """Where other processes reach this one; if it listens everywhere, by the address of the machine's name."""
    host = host.strip("[]")
    if host in ("0.0.0.0", "::", ""):
        host = socket.gethostbyname(socket.gethostname())
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _reachable(listener: socket.socket, host: str, given: str, lang: str) -> str:
    """Where other processes on the same database reach this one. It is tried, and must be this process.

    127.0.0.1 is the same address on every machine, so it counts only if it was given.
    """
    here = listener.getsockname()[1]
    address = given if given.rpartition(":")[1] and not given.endswith("]") else own_address(given or host, here)
    name, _, port = address.rpartition(":")
    name = name.strip("[]")
    if not given and _is_loopback(name):
        raise WrongUsage(write("server", "serve-loopback", {"address": address}, lang))
    try:
        reached = is_reached(listener, name, int(port))
    except (OSError, ValueError, OverflowError) as error:
        raise WrongUsage(write("server", "serve-unreachable", {"address": address, "why": str(error)}, lang)) from None
    if not reached:
        raise WrongUsage(write("server", "serve-somebody-else", {"address": address}, lang))
    return address


def _is_loopback(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def is_reached(listener: socket.socket, host: str, port: int) -> bool:
    """Whether a connection to an address arrives at this listening socket. Other visitors have to come again."""
    before = listener.gettimeout()
    listener.settimeout(REACHED_SECONDS)
    try:
        with socket.create_connection((host, port), REACHED_SECONDS) as connection:
            while True:
                arrived, peer = listener.accept()
                arrived.close()
                if peer[1] == connection.getsockname()[1]:
                    return True
    except TimeoutError:
        return False
    finally:
        listener.settimeout(before)


def open_server(host: str, port: int, settings: Settings, lang: str) -> tuple[socket.socket, Any, Server]:
    """A listening socket, the application and its state; failures are wrong usage."""
    from freehold.server.app import create
    from freehold.server.transport.uvicorn_config import listen

    try:
        listener = listen(host, port)
    except OSError as error:
        facts = {"host": host, "port": str(port), "why": trouble(error, lang)}
        raise WrongUsage(write("server", "serve-no-port", facts, lang)) from None
    place = shown_address(settings.database) if settings.database else str(settings.data)
    if settings.database:
        try:
            settings = msgspec.structs.replace(
                settings, reached_at=_reachable(listener, host, settings.reached_at, lang)
            )
        except WrongUsage:
            listener.close()
            raise
    try:
        return listener, *create(settings)
    except BadDatabase as error:
        listener.close()
        raise WrongUsage(write("server", error.code, {"address": place, "why": error.why}, lang)) from None
    except (FolderInUse, NewerDatabase) as error:
        listener.close()
        code = "serve-folder-in-use" if isinstance(error, FolderInUse) else "serve-newer-database"
        raise WrongUsage(write("server", code, {"folder": place}, lang)) from None
    except (OSError, sqlite3.Error) as error:
        listener.close()
        facts = {"folder": place, "why": trouble(error, lang)}
        raise WrongUsage(write("server", "serve-no-folder", facts, lang)) from None


def _recovered(recovery: Recovery, lang: str) -> str:
    facts = {key: str(value) for key, value in msgspec.to_builtins(recovery).items()}
    return write("server", "serve-recovered", facts, lang)
