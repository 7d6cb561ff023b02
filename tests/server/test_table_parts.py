"""The parts of a table by themselves: who is present, the chat, the end of the log, and the draft of its header."""

from __future__ import annotations

import msgspec
import pytest

from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import UNBOUND, named
from freehold.server.storage.record import Line
from freehold.server.table import chat
from freehold.server.table.chat import Chat
from freehold.server.table.drawing import Drawing
from freehold.server.table.header_draft import header_draft
from freehold.server.table.played_log import REMEMBERED, PlayedLog
from freehold.server.table.presence import Presence

from .served import SECRET, played, record_of, unfinished
from .table_steps import NOON, begun, opened, refused


def test_a_seat_is_present_while_one_of_its_windows_is_open() -> None:
    presence = Presence()
    presence.arrive([0, 1])
    presence.arrive([0])
    presence.depart(NOON, [0, 1])
    assert (presence.windows, presence.left, presence.watchers) == ({0: 1, 1: 0}, {0: NOON, 1: NOON}, 0)


def test_who_has_no_seat_is_a_spectator() -> None:
    presence = Presence()
    presence.arrive([])
    presence.arrive([])
    presence.depart(NOON, [])
    assert (presence.windows, presence.watchers) == ({}, 1)


def test_a_table_tells_of_players_who_come_and_go_and_not_of_spectators() -> None:
    table = begun()
    assert table.arrive(NOON, []).to_all == []
    assert table.depart(NOON, []) is None
    (changed,) = table.arrive(NOON, [1]).to_all
    assert changed == table.changed(NOON)
    assert table.info().seats[1].present
    gone = table.depart(NOON, [1])
    assert gone is not None
    assert not gone.table.seats[1].present


def test_a_line_of_chat_gets_a_number_that_no_deleted_line_had() -> None:
    lines = Chat()
    lines.restore([Line(1, 0, "Ann", "one", NOON), Line(2, 0, "Ann", "two", NOON)])
    lines.remove([2])
    assert lines.say(NOON, 1, "Bob", " three ").number == 3
    assert [line.text for line in lines.lines] == ["one", "three"]


def test_each_seat_may_write_so_many_lines_in_so_many_seconds() -> None:
    lines = Chat()
    for _ in range(chat.LINES):
        lines.say(NOON, 0, "Ann", "hello")
    with refused("chat-too-fast"):
        lines.say(NOON + chat.SECONDS * 1000 - 1, 0, "Ann", "hello")
    lines.say(NOON, 1, "Bob", "hello")
    lines.say(NOON + chat.SECONDS * 1000, 0, "Ann", "hello")


def test_a_log_is_replayed_to_its_end_and_remembers_the_last_actions() -> None:
    log = unfinished()
    record = record_of(log)
    part = PlayedLog(record, SECRET, Drawing(record))
    assert part.restore(log.entries)
    assert (part.number, part.hash) == (len(log.entries), log.entries[-1].hash)
    assert [number for number, _ in part.recent] == [entry.number for entry in log.entries[-REMEMBERED:]]
    assert part.playing() is part.game


def test_a_log_stops_before_the_first_entry_that_does_not_follow() -> None:
    log = unfinished()
    record = record_of(log)
    part = PlayedLog(record, SECRET, Drawing(record))
    wrong = msgspec.structs.replace(log.entries[5], at=0)
    assert not part.restore([*log.entries[:5], wrong, *log.entries[6:]])
    assert (part.number, part.stopped) == (5, "log-broken")
    with pytest.raises(Refused, match="log-broken"):
        part.playing()


def test_a_log_that_has_ended_is_not_played_on() -> None:
    log = played()
    record = record_of(log)
    part = PlayedLog(record, SECRET, Drawing(record))
    assert part.restore(log.entries)
    assert log.ending is not None
    assert part.hash == log.ending.hash
    with refused("game-over"):
        part.playing()


def test_the_draft_of_a_header_says_what_the_record_says_and_nothing_that_is_not_known_yet() -> None:
    record, *_ = opened(take_back="never")
    header = header_draft(record, NOON)
    assert (header.game, header.edition, header.variant, header.options) == (
        record.id,
        record.edition,
        record.variant,
        record.options,
    )
    assert (header.at, header.start, header.hash, header.shares) == (NOON, UNBOUND, UNBOUND, msgspec.UNSET)
    assert (header.position, header.take_back) == (msgspec.UNSET, msgspec.UNSET)
    assert [(chair.name, chair.kind) for chair in header.seats] == [("Ann", "person"), ("Bob", "person")]
    blinds = [chair.blind for chair in header.seats]
    assert [chair.named for chair in header.seats] == [named("Ann", str(blinds[0])), named("Bob", str(blinds[1]))]
    assert blinds != [chair.blind for chair in header_draft(record, NOON).seats]
