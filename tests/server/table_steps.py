"""A live table without a network, for tests: opened, begun, and played on by its bots. Time is told."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.server.fairness import fair_dice
from freehold.server.protocol.messages import NewTable, Person, Refused
from freehold.server.storage.game_log import Log
from freehold.server.storage.record import Record
from freehold.server.table import bots, seating, timing
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

from .served import SECRET

NOON = 1_700_000_000_000


def opened(**wish: Any) -> tuple[Record, str, str, list[str]]:
    people = [Person("Ann"), Person("Bob")]
    wish = {"edition": "classic", "seats": 2, "people": people, **wish}
    return seating.open_table(NewTable(**wish), fair_dice.commitment(SECRET), NOON)


def begun(**wish: Any) -> Table:
    table = Table(opened(**wish)[0], SECRET)
    table.start(NOON)
    return table


def refused(code: str) -> Any:
    return pytest.raises(Refused, match=f"^\\('{code}'")


def decider(table: Table) -> int:
    assert table.game is not None
    seat = table.game.decider
    assert seat is not None
    return seat


def roll(table: Table, now: int = NOON, **more: Any) -> Step:
    return table.act(now, decider(table), table.number + 1, {"type": "roll"}, **more)


def log_of(table: Table, steps: list[Step]) -> Log:
    assert table.record.header is not None
    entries = [entry for step in steps for entry, _ in step.writes.entries]
    return Log(table.record.header, entries, table.record.ending, table.secret)


def go_on(table: Table, now: int, most: int = 100_000) -> list[Step]:
    """Let the bots play as long as it is theirs to play."""
    steps: list[Step] = []
    minds = bots.TableBots()
    while len(steps) < most and (seat := timing.bot_to_move(table)) is not None:
        assert table.game is not None
        action = minds.choose(table.game.copy(), seat, table.level_of(seat), table.bot_levels())
        steps.append(table.act(now, seat, table.number + 1, action, "bot"))
    return steps
