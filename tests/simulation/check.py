"""What must be true after a schedule, whatever went wrong."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from freehold.json_types import Json
from freehold.server.storage.game_log import Entry, Header
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.table.table import Table
from tests.simulation.client import MOST_BID

if TYPE_CHECKING:
    from tests.simulation.client import Browser
    from tests.simulation.world import World


ORDERED = {  # by the kind of an action: the orders that may lead to it
    "claim": ("claim",),
    "pass": ("pass_others", "bids"),
    "bid": ("bids",),
    "pay_fine": ("leave_jail",),
    "build": ("build_above",),
}


class Violation(Exception):
    """Something that must never happen has happened."""


def check(world: World) -> None:
    if world.database.owners.found:
        raise Violation(world.database.owners.found[0])
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
        _whose_turn(store, table, entries, world.questions.get(table, []))
        _playable(store, table, entries)
        _ordered(entries, browsers)


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
    drawn: set[str] = set()
    given = {(draw, seat): link for one in browsers for (draw, seat), (link, _) in one.dice.given.items()}
    for entry in entries:
        question = asked.get(entry.number)
        if question is not None and entry.action != question["action"]:
            raise Violation(f"links were asked for another action {entry.number} than the log has")
        shares = {} if entry.shares is UNSET else entry.shares
        for seat, link in shares.items():
            if link is not None and link in drawn:
                raise Violation(f"action {entry.number} was drawn with a link that was drawn with before")
            drawn.add(link or "")
            if question is not None and int(seat) not in question["asked"]:
                raise Violation(f"action {entry.number} was drawn with a link of seat {seat}, which was not asked")
            if link is not None and (question is None or given.get((question["draw"], int(seat))) != link):
                raise Violation(f"action {entry.number} was drawn with a link that seat {seat} did not give to it")


def _whose_turn(store: PostgresStore, table: str, entries: list[Entry], questions: list[Any]) -> None:
    """Links are shown only to seats that lapsed less often than those who gave them, and then all of them are."""
    record = store.read.record(table)
    if record is None or record.header is None:
        return
    lapsed: Counter[int] = Counter()
    before: list[Counter[int]] = []  # by draw: how often each seat had not answered
    log: list[Header | Entry] = [record.header, *entries]
    for drawn in log:
        if drawn.shares is not UNSET:
            before.append(lapsed.copy())
            lapsed.update(int(seat) for seat, link in drawn.shares.items() if link is None)
    for asking in (one for one in questions if one["turn"] and one["draw"] < len(before)):
        lapses, turn = before[asking["draw"]], asking["turn"]
        earlier = {str(seat) for seat in asking["asked"] if lapses[seat] > lapses[turn[0]]}
        if {lapses[seat] for seat in turn} != {lapses[turn[0]]} or asking["shares"].keys() != earlier:
            raise Violation(f"seats {turn} were asked for draw {asking['draw']} and shown those of {asking['shares']}")


def _playable(store: PostgresStore, table: str, entries: list[Entry]) -> None:
    record = store.read.record(table)
    if record is None:
        raise Violation("the table is gone")
    played = Table(record, store.read.secret(table))
    played.restore(entries, 0)
    if played.frozen or played.number != len(entries):
        raise Violation(f"the stored game cannot be played on: {played.log.stopped}")
    drawn = sum(entry.shares is not UNSET for entry in entries)
    if played.game is not None and played.game.draws != drawn:
        raise Violation(f"{drawn} draws are in the log, and the game counts {played.game.draws}: one falls again")


def _ordered(entries: list[Entry], browsers: list[Browser]) -> None:
    """Standing orders do only what somebody ordered, and nothing twice in a row."""
    given = {seat: orders for browser in browsers for seat, orders in browser.ordered.items()}
    before: tuple[int | None, Json] | None = None
    for entry in entries:
        done, before = before, (entry.seat, entry.action)
        if entry.by != "order":
            continue
        orders = [] if entry.seat is None else given.get(entry.seat, [])
        kind, sum_ = entry.action["type"], entry.action.get("amount", 0)
        if not any(name in one for one in orders for name in ORDERED.get(kind, ())):
            raise Violation(f"action {entry.number}, {kind}, was ordered by nobody")
        if kind == "bid" and sum_ > MOST_BID:
            raise Violation(f"action {entry.number} bids more than was ordered")
        if done == before:
            raise Violation(f"action {entry.number} is an order that was carried out twice")
