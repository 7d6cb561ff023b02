"""A table in time: deadlines, bots that move, players who go and come back, pauses and rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from freehold.server.protocol.messages import Refused, TableChanged
from freehold.server.storage.record import Pace
from freehold.server.storage.store import Writes
from freehold.server.table import bots
from freehold.server.table.countdown import PACES
from freehold.server.table.state.played_table import PlayedTable
from freehold.server.table.state.step import Step


class TimedTable(PlayedTable):
    """Adds what happens by itself. The time is passed in."""

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

    def arrive(self, now: int, seats: Collection[int]) -> Step:
        """Somebody connects with these seats; without any, as a spectator, who is not announced."""
        for seat in seats:
            self.present[seat] = self.present.get(seat, 0) + 1
        self.watchers += not seats
        self.attend(now)
        woken, step = self.wake(now), self.back(now, seats)
        step.writes.record = step.writes.record or woken.writes.record
        step.to_all = [self.changed(now)] if seats else []
        return step

    def depart(self, now: int, seats: Collection[int]) -> TableChanged | None:
        """Somebody who came with these seats has gone. Returns what the others are told."""
        for seat in seats:
            self.present[seat] = max(0, self.present.get(seat, 0) - 1)
            self.left[seat] = now
        self.watchers -= not seats
        self.attend(now)
        return self.changed(now) if seats else None

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
