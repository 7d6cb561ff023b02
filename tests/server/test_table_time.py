"""A live table in time: absence and return, the bots' pace, countdowns, auctions, pauses. Time is told."""

from __future__ import annotations

from typing import Any

import pytest

import freehold
from freehold.server.protocol.messages import Person
from freehold.server.table import agreements, bots, seating, timing
from freehold.server.table.table import PATIENCE, Table

from .served import SECRET
from .table_steps import NOON, begun, decider, go_on, opened, refused, roll
from .test_drawing import People

# ---------------------------------------------------------------------- absence

GRACE = 75_000  # milliseconds


def waiting(**wish: Any) -> tuple[Table, int, int]:
    """A table without a limit on which one of two people waits for the other, who has gone: who waits, who is gone."""
    table = begun(**wish)
    gone = decider(table)
    table.presence.windows[1 - gone] = 1
    table.attend(NOON)
    return table, 1 - gone, gone


def test_a_bot_plays_for_an_absent_person_whom_somebody_waits_for() -> None:
    table, _, gone = waiting()
    assert table.clock(NOON).absent == [gone]
    assert timing.due(table) == (NOON + GRACE, "clock")
    assert timing.tick(table, NOON + GRACE - 1) is None
    assert timing.tick(table, NOON + GRACE) is not None
    assert table.record.seats[gone].away
    assert timing.bot_to_move(table) == gone
    table.presence.windows[gone] = 1
    table.back(NOON + GRACE + 1, [gone])
    assert not table.record.seats[gone].away
    assert table.deadline is None


def test_nobody_is_replaced_while_nobody_waits() -> None:
    table, waits, gone = waiting()
    table.presence.windows[waits] = 0
    table.attend(NOON + 1000)
    assert timing.due(table) is None
    table.presence.windows[waits] = 1
    table.attend(NOON + 2000)
    assert table.deadline == NOON + 2000 + GRACE
    table.presence.windows[gone] = 1
    table.attend(NOON + 3000)
    assert table.deadline is None


def test_a_table_of_days_has_no_grace_and_a_short_limit_keeps_its_own() -> None:
    assert waiting(seconds=86_400)[0].deadline == NOON + 86_400_000
    assert waiting(seconds=30)[0].deadline == NOON + 30_000
    table, _, gone = waiting(seconds=300)
    assert table.deadline == NOON + GRACE
    timing.tick(table, NOON + GRACE)
    assert table.record.seats[gone].away


def test_whoever_waits_may_let_a_bot_play_after_ten_seconds() -> None:
    table, waits, gone = waiting()
    with refused("is-present"):
        timing.stand_in(table, NOON + 20_000, waits)
    with refused("just-gone"):
        timing.stand_in(table, NOON + 9_999, gone)
    timing.stand_in(table, NOON + 10_000, gone)
    assert table.record.seats[gone].away


def test_a_record_says_who_is_awaited_and_who_won() -> None:
    table = begun()
    assert not table.rested
    assert table.rest().writes.record is table.record
    assert table.rested
    assert table.record.awaited == [decider(table)] == table.info().awaited
    for seat in (0, 1):
        agreements.consent(table, NOON, seat, True)
    assert table.record.winners == [0, 1]  # nobody is ahead yet
    assert table.info().awaited == []


# ---------------------------------------------------------------------- pace


def bot_turn(**wish: Any) -> Table:
    """A table whose bot is to play, 1000 ms after the last action at the usual pace."""
    table = Table(opened(seats=3, bots=["novice"], **wish)[0], SECRET, bot_pause=1000)
    table.start(NOON)
    table.countdown.awaited = [2]
    return table


def wait_of(table: Table) -> int:
    due = timing.due(table)
    assert due is not None
    assert due[1] == "bot"
    return due[0] - NOON


def test_bots_play_at_the_slowest_pace_that_somebody_present_wishes() -> None:
    table = bot_turn()
    assert wait_of(table) == 1000
    timing.set_pace(table, NOON, [0], "fast")
    assert wait_of(table) == 1000  # Ann is not there
    table.presence.windows[0] = 1
    assert wait_of(table) == 70
    table.presence.windows[1] = 1
    assert wait_of(table) == 1000
    timing.set_pace(table, NOON, [1], "slow")
    assert wait_of(table) == 2500
    assert table.info().pace == "slow"
    table.presence.windows[1] = 0
    assert timing.set_pace(table, NOON, [0], "instant").to_all
    assert not timing.set_pace(table, NOON, [0], "instant").to_all
    assert wait_of(table) == 10


def test_a_clock_that_is_set_back_delays_no_bot_and_no_draw() -> None:
    hour = 3_600_000
    table = bot_turn()
    assert timing.until_due(table, NOON + 400) == (600, "bot")
    assert timing.until_due(table, NOON - hour) == (2500, "bot")
    people = People()
    people.start()
    assert people.table.game is not None
    people.table.act(NOON, people.table.game.decider, 1, {"type": "roll"})
    assert timing.until_due(people.table, NOON + 1000) == (PATIENCE - 1000, "draw")
    assert people.table.draw(NOON + 1000).writes.entries == []
    assert timing.until_due(people.table, NOON - hour) == (PATIENCE, "draw")
    assert people.table.draw(NOON - hour).writes.entries


def test_without_people_the_hosts_pace_holds_and_instant_is_only_fast() -> None:
    table = bot_turn()
    assert timing.set_pace(table, NOON, [], "slow").writes.record is table.record
    assert wait_of(table) == 2500
    timing.set_pace(table, NOON, [], "instant")
    assert wait_of(table) == 70


def test_whoever_skips_is_hurried_to_their_next_decision_and_no_further() -> None:
    table = bot_turn()
    table.presence.windows[0] = 1
    timing.skip(table, [0])
    assert wait_of(table) == 10
    table.pace.asked([0])
    assert wait_of(table) == 1000
    table.countdown.awaited = [0, 2]  # an auction
    timing.skip(table, [0])
    assert wait_of(table) == 1000


def test_a_person_who_may_claim_a_rent_gets_the_usual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bot_turn()
    table.presence.windows[0] = 1
    timing.set_pace(table, NOON, [0], "instant")
    monkeypatch.setattr(bots, "claims", lambda game, seat: [{"type": "claim"}] if seat == 0 else [])
    assert wait_of(table) == 1000


# ---------------------------------------------------------------------- time


def test_without_a_limit_the_table_waits_for_days() -> None:
    table = begun()
    assert timing.due(table) is None
    assert timing.tick(table, NOON + 10 * 86_400_000) is None


def test_after_the_countdown_a_bot_plays_until_the_player_is_back() -> None:
    table = begun(seconds=30)
    seat = decider(table)
    assert timing.due(table) == (NOON + 30_000, "clock")
    assert timing.tick(table, NOON + 29_999) is None
    step = timing.tick(table, NOON + 30_000)
    assert step is not None
    assert step.writes.record is table.record
    assert table.record.seats[seat].away
    assert timing.due(table) == (NOON, "bot")
    go_on(table, NOON + 30_000, 1)
    assert table.number == 1
    while decider(table) == seat and table.number < 3:
        go_on(table, NOON + 30_000, 1)
    table.back(NOON + 40_000, [seat])
    assert not table.record.seats[seat].away


def test_who_acts_is_back() -> None:
    table = begun(seconds=30)
    seat = decider(table)
    timing.tick(table, NOON + 30_000)
    step = roll(table, NOON + 31_000)
    assert not table.record.seats[seat].away
    assert step.writes.record is table.record  # the return is written with the action, all or nothing
    assert len(step.writes.entries) == 1


def test_asides_do_not_stop_the_countdown() -> None:
    table = begun(seconds=30)
    assert table.game is not None
    position: Any = table.game.position()
    position["deeds"] = {"1": {"owner": 0}, "6": {"owner": 1}}
    table.log.game = freehold.Game.load(position)
    for seat, square in ((0, 1), (1, 6)):
        table.act(NOON + 20_000, seat, table.number + 1, {"type": "mortgage", "square": square})
    assert table.deadline == NOON + 30_000
    roll(table, NOON + 25_000)
    assert table.deadline == NOON + 55_000


def test_offers_do_not_prolong_ones_own_time() -> None:
    table = begun(seconds=30)
    assert table.game is not None
    position: Any = table.game.position()
    position["deeds"] = {"1": {"owner": 0}, "6": {"owner": 1}}
    table.log.game = freehold.Game.load(position)
    me = decider(table)
    offer = {"type": "offer", "to": 1 - me, "give": {"cash": 1}, "ask": {"squares": [1 if me else 6]}}
    table.act(NOON + 20_000, me, table.number + 1, offer)
    assert table.awaited == [1 - me]
    assert table.deadline == NOON + 50_000  # the other has a time of his own
    table.act(NOON + 45_000, 1 - me, table.number + 1, {"type": "reject"})
    assert table.awaited == [me]
    assert table.deadline == NOON + 55_000  # and then the ten seconds that were left go on
    table.act(NOON + 50_000, me, table.number + 1, {**offer, "give": {"cash": 2}})
    table.act(NOON + 51_000, me, table.number + 1, {"type": "withdraw"})
    assert table.deadline == NOON + 56_000
    roll(table, NOON + 52_000)
    assert table.deadline == NOON + 82_000  # who has answered is asked anew


def at_auction(**wish: Any) -> Table:
    table = begun(seconds=60, **wish)
    assert table.game is not None
    position: Any = table.game.position()
    position["phase"] = "buy"
    del position["flow"]
    position["players"][position["turn"]]["square"] = 1
    table.log.game = freehold.Game.load(position)
    table.act(NOON, decider(table), 1, {"type": "decline"})
    assert table.game.phase == "auction"
    return table


def test_an_auction_ends_by_the_countdown_after_the_last_bid() -> None:
    table = at_auction(seats=3, people=[Person("Ann"), Person("Bob"), Person("Cleo")])
    assert sorted(table.awaited) == [0, 1, 2]
    assert table.deadline == NOON + 15_000
    table.act(NOON + 10_000, 2, table.number + 1, {"type": "bid", "amount": 5})
    assert table.deadline == NOON + 25_000
    assert sorted(table.awaited) == [0, 1]
    table.act(NOON + 11_000, 0, table.number + 1, {"type": "pass"})
    assert table.deadline == NOON + 25_000  # a pass is no bid
    timing.tick(table, NOON + 25_000)
    assert table.game is not None
    assert table.game.phase != "auction"
    assert table.game.view()["deeds"]["1"]["owner"] == 2
    assert not any(seat.away for seat in table.record.seats)  # who says nothing at an auction is not away


def test_bots_speak_at_an_auction_without_being_asked_in_turn() -> None:
    table = at_auction(seats=3, bots=["random"])
    assert timing.bot_to_move(table) == 2
    go_on(table, NOON)
    assert timing.bot_to_move(table) is None


@pytest.mark.parametrize("level", ["novice", "trader", "baron"])
def test_every_bot_has_its_say_at_an_auction_whoever_is_next(level: str) -> None:
    table = at_auction(seats=4, bots=[level, level])
    steps = go_on(table, NOON, 60)
    assert 2 <= len(steps) < 60  # bids and passes, and no bot that is asked again and again
    assert timing.bot_to_move(table) is None
    assert {entry.by for step in steps for entry, _ in step.writes.entries} == {"bot"}


def test_a_bot_claims_its_rent_in_time() -> None:
    table = begun(seats=3, bots=["random"], options={"rent_claims": "claimed"})
    assert table.game is not None
    position: Any = table.game.position() | {"turn": 0, "decider": 0, "phase": "roll"}
    position["deeds"] = {str(square): {"owner": 2} for square in (6, 8, 9, 5, 12, 11, 3, 1)}
    position["players"][0]["square"] = 0
    table.log.game = freehold.Game.load(position)
    while not table.game.view().get("claims"):
        table.log.game = freehold.Game.load(position)
        table.log.number += 1  # other dice
        table.act(NOON, 0, table.number + 1, {"type": "roll"})
    assert timing.bot_to_move(table) == 2
    go_on(table, NOON, 1)
    assert not table.game.view().get("claims")


def test_a_timed_game_ends_at_its_hour_and_a_pause_stops_the_clock() -> None:
    table = begun(variant="timed", options={"time_limit": 30})
    assert table.game is not None
    assert table.game.options == {}  # minutes are the server's, not the kernel's
    assert table.record.ends_at == NOON + 30 * 60_000
    timing.pause(table, NOON + 60_000, True)
    assert timing.due(table) is None
    with refused("paused"):
        roll(table)
    timing.pause(table, NOON + 120_000, False)
    assert table.record.ends_at == NOON + 31 * 60_000
    step = timing.tick(table, NOON + 31 * 60_000)
    assert step is not None
    assert step.writes.entries[0][0].by == "clock"
    assert step.writes.entries[0][0].seat is None
    assert table.game.view()["flow"]["time_up"] == 1
    assert timing.tick(table, NOON + 32 * 60_000) is None


def test_the_host_lets_a_bot_play_and_hands_the_seat_back() -> None:
    table = begun()
    seat = decider(table)
    with refused("is-present"):
        seating.replace(table.record, seat, None, {seat: 1})
    seating.replace(table.record, seat, None, {})
    assert timing.bot_to_move(table) == seat
    seating.hand_back(table.record, seat)
    assert timing.bot_to_move(table) is None
    seating.replace(table.record, seat, None, {})
    table.back(NOON, [seat])  # nobody is locked out: who comes back plays
    assert timing.bot_to_move(table) is None
    roll(table)
