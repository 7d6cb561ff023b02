"""A live table without a network: actions, replay from the store, consent, chat, and what nobody may see."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold import server
from freehold.game import internals
from freehold.i18n import has
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import ActionApplied, Done, NewTable, Person, Refused, encode, sentence
from freehold.server.storage.game_log import Ending, bind
from freehold.server.storage.record import Record
from freehold.server.storage.writes import Snapshot
from freehold.server.table import agreements, played_log, seating, timing, voting
from freehold.server.table.table import Table

from .served import SECRET
from .table_steps import NOON, begun, decider, go_on, log_of, refused, roll

# ---------------------------------------------------------------------- playing


def test_an_action_is_written_then_acknowledged_to_one_and_told_to_all() -> None:
    table = begun()
    step = roll(table, client="0:my id")
    assert [(entry.number, client) for entry, client in step.writes.entries] == [(1, "0:my id")]
    assert step.to_asker == [Done("my id", 1)]
    assert isinstance(step.to_all[0], ActionApplied)
    assert table.number == 1


def test_a_stale_number_an_illegal_action_and_another_seat_change_nothing() -> None:
    table = begun()
    seat = decider(table)
    before = encode(table.changed(NOON)), table.game and table.game.view(), table.log.hash
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
    assert before == (encode(table.changed(NOON)), table.game and table.game.view(), table.log.hash)


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
    assert (twin.number, twin.log.hash, twin.awaited) == (table.number, table.log.hash, table.awaited)
    assert twin.game is not None
    assert table.game is not None
    assert twin.game.view() == table.game.view()
    assert list(twin.log.recent) == list(table.log.recent)


def test_a_table_knows_what_was_offered_and_answered_also_when_it_is_loaded_again() -> None:
    """The bots there remember by it. The game is played again from its log, or begins with a snapshot."""
    table = begun()
    assert table.game is not None
    steps = [roll(table)]
    seat = decider(table)
    assert table.game.phase == "buy"
    square = table.game.view()["players"][seat]["square"]
    offer = {"type": "offer", "to": 1 - seat, "give": {"squares": [square]}, "ask": {"cash": 10}}
    for who, action in ((seat, {"type": "buy"}), (seat, offer), (1 - seat, {"type": "accept"})):
        steps.append(table.act(NOON, who, table.number + 1, action))
    known = internals.dealings(table.game)
    assert [(one["turn"], one["seat"], one["action"]["type"]) for one in known] == [
        (0, seat, "offer"),
        (0, 1 - seat, "accept"),
    ]
    snapshot = msgspec.json.decode(msgspec.json.encode(table.log.snapshot()), type=Snapshot)
    for entries, since in ((log_of(table, steps).entries, None), ([], snapshot)):
        twin = Table(table.record, SECRET)
        twin.restore(entries, NOON, since)
        assert twin.game is not None
        assert internals.dealings(twin.game) == known


def test_a_game_that_other_rules_would_play_differently_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(people=[], bots=["random", "random"])
    entries = log_of(table, go_on(table, NOON, 20)).entries
    monkeypatch.setattr(played_log, "rules_digest", lambda edition: "0" * 64)
    same = Table(table.record, SECRET)
    same.restore(entries, NOON)
    assert not same.frozen  # other rules, but they play this game alike
    other = Table(table.record, SECRET)
    other.restore([*entries[:10], bind(entries[9].hash, msgspec.structs.replace(entries[10], view="0" * 64))], NOON)
    assert other.frozen
    assert timing.due(other) is None
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
        assert (broken.number, broken.log.stopped) == (10, "log-broken")
        assert broken.info().frozen
        assert timing.due(broken) is None
        with refused("game-over" if record.ending else "log-broken"):
            broken.act(NOON, 0, 11, {"type": "roll"})


# ---------------------------------------------------------------------- together


def test_a_game_ends_when_everybody_who_plays_agrees() -> None:
    table = begun(seats=3, bots=["random"])
    steps = [roll(table)] if decider(table) != 2 else go_on(table, NOON, 1)
    agreements.consent(table, NOON, 0, True)
    agreements.consent(table, NOON, 0, False)
    agreements.consent(table, NOON, 1, True)
    assert table.record.status == "playing"
    assert table.secret is None
    agreements.consent(table, NOON, 0, True)
    assert table.record.ending is not None
    assert table.record.ending.how == "consent"
    assert verify(log_of(table, steps)).finding is None


def test_a_game_does_not_end_behind_the_back_of_who_is_away() -> None:
    table = begun()
    record: Any = table.record
    table.record.seats[1].away = True
    agreements.consent(table, NOON, 0, True)
    assert record.status == "playing"
    table.record.seats[1].replaced = True  # by the host: who ends the game is still asked
    agreements.consent(table, NOON, 0, True)
    assert record.status == "playing"
    table.presence.left[1] = NOON - voting.ABSENT
    voting.vote(table.record, 0, 1, True, table.present, table.presence.left, NOON)
    assert table.record.seats[1].kind == "bot"
    agreements.consent(table, NOON, 0, True)
    assert record.status == "over"


def test_the_host_alone_does_not_end_a_game_of_people() -> None:
    table = begun()
    agreements.consent(table, NOON, None, True)
    assert table.record.status == "playing"
    alone = begun(people=[], bots=["random", "random"])
    agreements.consent(alone, NOON, None, True)
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
        same.setattr(secrets, "token_hex", lambda _: "b" * 64)
        steps = [table.start(NOON)]
        assert table.game is not None
        decks = table.game.position()["decks"]
        for k in range(200):
            seat = decider(table)
            action = next(a for a in table.game.legal(seat) if a["type"] not in ("offer", "settle", "mortgage"))
            step = table.act(NOON + k, seat, table.number + 1, action, client=f"{seat}:{keys}{k}")
            if any(
                event["type"] == "card" for m in step.to_all if isinstance(m, ActionApplied) for event in _events(m)
            ):
                break  # from here on the decks are no secret any more
            steps.append(step)
        steps.append(table.say(NOON, 0, "hello"))
        steps.append(timing.pause(table, NOON, True))
    return decks, [encode(message) for step in steps for message in step.to_all]


def _events(told: ActionApplied) -> list[Any]:
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
