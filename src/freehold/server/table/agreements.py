"""What the people at a table agree on: to end the game, to go on with one that stands still, to publish it, to be
forgotten. Each function is a step of a table.
"""

from __future__ import annotations

from collections.abc import Iterable

from freehold.game import Game
from freehold.server.protocol.messages import Refused
from freehold.server.storage.record import Seat, Settlement
from freehold.server.storage.writes import Writes
from freehold.server.table import seating, table_info
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

SETTLED = ("moves-lost", "rules-changed")  # why a game may stand still until its people settle it


def consent(table: Table, now: int, seat: int | None, agree: bool) -> Step:
    """The game ends when everybody still playing agrees. A table without people ends when its host says so.

    Absent players are asked too, also those for whom the host lets a bot play: only a player who left, or was voted
    out by the others, is not.
    """
    voters = _voters(table, table.log.playing())
    if seat is not None:
        table.record.seats[seat].consents = agree
    step = Step(Writes(record=table.record), [table.changed(now)])
    if table.record.box and agree:  # they sit together, and have agreed before somebody says so
        table.end(now, "over" if table.log.playing().over else "consent", step)
    elif all(chair.consents for chair in voters) and (voters or seat is None) and agree:
        table.end(now, "consent", step)
    return step


def settle(table: Table, now: int, seat: int | None, how: Settlement) -> Step:
    """Resolve a frozen game: end it at its last valid position or continue from there, once all who play agree.

    What the log has after that position is taken out of it. New chains are asked for, so that no throw that was
    seen before comes again.
    """
    record, log = table.record, table.log
    if log.stopped not in SETTLED or log.game is None:
        raise Refused("not-frozen")
    if seat is not None:
        record.seats[seat].settles = how
    voters = _voters(table, log.game)
    if any(chair.settles != how for chair in voters) or (not voters and seat is not None):
        return Step(Writes(record=record), [table.changed(now)])
    log.stopped = record.held = ""
    record.cut, log.beyond = record.cut + log.beyond, 0
    record.pending = None
    for chair in record.seats:
        chair.settles = chair.chain = ""
    step = Step(Writes(record=record, game=record.id, cut=log.number))
    if how == "end":
        table.end(now, "consent", step)
    else:
        table.ask(now, log.game.view())
        step.to_all.append(table.changed(now))
    return step


def _voters(table: Table, game: Game) -> list[Seat]:
    """The people who have not gone bankrupt."""
    players = game.view()["players"]
    chairs = zip(table.record.seats, players, strict=True)
    return [chair for chair, player in chairs if chair.kind == "person" and not player["bankrupt"]]


def publish(table: Table, now: int, seat: int, agree: bool) -> Step:
    """A player wishes that anybody may see the replay, or takes the wish back."""
    if table.record.status != "over":
        raise Refused("not-over")
    table.record.seats[seat].shares = agree
    return Step(Writes(record=table.record), [table.changed(now)])


def withdraw(table: Table, now: int, seats: Iterable[int], lines: list[int]) -> Step:
    """Players take their names and these lines of chat back. Their seats are opened, or bots play them on; around a
    real box the others do."""
    record = table.record
    for seat in seats:
        if record.status == "lobby" or (record.status == "playing" and not record.box):
            seating.leave(record, seat)  # around a real box the others go on for them
        if record.status != "lobby":
            chair = record.seats[seat]
            chair.key, chair.name, chair.player = "", table_info.nameless(record, seat), ""
            chair.forget()
            record.withdrawn = sorted({*record.withdrawn, seat})
    if record.ending is not None:
        table_info.redact(record)
        table.sign(record.ending.hash)
    table.chat.remove(lines)
    step = table.seated(now)
    step.writes.game, step.writes.unsaid = record.id, lines
    return step
