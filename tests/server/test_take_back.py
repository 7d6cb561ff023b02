"""Taking back at a table without a network: what is free, who has to agree, what the log says, and what is proved."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from freehold.server.fairness.take_backs import KIND
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import NewTable, Refused, TableChanged, TakeBack
from freehold.server.storage.game_log import Entry, Header, Log, Policy, bind, view_digest
from freehold.server.storage.record import Record
from freehold.server.table import taking_back, timing
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

from .table_steps import begun, refused
from .test_drawing import NOON, People


class Sitting(People):
    """People who may take something back."""

    def __init__(self, people: int = 2, bots: int = 0, policy: Policy = "free", **more: Any) -> None:
        super().__init__(people, bots, **more)
        self.table.record.take_back = policy
        self.start()

    @property
    def decider(self) -> int:
        assert self.table.game is not None
        assert self.table.game.decider is not None
        return self.table.game.decider

    def digest(self) -> str:
        assert self.table.game is not None
        return view_digest(self.table.game.view(), 3)

    def take_back(self, seat: int, to: int, *silent: int, agree: bool = True) -> Step:
        ask = TakeBack(seat, self.table.number, to, agree)
        past = self.table.log.past
        if past is not None and not past.holds(to):  # as the server reads it from the store
            earlier = Table(msgspec.json.decode(self.stored, type=Record), self.secret)
            earlier.restore(self.entries[:to], NOON)
            assert earlier.game is not None
            past.fill(self.entries, to, earlier.game)
        return self.done(taking_back.wish(self.table, NOON, ask), *silent)

    def to_phase(self, phase: str) -> int:
        """Play on until somebody has to decide this; the number of the last action."""
        while self.table.game is not None and self.table.game.phase != phase:
            usual = [a for a in self.table.game.legal(offers=False) if a["type"] not in ("mortgage", "sell", "build")]
            self.act({key: value for key, value in usual[0].items() if key != "max"})
        return self.table.number


def rebound(log: Log, k: int, entry: Entry) -> Log:
    """The log with another entry, and all digests after it made anew, as a server could."""
    entries, before = [*log.entries[:k], entry, *log.entries[k + 1 :]], log.entries[k - 1].hash
    for at in range(k, len(entries)):
        entries[at] = bind(before, entries[at])
        before = entries[at].hash
    assert log.ending is not None
    return replace(log, entries=entries, ending=bind(before, log.ending))


def code_of(log: Log) -> str:
    finding = verify(log).finding
    return "" if finding is None else finding.code


def test_a_decision_without_chance_is_taken_back_at_once_and_stays_in_the_log() -> None:
    at = Sitting()
    number, before, seat = at.to_phase("buy"), at.digest(), at.decider
    at.act({"type": "buy"})
    assert at.digest() != before
    entry = at.take_back(seat, number).writes.entries[0][0]
    assert (entry.seat, entry.action, entry.chance, entry.shares) == (seat, {"type": KIND, "to": number}, [], UNSET)
    assert at.digest() == before
    at.act({"type": "buy"})
    at.play(5)
    report = at.proof()
    assert report.proved
    assert (report.taken_back, report.burnt) == (1, 0)


def test_beyond_that_everybody_has_to_agree_and_the_draw_is_burnt() -> None:
    at = Sitting()
    number, before = at.to_phase("roll"), at.digest()
    seat = at.decider
    thrown = at.act({"type": "roll"}).writes.entries[0][0]
    draw = at.table.drawing.draw
    assert at.take_back(seat, number).writes.entries == []
    assert at.table.info().wish is not None
    agreed = taking_back.wish(at.table, NOON, TakeBack(1 - seat, at.table.number, number))
    assert [told.table.wish for told in agreed.to_all if isinstance(told, TableChanged)] == [None]
    entry = at.done(agreed).writes.entries[0][0]
    assert sorted(entry.shares) == ["0", "1"]  # type: ignore[arg-type]
    assert (at.digest(), at.table.info().wish) == (before, None)
    assert at.table.drawing.draw == draw + 1
    again = at.act({"type": "roll"}).writes.entries[0][0]
    assert again.shares != thrown.shares
    report = at.proof()
    assert report.proved
    assert (report.taken_back, report.burnt) == (1, 1)


def test_if_somebody_does_not_agree_nothing_happens_and_it_is_not_asked_twice() -> None:
    at = Sitting()
    number, seat = at.to_phase("roll"), at.decider
    at.act({"type": "roll"})
    now = at.table.number
    at.take_back(seat, number)
    at.take_back(1 - seat, number, agree=False)
    assert (at.table.number, at.table.info().wish) == (now, None)
    with refused("take-back-refused"):
        at.take_back(seat, number)


def test_a_wish_lapses_after_thirty_seconds_and_with_the_next_action() -> None:
    at = Sitting()
    number, seat = at.to_phase("buy"), at.decider
    at.take_back(seat, number - 1)
    assert timing.due(at.table) == (NOON + 30_000, "clock")
    assert timing.tick(at.table, NOON + 29_999) is None
    timing.tick(at.table, NOON + 30_000)
    assert at.table.info().wish is None
    at.act({"type": "buy"})
    at.take_back(seat, number - 1)
    assert at.table.info().wish is not None
    at.act({"type": "end_turn"} if at.table.game.phase == "end" else {"type": "roll"})  # type: ignore[union-attr]
    assert at.table.info().wish is None


def test_who_agreed_and_gives_no_link_makes_it_void() -> None:
    """The agreement is the link. It cannot be given by anybody else, and nobody lapses unseen."""
    at = Sitting()
    number, seat = at.to_phase("roll"), at.decider
    at.act({"type": "roll"})
    after = at.digest()
    at.take_back(seat, number)
    entry = at.take_back(1 - seat, number, 1 - seat).writes.entries[0][0]
    assert entry.shares[str(1 - seat)] is None  # type: ignore[index]
    assert at.digest() == after
    at.play(2)
    report = at.proof()
    assert (report.verdict, report.finding, report.taken_back) == ("partly", None, 0)


@pytest.mark.parametrize("policy", ["never", "consent"])
def test_the_table_says_when_it_is_opened_what_can_be_taken_back(policy: Policy) -> None:
    at = Sitting(policy=policy)
    number, seat = at.to_phase("buy"), at.decider
    at.act({"type": "buy"})
    if policy == "never":
        with refused("take-back-never"):
            at.take_back(seat, number)
    else:
        at.take_back(seat, number)
        assert at.table.info().wish is not None
        at.take_back(1 - seat, number)
        assert at.proof().taken_back == 1


def test_alone_with_bots_any_number_of_steps() -> None:
    at = Sitting(1, 2)
    at.play(60)
    last = at.table.number
    for to in (last - 1, last - 30, 2, 0):
        at.take_back(0, to)
        at.play(3)
    report = at.proof()
    assert report.proved
    assert report.taken_back > 60


def test_bots_wait_while_people_are_asked() -> None:
    at = Sitting(2, 1)
    at.play(6)
    while timing.bot_to_move(at.table) is None:
        at.to_phase("end")
        at.act({"type": "end_turn"})
    at.take_back(0, 0)
    assert timing.bot_to_move(at.table) is None
    at.take_back(1, 0, agree=False)
    assert timing.bot_to_move(at.table) is not None


def test_not_while_the_dice_are_drawn_and_not_what_was_taken_back() -> None:
    at = Sitting()
    number, seat = at.to_phase("buy"), at.decider
    at.act({"type": "buy"})
    at.take_back(seat, number)
    with refused("stale-number"):
        at.take_back(seat, number + 1)
    at.act({"type": "buy"})
    at.to_phase("roll")
    at.table.act(NOON, at.decider, at.table.number + 1, {"type": "roll"})
    with refused("drawing"):
        at.take_back(seat, number)


def test_an_absent_person_is_not_agreed_for() -> None:
    at = Sitting()
    number, seat = at.to_phase("roll"), at.decider
    at.act({"type": "roll"})
    at.table.presence.windows[1 - seat] = 0
    with refused("take-back-absent"):
        at.take_back(seat, number)


def test_a_restart_goes_on_after_what_was_taken_back() -> None:
    at = Sitting()
    number, seat = at.to_phase("roll"), at.decider
    at.play(4)
    at.take_back(seat, number)
    at.take_back(1 - seat, number)
    again = at.restarted()
    assert again.game is not None
    assert view_digest(again.game.view(), 3) == at.digest()
    assert (again.drawing.draw, again.game.draws) == (at.table.drawing.draw, at.table.game.draws)  # type: ignore[union-attr]
    at.table = again
    at.table.presence.windows.update({0: 1, 1: 1})
    at.play(3)
    assert at.proof().proved


def test_an_agreement_that_is_fixed_survives_a_restart() -> None:
    at = Sitting()
    number, seat = at.to_phase("roll"), at.decider
    before = at.digest()
    at.play(1)
    at.take_back(seat, number)
    at.keep(taking_back.wish(at.table, NOON, TakeBack(1 - seat, at.table.number, number)))
    at.table = at.restarted()
    at.answer()
    at.keep(at.table.draw(NOON))
    assert at.digest() == before


def forged(at: Sitting, **changes: Any) -> tuple[Log, int]:
    """A proved log with one entry that takes something back, changed."""
    at.play(2)
    log = at.ended()
    assert verify(log).proved
    k = next(k for k, entry in enumerate(log.entries) if entry.action["type"] == KIND)
    return rebound(log, k, replace(log.entries[k], **changes)), k


def taken_back(by_consent: bool) -> Sitting:
    at = Sitting()
    number, seat = at.to_phase("roll" if by_consent else "buy"), at.decider
    at.act({"type": "roll" if by_consent else "buy"})
    at.take_back(seat, number)
    if by_consent:
        at.take_back(1 - seat, number)
    return at


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"seat": None},
        {"by": "bot"},
        {"action": {"type": KIND, "to": 0}},
        {"action": {"type": KIND, "to": "0"}},
        {"action": {"type": KIND}},
        {"action": {"type": KIND, "to": -1}},
        {"action": {"type": KIND, "to": 1_000}},
        {"action": {"type": KIND, "to": 0, "more": 1}},
    ],
)
def test_verify_finds_what_was_not_free(change: Any) -> None:
    at = taken_back(by_consent=False)
    seat = next(entry.seat for entry in at.entries if entry.action["type"] == KIND)
    if "seat" in change and change["seat"] is not None:
        change = {"seat": 1 - (seat or 0)}
    assert code_of(forged(at, **change)[0]) == "verify-take-back"


def test_verify_finds_an_agreement_that_was_not_given() -> None:
    at = taken_back(by_consent=True)
    shares = next(entry.shares for entry in at.entries if entry.action["type"] == KIND)
    assert code_of(forged(taken_back(by_consent=True), shares={**shares, "1": "ab" * 32})[0]) == "verify-share"  # type: ignore[dict-item]
    only = {"0": shares["0"]}  # type: ignore[index]
    assert code_of(forged(taken_back(by_consent=True), shares=only)[0]) == "verify-take-back-without"
    assert code_of(forged(taken_back(by_consent=True), shares=UNSET)[0]) == "verify-take-back"


def test_an_old_log_takes_nothing_back() -> None:
    header = msgspec.json.decode(msgspec.json.encode(Sitting(policy="never").table.record.header), type=Header)
    assert (header.take_back, header.policy) == (UNSET, "never")
    assert replace(header, take_back="free", format=2).policy == "never"


def test_free_take_backs_are_limited_while_others_wait() -> None:
    at = Sitting()
    number, seat = at.to_phase("buy"), at.decider
    for _ in range(20):
        at.act({"type": "buy"})
        at.take_back(seat, number)
    at.act({"type": "buy"})
    with refused("take-back-often"):
        at.take_back(seat, number)


def test_it_is_said_when_a_table_is_opened() -> None:
    assert NewTable("classic").take_back == "free"
    table: Table = begun(take_back="consent")
    assert table.record.header is not None
    assert (table.info().take_back, table.record.header.take_back) == ("consent", "consent")
    with pytest.raises(Refused):
        taking_back.wish(table, NOON, TakeBack(0, 0, 0))
