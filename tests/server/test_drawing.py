"""Draws of a table without a network: who is asked, who is left out, what a restart keeps, and what the log says."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import Report, verify
from freehold.server.protocol.messages import NewTable, Person, Refused
from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Record
from freehold.server.table import agreements, seating, timing
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

from .contributing import Cheated, Hand
from .served import SECRET

NOON = 1_700_000_000_000


class People:
    """A table whose people each have a browser that gives to the dice. Everything it does is kept as a store would."""

    def __init__(self, people: int = 2, bots: int = 0, secret: bytes = SECRET, seed: int = 1) -> None:
        names = [Person(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:people]]
        wish = NewTable("classic", seats=people + bots, people=names, bots=["novice"] * bots)
        record, *_ = seating.open_table(wish, fair_dice.commitment(secret), NOON)
        self.secret = secret
        chance = random.Random(seed)
        self.hands = [Hand(1000, chance) for _ in range(people)]
        self.table = Table(record, secret)
        self.entries: list[Entry] = []
        self.stored = b""
        for seat, hand in enumerate(self.hands):
            seating.give_chain(record, seat, hand.publish(seat)["end"])
            self.table.presence.windows[seat] = 1

    def start(self) -> None:
        self.done(self.table.start(NOON))

    def done(self, step: Step, *silent: int) -> Step:
        """Write a step; where it asks, answer for all but some seats, and draw."""
        self.keep(step)
        if step.asking is None:
            return step
        self.answer(*silent)
        return self.keep(self.table.draw(NOON))

    def answer(self, *silent: int) -> None:
        asking = msgspec.to_builtins(self.table.asking())
        for seat, hand in enumerate(self.hands):
            share = None if seat in silent else hand.answer(asking)
            for key, link in (share or {"links": {}})["links"].items():
                self.table.drawing.give(int(key), asking["draw"], link)

    def keep(self, step: Step) -> Step:
        self.entries += [entry for entry, _ in step.writes.entries]
        if step.writes.record is not None:
            self.stored = msgspec.json.encode(step.writes.record)
        return step

    def act(self, action: Any, *silent: int, seat: int | None = None) -> Step:
        assert self.table.game is not None
        seat = self.table.game.decider if seat is None else seat
        return self.done(self.table.act(NOON, seat, self.table.number + 1, action), *silent)

    def play(self, draws: int, *silent: int) -> None:
        """Go on until chance was drawn so many times more."""
        last = self.table.drawing.draw + draws
        while self.table.drawing.draw < last:
            assert self.table.game is not None
            usual = [a for a in self.table.game.legal(offers=False) if a["type"] not in ("mortgage", "sell", "build")]
            self.act({key: value for key, value in usual[0].items() if key != "max"}, *silent)

    def restarted(self) -> Table:
        """The table as another process would find it."""
        table = Table(msgspec.json.decode(self.stored, type=Record), self.secret)
        table.restore(msgspec.json.decode(msgspec.json.encode(self.entries), type=list[Entry]), NOON)
        assert not table.frozen
        return table

    def proof(self) -> Report:
        for seat in range(len(self.hands)):
            self.keep(agreements.consent(self.table, NOON, seat, True))
        assert self.table.record.header is not None
        return verify(Log(self.table.record.header, self.entries, self.table.record.ending, self.table.secret))

    def drawn(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.shares is not UNSET]


@pytest.fixture
def people() -> People:
    found = People()
    found.start()
    return found


def test_everybody_who_is_there_gives_to_every_draw(people: People) -> None:
    people.play(10)
    assert [sorted(entry.shares) for entry in people.drawn()] == [["0", "1"]] * 10  # type: ignore[arg-type]
    report = people.proof()
    assert report.proved
    assert [(part.gave, part.left_out) for part in report.parts] == [(11, 0), (11, 0)]


def test_an_action_is_fixed_and_stored_before_anybody_is_asked(people: People) -> None:
    assert people.table.game is not None
    seat = people.table.game.decider
    step = people.table.act(NOON, seat, 1, {"type": "roll"}, client="0:x")
    assert step.asking is not None
    assert (step.asking.draw, step.asking.number, step.asking.before) == (1, 1, people.table.log.hash)
    assert step.writes.record is not None
    assert step.writes.record.pending is not None
    assert (step.writes.entries, step.to_all, step.to_asker) == ([], [], [])
    with pytest.raises(Refused, match="drawing"):
        people.table.act(NOON, seat, 1, {"type": "roll"})
    assert timing.bot_to_move(people.table) is None


def test_what_draws_no_chance_asks_nobody(people: People) -> None:
    people.play(1)
    while people.table.game is not None and people.table.game.phase != "end":
        people.play(1)
    step = people.table.act(NOON, people.table.game.decider, people.table.number + 1, {"type": "end_turn"})  # type: ignore[union-attr]
    assert step.asking is None
    assert step.writes.entries[0][0].shares is UNSET


def test_who_does_not_answer_is_left_out_and_sits_out_a_round(people: People) -> None:
    people.play(2)
    people.play(1, 1)
    assert people.drawn()[-1].shares["1"] is None  # type: ignore[index]
    people.play(1)
    assert set(people.drawn()[-1].shares) == {"0"}  # type: ignore[arg-type]
    seating.give_chain(people.table.record, 1, people.hands[1].publish(1)["end"])
    people.play(1)
    assert set(people.drawn()[-1].shares) == {"0"}  # type: ignore[arg-type]
    assert [set(entry.chains) for entry in people.entries if entry.chains is not UNSET] == [{"1"}]
    people.play(3)
    assert [set(entry.shares) for entry in people.drawn()[-3:]] == [{"0", "1"}] * 3  # type: ignore[arg-type]
    report = people.proof()
    assert report.proved, report.finding
    assert [(part.gave, part.left_out) for part in report.parts] == [(9, 0), (6, 1)]


def test_a_snapshot_remembers_how_often_somebody_did_not_answer(people: People) -> None:
    """Otherwise the server would ask again too early, and its own log would not be proved."""
    people.play(1, 1)
    people.table.drawing.resume(msgspec.json.decode(msgspec.json.encode(people.table.drawing.state())))
    seating.give_chain(people.table.record, 1, people.hands[1].publish(1)["end"])
    people.play(2)
    people.play(1, 1)
    seating.give_chain(people.table.record, 1, people.hands[1].publish(1)["end"])
    people.play(6)
    assert people.drawn()[-1].shares.keys() == {"0"}  # type: ignore[union-attr]
    report = people.proof()
    assert report.proved, report.finding


def test_the_second_time_one_sits_out_eight_rounds(people: People) -> None:
    people.play(1, 1)
    seating.give_chain(people.table.record, 1, people.hands[1].publish(1)["end"])
    people.play(2)
    people.play(1, 1)
    seating.give_chain(people.table.record, 1, people.hands[1].publish(1)["end"])
    people.play(17)
    asked = [set(entry.shares) for entry in people.drawn()]  # type: ignore[arg-type]
    assert asked == [{"0", "1"}, {"0"}, {"0"}, {"0", "1"}, *[{"0"}] * 16, {"0", "1"}]
    assert people.proof().proved


def test_who_is_left_out_and_does_not_commit_anew_stays_out(people: People) -> None:
    people.play(1, 1)
    people.play(8)
    assert [set(entry.shares) for entry in people.drawn()[1:]] == [{"0"}] * 8  # type: ignore[arg-type]


def test_who_is_away_is_not_asked_and_goes_on_afterwards_with_the_same_chain(people: People) -> None:
    people.play(1)
    people.table.presence.windows[1] = 0
    people.play(2)
    people.table.presence.windows[1] = 1
    people.play(1)
    assert [sorted(entry.shares) for entry in people.drawn()] == [["0", "1"], ["0"], ["0"], ["0", "1"]]  # type: ignore[arg-type]
    assert people.proof().proved


def test_bots_give_nothing_and_a_link_that_came_before_needs_no_asking() -> None:
    alone = People(1, 1)
    alone.start()
    for _ in range(6):
        draw = alone.table.drawing.draw
        asking = {"draw": draw, "asked": [0], "ahead": True}
        alone.table.drawing.give(0, draw, alone.hands[0].answer(asking)["links"]["0"])
        while alone.table.drawing.draw == draw:
            assert alone.table.game is not None
            action = next(a for a in alone.table.game.legal(offers=False) if a["type"] not in ("mortgage", "sell"))
            step = alone.table.act(NOON, alone.table.game.decider, alone.table.number + 1, action)
            assert step.asking is None
            alone.keep(step)
    assert [set(entry.shares) for entry in alone.drawn()] == [{"0"}] * 6  # type: ignore[arg-type]
    assert alone.proof().proved


def test_a_link_must_be_the_next_one_and_for_the_next_draw(people: People) -> None:
    links = people.hands[0]._links[0]
    for draw, link, code in ((2, links[2], "stale-share"), (1, links[1], "bad-share"), (1, links[3], "bad-share")):
        with pytest.raises(Refused, match=code):
            people.table.drawing.give(0, draw, link)
    people.table.drawing.give(0, 1, links[2])


# ---------------------------------------------------------------------- restarts and backups


def test_a_restart_before_the_draw_gives_the_same_throw(people: People) -> None:
    people.play(3)
    assert people.table.game is not None
    while people.table.game.phase != "roll":
        people.play(0)
        people.act(
            next(a for a in people.table.game.legal(offers=False) if a["type"] in ("pass", "end_turn", "decline"))
        )
    people.keep(
        people.table.act(NOON, people.table.game.decider, people.table.number + 1, {"type": "roll"}, client="0:r")
    )
    people.answer()
    again = people.restarted()
    first = people.keep(people.table.draw(NOON)).writes.entries[0][0]
    assert timing.due(again) == (NOON + 15_000, "draw")
    before, people.table = people.table, again
    people.answer()  # the browsers give the same links to the same action
    assert timing.due(again) == (0, "draw")
    second = again.draw(NOON).writes.entries[0]
    assert second == (first, "0:r")
    assert again.log.hash == before.log.hash


def test_a_draw_that_was_done_is_not_done_again_after_a_restart(people: People) -> None:
    people.play(1)
    assert people.restarted().record.pending is None


def test_an_old_backup_gets_no_link_that_was_given_since(people: People) -> None:
    people.play(2)
    backup, entries = people.stored, list(people.entries)
    people.play(3)
    people.stored, people.entries = backup, entries
    people.table = people.restarted()
    people.table.presence.windows.update({0: 1, 1: 1})
    with pytest.raises(Cheated):
        people.play(1)
    assert people.table.record.pending is not None
    seen = {entry.shares["0"] for entry in people.drawn()}  # type: ignore[index]
    drawn = people.keep(people.table.draw(NOON)).writes.entries[0][0]
    assert drawn.shares == {"0": None, "1": None}  # what they saw does not come again
    assert None not in seen


def test_cards_that_nobody_has_seen_are_shuffled_again_at_each_draw(people: People) -> None:
    def hidden() -> list[str]:
        assert people.table.game is not None
        return list(people.table.game.position()["decks"]["chest"])

    orders = []
    for _ in range(12):
        orders.append(hidden())
        people.play(1)
    turned = sum("card" in str(entry) for entry in people.entries)
    assert len({tuple(order) for order in orders}) > 10
    assert all(sorted(order) == sorted(orders[0]) for order in orders) or turned
    assert people.proof().proved


def test_a_number_of_the_server_is_only_for_games_without_browsers(people: People) -> None:
    people.play(2)
    assert all(entry.fresh is UNSET for entry in people.entries)
    for seat in (0, 1):
        people.keep(agreements.consent(people.table, NOON, seat, True))
    assert people.table.record.header is not None
    at = next(k for k, entry in enumerate(people.entries) if entry.shares is not UNSET)
    people.entries[at] = msgspec.structs.replace(people.entries[at], fresh="ab" * 32)
    report = verify(Log(people.table.record.header, people.entries, people.table.record.ending, people.table.secret))
    assert report.finding is not None
    assert (report.finding.number, report.finding.code) == (at + 1, "verify-fresh")
