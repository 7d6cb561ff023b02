"""One table, made of its parts: presence, chat, log, draws, countdown and the bots' pace. No socket, file or clock.

Every method takes the current time and returns a step: what to write to disk first, and what to send afterwards. A
refusal is raised before anything has changed. `session/message_table.py` checks who may request what, `timing.py` says
when the table acts by itself.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from freehold.game import Game, IllegalAction, internals, line_of_play
from freehold.json_types import Json
from freehold.server.fairness import fair_dice, take_backs
from freehold.server.protocol.game_json import EventJson, ViewJson
from freehold.server.protocol.messages import (
    ActionApplied,
    Begun,
    Clock,
    Done,
    Ended,
    Refused,
    RefusedByRules,
    Replied,
    Said,
    ShareRequest,
    TableChanged,
    TableInfo,
    Wanted,
)
from freehold.server.storage.game_log import (
    By,
    Entry,
    Header,
    Shares,
    Signature,
    mixed,
)
from freehold.server.storage.postgres.lease_types import Seen
from freehold.server.storage.record import Pending, Record
from freehold.server.storage.writes import Snapshot, Writes
from freehold.server.table import notices, seating, table_info
from freehold.server.table.chat import Chat
from freehold.server.table.countdown import BotPace, Countdown
from freehold.server.table.drawing import Drawing
from freehold.server.table.header_draft import header_draft
from freehold.server.table.played_log import REMEMBERED, SNAPSHOT_EVERY, PlayedLog
from freehold.server.table.presence import Presence
from freehold.server.table.table_step import Step
from freehold.server.table.wishes import Wishes

RETURN = 15_000  # milliseconds for a player whose connection was closed to come back before a draw is made without them
PATIENCE = 75_000  # milliseconds until a player who is connected and does not answer is absent from a draw
IMPATIENCE = 10_000  # of these, after which somebody who waits may say so
BACK = 60  # steps
ROUNDS_WITHOUT_PEOPLE = 500  # rounds after which a table of bots pauses until its host resumes it

Sign = Callable[[Header, str, Sequence[int]], Signature]  # a header, the last digest, seats with withdrawn names


class Table:
    """A table in the lobby or in play, built from stored data only. It can be dropped and reloaded at any time."""

    def __init__(self, record: Record, secret: bytes, bot_pause: int = 0, sign: Sign | None = None) -> None:
        self.record = record
        self.presence = Presence()
        self.chat = Chat()
        self.drawing = Drawing(record)
        self.log = PlayedLog(record, secret, self.drawing)
        self.countdown = Countdown(record, self.presence.windows)
        self.pace = BotPace(record)
        self.replies: deque[Replied] = deque(maxlen=REMEMBERED)
        self._secret = secret
        self._sign = sign
        self.bot_pause = bot_pause
        self._turns = 0
        self.last = 0  # when the last action was played
        self.wanted: Wanted | None = None  # around a real box: what an action still needs
        self.asked_at = 0  # when the seats were asked for their links
        self.wishes = Wishes()
        self.refused_order = -1  # the number of the last action when standing orders said something illegal

    # ------------------------------------------------------------------ what it shows

    @property
    def game(self) -> Game | None:
        return self.log.game

    @property
    def number(self) -> int:
        """The number of the last action."""
        return self.log.number

    @property
    def frozen(self) -> bool:
        """Whether the table can only be viewed, not played."""
        return bool(self.log.stopped)

    @property
    def present(self) -> Mapping[int, int]:
        """The open connections of each seat."""
        return self.presence.windows

    @property
    def awaited(self) -> list[int]:
        """The seats that must decide."""
        return self.countdown.awaited

    @property
    def deadline(self) -> int | None:
        """The deadline of their decision; None without a countdown."""
        return self.countdown.deadline

    @property
    def secret(self) -> str | None:
        """The secret of the dice, once the game has ended."""
        return self._secret.hex() if self.record.ending is not None else None

    def origin_of(self, address: str) -> str:
        """A digest of an address that only this table can compute."""
        return hmac.new(self._secret, f"origin {address}".encode(), hashlib.sha256).hexdigest()[:32]

    def level_of(self, seat: int) -> Any:
        chair = self.record.seats[seat]
        return chair.level if chair.kind == "bot" else self.record.level

    def bot_levels(self) -> dict[int, str]:
        """The level of each seat that belongs to a bot, not of bots that replace an absent person. Shown to
        everybody.
        """
        return {seat: chair.level for seat, chair in enumerate(self.record.seats) if chair.kind == "bot"}

    def clock(self, now: int) -> Clock:
        waiting = self.drawing.waiting if self.record.pending is not None else []
        if waiting:
            limits = self.draws_at, self.record.ends_at
            return Clock(now, self.awaited, *limits, waiting, self.asked_at + IMPATIENCE, for_dice=True)
        allowed = self.countdown.stand_in_from
        absent = [] if allowed is None else self.countdown.absent
        record = self.record
        return Clock(now, self.awaited, self.deadline, record.ends_at, absent, allowed, left=record.left)

    def changed(self, now: int) -> TableChanged:
        return TableChanged(self.info(), self.clock(now))

    def info(self) -> TableInfo:
        info = table_info.table_info(self.record, self.present, self.presence.watchers, self.number, self.log.stopped)
        return replace(
            info,
            pace=self.pace.of(self.present),
            awaited=self.awaited,
            beyond=self.log.beyond,
            wish=self.wishes.now,
            phones=self.presence.with_phone,
        )

    def seen(self) -> Seen:
        """What other processes show of it."""
        present = {seat: windows for seat, windows in self.present.items() if windows}
        return Seen(self.number, present, self.presence.watchers, self.awaited, self.countdown.phase)

    @property
    def steps_back(self) -> list[int] | UnsetType:
        """Around a real box: the latest steps that can be returned to."""
        return line_of_play.numbers(self.game)[:BACK] if self.record.box and self.game is not None else UNSET

    def asking(self) -> ShareRequest | None:
        """The request to the seats, if the set-up or an action waits for its draw."""
        return self.drawing.asking(self.log.hash)

    # ------------------------------------------------------------------ the game

    def restore(
        self,
        entries: Sequence[Entry],
        now: int,
        snapshot: Snapshot | None = None,
        earlier: Iterable[Snapshot] = (),
    ) -> None:
        """Replay a stored game. If that fails, the table is frozen."""
        record = self.record
        self.presence.left = dict.fromkeys(range(len(record.seats)), now)
        if record.header is None or not self.log.restore(entries, snapshot, earlier):
            return
        if record.ending is None and self.game is not None:
            self.ask(now, self.game.view())
        if record.pending is not None and (record.pending.number != self.number + 1 or record.ending is not None):
            record.pending = None  # already applied; only the record was not updated
        self._ask_for_links(now)

    def start(self, now: int) -> Step:
        """Fix who plays: bots take the empty chairs. Then the seats give their links, and the game is set up."""
        record = self.record
        seating.must_be_lobby(record)
        for seat, chair in enumerate(record.seats):
            if chair.kind == "open":
                seating.make_bot(record, seat, record.level)
        draft = header_draft(record, now)
        asked = self.drawing.asked([seat for seat, windows in self.present.items() if windows])
        self.drawing.opening = (draft, asked)
        return self._ask_for_links(now) if asked else self.draw(now)

    def begin(self, now: int, header: Header) -> Step:
        """Set the game up by its header, which says everything but the first view."""
        record = self.record
        game = self.log.begin(header)
        assert record.header is not None
        record.status = "playing"
        record.ends_at = now + record.minutes * 60_000 if record.minutes is not None else None
        view = game.view()
        self.ask(now, view)
        begun = Begun(
            self.log.hash,
            record.header,
            game.setup,
            view,
            game.prices(),
            game.decider,
            game.legal(offers=False, amounts=True),
            self.clock(now),
        )
        return Step(Writes(record=record), [self.changed(now), begun])

    def act(
        self,
        now: int,
        seat: int | None,
        number: int,
        action: Mapping[str, Any],
        by: By = "person",
        client: str | None = None,
    ) -> Step:
        """Apply an action under the next number; a person who acts counts as back.

        If it draws chance and links of seats are still missing, it is only fixed: `draw` applies it later.
        """
        game = self.log.playing()
        if self.record.paused:
            raise Refused("paused")
        if number != self.number + 1:
            raise Refused("stale-number")
        if by == "person" and (seat is None or action.get("type") == "time_up"):
            raise Refused("unknown-action")
        if self.record.pending is not None:
            raise Refused("drawing")
        header = self.record.header
        assert header is not None
        try:
            if header.format == 1:
                played = fair_dice.play(game, number, action, seat, self._secret, header.salts)
                return self.acted(now, seat, by, client, played)
            twin, events, line = fair_dice.tried(game, action, seat)
        except IllegalAction as refusal:
            raise RefusedByRules(refusal.reason, refusal.detail) from None
        if twin.draws == game.draws:
            self.log.game = twin
            return self.acted(now, seat, by, client, (events, line))
        asked = self.drawing.asked(self._here(now, game))
        return self.fix(now, Pending(number, line["seat"], line["action"], by, client, self.drawing.draw, asked))

    def fix(self, now: int, pending: Pending) -> Step:
        """An action is fixed, and needs links of seats: it is applied once they have come."""
        self.record.pending = pending
        if not self.drawing.turn:
            return self.draw(now)
        step = self._ask_for_links(now)
        step.writes.record = self.record
        return step

    def _here(self, now: int, game: Game) -> set[int]:
        """The people who are asked for links: who are connected or may be back at once, or the only one of the game."""
        left = self.presence.left
        people = {seat for seat, chair in enumerate(self.record.seats) if chair.kind == "person"}
        here = {seat for seat in people if self.present.get(seat)}
        if here == people or not self.patient:
            return here
        return {seat for seat in people if seat in here or now - left.get(seat, 0) < RETURN} | {*self._only_one(game)}

    def _only_one(self, game: Game) -> list[int]:
        """The seat of the only person who plays, if there is one and no bot plays for them."""
        seats = zip(self.record.seats, game.view()["players"], strict=True)
        people = [seat for seat, (chair, at) in enumerate(seats) if chair.kind == "person" and not at["bankrupt"]]
        return people if len(people) == 1 and not self.record.seats[people[0]].bot_plays else []

    def _ask_for_links(self, now: int) -> Step:
        self.asked_at = now
        self.drawing.ask()
        return Step(asking=self.asking())

    @property
    def draws_at(self) -> int | None:
        """When what is fixed is drawn, at the latest; None: it waits for the only person of the game to come back."""
        waiting, game = self.drawing.waiting, self.game
        if not waiting or game is None:
            return 0
        if any(self.present.get(seat) for seat in waiting):
            return self.asked_at + PATIENCE
        if waiting == self._only_one(game):
            return None
        return RETURN + max(self.presence.left.get(seat, self.asked_at) for seat in waiting)

    @property
    def patient(self) -> bool:
        """Whether a draw waits for people until they are declared absent; in games of format 2, for a moment only."""
        header = self.record.header
        return header is not None and header.format > 2

    def draw(self, now: int, at_once: bool = False) -> Step:
        """Draw for what is fixed, once the links have come or need not be waited for: then the seat is left out."""
        if self.drawing.opening is not None:
            (draft, asked), self.drawing.opening = self.drawing.opening, None
            shares, fresh = self.drawing.shares(asked), self.drawing.fresh()
            return self.begin(now, replace(draft, shares=shares, fresh=fresh))
        pending, game = self.record.pending, self.game
        if pending is None or game is None or self.frozen:
            return Step()
        if self.drawing.waiting:
            until = self.draws_at
            if not at_once and (until is None or 0 < until - now <= PATIENCE):  # or the clock was set back
                return Step(to_all=[self.changed(now)])  # which says for whom it waits
            self.drawing.miss(self.drawing.waiting)
        if self.drawing.turn:
            return self._ask_for_links(now)
        shares, fresh = self.drawing.shares(pending.asked), self.drawing.fresh()
        if take_backs.target(pending.action) is None:
            mix = mixed(shares, fresh)
            played = fair_dice.play(game, pending.draw, pending.action, pending.seat, self._secret, mix)
        else:
            played = self.taken_back(pending.seat, pending.action, shares)
        self.record.pending = None
        self.drawing.drawn(shares)
        return self.acted(now, pending.seat, pending.by, pending.client, played, shares, fresh)

    def take_back(self, now: int, seat: int, to: int) -> Step:
        """Take back what is free to be taken back."""
        return self.acted(now, seat, "person", None, self.taken_back(seat, {"type": take_backs.KIND, "to": to}))

    def taken_back(
        self, seat: int | None, action: Json, shares: Shares | UnsetType = UNSET
    ) -> tuple[list[EventJson], Json]:
        assert self.game is not None
        assert self.log.past is not None
        internals.reseed(self.game, 0)
        self.log.past.go_back(self.game, action["to"], shares)
        return [], {"seat": seat, "action": action, "chance": []}

    def acted(
        self,
        now: int,
        seat: int | None,
        by: By,
        client: str | None,
        played: tuple[list[EventJson], Json],
        shares: Shares | UnsetType = UNSET,
        fresh: str | UnsetType = UNSET,
    ) -> Step:
        """An action was applied: enter it into the log and make its messages."""
        game = self.game
        assert game is not None
        view = game.view()
        entry, past, seen = self.log.add(now, by, played, view, shares, fresh)
        step = Step(Writes(game=self.record.id, entries=[(entry, client)]))
        if entry.number % SNAPSHOT_EVERY == 0 and not self.record.box:
            step.writes.snapshot = self.log.snapshot()
        self._rest_at_cap(view, step)
        if by == "person" and seat is not None and self.record.seats[seat].bot_plays:
            self.record.seats[seat].away = self.record.seats[seat].replaced = False
            step.writes.record = self.record
            step.to_all.append(self.changed(now))
        if client is not None:
            step.to_asker.append(Done(client.partition(":")[2], entry.number))
        # the time to decide again what was taken back is a new one; the rest goes on
        self.ask(now, view, entry.action if take_backs.target(entry.action) is None else None, seat)
        if self.wishes.now is not None:
            self.wishes.now = None
            step.to_all.append(self.changed(now))
        legal = game.legal(offers=False, amounts=True) if game.decider is not None else []
        more = self.clock(now), self.steps_back, self.wanted or UNSET
        step.to_all.append(ActionApplied(past, seen, self.log.prices(game), game.decider, legal, *more))
        if game.over and not self.record.box:  # there, somebody may have typed something wrong
            self.end(now, "over", step)
        return step

    def ask(self, now: int, view: ViewJson, action: Json | None = None, seat: int | None = None) -> None:
        """After an action of a seat: ask whoever must decide now."""
        self.last = now
        self.countdown.ask(now, view, action, seat)
        self.pace.asked(self.awaited)

    def _rest_at_cap(self, view: ViewJson, step: Step) -> None:
        """A game without people goes on for a bounded number of rounds."""
        turns, before = view["flow"]["turns"], self._turns
        self._turns = turns
        cap = ROUNDS_WITHOUT_PEOPLE * len(self.record.seats)
        people = any(chair.kind == "person" for chair in self.record.seats)
        if not people and before and turns // cap > before // cap:
            self.record.paused = True
            step.writes.record = self.record
            step.to_all.append(self.changed(self.last))

    def end(self, now: int, how: Literal["over", "consent"], step: Step) -> None:
        """End the game as part of a step."""
        record, game = self.record, self.game
        assert game is not None
        record.ending = ending = self.log.end(how, now)
        record.winners = [standing["seat"] for standing in game.standings() if standing["place"] == 1]
        record.status, record.paused, record.pending = "over", False, None
        for chair in record.seats:
            chair.orders = None
        if record.withdrawn:
            table_info.redact(record)
            step.writes.game, step.writes.unsaid = record.id, []
        self.sign(ending.hash)
        self.countdown.stop()
        step.writes.record = record
        ended = Ended(ending.how, ending.number, ending.hash, self._secret.hex(), game.standings())
        step.to_all += [ended, self.changed(now)]
        step.notices += notices.are_over(record, self.present, now)

    def reopen(self) -> None:
        """Take the end of the game back."""
        record = self.record
        record.status, record.ending, record.winners, record.signature = "playing", None, [], None
        self.log.reopen()

    def sign(self, head: str) -> None:
        """Sign the log as it is, without names that were withdrawn."""
        if self._sign is not None and self.record.header is not None:
            self.record.signature = self._sign(self.record.header, head, self.record.withdrawn)

    @property
    def runs(self) -> bool:
        """Whether the game is played just now."""
        return self.record.status == "playing" and not self.record.paused and not self.frozen

    @property
    def rested(self) -> bool:
        """Whether the record knows who is awaited."""
        known = (self.record.awaited, self.record.asked)
        return self.record.status != "playing" or known == (self.awaited, self.countdown.phase)

    def rest(self) -> Step:
        """The table is put away: its record says who is awaited."""
        self.record.awaited, self.record.asked = list(self.awaited), self.countdown.phase
        return Step(Writes(record=self.record))

    def sleep(self) -> Step:
        """Nobody is connected and only bots could act: the game stops until somebody visits."""
        self.record.asleep = True
        return self.rest()

    # ------------------------------------------------------------------ its people

    def arrive(self, now: int, seats: Collection[int], phone: int | None = None) -> Step:
        """Somebody connects with these seats; without any, as a spectator, who is not announced. Around a real box that
        may be a screen of everybody's, and is. `phone`: of whom.
        """
        self.presence.arrive(seats, phone)
        self.drawing.heard(seats)
        self.attend(now)
        asleep, self.record.asleep = self.record.asleep, False
        step = self.back(now, seats)
        if asleep:
            self.last = now
            step.writes.record = self.record
        step.to_all = [self.changed(now)] if seats or self.record.box else []
        return step

    def depart(self, now: int, seats: Collection[int], phone: int | None = None) -> TableChanged | None:
        """Somebody who arrived with these seats has gone. Returns what the others are told."""
        self.presence.depart(now, seats, phone)
        self.attend(now)
        return self.changed(now) if seats or self.record.box else None

    def attend(self, now: int) -> None:
        """Somebody came or went."""
        if self.record.status == "playing" and not self.frozen:
            self.countdown.attend(now)

    def back(self, now: int, seats: Iterable[int]) -> Step:
        """Players are back and take over at once, also where the host had let a bot play for them."""
        chairs = self.record.seats
        away = [seat for seat in seats if chairs[seat].away or chairs[seat].replaced]
        for seat in away:
            chairs[seat].away = chairs[seat].replaced = False
        return self.seated(now) if away else Step()

    def seated(self, now: int) -> Step:
        """The seats have changed."""
        idle = not self.countdown.people or self.deadline is None
        if idle and self.record.status == "playing" and not self.frozen:
            self.countdown.begin(now)
        return self.tell(now)

    def say(self, now: int, seat: int | None, text: str) -> Step:
        """A line of chat, rate limited."""
        chair = None if seat is None else self.record.seats[seat]
        if chair is not None and chair.muted:
            raise Refused("muted")
        line = self.chat.say(now, seat, "" if chair is None else chair.name, text)
        return Step(Writes(game=self.record.id, line=line), [Said(line)])

    def tell(self, now: int) -> Step:
        """The record has changed, and everybody is told."""
        return Step(Writes(record=self.record), [self.changed(now)])
