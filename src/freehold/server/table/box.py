"""A table around a real box: the steps by which it begins and goes on. Its people type what dice and cards gave.

Bots never play here, and nobody is absent: whoever has the table open acts for those who have no screen.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from freehold.editions.faults import SetupError
from freehold.game import FREE, Game, IllegalAction, typed_chance
from freehold.game.typed_chance import CannotFollow, Outcome
from freehold.game.typed_chance import Wanted as Needed
from freehold.json_types import Json
from freehold.server.fairness import typed_dice
from freehold.server.protocol.game_json import ActionJson
from freehold.server.protocol.messages import Refused, RefusedByRules, Start, Wanted
from freehold.server.storage.game_log import By
from freehold.server.storage.record import Record
from freehold.server.table import seating
from freehold.server.table.header_draft import header_draft
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step


def start(table: Table, now: int, ask: Start) -> Step:
    """Begin: as it was thrown, as somebody says, or from a position that the board shows."""
    record = table.record
    seating.must_be_lobby(record)
    if any(chair.kind == "open" for chair in record.seats):
        raise Refused("box-open-seat")
    if ask.first is not None and ask.first >= len(record.seats):
        raise Refused("no-such-seat")
    draft = header_draft(record, now)
    try:
        position = ask.position or _begun(record.position) or _new(table, ask)
        if ask.first is not None:
            position = {**position, "turn": ask.first, "decider": ask.first}
        header = replace(draft, position=UNSET, box=typed_dice.start_of(position))
        typed_dice.set_up(header)
    except (SetupError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("bad-table", str(error)[:300]) from None
    return table.begin(now, header)


def use_paper(record: Record, paper: bool) -> None:
    """The money of the box is used, or no longer."""
    if not record.box:
        raise Refused("no-box")
    record.paper = paper


def _begun(link: str) -> Json | None:
    return cast(Json, Game.from_link(link).position()) if link else None


def _new(table: Table, ask: Start) -> Json:
    """A new game; deeds that the variant deals are dealt by the server."""
    record = table.record
    seed = secrets.randbits(63)
    names, tokens = [chair.name for chair in record.seats], [chair.token for chair in record.seats]
    settings = record.edition, names, seed, record.variant, record.options
    return cast(Json, Game.new(*settings, tokens=tokens, chance=ask.chance).position())


def act(
    table: Table,
    now: int,
    seat: int | None,
    number: int,
    action: Mapping[str, Any],
    by: By = "person",
    client: str | None = None,
    chance: Sequence[Outcome] = (),
) -> Step:
    """Apply an action with what was typed; or ask for the next outcome that it needs.

    Mistakes are corrected after the end, too, and the game goes on.
    """
    corrects = action.get("type") in typed_dice.CORRECTIONS
    game = table.log.playing(corrects)
    if table.record.paused:
        raise Refused("paused")
    if number != table.number + 1:
        raise Refused("stale-number")
    if by == "person" and action.get("type") == "time_up":
        raise Refused("unknown-action")
    try:
        found = typed_dice.play(game, number, action, seat, chance)
    except IllegalAction as refusal:
        raise RefusedByRules(refusal.reason, refusal.detail) from None
    except typed_dice.CannotCorrect as refusal:
        raise Refused(refusal.code, refusal.detail) from None
    except CannotFollow as fault:
        raise Refused(fault.code, str(chance[fault.place])) from None
    if isinstance(found, Needed):
        table.wanted = _wanted(number, seat, action, chance, found)
        return Step(to_all=[table.wanted])
    table.wanted = _still_wanted(table, number, action)
    over = table.record.status == "over"
    if corrects:
        _go_on(table, now)
    step = table.acted(now, found[1]["seat"], by, client, found)
    if corrects:
        step.writes.record = table.record
    if over:
        step.to_all.insert(0, table.changed(now))
    return step


def _wanted(
    number: int, seat: int | None, action: Mapping[str, Any], chance: Sequence[Outcome], needed: Needed
) -> Wanted:
    what = needed.throw, needed.deck, needed.cards, needed.events
    return Wanted(number, seat, cast(ActionJson, dict(action)), list(chance), *what)


def _still_wanted(table: Table, number: int, action: Mapping[str, Any]) -> Wanted | None:
    """What was typed of a throw, and is valid after an action that does not answer the question."""
    begun = table.wanted
    if begun is None or action["type"] not in (*FREE, "time_up", "set_right"):
        return None
    assert table.game is not None
    try:
        needed = typed_chance.play(table.game, begun.action, begun.seat, begun.chance)
    except (IllegalAction, CannotFollow):
        return None
    more = begun.seat, begun.action, begun.chance
    return _wanted(number + 1, *more, needed) if isinstance(needed, Needed) else None


def _go_on(table: Table, now: int) -> None:
    """After a correction: a game that was over goes on, and time that was up is so again."""
    record = table.record
    if record.status == "over":
        table.reopen()
    assert table.game is not None
    if record.minutes is not None and record.ends_at is record.left is None:
        record.ends_at = None if table.game.view()["flow"]["time_up"] else now
