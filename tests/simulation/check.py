"""What must be true after a schedule, whatever went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from freehold.server.storage.game_log import Entry
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.table.table import Table

if TYPE_CHECKING:
    from tests.simulation.client import Browser
    from tests.simulation.world import World


class Violation(Exception):
    """Something that must never happen has happened."""


def check(world: World) -> None:
    store = world.database.store("check")
    for table in sorted({browser.table for browser in world.browsers}):
        browsers = [browser for browser in world.browsers if browser.table == table]
        rows = store.read.rows(table)
        entries = [entry for entry, _ in rows]
        _one_order(entries, browsers)
        _acknowledged_once({client: entry.number for entry, client in rows if client is not None}, browsers)
        _chat({line.number: line.text for line in store.read.chat(table, 1000)}, browsers)
        _one_owner(world, table)
        _dice(world, table, entries, browsers)
        _playable(store, table, entries)


def _one_order(entries: list[Entry], browsers: list[Browser]) -> None:
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        raise Violation("the log has a gap")
    for browser in browsers:
        for number, digest in browser.told.items():
            if number > len(entries) or entries[number - 1].hash != digest:
                raise Violation(f"browser {browser.name} was told another action {number} than the log has")


def _acknowledged_once(numbers: dict[str, int], browsers: list[Browser]) -> None:
    for browser in browsers:
        for client, number in browser.acknowledged.items():
            if numbers.get(client) != number:
                raise Violation(f"action {client} was acknowledged as {number} and is stored as {numbers.get(client)}")
        for client, code in browser.refused.items():
            if client in numbers:
                raise Violation(f"action {client} was refused ({code}) and is stored as {numbers[client]}")


def _chat(stored: dict[int, str], browsers: list[Browser]) -> None:
    for browser in browsers:
        for number, text in browser.lines.items():
            if stored.get(number) != text:
                raise Violation(f"browser {browser.name} heard another line {number} than the chat has")


def _one_owner(world: World, table: str) -> None:
    """No process writes after the next one, and each fencing number belongs to one process."""
    highest, owners = 0, dict[int, str]()
    for game, number, fence, process in world.database.wrote:
        if game != table:
            continue
        if fence < highest:
            raise Violation(f"action {number} was written by {process}, which was no longer the owner")
        highest = fence
        if owners.setdefault(fence, process) != process:
            raise Violation(f"action {number} was written by {process} with the lease of {owners[fence]}")


def _dice(world: World, table: str, entries: list[Entry], browsers: list[Browser]) -> None:
    """Each draw has the action and the links that were asked for."""
    asked = {question["number"]: question for question in world.asked_for.get(table, {}).values() if question["draw"]}
    given = {(draw, seat): link for one in browsers for (draw, seat), (link, _) in one.dice.given.items()}
    for entry in entries:
        question = asked.get(entry.number)
        if question is not None and entry.action != question["action"]:
            raise Violation(f"links were asked for another action {entry.number} than the log has")
        shares = {} if entry.shares is UNSET else entry.shares
        for seat, link in shares.items():
            if question is not None and int(seat) not in question["asked"]:
                raise Violation(f"action {entry.number} was drawn with a link of seat {seat}, which was not asked")
            if link is not None and (question is None or given.get((question["draw"], int(seat))) != link):
                raise Violation(f"action {entry.number} was drawn with a link that seat {seat} did not give to it")


def _playable(store: PostgresStore, table: str, entries: list[Entry]) -> None:
    record = store.read.record(table)
    if record is None:
        raise Violation("the table is gone")
    played = Table(record, store.read.secret(table))
    played.restore(entries, 0)
    if played.frozen or played.number != len(entries):
        raise Violation(f"the stored game cannot be played on: {played.log.stopped}")
