"""Read access to stored games: missed actions, the view after any action, statistics; and import of a log.

A game is stored as its log and replayed on demand. Snapshots taken on the way save replaying from the first action.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET, Raw, Struct, convert

from freehold.coach.review import Reviewer
from freehold.editions import load
from freehold.game import Game, IllegalAction
from freehold.i18n import write
from freehold.json_types import Json
from freehold.server.fairness import fair_dice, take_backs, typed_dice
from freehold.server.fairness.verify import verify
from freehold.server.protocol.game_json import ActionJson, EventJson, PricesJson, StandingJson, ViewJson
from freehold.server.protocol.messages import PastAction, Refused, encode
from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Record, Seat
from freehold.server.storage.store import ALL, Reader
from freehold.server.storage.writes import Writes
from freehold.server.table import seating, snapshots
from freehold.server.table.table_info import past_of


def shared_title(record: Record) -> str:
    """What a link to a game is called: who won, in the language of the table."""
    lang = record.language
    winners = ", ".join(record.seats[seat].name for seat in record.winners)
    key = "shared-title" if winners else "shared-title-open"
    return write("server", key, {"who": winners, "edition": load(record.edition).name[lang]}, lang)


class View(Struct, frozen=True):
    """The public view of a game after an action. `past` is None before the first one."""

    number: int
    last: int
    view: ViewJson
    prices: PricesJson
    standings: list[StandingJson]
    past: PastAction | None


class Moment(Struct, frozen=True):
    """A game after an action. `past` is None before the first one."""

    number: int
    past: PastAction | None
    view: ViewJson
    prices: PricesJson
    standings: list[StandingJson]


class PastPage(Struct, frozen=True):
    """One page of a game, in order: request the next one with `after` set to the number of its last row.

    `last` is the number of the last action so far; `setup` are the events before the first one.
    """

    last: int
    setup: list[EventJson]
    rows: list[Moment]


class Statistics(Struct, frozen=True):
    """`worth`: net worth of each seat after every turn that was not taken back, None once bankrupt; `numbers`: after
    which actions. `dice`: how often each total was thrown, also what was taken back. `set_right`: how many things were,
    around a real box, without a rule.
    """

    turns: int
    actions: int
    worth: list[list[int | None]]
    numbers: list[int]
    dice: dict[str, int]
    faces: dict[str, int]
    set_right: int = 0


class Better(Struct, frozen=True):
    """What would have been better at a turning point, and the chance it would have left."""

    action: ActionJson
    chance: float
    label: dict[str, str]
    why: dict[str, str]
    clause: str | None


class TurningPoint(Struct, frozen=True):
    """A large change of the chances: by luck or by a decision, and in sentences by language."""

    number: int
    seat: int | None
    kind: Literal["luck", "decision"]
    action: ActionJson
    changes: list[float]
    loss: float
    told: dict[str, str]
    better: Better | None


class Review(Struct, frozen=True):
    """A finished game as the coach saw it: see `freehold.review`."""

    start: list[float]
    chances: list[list[float]]
    losses: list[float]
    drawn: list[bool]
    turning_points: list[TurningPoint]
    accuracy: list[float | None]
    decisions: list[int]
    best: list[int]
    luck: list[float]
    skill: list[float]
    others: list[float]


class CutEntry(Struct, frozen=True):
    """An action that was taken out of a game which stood still and was settled. `cut`: when, in seconds since 1970."""

    cut: int
    entry: Entry


class SnapshotCache:
    """A cache of snapshots of recently read games, one every few actions."""

    def __init__(self, most: int = 200, every: int = 200) -> None:
        self._most, self._every = most, every
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()
        self._lock = threading.Lock()

    def before(self, game: str, number: int) -> tuple[int, Game] | None:
        """The nearest snapshot at or before a number: its number, and a copy of the game."""
        with self._lock:
            for at in range(number - number % self._every, 0, -self._every):
                found = self._games.get((game, at))
                if found is not None:
                    self._games.move_to_end((game, at))
                    return at, found.copy()
        return None

    def keep(self, game: str, entry: Entry, state: Game) -> None:
        if entry.number % self._every:
            return
        with self._lock:
            self._games[game, entry.number] = state.copy()
            self._games.move_to_end((game, entry.number))
            if len(self._games) > self._most:
                self._games.popitem(last=False)


class Archive:
    """The stored games of one store. Used by several threads at once."""

    def __init__(self, read: Reader) -> None:
        self._read = read
        self._kept = SnapshotCache()

    def begun(self, game: str) -> Record:
        record = self._read.record(game)
        if record is None:
            raise Refused("no-such-table")
        if record.header is None:
            raise Refused("not-begun")
        return record

    def _again(
        self, record: Record, after: int = -1, most: int = ALL
    ) -> Iterator[tuple[Entry | None, Game, list[EventJson], Json]]:
        """Replay a stored game from its nearest snapshot. Yields (entry, game, events, log line) for each action after
        number `after`; with `after` -1 it first yields the set-up, with None as entry.

        Every tuple holds the same `Game` object, advanced by one action: copy it to keep a state. Raises `Refused` if
        an entry is missing or the rules have changed.
        """
        assert record.header is not None
        last = record.ending.number if record.ending is not None else self._read.last(record.id)
        secret = self._read.secret(record.id)
        cached = f"{record.id} {record.redacted}"  # positions contain names
        first = after
        while True:  # a position that is gone back to is replayed as well
            kept = self._kept.before(cached, first) or self._stored(record, first)
            start, game = kept or (0, fair_dice.set_up_again(record.header, secret))
            entries = self._read.entries(record.id, start, after - start + most)
            wanted = take_backs.targets(entries)
            first = min(wanted, default=start)
            if first >= start:
                break
        if after < 0:
            yield None, game, game.setup, {}
        number, past = start, take_backs.Past(record.header, game, start, wanted)
        for entry in entries:
            if entry.number != number + 1:
                break
            number = entry.number
            try:
                events, line = take_backs.play_again(game, record.header, entry, secret, past)
            except (IllegalAction, fair_dice.Misdrawn):
                raise Refused("rules-changed") from None
            if line["chance"] != entry.chance:
                raise Refused("rules-changed")
            self._kept.keep(cached, entry, game)
            if number > after:
                yield entry, game, events, line
        if number < min(last, after + most):
            raise Refused("log-broken")

    def _stored(self, record: Record, at_most: int) -> tuple[int, Game] | None:
        found = snapshots.usable(self._read, record, at_most)
        return None if found is None else (found.number, snapshots.game_of(found))

    def game_at(self, game: str, number: int) -> Game:
        """A game after an action."""
        for _, state, *_ in self._again(self.begun(game), number - 1, 1):
            return state.copy()
        raise Refused("no-such-number")

    def missed(self, game: str, seen: int, most: int) -> list[tuple[int, Raw]]:
        """The last actions after a number with their events, up to a limit."""
        record = self.begun(game)
        seen = max(seen, self._read.last(game) - most)
        return [
            (entry.number, Raw(encode(past_of(entry, events, line))))
            for entry, _, events, line in self._again(record, seen)
            if entry is not None
        ]

    def view_at(self, game: str, number: int) -> View:
        """The table after an action; 0: before the first."""
        page = self.page(game, number - 1, 1)
        if not page.rows:
            raise Refused("no-such-number")
        row = page.rows[0]
        return View(number, page.last, row.view, row.prices, row.standings, row.past)

    def page(self, game: str, after: int, most: int) -> PastPage:
        """The actions after a number, up to a limit, each with the public view after it; -1 starts with the set-up."""
        record = self.begun(game)
        last = record.ending.number if record.ending is not None else self._read.last(game)
        rows: list[Moment] = []
        setup: list[EventJson] = []
        if after < last:
            for entry, state, events, line in self._again(record, after, most):
                setup = state.setup
                past = None if entry is None else past_of(entry, events, line)
                number = 0 if entry is None else entry.number
                rows.append(Moment(number, past, state.view(), state.prices(), state.standings()))
        return PastPage(last, setup, rows[:most])

    def statistics(self, game: str) -> Statistics:
        """Net worth over time by seat, and the distribution of the dice."""
        record = self.begun(game)
        seats = len(record.seats)
        worth: list[list[int | None]] = [[] for _ in range(seats)]
        dice = {str(total): 0 for total in range(2, 13)}
        faces = {str(face): 0 for face in range(1, 7)}
        line: list[int] = []
        ends: list[int] = [0]  # after which actions the rows of `worth` are
        actions = 0
        right: set[int] = set()
        for entry, state, events, _ in self._again(record):
            actions += entry is not None
            if entry is not None and entry.action["type"] == "set_right" and entry.action["what"] != "shuffled":
                right.add(entry.number)
            undone = take_backs.follow(line, entry) if entry is not None else []
            right.difference_update(undone)
            gone = len([number for number in ends if number in undone])
            del ends[len(ends) - gone :]
            for row in worth:
                del row[len(row) - gone :]
            for event in events:
                if event["type"] == "roll":
                    dice[str(sum(event["dice"]))] += 1
            for outcome in entry.chance if entry is not None else ():
                if isinstance(outcome, int):
                    faces[str(outcome)] += 1
            if entry is None or any(event["type"] in ("turn", "over") for event in events):
                if entry is not None:
                    ends.append(entry.number)
                for standing in state.standings():
                    worth[standing["seat"]].append(standing["worth"])
        return Statistics(len(ends) - 1, actions, worth, ends, dice, faces, len(right))

    def review(self, game: str) -> Review:
        """A finished game as the coach saw it."""
        record = self.begun(game)
        if record.ending is None:
            raise Refused("not-over")
        reviewer: Reviewer | None = None
        corrected = typed_dice.corrected(record.header, lambda: self._read.entries(game))
        line: list[int] = []
        for entry, state, events, _ in self._again(record):
            if entry is None:
                reviewer = Reviewer(state)
            elif reviewer is not None and entry.number in corrected:
                reviewer.corrected(entry.action, state)
            elif reviewer is not None:
                undone = take_backs.follow(line, entry)
                reviewer.played(entry.seat, entry.action, events, state, undone)
        assert reviewer is not None
        return convert(reviewer.told(), Review)

    def cut(self, game: str) -> list[CutEntry]:
        """What was taken out of a game. Other rules played it, so it has no views."""
        self.begun(game)
        return [CutEntry(*row) for row in self._read.cut_entries(game)]

    def log(self, game: str) -> Log:
        return self._read.log(self.begun(game))


def verified_import(log: Log, now: int) -> Writes:
    """A finished game from another server, ready to be stored. It must pass verification."""
    if verify(log).finding is not None or log.secret is None or log.ending is None:
        raise Refused("not-proved")
    header = log.header
    if any(seating.clean_name(chair.name) != chair.name for chair in header.seats):
        raise Refused("bad-name")
    seats = [Seat(chair.name, chair.token, "bot") for chair in header.seats]
    record = Record(
        id=header.game,
        edition=header.edition,
        variant=header.variant,
        options=header.options,
        language="en",
        seconds=None,
        minutes=None,
        listed=True,
        level="random",
        seats=seats,
        host="",
        invite="",
        commitment=header.commitment,
        created=now,
        status="over",
        header=header,
        ending=log.ending,
        withdrawn=[] if log.withdrawn is UNSET else log.withdrawn,
        signature=None if log.signature is UNSET else log.signature,
        box=header.box is not UNSET,
    )
    entries: list[tuple[Entry, str | None]] = [(entry, None) for entry in log.entries]
    return Writes(record=record, secret=bytes.fromhex(log.secret), game=record.id, entries=entries)
