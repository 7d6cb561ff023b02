"""Processes on one database that say where they are reached: it is tried at the start, and two at one address stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from freehold.cli.commands import serve
from freehold.server.condition import Condition
from freehold.server.metrics import Metrics
from freehold.server.registry.ownership import CALM_TURNS, SameAddress, Shared
from freehold.server.storage.postgres.lease_types import Renewal
from freehold.server.transport.uvicorn_config import listen
from tests.cli.terminal import Terminal

HERE = "127.0.0.1"
NO_DATABASE = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.fixture
def listeners() -> Iterator[tuple[socket.socket, socket.socket]]:
    found = listen(HERE, 0), listen(HERE, 0)
    yield found
    for listener in found:
        listener.close()


def port_of(listener: socket.socket) -> int:
    return int(listener.getsockname()[1])


def test_a_process_is_reached_where_it_listens(
    listeners: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = listeners
    stranger = socket.create_connection((HERE, port_of(own)))  # somebody came first
    assert serve.is_reached(own, HERE, port_of(own))
    stranger.close()
    monkeypatch.setattr(serve, "REACHED_SECONDS", 0.05)  # nobody will come
    assert not serve.is_reached(own, HERE, port_of(other))
    gone = port_of(other)
    other.close()
    with pytest.raises(ConnectionRefusedError):
        serve.is_reached(own, HERE, gone)


def test_an_address_that_is_not_ones_own_is_refused(
    freehold: Terminal, listeners: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "REACHED_SECONDS", 0.05)
    other, closed = listeners
    gone = port_of(closed)
    closed.close()

    def refusal(*given: str) -> str:
        run = freehold("serve", "--port", "0", "--database", NO_DATABASE, *given)
        assert run.code == 2
        return " ".join(run.err.split())

    assert "Other machines cannot reach this process" in refusal()
    assert "somebody else answers" in refusal("--reached-at", f"{HERE}:{port_of(other)}")
    assert "cannot be reached" in refusal("--reached-at", f"{HERE}:{gone}")
    assert "cannot be reached" in refusal("--reached-at", f"{HERE}:port")
    assert "n'est pas joignable" in refusal("--reached-at", f"{HERE}:{gone}", "--lang", "fr")


class Losing:
    """The leases of a process for which the renewals go as listed; then they succeed."""

    secret = "secret"

    def __init__(self, *turns: Renewal) -> None:
        self.turns, self.registered = list(turns), 0

    def register(self) -> None:
        self.registered += 1

    def turn(self, most: int) -> Renewal:
        return self.turns.pop(0) if self.turns else Renewal(True)


class Nobody:
    """A registry without tables."""

    async def adopt(self, game: str) -> None:
        raise AssertionError

    def seen(self) -> dict[str, Any]:
        return {}

    def lose_all(self) -> None:
        pass


def turned(leases: Any, times: int) -> Condition:
    async def turns() -> Condition:
        shared, condition = Shared(leases, Metrics(), 3.0), Condition()
        for _ in range(times):
            await shared._turn(Nobody(), condition)
        return condition

    return asyncio.run(turns())


LATE, RIVAL, KEPT = Renewal(False), Renewal(False, rival=True), Renewal(True)


def test_a_process_that_loses_its_tables_to_its_own_address_twice_stops() -> None:
    leases = Losing(RIVAL, KEPT, RIVAL)
    with pytest.raises(SameAddress):
        turned(leases, 3)
    assert leases.registered == 1  # it has not taken them back again


def test_a_process_that_was_late_goes_on_and_health_says_so() -> None:
    leases = Losing(LATE, LATE, LATE)
    assert turned(leases, 3).state().why == ["leases-lost"]
    assert leases.registered == 3
    assert turned(Losing(LATE), 1 + CALM_TURNS).state().status == "ok"


def test_a_loss_is_forgotten_after_a_while() -> None:
    calm = [KEPT] * CALM_TURNS
    turned(Losing(RIVAL, *calm, RIVAL, *calm), 2 + 2 * CALM_TURNS)
