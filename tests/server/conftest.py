"""Fixtures of the server's tests: one PostgreSQL server for the whole run, with a fresh schema for each test."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.store import Store
from tests.simulation.database import Database

from .postgresql import PostgresServer

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.close()


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """The address of an empty database, in effect: a schema of its own."""
    return postgres.fresh(f"test{next(_numbers)}")


@pytest.fixture(params=["sqlite", "postgres", "simulated"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens the store of this test, each time anew, once for each kind of database; also for that of `simulation/`."""
    address: str = request.getfixturevalue("database") if request.param == "postgres" else ""
    simulated = Database() if request.param == "simulated" else None
    stores: list[Store] = []

    def open_again() -> Store:
        if simulated is not None:
            stores.append(simulated.store("test"))
        else:
            stores.append(PostgresStore(address) if address else SqliteStore(tmp_path / FILE))
        return stores[-1]

    yield open_again
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()


@pytest.fixture
def rows(database: str) -> Iterator[psycopg.Connection]:
    """A look into the database of this test."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection
