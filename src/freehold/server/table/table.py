"""One table: its game, pending decisions, countdown and bots. No socket, no file, no clock.

Every method takes the current time and returns a step: what to write to disk first, and what to send afterwards. A
refusal is raised before anything has changed. `session.py` checks who may request what.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from msgspec import UNSET, Raw, Struct, UnsetType, field
from msgspec.structs import replace

from freehold.game import Game, IllegalAction
from freehold.server.coaching import consent
from freehold.server.fairness import fair_dice
from freehold.server.protocol.game_json import EventJson, ViewJson
from freehold.server.protocol.messages import (
    Asking,
    Begun,
    Clock,
    Done,
    Ended,
    Past,
    Refused,
    Replied,
    Said,
    TableChanged,
    TableInfo,
    Tells,
    Told,
    encode,
)
from freehold.server.storage.game_log import (
    UNBOUND,
    By,
    Chair,
    Ending,
    Entry,
    Header,
    Shares,
    Signature,
    bind,
    canonical,
    link,
    mixed,
    rules_digest,
    view_digest,
)
from freehold.server.storage.record import Line, Pace, Pending, Record, Settlement
from freehold.server.storage.store import Snapshot, Writes
from freehold.server.table import bots, seating, snapshots, table_info
from freehold.server.table.countdown import PACES, BotPace, Countdown
from freehold.server.table.drawing import Drawing

Json = dict[str, Any]

CHAT_LINES, CHAT_SECONDS = 5, 10  # lines per seconds
CHAT_SHOWN = 50  # lines that a client gets when it connects
REJOIN = 15_000  # milliseconds after a restart for players to reconnect and send their links for a pending draw
SNAPSHOT_EVERY = 100  # actions
ROUNDS_WITHOUT_PEOPLE = 500  # rounds after which a table of bots pauses until its host resumes it
SETTLED = ("moves-lost", "rules-changed")  # why a game may stand still until its people settle it
REMEMBERED = 16  # recent actions kept in memory for clients that reconnect

Sign = Callable[[str, str], Signature]  # a game's id and its last digest


class Step(Struct):
    """The result of an operation: writes first, then messages to everybody and to the client that asked.

    `asking`: the seats are to be asked for their links, and `Table.draw` to be called when they have come.
    """

    writes: Writes = field(default_factory=Writes)
    to_all: list[Tells] = []
    to_asker: list[Tells] = []
    asking: Asking | None = None
    alone: bool = False  # all other connections are closed and have to authenticate again


class Table:
    """A table in the lobby or in play. It is built from stored data only, so it can be dropped and reloaded at any
    time.
    """

    def __init__(self, record: Record, secret: bytes, bot_pause: int = 0, sign: Sign | None = None) -> None:
        self.record = record
        self._sign = sign
        self.game: Game | None = None
        self.number = 0
        self.hash = ""
        self.stopped = ""  # the code that says why this game cannot continue
        self.present: dict[int, int] = {}  # seat -> open connections
        self.countdown = Countdown(record, self.present)
        self.pace = BotPace(record)
        self.drawing = Drawing(record)
        self.watchers = 0
        self.left: dict[int, int] = {}  # when each seat's last window was closed
        self.chat: deque[Line] = deque(maxlen=CHAT_SHOWN)
        self._last_line = 0  # at least the number of the last line that was deleted
        self.kept: Snapshot | None = None  # the last position on the way of a replay
        self._turns = 0
        self._secret = secret
        self._bot_pause = bot_pause
        self._last = 0
        self._rejoin = 0
        self._opening: tuple[Header, list[int]] | None = None
        self._said: dict[int | None, deque[int]] = {}
        self.recent: deque[tuple[int, Raw]] = deque(maxlen=REMEMBERED)
        self.replies: deque[Replied] = deque(maxlen=REMEMBERED)

    def origin_of(self, address: str) -> str:
        """A digest of an address that only this table can compute."""
        return hmac.new(self._secret, f"origin {address}".encode(), hashlib.sha256).hexdigest()[:32]

    @property
    def awaited(self) -> list[int]:
        """The seats that must decide."""
        return self.countdown.awaited

    @property
    def deadline(self) -> int | None:
        """The deadline of their decision; None without a countdown."""
        return self.countdown.deadline

    @property
    def frozen(self) -> bool:
        """Whether the table can only be viewed, not played."""
        return bool(self.stopped)

    # ------------------------------------------------------------------ beginning

    def start(self, now: int) -> Step:
        """Fix who plays: bots take the empty chairs. Then the seats give their links, and the game is set up."""
        record = self.record
        seating.must_be_lobby(record)
        for seat, chair in enumerate(record.seats):
            if chair.kind == "open":
                seating.make_bot(record, seat, record.level)
        draft = Header(
            game=record.id,
            edition=record.edition,
            variant=record.variant,
            options=record.options,
            seats=tuple(Chair(chair.name, chair.token, chain=chair.chain or UNSET) for chair in record.seats),
            commitment=record.commitment,
            rules=rules_digest(record.edition),
            at=now,
            start=UNBOUND,
            hash=UNBOUND,
            format=2,
            coach=True if consent.agreed(record) else UNSET,
        )
        asked = self.drawing.asked(self.present)
        self._opening = (draft, asked)
        if self.drawing.missing(asked):
            return Step(asking=self.asking())
        return self.draw(now)

    def _begin(self, now: int, draft: Header, asked: list[int]) -> Step:
        record = self.record
        draft = replace(draft, shares=self.drawing.shares(asked), fresh=self.drawing.fresh())
        game = fair_dice.set_up_again(draft, self._secret)
        record.header = bind("", replace(draft, start=view_digest(game)))
        self.drawing.begin(record.header)
        record.status = "playing"
        record.ends_at = now + record.minutes * 60_000 if record.minutes is not None else None
        self.game, self.hash = game, record.header.hash
        view = game.view()
        self._asked(now, view)
        begun = Begun(
            self.hash,
            record.header,
            game.setup,
            view,
            game.prices(),
            game.decider,
            game.legal(offers=False, amounts=True),
            self.clock(now),
        )
        return Step(Writes(record=record), [self.changed(now), begun])

    def snapshot(self) -> Snapshot:
        """The game after its last action."""
        header, game = self.record.header, self.game
        assert header is not None
        assert game is not None
        rules, chains = rules_digest(header.edition), self.drawing.state()
        return Snapshot(self.number, self.hash, rules, game.position(), game.setup, game.drawn(), chains)

    def _resume(self, snapshot: Snapshot) -> None:
        self.game = snapshots.game_of(snapshot)
        self.number, self.hash = snapshot.number, snapshot.hash
        self.drawing.resume(snapshot.chains)

    def restore(self, entries: Iterable[Entry], now: int, snapshot: Snapshot | None = None) -> None:
        """Replay a stored game to its present state, from its first action or from a snapshot on.

        If the replay differs or an entry is missing, the table is frozen at that point and reports why.
        """
        self.left = dict.fromkeys(range(len(self.record.seats)), now)
        header, ending = self.record.header, self.record.ending
        if header is None:
            return
        other_rules = header.rules != rules_digest(header.edition)
        if snapshot is not None:
            self._resume(snapshot)
        else:
            self.game, self.hash = fair_dice.set_up_again(header, self._secret), header.hash
            self.drawing.begin(header)
        assert self.game is not None
        for entry in entries:
            if entry.number != self.number + 1 or link(self.hash, entry) != entry.hash:
                self.stopped = "log-broken"
                return
            try:
                events, line = fair_dice.play_again(self.game, header, entry, self._secret)
            except (IllegalAction, fair_dice.Misdrawn):
                self.stopped = "rules-changed"
                return
            if not self.drawing.follow(entry):
                self.stopped = "log-broken"
                return
            unlike = other_rules and not self.record.redacted and view_digest(self.game) != entry.view
            if line["chance"] != entry.chance or unlike:
                self.stopped = "rules-changed"
                return
            self.number, self.hash = entry.number, entry.hash
            self._remember(entry, events)
            if self.number % SNAPSHOT_EVERY == 0:
                self.kept = self.snapshot()
        if ending is None:
            self._asked(now, self.game.view())
        elif ending.number == self.number:
            self.hash = ending.hash
        else:
            self.stopped = "log-broken"
        if self.record.held and ending is None:
            self.stopped = self.stopped or self.record.held
        pending = self.record.pending
        if pending is not None and (pending.number != self.number + 1 or ending is not None):
            self.record.pending = None  # already applied; only the record was not updated
        self._rejoin = now + REJOIN

    # ------------------------------------------------------------------ playing

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
        game = self._playing()
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
                events, line = fair_dice.play(game, number, action, seat, self._secret, header.salts)
                return self._acted(now, seat, by, client, events, line, UNSET)
            twin, events, line = fair_dice.tried(game, action, seat)
        except IllegalAction as refusal:
            raise Refused(refusal.reason, refusal.detail) from None
        if twin.draws == game.draws:
            self.game = twin
            return self._acted(now, seat, by, client, events, line, UNSET)
        asked = self.drawing.asked(self.present)
        self.record.pending = Pending(number, line["seat"], line["action"], by, client, self.drawing.draw, asked)
        if not self.drawing.missing(asked):
            return self.draw(now)
        self._rejoin = now + REJOIN
        return Step(Writes(record=self.record), asking=self.asking())

    def asking(self) -> Asking | None:
        """The request to the seats, if an action waits for its draw."""
        if self._opening is not None:
            draft, asked = self._opening
            return Asking(0, 0, link("", draft), None, {"type": "start"}, asked)
        pending = self.record.pending
        if pending is None:
            return None
        return Asking(pending.draw, pending.number, self.hash, pending.seat, pending.action, pending.asked)

    @property
    def answered(self) -> bool:
        """Have all seats that were asked given their links?"""
        if self._opening is not None:
            return not self.drawing.missing(self._opening[1])
        return self.record.pending is None or not self.drawing.missing(self.record.pending.asked)

    def draw(self, now: int) -> Step:
        """Draw for what is fixed, with the links that have come. A seat that has not given its link is left out."""
        if self._opening is not None:
            opening, self._opening = self._opening, None
            return self._begin(now, *opening)
        pending, game = self.record.pending, self.game
        if pending is None or game is None or self.stopped:
            return Step()
        shares, fresh = self.drawing.shares(pending.asked), self.drawing.fresh()
        mix = mixed(shares, fresh)
        events, line = fair_dice.play(game, pending.draw, pending.action, pending.seat, self._secret, mix)
        self.record.pending = None
        self.drawing.drawn(shares)
        return self._acted(now, pending.seat, pending.by, pending.client, events, line, shares, fresh)

    def _acted(
        self,
        now: int,
        seat: int | None,
        by: By,
        client: str | None,
        events: list[EventJson],
        line: Json,
        shares: Shares | UnsetType,
        fresh: str | UnsetType = UNSET,
    ) -> Step:
        """An action was applied: create its log entry and its messages."""
        game, number, action = self.game, self.number + 1, line["action"]
        assert game is not None
        view = game.view()
        seen = canonical(view)  # encoded once, for the digest and for all clients
        digest = hashlib.sha256(seen).hexdigest()
        chains = self.drawing.unpublished()
        entry = Entry(number, line["seat"], action, line["chance"], by, now, digest, UNBOUND, shares, chains, fresh)
        entry = bind(self.hash, entry)
        if chains is not UNSET:
            self.drawing.chains.publish(chains)
        self.number, self.hash = number, entry.hash
        past = self._remember(entry, events)
        step = Step(Writes(game=self.record.id, entries=[(entry, client)]))
        if number % SNAPSHOT_EVERY == 0:
            step.writes.snapshot = self.snapshot()
        self._rest_at_cap(view, step)
        if by == "person" and seat is not None and self.record.seats[seat].bot_plays:
            self.record.seats[seat].away = self.record.seats[seat].replaced = False
            step.writes.record = self.record
            step.to_all.append(self.changed(now))
        if client is not None:
            step.to_asker.append(Done(client.partition(":")[2], number))
        self._asked(now, view, action, seat)
        legal = game.legal(offers=False, amounts=True) if game.decider is not None else []
        prices = game.prices()
        step.to_all.append(Told(past, cast(ViewJson, Raw(seen)), prices, game.decider, legal, self.clock(now)))
        if game.over:
            self._end(now, "over", step)
        return step

    def _remember(self, entry: Entry, events: list[EventJson]) -> Past:
        """Keep the action in memory, already encoded. It is a `Raw` value, typed as the `Past` that it encodes."""
        past = Raw(encode(table_info.past_of(entry, events)))
        self.recent.append((entry.number, past))
        return cast(Past, past)

    def _playing(self) -> Game:
        if self.record.status == "over":
            raise Refused("game-over")
        if self.game is None:
            raise Refused("not-begun")
        if self.stopped:
            raise Refused(self.stopped)
        return self.game

    def _end(self, now: int, how: Any, step: Step) -> None:
        record = self.record
        record.ending = bind(self.hash, Ending(how, self.number, now, UNBOUND))
        assert self.game is not None
        record.winners = [standing["seat"] for standing in self.game.standings() if standing["place"] == 1]
        record.status, record.paused, record.pending = "over", False, None
        record.signature = None if self._sign is None else self._sign(record.id, record.ending.hash)
        self.hash = record.ending.hash
        self.countdown.stop()
        if record.withdrawn:
            self._redact()
            step.writes.game, step.writes.unsaid = record.id, []
        step.writes.record = record
        step.to_all += [self.ended(), self.changed(now)]

    def withdraw(self, now: int, seats: Iterable[int], lines: list[int]) -> Step:
        """Players take their names and these lines of chat back. Their seats are opened, or bots play them on."""
        record = self.record
        for seat in seats:
            if record.status != "over":
                seating.leave(record, seat)
            if record.status != "lobby":
                chair = record.seats[seat]
                chair.key, chair.name, chair.player = "", table_info.nameless(record, seat), ""
                record.withdrawn = sorted({*record.withdrawn, seat})
        if record.status == "over":
            self._redact()
        for line in [line for line in self.chat if line.number in lines]:
            self.chat.remove(line)
            self._last_line = max(self._last_line, line.number)
        step = self.seated(now)
        step.writes.game, step.writes.unsaid = record.id, lines
        return step

    def _redact(self) -> None:
        """Take the names of players who have withdrawn out of the header. The proof then leaves names out."""
        record, header = self.record, self.record.header
        assert header is not None
        chairs = list(header.seats)
        for seat in record.withdrawn:
            chairs[seat] = replace(chairs[seat], name=table_info.nameless(record, seat))
        record.header = replace(header, seats=tuple(chairs))

    def ended(self) -> Ended:
        assert self.record.ending is not None
        assert self.game is not None
        ending = self.record.ending
        return Ended(ending.how, ending.number, ending.hash, self._secret.hex(), self.game.standings())

    @property
    def secret(self) -> str | None:
        """The secret of the dice, once the game has ended."""
        return self._secret.hex() if self.record.ending is not None else None

    # ------------------------------------------------------------------ time

    def _asked(self, now: int, view: ViewJson, action: Json | None = None, seat: int | None = None) -> None:
        self._last = now
        self.countdown.ask(now, view, action, seat)
        self.pace.asked(self.awaited)

    def bot_to_move(self) -> int | None:
        """The seat for which a bot must act now."""
        if (
            self.record.pending is not None
            or self.record.status != "playing"
            or self.record.paused
            or self.frozen
            or self.game is None
        ):
            return None
        for seat, chair in enumerate(self.record.seats):
            if chair.bot_plays and seat not in self.awaited and bots.claims(self.game, seat):
                return seat
        return next((seat for seat in self.awaited if self.record.seats[seat].bot_plays), None)

    def due(self) -> tuple[int, str] | None:
        """When the table must act by itself next, and by which means: `bot`, `clock` or `draw`."""
        if self.record.status != "playing" or self.record.paused or self.frozen or self.record.asleep:
            return None
        if self.record.pending is not None:
            return (0 if self.answered else self._rejoin), "draw"
        times = [(at, "clock") for at in (self.deadline, self.record.ends_at) if at is not None]
        if self.bot_to_move() is not None:
            times.append((self._last + self._bot_pause * self._pace() // 100, "bot"))
        return min(times, default=None)

    def _pace(self) -> int:
        """The bots' pause in percent. A person who may still claim a rent gets the usual time for it."""
        pause = PACES[self.pace.of(self.present)]
        assert self.game is not None
        people = [seat for seat, windows in self.present.items() if windows]
        if pause < PACES["normal"] and any(bots.claims(self.game, seat) for seat in people):
            return PACES["normal"]
        return pause

    def set_pace(self, now: int, seats: Iterable[int], pace: Pace) -> Step:
        """People wish for a pace; without a seat, it is the host's wish for a table where nobody is present."""
        before = self.pace.of(self.present)
        writes = Writes()
        if seats:
            self.pace.wish(seats, pace)
        else:
            self.record.pace = pace
            writes.record = self.record
        changed = bool(writes) or self.pace.of(self.present) != before
        return Step(writes, [self.changed(now)] if changed else [])

    def skip(self, seats: Iterable[int]) -> Step:
        """People wish to be at their next decision at once."""
        self.pace.skip(seat for seat in seats if seat not in self.awaited)
        return Step()

    def sleep(self) -> Step:
        """Nobody is connected and only bots could act: the game stops until somebody visits."""
        self.record.asleep = True
        return self.rest()

    @property
    def rested(self) -> bool:
        """Whether the record knows who is awaited."""
        return self.record.status != "playing" or self.record.awaited == self.awaited

    def rest(self) -> Step:
        """The table is put away: its record says who is awaited."""
        self.record.awaited = list(self.awaited)
        return Step(Writes(record=self.record))

    def wake(self, now: int) -> Step:
        """Somebody visits."""
        if not self.record.asleep:
            return Step()
        self.record.asleep = False
        self._last = now
        return Step(Writes(record=self.record))

    def _rest_at_cap(self, view: ViewJson, step: Step) -> None:
        """A game without people goes on for a bounded number of rounds."""
        turns, before = view["flow"]["turns"], self._turns
        self._turns = turns
        cap = ROUNDS_WITHOUT_PEOPLE * len(self.record.seats)
        people = any(chair.kind == "person" for chair in self.record.seats)
        if not people and before and turns // cap > before // cap:
            self.record.paused = True
            step.writes.record = self.record
            step.to_all.append(self.changed(self._last))

    def tick(self, now: int) -> Step | None:
        """Apply an expired deadline: the end of a timed game, the end of an auction, or a bot for an absent player."""
        record = self.record
        if self.due() is None or record.pending is not None:
            return None
        if record.ends_at is not None and now >= record.ends_at:
            record.ends_at = None
            step = self.act(now, None, self.number + 1, {"type": "time_up"}, "clock")
            step.writes.record = record
            return step
        if self.deadline is None or now < self.deadline:
            return None
        people = self.countdown.people
        if self.countdown.grace_is_over(now):
            return self._stand_in(now, self.countdown.absent)
        if self.countdown.in_auction:
            return self.act(now, people[0], self.number + 1, {"type": "pass"}, "clock")
        return self._stand_in(now, people)

    def _stand_in(self, now: int, seats: Iterable[int]) -> Step:
        """A bot plays for these people until they are back."""
        for seat in seats:
            self.record.seats[seat].away = True
        self.countdown.begin(now)
        return Step(Writes(record=self.record), [self.changed(now)])

    def stand_in(self, now: int, about: int) -> Step:
        """Somebody who waits lets a bot play for an absent person at once."""
        self._playing()
        if about not in self.countdown.absent:
            raise Refused("is-present")
        allowed = self.countdown.stand_in_from
        if allowed is None or now < allowed:
            raise Refused("just-gone")
        return self._stand_in(now, [about])

    def attend(self, now: int) -> None:
        """Somebody came or went."""
        if self.record.status == "playing" and not self.frozen:
            self.countdown.attend(now)

    def level_of(self, seat: int) -> Any:
        chair = self.record.seats[seat]
        return chair.level if chair.kind == "bot" else self.record.level

    def bot_levels(self) -> dict[int, str]:
        """The level of each seat that belongs to a bot, not of bots that replace an absent person. Shown to
        everybody.
        """
        return {seat: chair.level for seat, chair in enumerate(self.record.seats) if chair.kind == "bot"}

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
        return Step(Writes(record=self.record), [self.changed(now)])

    def pause(self, now: int, paused: bool) -> Step:
        """Stop all clocks, including that of a timed game."""
        self._playing()
        record = self.record
        if paused != record.paused:
            record.paused = paused
            if paused:
                record.left = None if record.ends_at is None else max(0, record.ends_at - now)
                record.ends_at = None
            elif record.left is not None:
                record.ends_at, record.left = now + record.left, None
            self.countdown.begin(now)
            self._last = now
        return Step(Writes(record=record), [self.changed(now)])

    # ------------------------------------------------------------------ together

    def consent(self, now: int, seat: int | None, agree: bool) -> Step:
        """The game ends when everybody still playing agrees. A table without people ends when its host says so.

        Absent players are asked too, also those for whom the host lets a bot play: only a player who left, or was voted
        out by the others, is not.
        """
        game = self._playing()
        if seat is not None:
            self.record.seats[seat].consents = agree
        out = [player["bankrupt"] for player in game.view()["players"]]
        people = [chair.kind == "person" for chair in self.record.seats]
        voters = [chair for at, chair in enumerate(self.record.seats) if people[at] and not out[at]]
        step = Step(Writes(record=self.record), [self.changed(now)])
        if all(chair.consents for chair in voters) and (voters or seat is None) and agree:
            self._end(now, "consent", step)
        return step

    def settle(self, now: int, seat: int | None, how: Settlement) -> Step:
        """A game that stands still ends where it stands, or goes on from there, when everybody who plays agrees.

        What the log has after that position is taken out of it. New chains are asked for, so that no throw that was
        seen before comes again.
        """
        if self.stopped not in SETTLED or self.game is None:
            raise Refused("not-frozen")
        record = self.record
        if seat is not None:
            record.seats[seat].settles = how
        out = [player["bankrupt"] for player in self.game.view()["players"]]
        people = [chair for at, chair in enumerate(record.seats) if chair.kind == "person" and not out[at]]
        if any(chair.settles != how for chair in people) or (not people and seat is not None):
            return Step(Writes(record=record), [self.changed(now)])
        self.stopped = record.held = ""
        record.pending = None
        for chair in record.seats:
            chair.settles = chair.chain = ""
        step = Step(Writes(record=record, game=record.id, cut=self.number))
        if how == "end":
            self._end(now, "consent", step)
        else:
            self._asked(now, self.game.view())
            step.to_all.append(self.changed(now))
        return step

    def publish(self, now: int, seat: int, agree: bool) -> Step:
        """A player wishes that anybody may see the replay, or takes the wish back."""
        if self.record.status != "over":
            raise Refused("not-over")
        self.record.seats[seat].shares = agree
        return Step(Writes(record=self.record), [self.changed(now)])

    def say(self, now: int, seat: int | None, text: str) -> Step:
        """A line of chat, rate limited."""
        if seat is not None and self.record.seats[seat].muted:
            raise Refused("muted")
        said = self._said.setdefault(seat, deque(maxlen=CHAT_LINES))
        if len(said) == CHAT_LINES and now - said[0] < CHAT_SECONDS * 1000:
            raise Refused("chat-too-fast")
        text = seating.clean_text(text)
        said.append(now)
        name = self.record.seats[seat].name if seat is not None else ""
        self._last_line = max(self._last_line, self.chat[-1].number if self.chat else 0) + 1
        line = Line(self._last_line, seat, name, text, now)
        self.chat.append(line)
        return Step(Writes(game=self.record.id, line=line), [Said(line)])

    # ------------------------------------------------------------------ looking

    def clock(self, now: int) -> Clock:
        allowed = self.countdown.stand_in_from
        absent = [] if allowed is None else self.countdown.absent
        return Clock(now, self.awaited, self.deadline, self.record.ends_at, absent, allowed)

    def changed(self, now: int) -> TableChanged:
        return TableChanged(self.info(), self.clock(now))

    def info(self) -> TableInfo:
        info = table_info.table_info(self.record, self.present, self.watchers, self.number, self.stopped)
        return replace(info, pace=self.pace.of(self.present), awaited=self.awaited)
