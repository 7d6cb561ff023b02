"""The ASGI application: connects store, table registry, routes and middleware, and handles start-up and shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Annotated, Any, cast

from litestar import Litestar, MediaType, Request, Response, Router, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromQuery, HeaderParameter
from msgspec import Struct

from freehold import __version__
from freehold.editions import ids
from freehold.i18n.languages import LANGUAGES, closest
from freehold.server.fairness.signing import KEY_BYTES, Signer
from freehold.server.http import (
    catalogue,
    client_files,
    history_routes,
    my_tables,
    plain_pages,
    position_routes,
    routes,
)
from freehold.server.http.cached_response import CachedResponse, Listing
from freehold.server.http.made_once import MadeOnce
from freehold.server.logging_setup import note, trouble, warn
from freehold.server.metrics import Metrics
from freehold.server.notify.notifier import Notifier
from freehold.server.notify.web_push import new_key
from freehold.server.protocol.messages import LARGEST_MESSAGE, Fault, Refused
from freehold.server.rate_limits import AddressLimits, Limits
from freehold.server.registry.expiry import expire_regularly
from freehold.server.registry.ownership import LEASE_SECONDS, Elsewhere, SameAddress, Shared
from freehold.server.registry.resources import Resources
from freehold.server.registry.shared_limits import SharedLimits
from freehold.server.registry.table_registry import BOT_PAUSE, GRACE, IDLE, TableRegistry
from freehold.server.storage.backup import back_up_into
from freehold.server.storage.game_log import rules_digest
from freehold.server.storage.recovery import Recovery, damage, open_store
from freehold.server.storage.sqlite import SqliteStore
from freehold.server.storage.store import Store
from freehold.server.storage.writes import StoreTrouble
from freehold.server.transport.host_names import HostNames
from freehold.server.transport.middleware import STATUS, App, Middleware

START_TRIES = 60  # a second apart, if the database goes away while a process starts
CLIENT = Path(__file__).parent / "static"  # the browser client, if it has been built
ICON = CachedResponse(plain_pages.ICON.encode(), "image/svg+xml")


class Settings(Struct, frozen=True):
    """The options of a server. `after_write` is a hook for tests that kill the process between a write and its
    broadcast.
    """

    data: Path  # the folder of SQLite's database
    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    bot_pause: int = BOT_PAUSE
    idle: int = IDLE
    names: tuple[str, ...] = ()  # host names by which browsers may reach the server
    backup_hours: float = 0  # 0: no scheduled backups
    backup_folder: Path | None = None
    backup_keep: int = 14
    keep_days: float = 0  # after which finished and abandoned tables are deleted; 0: never
    after_write: Callable[[], None] | None = None
    database: str = ""  # the address of a PostgreSQL database, instead of the data folder
    remote_workers: bool = False  # heavy work is done by `freehold worker`, by way of the PostgreSQL database
    reached_at: str = ""  # HOST:PORT by which other processes on the same database reach this one
    lease: float = LEASE_SECONDS  # after which another process takes over from one that does not answer
    bots: dict[str, str] = {}  # files and classes of the operator's own bots, by the name that a table stores
    house: tuple[str, ...] = ()  # house rules with which tables start, unless their host changes them
    private_hooks: bool = False  # notices may go to private addresses
    grace: float = GRACE  # seconds for players' browsers to give their links to a draw


class Server:
    """The state that all routes share."""

    resources: Resources
    registry: TableRegistry
    made: MadeOnce
    monotonic = staticmethod(time.monotonic)

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.metrics = Metrics()
        self.addresses = AddressLimits(settings.limits, shared=bool(settings.database))
        self.listing = Listing()
        self.fatal = ""  # the code of the sentence that says why this process stops by itself
        self.stop: Callable[[], None] = lambda: None  # ends it; set by who runs it
        self.recovery: Recovery | None
        self.store: Store
        self.store, self.recovery = opened(settings)
        try:
            self.signer = signer_of(settings, self.store)
            self.push_key = self.store.shared("push-key", new_key())
        except BaseException:
            self.store.close()
            raise
        for edition in ids():
            rules_digest(edition)  # fill the cache now instead of during a request

    @contextlib.asynccontextmanager
    async def running(self, app: Litestar) -> AsyncIterator[None]:
        settings, found = self.settings, self.recovery
        if found is not None:
            note("recovered", kept_aside=found.kept_aside, games=found.games, entries=found.entries, why=found.trouble)
        ownership = await self._joined()
        notifier = Notifier(self.metrics, settings.private_hooks, self.push_key)
        self.resources = Resources(self.store, self.metrics, signer=self.signer, ownership=ownership, notifier=notifier)
        self.registry = TableRegistry(
            self.resources, settings.bot_pause, settings.grace, settings.idle, settings.after_write
        )
        self.resources.bring(settings.bots)
        self.made = MadeOnce(self.resources)
        if ownership is not None and settings.remote_workers:
            self._send_work_elsewhere(ownership)
        aging = expire_regularly(self.registry, settings.keep_days)
        resuming = asyncio.gather(
            self.registry.resume(),
            self._backups(),
            self._checked(),
            aging,
            self._kept(ownership),
            self._limited(ownership),
        )
        try:
            yield
        finally:
            resuming.cancel()
            await asyncio.gather(resuming, return_exceptions=True)
            try:
                await self.registry.close()
            finally:
                if ownership is not None:
                    await ownership.close()
                self.store.close()
            note("stopped")

    async def _joined(self) -> Shared | None:
        """This process's part in the ownership of tables, if others may use the same database."""
        if not self.settings.database:
            return None
        from freehold.server.storage.postgres.leases import Leases  # needs the extra `postgres`
        from freehold.server.storage.postgres.postgres_store import PostgresStore

        assert isinstance(self.store, PostgresStore)
        leases = Leases(self.store, self.settings.reached_at, self.settings.lease)
        ownership = Shared(leases, self.metrics, self.settings.lease)
        for tries in range(START_TRIES):
            try:
                await ownership.start()
                break
            except StoreTrouble as error:  # the database went away just now
                warn("storage-trouble", why=str(error))
                if tries == START_TRIES - 1:
                    raise
                await asyncio.sleep(1)
        return ownership

    def _send_work_elsewhere(self, ownership: Shared) -> None:
        from freehold.server.workers.remote_jobs import RemoteJobs  # needs the extra `postgres`

        workers = self.resources.workers
        address, condition = self.settings.database, self.resources.condition
        workers.send_elsewhere(RemoteJobs(address, ownership.secret, condition, workers.note_waited))

    async def _kept(self, ownership: Shared | None) -> None:
        if ownership is None:
            return
        try:
            await ownership.keep(self.registry.handover, self.resources.condition)
        except SameAddress:
            self.fatal = "serve-same-address"
            note("stopping", why=self.fatal)
            self.stop()

    async def _limited(self, ownership: Shared | None) -> None:
        if ownership is not None:
            await SharedLimits(self.addresses, ownership, self.registry.lives).keep()

    async def _backups(self) -> None:
        """A backup of the database every so many hours."""
        folder, hours = self.settings.backup_folder, self.settings.backup_hours
        while isinstance(self.store, SqliteStore) and folder is not None and hours:
            try:
                await asyncio.to_thread(back_up_into, self.store.path, folder, self.settings.backup_keep)
                note("backed-up")
            except Exception as error:
                warn("backup-failed", why=str(error))
            await asyncio.sleep(hours * 3600)

    async def _checked(self) -> None:
        """A large database is read through once, while tables are played."""
        store = self.store
        unchecked = isinstance(store, SqliteStore) and store.unchecked
        if unchecked and (found := await asyncio.to_thread(damage, Path(store.read.address))):
            self.resources.condition.damaged(found)


def opened(settings: Settings) -> tuple[Store, Recovery | None]:
    """The store of these settings. A damaged file of SQLite is recovered."""
    if not settings.database:
        return open_store(settings.data)
    from freehold.server.storage.postgres.postgres_store import PostgresStore  # needs the extra `postgres`

    return PostgresStore(settings.database), None


def signer_of(settings: Settings, store: Store) -> Signer:
    """The key that signs logs: of the data folder, or of the database, for all its processes."""
    if not settings.database:
        settings.data.mkdir(0o700, parents=True, exist_ok=True)
        return Signer(settings.data)
    from freehold.server.storage.postgres.postgres_store import PostgresStore

    assert isinstance(store, PostgresStore)
    return Signer(bytes.fromhex(store.shared("signing-key", os.urandom(KEY_BYTES).hex())))


def create(settings: Settings) -> tuple[App, Server]:
    """Return the ASGI application and its shared state. The store is opened at once."""
    server = Server(settings)
    found = client_files.routes(CLIENT) or [front_page]
    app = Litestar(
        [
            Router(
                "/",
                route_handlers=[
                    *routes.SMALL,
                    *history_routes.SMALL,
                    *catalogue.ROUTES,
                    interface_page,
                    plain_css,
                    icon,
                    *client_files.shared(CLIENT),
                    *found,
                ],
                request_max_body_size=LARGEST_MESSAGE,
            ),
            Router(
                "/",
                route_handlers=[*position_routes.ROUTES, *my_tables.ROUTES],
                request_max_body_size=position_routes.LARGEST,
            ),
            Router("/", route_handlers=history_routes.LARGE, request_max_body_size=settings.limits.file_bytes),
        ],
        state=State({"server": server}),
        lifespan=[server.running],
        openapi_config=OpenAPIConfig(
            title="Freehold",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        exception_handlers={
            Refused: _refused,
            StoreTrouble: _storage_trouble,
            Elsewhere: _moving,
            HTTPException: _http,
            RecursionError: _unreadable,
            UnicodeError: _unreadable,
            Exception: _trouble,
        },
        logging_config=None,
        debug=False,
    )
    return Middleware(
        cast(App, app), server, settings.origins, HostNames(settings.names, settings.origins, bool(settings.proxies))
    ), server


def _refused(_: Request[Any, Any, Any], refusal: Refused) -> Response[Fault]:
    return Response(Fault(refusal.code, refusal.detail), status_code=STATUS.get(refusal.code, 400))


def _storage_trouble(_: Request[Any, Any, Any], error: StoreTrouble) -> Response[Fault]:
    return Response(Fault("storage-trouble"), status_code=STATUS["storage-trouble"])


def _moving(_: Request[Any, Any, Any], error: Elsewhere) -> Response[Fault]:
    """Exception handler: the table has just moved to another process."""
    return Response(Fault("busy"), status_code=STATUS["busy"])


def _http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    codes = {404: "not-found", 405: "not-found", 413: "too-large"}
    status = error.status_code
    fault = Fault("trouble") if status >= 500 else Fault(codes.get(status, "bad-request"), _detail(error))
    headers = {key: value for key, value in (error.headers or {}).items() if key.lower() == "allow"}
    return Response(fault, status_code=status, headers=headers)


def _unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """Exception handler: the body is not valid text, or is nested too deeply."""
    return Response(Fault("bad-request"), status_code=400)


def _detail(error: HTTPException) -> str:
    """The place of a validation error, without repeating the client's input."""
    extra = error.extra if isinstance(error.extra, list) else []
    return "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))[
        :300
    ]


def _trouble(_: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    trouble(error)
    return Response(Fault("trouble"), status_code=500)


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def front_page(
    state: State,
    lang: FromQuery[str | None] = None,
    accepted: Annotated[str, HeaderParameter(name="Accept-Language")] = "",
) -> str:
    """The open tables, in the reader's language."""
    return plain_pages.front(await routes.listed(state.server), lang if lang in LANGUAGES else closest(accepted))


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def interface_page(request: Request[Any, Any, Any]) -> str:
    """A list of the HTTP routes."""
    return plain_pages.interface(request.app.openapi_schema.to_schema()["paths"])


@get("/plain.css", media_type="text/css", include_in_schema=False, sync_to_thread=False)
def plain_css() -> str:
    return plain_pages.STYLE


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def icon(request: Request[Any, Any, Any]) -> Response[Any]:
    """The default icon for pages that name none."""
    return ICON.answer(request.headers)
