"""A live table without a network: seats, countdown, absence and return, pause, chat, consent. Time is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import freehold
from freehold import server
from freehold.i18n import has
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import Done, Join, NewTable, Person, Refused, Told, encode, sentence
from freehold.server.storage.game_log import Ending, Log, bind
from freehold.server.storage.record import Record, key_matches
from freehold.server.table import bots, seating, voting
from freehold.server.table import table as table_module
from freehold.server.table.table import Step, Table

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
    while len(steps) < most and (seat := table.bot_to_move()) is not None:
        assert table.game is not None
        action = minds.choose(bots.snapshot(table.game), seat, table.level_of(seat), table.bot_levels())
        steps.append(table.act(now, seat, table.number + 1, action, "bot"))
    return steps


# ---------------------------------------------------------------------- absence

GRACE = 75_000  # milliseconds


def waiting(**wish: Any) -> tuple[Table, int, int]:
    """A table without a limit on which one of two people waits for the other, who has gone: who waits, who is gone."""
    table = begun(**wish)
    gone = decider(table)
    table.present[1 - gone] = 1
    table.attend(NOON)
    return table, 1 - gone, gone


def test_a_bot_plays_for_an_absent_person_whom_somebody_waits_for() -> None:
    table, _, gone = waiting()
    assert table.clock(NOON).absent == [gone]
    assert table.due() == (NOON + GRACE, "clock")
    assert table.tick(NOON + GRACE - 1) is None
    assert table.tick(NOON + GRACE) is not None
    assert table.record.seats[gone].away
    assert table.bot_to_move() == gone
    table.present[gone] = 1
    table.back(NOON + GRACE + 1, [gone])
    assert not table.record.seats[gone].away
    assert table.deadline is None


def test_nobody_is_replaced_while_nobody_waits() -> None:
    table, waits, gone = waiting()
    table.present[waits] = 0
    table.attend(NOON + 1000)
    assert table.due() is None
    table.present[waits] = 1
    table.attend(NOON + 2000)
    assert table.deadline == NOON + 2000 + GRACE
    table.present[gone] = 1
    table.attend(NOON + 3000)
    assert table.deadline is None


def test_a_table_of_days_has_no_grace_and_a_short_limit_keeps_its_own() -> None:
    assert waiting(seconds=86_400)[0].deadline == NOON + 86_400_000
    assert waiting(seconds=30)[0].deadline == NOON + 30_000
    table, _, gone = waiting(seconds=300)
    assert table.deadline == NOON + GRACE
    table.tick(NOON + GRACE)
    assert table.record.seats[gone].away


def test_whoever_waits_may_let_a_bot_play_after_ten_seconds() -> None:
    table, waits, gone = waiting()
    with refused("is-present"):
        table.stand_in(NOON + 20_000, waits)
    with refused("just-gone"):
        table.stand_in(NOON + 9_999, gone)
    table.stand_in(NOON + 10_000, gone)
    assert table.record.seats[gone].away


def test_a_record_says_who_is_awaited_and_who_won() -> None:
    table = begun()
    assert not table.rested
    assert table.rest().writes.record is table.record
    assert table.rested
    assert table.record.awaited == [decider(table)] == table.info().awaited
    for seat in (0, 1):
        table.consent(NOON, seat, True)
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
    due = table.due()
    assert due is not None
    assert due[1] == "bot"
    return due[0] - NOON


def test_bots_play_at_the_slowest_pace_that_somebody_present_wishes() -> None:
    table = bot_turn()
    assert wait_of(table) == 1000
    table.set_pace(NOON, [0], "fast")
    assert wait_of(table) == 1000  # Ann is not there
    table.present[0] = 1
    assert wait_of(table) == 70
    table.present[1] = 1
    assert wait_of(table) == 1000
    table.set_pace(NOON, [1], "slow")
    assert wait_of(table) == 2500
    assert table.info().pace == "slow"
    table.present[1] = 0
    assert table.set_pace(NOON, [0], "instant").to_all
    assert not table.set_pace(NOON, [0], "instant").to_all
    assert wait_of(table) == 10


def test_without_people_the_hosts_pace_holds_and_instant_is_only_fast() -> None:
    table = bot_turn()
    assert table.set_pace(NOON, [], "slow").writes.record is table.record
    assert wait_of(table) == 2500
    table.set_pace(NOON, [], "instant")
    assert wait_of(table) == 70


def test_whoever_skips_is_hurried_to_their_next_decision_and_no_further() -> None:
    table = bot_turn()
    table.present[0] = 1
    table.skip([0])
    assert wait_of(table) == 10
    table.pace.asked([0])
    assert wait_of(table) == 1000
    table.countdown.awaited = [0, 2]  # an auction
    table.skip([0])
    assert wait_of(table) == 1000


def test_a_person_who_may_claim_a_rent_gets_the_usual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = bot_turn()
    table.present[0] = 1
    table.set_pace(NOON, [0], "instant")
    monkeypatch.setattr(bots, "claims", lambda game, seat: [{"type": "claim"}] if seat == 0 else [])
    assert wait_of(table) == 1000


# ---------------------------------------------------------------------- seats


def test_people_bots_and_open_chairs() -> None:
    record, host, invite, keys = opened(seats=4, bots=["baron"])
    assert [seat.kind for seat in record.seats] == ["person", "person", "open", "bot"]
    assert len(keys) == 2
    assert len({host, invite, *keys}) == 4
    assert seating.seats_of(record, [keys[1]]) == ([1], False)
    assert seating.seats_of(record, [*keys, host]) == ([0, 1], True)  # two people of one browser
    assert seating.seats_of(record, ["", "nonsense"]) == ([], False)
    stored = msgspec.json.encode(record).decode()
    assert not any(secret in stored for secret in (host, invite, *keys, SECRET.hex()))


def test_a_private_table_wants_its_invitation() -> None:
    record, _, invite, _ = opened(seats=3)
    with refused("wrong-invite"):
        seating.join(record, Join("Cleo"))
    with refused("wrong-invite"):
        seating.join(record, Join("Cleo", invite="x" * 43))
    seat, key = seating.join(record, Join("Cleo", invite=invite, chain="ab" * 32))
    assert (seat, record.seats[2].name, record.seats[2].chain) == (2, "Cleo", "ab" * 32)
    assert key_matches(key, record.seats[2].key)
    with refused("table-full"):
        seating.join(record, Join("Dan", invite=invite))


def test_names_and_tokens_are_there_once() -> None:
    record, *_ = opened(seats=4, listed=True)
    with refused("name-taken"):
        seating.join(record, Join("ANN"))
    with refused("token-taken"):
        seating.join(record, Join("Cleo", token=record.seats[0].token))
    with refused("unknown-token"):
        seating.join(record, Join("Cleo", token="../x"))
    with refused("bad-name"):
        seating.join(record, Join("\u202e\n \u0000"))
    with refused("seat-taken"):
        seating.join(record, Join("Cleo", seat=0))
    seating.join(record, Join("  Cl\neo\u0007 ", seat=3))
    assert record.seats[3].name == "Cl eo"
    assert [seat.kind for seat in record.seats] == ["person", "person", "open", "person"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"edition": "/etc/passwd"}, "unknown-edition"),
        ({"variant": "endless"}, "bad-table"),
        ({"options": {"free_money": "yes"}}, "bad-table"),
        ({"seats": 2, "bots": ["random"]}, "bad-table"),
        ({"variant": "timed", "options": {"time_limit": 0}}, "bad-table"),
        ({"people": [Person("Ann"), Person("ann")]}, "name-taken"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wish: Any, code: str) -> None:
    with refused(code):
        opened(**wish)


def test_bots_take_the_empty_chairs_and_a_late_friend_is_let_in() -> None:
    record, _, invite, _ = opened(seats=4, level="trader")
    table = Table(record, SECRET)
    table.start(NOON)
    assert [seat.kind for seat in record.seats] == ["person", "person", "bot", "bot"]
    assert record.seats[2].level == "trader"
    name = record.seats[2].name
    assert name in bots.NAMES
    assert name != record.seats[3].name
    with refused("table-full"):
        seating.join(record, Join("Cleo", invite=invite))
    with refused("needs-votes"):  # the host cannot open it alone
        seating.hand_back(record, 2)
    for seat in (0, 1):
        voting.vote(record, seat, 2, True, {}, {}, NOON)
    seat, _ = seating.join(record, Join("Cleo", invite=invite))
    assert seat == 2
    assert record.seats[2].name == name  # the log's names are fixed
    assert table.info().seats[2].name == f"Cleo ({name})"  # but nobody plays under a bot's name
    assert not record.seats[2].bot_plays


def test_who_leaves_is_followed_by_a_bot() -> None:
    record, _, _, keys = opened()
    seating.leave(record, 1)
    assert record.seats[1].kind == "open"
    table = begun()
    seating.leave(table.record, 0)
    assert table.record.seats[0].kind == "bot"
    assert seating.seats_of(table.record, keys) == ([], False)  # the key opens nothing any more


# ---------------------------------------------------------------------- playing


def test_an_action_is_written_then_acknowledged_to_one_and_told_to_all() -> None:
    table = begun()
    step = roll(table, client="0:my id")
    assert [(entry.number, client) for entry, client in step.writes.entries] == [(1, "0:my id")]
    assert step.to_asker == [Done("my id", 1)]
    assert isinstance(step.to_all[0], Told)
    assert table.number == 1


def test_a_stale_number_an_illegal_action_and_another_seat_change_nothing() -> None:
    table = begun()
    seat = decider(table)
    before = encode(table.changed(NOON)), table.game and table.game.view(), table.hash
    for number in (0, 2, 7):
        with refused("stale-number"):
            table.act(NOON, seat, number, {"type": "roll"})
    with refused("wrong-phase"):
        table.act(NOON, seat, 1, {"type": "buy"})
    with refused("not-your-turn"):
        table.act(NOON, 1 - seat, 1, {"type": "roll"})
    with refused("unknown-action"):
        table.act(NOON, seat, 1, {"type": "time_up"})
    for nonsense in ({}, {"type": 7}, {"type": "roll", "x": 1}, {"type": "bid", "amount": 1e9}):
        with pytest.raises(Refused):
            table.act(NOON, seat, 1, nonsense)
    assert before == (encode(table.changed(NOON)), table.game and table.game.view(), table.hash)


def test_nobody_can_call_the_hour_but_the_clock() -> None:
    table = begun(variant="timed", options={"time_limit": 30})
    with refused("unknown-action"):
        table.act(NOON, decider(table), 1, {"type": "time_up"})


def test_a_game_of_bots_goes_to_its_end_and_is_proved() -> None:
    table = begun(people=[], bots=["random", "random"], variant="short")
    steps = go_on(table, NOON)
    assert table.record.status == "over"
    log = log_of(table, steps)
    assert log.secret == SECRET.hex()
    assert verify(log).finding is None
    with refused("game-over"):
        table.act(NOON, 0, table.number + 1, {"type": "roll"})


def test_a_stored_game_goes_on_where_it_stood() -> None:
    table = begun(people=[], bots=["random", "random"])
    steps = go_on(table, NOON, 60)
    twin = Table(msgspec.json.decode(msgspec.json.encode(table.record), type=Record), SECRET)
    twin.restore(log_of(table, steps).entries, NOON)
    assert not twin.frozen
    assert (twin.number, twin.hash, twin.awaited) == (table.number, table.hash, table.awaited)
    assert twin.game is not None
    assert table.game is not None
    assert twin.game.view() == table.game.view()
    assert list(twin.recent) == list(table.recent)


def test_a_game_that_other_rules_would_play_differently_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(people=[], bots=["random", "random"])
    entries = log_of(table, go_on(table, NOON, 20)).entries
    monkeypatch.setattr(table_module, "rules_digest", lambda edition: "0" * 64)
    same = Table(table.record, SECRET)
    same.restore(entries, NOON)
    assert not same.frozen  # other rules, but they play this game alike
    other = Table(table.record, SECRET)
    other.restore([*entries[:10], bind(entries[9].hash, msgspec.structs.replace(entries[10], view="0" * 64))], NOON)
    assert other.frozen
    assert other.due() is None
    with refused("rules-changed"):
        other.act(NOON, 0, other.number + 1, {"type": "roll"})


def test_a_game_with_a_hole_in_its_log_stands_where_the_hole_is() -> None:
    table = begun(people=[], bots=["random", "random"])
    entries = log_of(table, go_on(table, NOON, 20)).entries
    changed = msgspec.structs.replace(entries[10], at=1)
    for row in ([*entries[:10], *entries[11:]], [*entries[:10], changed, *entries[11:]], entries[:10]):
        record = msgspec.json.decode(msgspec.json.encode(table.record), type=Record)
        if row == entries[:10]:  # of a game that has ended it is known how many there were
            record.ending, record.status = bind(entries[19].hash, Ending("consent", 20, NOON, "0" * 64)), "over"
        broken = Table(record, SECRET)
        broken.restore(row, NOON)
        assert (broken.number, broken.stopped) == (10, "log-broken")
        assert broken.info().frozen
        assert broken.due() is None
        with refused("game-over" if record.ending else "log-broken"):
            broken.act(NOON, 0, 11, {"type": "roll"})


# ---------------------------------------------------------------------- time


def test_without_a_limit_the_table_waits_for_days() -> None:
    table = begun()
    assert table.due() is None
    assert table.tick(NOON + 10 * 86_400_000) is None


def test_after_the_countdown_a_bot_plays_until_the_player_is_back() -> None:
    table = begun(seconds=30)
    seat = decider(table)
    assert table.due() == (NOON + 30_000, "clock")
    assert table.tick(NOON + 29_999) is None
    step = table.tick(NOON + 30_000)
    assert step is not None
    assert step.writes.record is table.record
    assert table.record.seats[seat].away
    assert table.due() == (NOON, "bot")
    go_on(table, NOON + 30_000, 1)
    assert table.number == 1
    while decider(table) == seat and table.number < 3:
        go_on(table, NOON + 30_000, 1)
    table.back(NOON + 40_000, [seat])
    assert not table.record.seats[seat].away


def test_who_acts_is_back() -> None:
    table = begun(seconds=30)
    seat = decider(table)
    table.tick(NOON + 30_000)
    step = roll(table, NOON + 31_000)
    assert not table.record.seats[seat].away
    assert step.writes.record is table.record  # the return is written with the action, all or nothing
    assert len(step.writes.entries) == 1


def test_asides_do_not_stop_the_countdown() -> None:
    table = begun(seconds=30)
    assert table.game is not None
    position = table.game.position()
    position["deeds"] = {"1": {"owner": 0}, "6": {"owner": 1}}
    table.game = freehold.Game.load(position)
    for seat, square in ((0, 1), (1, 6)):
        table.act(NOON + 20_000, seat, table.number + 1, {"type": "mortgage", "square": square})
    assert table.deadline == NOON + 30_000
    roll(table, NOON + 25_000)
    assert table.deadline == NOON + 55_000


def test_offers_do_not_prolong_ones_own_time() -> None:
    table = begun(seconds=30)
    assert table.game is not None
    position = table.game.position()
    position["deeds"] = {"1": {"owner": 0}, "6": {"owner": 1}}
    table.game = freehold.Game.load(position)
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
    position = table.game.position()
    position["phase"] = "buy"
    del position["flow"]
    position["players"][position["turn"]]["square"] = 1
    table.game = freehold.Game.load(position)
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
    table.tick(NOON + 25_000)
    assert table.game is not None
    assert table.game.phase != "auction"
    assert table.game.view()["deeds"]["1"]["owner"] == 2
    assert not any(seat.away for seat in table.record.seats)  # who says nothing at an auction is not away


def test_bots_speak_at_an_auction_without_being_asked_in_turn() -> None:
    table = at_auction(seats=3, bots=["random"])
    assert table.bot_to_move() == 2
    go_on(table, NOON)
    assert table.bot_to_move() is None


@pytest.mark.parametrize("level", ["novice", "trader", "baron"])
def test_every_bot_has_its_say_at_an_auction_whoever_is_next(level: str) -> None:
    table = at_auction(seats=4, bots=[level, level])
    steps = go_on(table, NOON, 60)
    assert 2 <= len(steps) < 60  # bids and passes, and no bot that is asked again and again
    assert table.bot_to_move() is None
    assert {entry.by for step in steps for entry, _ in step.writes.entries} == {"bot"}


def test_a_bot_claims_its_rent_in_time() -> None:
    table = begun(seats=3, bots=["random"], options={"rent_claims": "claimed"})
    assert table.game is not None
    position = table.game.position() | {"turn": 0, "decider": 0, "phase": "roll"}
    position["deeds"] = {str(square): {"owner": 2} for square in (6, 8, 9, 5, 12, 11, 3, 1)}
    position["players"][0]["square"] = 0
    table.game = freehold.Game.load(position)
    while not table.game.view().get("claims"):
        table.game = freehold.Game.load(position)
        table.number += 1  # other dice
        table.act(NOON, 0, table.number + 1, {"type": "roll"})
    assert table.bot_to_move() == 2
    go_on(table, NOON, 1)
    assert not table.game.view().get("claims")


def test_a_timed_game_ends_at_its_hour_and_a_pause_stops_the_clock() -> None:
    table = begun(variant="timed", options={"time_limit": 30})
    assert table.game is not None
    assert table.game.options == {}  # minutes are the server's, not the kernel's
    assert table.record.ends_at == NOON + 30 * 60_000
    table.pause(NOON + 60_000, True)
    assert table.due() is None
    with refused("paused"):
        roll(table)
    table.pause(NOON + 120_000, False)
    assert table.record.ends_at == NOON + 31 * 60_000
    step = table.tick(NOON + 31 * 60_000)
    assert step is not None
    assert step.writes.entries[0][0].by == "clock"
    assert step.writes.entries[0][0].seat is None
    assert table.game.view()["flow"]["time_up"] == 1
    assert table.tick(NOON + 32 * 60_000) is None


def test_the_host_lets_a_bot_play_and_hands_the_seat_back() -> None:
    table = begun()
    seat = decider(table)
    with refused("is-present"):
        seating.replace(table.record, seat, None, {seat: 1})
    seating.replace(table.record, seat, None, {})
    assert table.bot_to_move() == seat
    seating.hand_back(table.record, seat)
    assert table.bot_to_move() is None
    seating.replace(table.record, seat, None, {})
    table.back(NOON, [seat])  # nobody is locked out: who comes back plays
    assert table.bot_to_move() is None
    roll(table)


# ---------------------------------------------------------------------- together


def test_a_game_ends_when_everybody_who_plays_agrees() -> None:
    table = begun(seats=3, bots=["random"])
    steps = [roll(table)] if decider(table) != 2 else go_on(table, NOON, 1)
    table.consent(NOON, 0, True)
    table.consent(NOON, 0, False)
    table.consent(NOON, 1, True)
    assert table.record.status == "playing"
    assert table.secret is None
    table.consent(NOON, 0, True)
    assert table.record.ending is not None
    assert table.record.ending.how == "consent"
    assert verify(log_of(table, steps)).proved


def test_a_game_does_not_end_behind_the_back_of_who_is_away() -> None:
    table = begun()
    table.record.seats[1].away = True
    table.consent(NOON, 0, True)
    assert table.record.status == "playing"
    table.record.seats[1].replaced = True  # by the host: who ends the game is still asked
    table.consent(NOON, 0, True)
    assert table.record.status == "playing"
    table.left[1] = NOON - voting.ABSENT
    voting.vote(table.record, 0, 1, True, table.present, table.left, NOON)
    assert table.record.seats[1].kind == "bot"
    table.consent(NOON, 0, True)
    assert table.record.status == "over"


def test_the_host_alone_does_not_end_a_game_of_people() -> None:
    table = begun()
    table.consent(NOON, None, True)
    assert table.record.status == "playing"
    alone = begun(people=[], bots=["random", "random"])
    alone.consent(NOON, None, True)
    assert alone.record.status == "over"


def test_chat_is_one_line_rate_limited_and_muteable() -> None:
    table = begun()
    step = table.say(NOON, 0, "hello\n\x00 there")
    assert step.writes.line is not None
    assert step.writes.line.text == "hello there"
    for k in range(4):
        table.say(NOON + k, 0, "x")
    with refused("chat-too-fast"):
        table.say(NOON + 5, 0, "x")
    table.say(NOON + 5, 1, "x")
    table.say(NOON + 10_000, 0, "x")
    table.record.seats[0].muted = True
    with refused("muted"):
        table.say(NOON + 60_000, 0, "x")


def test_a_rematch_keeps_the_people_and_changes_the_secret() -> None:
    table = begun()
    fresh = seating.rematch_record(table.record, "new", "0" * 64, NOON)
    assert [seat.key for seat in fresh.seats] == [seat.key for seat in table.record.seats]
    assert fresh.status == "lobby"
    assert fresh.header is None
    assert fresh.commitment != table.record.commitment


# ---------------------------------------------------------------------- what nobody may see


def everything_said(secret: bytes, keys: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[bytes]]:
    """All messages of a table whose visible chance is the same whatever its secret is: only hidden things differ."""
    record, *_ = seating.open_table(
        NewTable("star-wars-2", seats=3, people=[Person("Ann")], bots=["random"]), "c" * 64, NOON
    )
    record.id = "same"
    record.seats[2].name = "Bot"  # its name followed from the table's random id
    record.host = record.invite = keys * 64
    record.seats[0].key = keys * 64
    table = Table(record, secret)
    with monkeypatch.context() as same:
        same.setattr(fair_dice, "seed", lambda secret, mix, n: 77 + n)
        steps = [table.start(NOON)]
        assert table.game is not None
        decks = table.game.position()["decks"]
        for k in range(200):
            seat = decider(table)
            action = next(a for a in table.game.legal(seat) if a["type"] not in ("offer", "settle", "mortgage"))
            step = table.act(NOON + k, seat, table.number + 1, action, client=f"{seat}:{keys}{k}")
            if any(event["type"] == "card" for m in step.to_all if isinstance(m, Told) for event in _events(m)):
                break  # from here on the decks are no secret any more
            steps.append(step)
        steps.append(table.say(NOON, 0, "hello"))
        steps.append(table.pause(NOON, True))
    return decks, [encode(message) for step in steps for message in step.to_all]


def _events(told: Told) -> list[Any]:
    return msgspec.json.decode(encode(told))["past"]["events"]  # type: ignore[no-any-return]


def test_tables_that_differ_only_in_hidden_things_send_identical_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    decks, one = everything_said(bytes(32), "a", monkeypatch)
    other_decks, other = everything_said(bytes([1]) * 32, "b", monkeypatch)
    assert decks != other_decks
    length = min(len(one), len(other)) - 4
    assert length > 5
    assert one[:length] == other[:length]
    assert (bytes(32).hex().encode()) not in b"".join(one)


def test_every_refusal_has_its_sentence_in_both_languages() -> None:
    folder = Path(str(server.__file__)).parent
    codes = {code for file in folder.rglob("*.py") for code in re.findall(r'Refused\(\s*"([a-z-]+)"', file.read_text())}
    codes |= {code for file in folder.rglob("*.py") for code in re.findall(r'Fault\(\s*"([a-z-]+)"', file.read_text())}
    assert len(codes) > 20
    for code in codes:
        assert has("server", code) or has("reasons", code), code
        assert sentence(code, "en") != sentence(code, "fr")
