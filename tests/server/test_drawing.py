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
from freehold.server.storage.game_log import Entry, Log, bind
from freehold.server.storage.record import Record, Seat
from freehold.server.table import agreements, seating, timing
from freehold.server.table.table import IMPATIENCE, PATIENCE, RETURN, Table
from freehold.server.table.table_step import Step

from .contributing import Cheated, Hand
from .served import SECRET, links_of, record_of, unfinished

NOON = 1_700_000_000_000
NAMES = ("Ann", "Bob")


class People:
    """A table whose people each have a browser that gives to the dice. Everything it does is kept as a store would."""

    def __init__(self, people: int = 2, bots: int = 0, secret: bytes = SECRET, seed: int = 1) -> None:
        names = [Person(name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")[:people]]
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
        for hand in self.hands:
            hand.hear({"type": "begun"})

    def done(self, step: Step, *silent: int) -> Step:
        """Write a step; while it asks, answer for all but some seats, wait for these in vain, and draw."""
        self.keep(step)
        while step.asking is not None:
            self.answer(*silent)
            step = self.keep(self.table.draw(NOON + PATIENCE))
        return step

    def answer(self, *silent: int) -> None:
        asking = msgspec.to_builtins(self.table.asking())
        for seat, hand in enumerate(self.hands):
            share = None if seat in silent else hand.answer(asking)
            for key, link in (share or {"links": {}})["links"].items():
                self.table.drawing.give(int(key), asking["draw"], link)

    def keep(self, step: Step) -> Step:
        for entry, _ in step.writes.entries:
            self.entries.append(entry)
            for hand in self.hands:
                hand.follow(*(None if part is UNSET else part for part in (entry.shares, entry.chains or {})))
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

    def ended(self) -> Log:
        """The log after everybody has agreed to end the game."""
        for seat in range(len(self.hands)):
            self.keep(agreements.consent(self.table, NOON, seat, True))
        assert self.table.record.header is not None
        return Log(self.table.record.header, self.entries, self.table.record.ending, self.table.secret)

    def proof(self) -> Report:
        return verify(self.ended())

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


def test_who_does_not_answer_is_waited_for_and_then_left_out_of_one_draw(people: People) -> None:
    people.play(2)
    people.play(1, 1)
    assert people.drawn()[-1].shares["1"] is None  # type: ignore[index]
    people.play(1)
    assert set(people.drawn()[-1].shares) == {"0"}  # type: ignore[arg-type]
    with pytest.raises(Refused, match="stale-share"):
        people.table.drawing.give(1, 3, people.hands[1].link(1, 3))  # it is heard again
    people.play(3)
    assert [set(entry.shares) for entry in people.drawn()[-3:]] == [{"0", "1"}] * 3  # type: ignore[arg-type]
    assert None not in people.drawn()[-1].shares.values()  # type: ignore[union-attr]
    assert all(entry.chains is UNSET for entry in people.entries)  # no chain is lost by being late
    report = people.proof()
    assert (report.finding, report.verdict, report.incomplete) == (None, "partly", 2)
    assert [(part.gave, part.left_out, part.absent) for part in report.parts] == [(8, 0, 0), (6, 1, 1)]


def test_the_table_waits_and_says_for_whom(people: People) -> None:
    table = people.table
    assert table.game is not None
    people.keep(table.act(NOON, table.game.decider, 1, {"type": "roll"}))
    people.answer(1)
    assert timing.due(table) == (NOON + PATIENCE, "draw")
    step = table.draw(NOON + PATIENCE - 1)
    assert (step.writes.entries, step.asking) == ([], None)
    clock = table.clock(NOON)
    assert (clock.absent, clock.for_dice, clock.deadline) == ([1], True, NOON + PATIENCE)
    people.answer()
    assert timing.due(table) == (0, "draw")
    assert table.draw(NOON).writes.entries[0][0].shares.keys() == {"0", "1"}  # type: ignore[union-attr]
    assert not table.clock(NOON).for_dice


def test_somebody_who_waits_may_throw_without_the_number(people: People) -> None:
    table = people.table
    assert table.game is not None
    people.keep(table.act(NOON, table.game.decider, 1, {"type": "roll"}))
    people.answer(1)
    for about, now, code in ((1, NOON + IMPATIENCE - 1, "just-gone"), (0, NOON + IMPATIENCE, "is-present")):
        with pytest.raises(Refused, match=code):
            timing.stand_in(table, now, about)
    drawn = timing.stand_in(table, NOON + IMPATIENCE, 1).writes.entries[0][0]
    assert drawn.shares["1"] is None  # type: ignore[index]


def test_whoever_has_lapsed_reveals_first(people: People) -> None:
    people.play(1, 1)
    table = people.table
    table.arrive(NOON, [1])
    while table.game is not None and table.game.phase != "roll":
        people.act(next(a for a in table.game.legal(offers=False) if a["type"] in ("pass", "end_turn", "decline")))
    assert table.game is not None
    asking = people.keep(table.act(NOON, table.game.decider, table.number + 1, {"type": "roll"})).asking
    assert asking is not None
    assert (asking.asked, asking.turn, asking.shares) == ([0, 1], [1], {})
    people.answer()
    asking = table.draw(NOON).asking
    assert asking is not None
    assert (asking.turn, asking.shares) == ([0], {"1": people.hands[1].link(1, asking.draw)})
    people.answer()
    entry = people.keep(table.draw(NOON)).writes.entries[0][0]
    assert entry.shares == {"0": people.hands[0].link(0, asking.draw), **asking.shares}


def test_whoever_lets_their_turn_to_reveal_first_pass_cannot_give_later(people: People) -> None:
    people.play(1, 1)
    table = people.table
    table.arrive(NOON, [1])
    while table.game is not None and table.game.phase != "roll":
        people.act(next(a for a in table.game.legal(offers=False) if a["type"] in ("pass", "end_turn", "decline")))
    assert table.game is not None
    people.keep(table.act(NOON, table.game.decider, table.number + 1, {"type": "roll"}))
    old, new = table.record.seats[1].chain, people.hands[1].publish(1)["end"]
    link = people.hands[0].link(0, table.drawing.draw)
    seating.give_chain(table.record, 1, new)  # commits anew, so it cannot answer
    asking = table.draw(NOON).asking
    assert asking is not None
    assert (asking.turn, asking.shares) == ([0], {"1": None})
    seating.give_chain(table.record, 1, old)
    table.drawing.give(0, asking.draw, link)
    assert table.draw(NOON).writes.entries[0][0].shares == {"0": link, "1": None}


def test_a_snapshot_remembers_how_often_somebody_did_not_answer(people: People) -> None:
    """Otherwise whoever has lapsed would not reveal first after a restart."""
    people.play(1, 1)
    people.table.drawing.resume(msgspec.json.decode(msgspec.json.encode(people.table.drawing.state())))
    people.table.arrive(NOON, [1])
    assert people.table.drawing.chains.first([0, 1]) == [1]
    people.play(6)
    assert people.drawn()[-1].shares.keys() == {"0", "1"}  # type: ignore[union-attr]
    assert people.proof().finding is None


def test_who_left_a_moment_ago_is_waited_for(people: People) -> None:
    table = people.table
    table.depart(NOON, [1])
    assert table.game is not None
    asking = people.keep(table.act(NOON, table.game.decider, 1, {"type": "roll"})).asking
    assert asking is not None
    assert asking.asked == [0, 1]
    people.answer(1)
    assert timing.due(table) == (NOON + RETURN, "draw")
    assert table.draw(NOON + RETURN).writes.entries[0][0].shares["1"] is None  # type: ignore[index]


def test_bots_wait_without_end_for_the_only_person_of_the_game() -> None:
    alone = People(1, 1)
    alone.start()
    table = alone.table
    table.depart(NOON, [0])
    assert table.game is not None
    alone.keep(table.act(NOON + RETURN, table.game.decider, 1, {"type": "roll"}))
    assert timing.due(table) is None
    table.arrive(NOON + 2 * RETURN, [0])
    alone.answer()
    assert set(alone.keep(table.draw(NOON)).writes.entries[0][0].shares) == {"0"}  # type: ignore[arg-type]
    assert alone.proof().proved


def test_nobody_waits_for_a_person_whom_a_bot_replaces() -> None:
    alone = People(1, 1)
    alone.start()
    table = alone.table
    table.depart(NOON, [0])
    table.record.seats[0].away = True
    assert table.game is not None
    step = alone.keep(table.act(NOON + RETURN, table.game.decider, 1, {"type": "roll"}))
    assert step.writes.entries[0][0].shares == {}


def test_who_leaves_gives_no_more_and_the_log_says_so(people: People) -> None:
    people.play(2)
    seating.leave(people.table.record, 1)
    people.play(3)
    assert [entry.kinds for entry in people.entries if entry.kinds is not UNSET] == [{"1": "bot"}]
    assert people.drawn()[-1].shares.keys() == {"0"}  # type: ignore[union-attr]
    people.hands.pop()
    report = people.proof()
    assert report.finding is None
    assert report.incomplete <= 1  # of a draw before the entry that records it


def test_numbers_of_a_bots_seat_are_found(people: People) -> None:
    people.play(2)
    log = people.ended()
    seats = [msgspec.structs.replace(chair, kind="bot" if k else "person") for k, chair in enumerate(log.header.seats)]
    header = bind("", msgspec.structs.replace(log.header, seats=tuple(seats)))
    report = verify(msgspec.structs.replace(log, header=header))
    assert report.finding is not None
    assert (report.finding.number, report.finding.code) == (0, "verify-share-bot")


def test_who_is_away_is_not_asked_and_goes_on_afterwards_with_the_same_chain(people: People) -> None:
    people.play(1)
    people.table.presence.windows[1] = 0
    people.play(2)
    people.table.presence.windows[1] = 1
    people.play(1)
    assert [sorted(entry.shares) for entry in people.drawn()] == [["0", "1"], ["0"], ["0"], ["0", "1"]]  # type: ignore[arg-type]
    report = people.proof()
    assert (report.finding, report.verdict) == (None, "partly")
    assert [(part.gave, part.left_out, part.absent) for part in report.parts] == [(5, 0, 0), (3, 0, 2)]


def test_bots_give_nothing() -> None:
    alone = People(1, 1)
    alone.start()
    alone.play(6)
    assert [set(entry.shares) for entry in alone.drawn()] == [{"0"}] * 6  # type: ignore[arg-type]
    assert alone.proof().proved


def test_a_link_must_be_the_next_one_and_for_the_next_draw(people: People) -> None:
    links = people.hands[0]._links[0]
    with pytest.raises(Refused, match="stale-share"):
        people.table.drawing.give(0, 1, links[2])  # nobody has asked
    assert people.table.game is not None
    people.table.act(NOON, people.table.game.decider, 1, {"type": "roll"})
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
    drawn = people.keep(people.table.draw(NOON + PATIENCE)).writes.entries[0][0]
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


# ---------------------------------------------------------------------- games of format 2


def test_a_game_of_format_2_goes_on_by_its_own_rules() -> None:
    """A seat that does not answer in time loses its chain, and sits out one round, the second time 8."""
    log = unfinished(until=lambda game, actions: actions == 10, format=2)
    seats = [Seat(chair.name, chair.token, "person", chain=chair.end) for chair in log.header.seats]
    table = Table(record_of(log, seats=seats), SECRET)
    table.restore(log.entries, NOON)
    table.presence.windows.update({0: 1, 1: 1})
    assert not table.patient
    entries, used, which = list(log.entries), [table.drawing.draw] * 2, [0, 0]
    asked: list[list[int]] = []
    while len(asked) < 22 and table.game is not None:
        legal = table.game.legal(offers=False)
        usual = [a for a in legal if a["type"] not in ("mortgage", "sell", "build", "redeem")] or legal
        action = {key: value for key, value in usual[0].items() if key != "max"}
        step = table.act(NOON, table.game.decider, table.number + 1, action)
        if step.asking is not None:
            asked.append(step.asking.asked)
            for seat in step.asking.asked:
                used[seat] += 1
                if seat == 0 or len(asked) not in (1, 4):
                    table.drawing.give(seat, step.asking.draw, links_of(NAMES[seat], which[seat])[used[seat]])
            step = table.draw(NOON, at_once=True)
            if step.writes.entries[0][0].shares.get("1", "") is None:  # type: ignore[union-attr]
                which[1], used[1] = which[1] + 1, 0
                seating.give_chain(table.record, 1, links_of("Bob", which[1])[0])
        entries += [entry for entry, _ in step.writes.entries]
    assert asked == [[0, 1], [0], [0], [0, 1], *[[0]] * 16, [0, 1], [0, 1]]
    for seat in (0, 1):
        agreements.consent(table, NOON, seat, True)
    assert table.record.header is not None
    report = verify(Log(table.record.header, entries, table.record.ending, table.secret))
    assert report.proved, report.finding
    assert [part.left_out for part in report.parts] == [0, 2]
