"""One table: its game, pending decisions, countdown and bots. No socket, no file, no clock.

Every method takes the current time and returns a step: what to write to disk first, and what to send afterwards. A
refusal is raised before anything has changed. `session.py` checks who may request what.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from freehold.server.protocol.messages import Refused, Said
from freehold.server.storage.record import Line, Settlement
from freehold.server.storage.store import Writes
from freehold.server.table import seating, table_info
from freehold.server.table.state.played_table import SNAPSHOT_EVERY
from freehold.server.table.state.step import Step
from freehold.server.table.state.table_state import CHAT_SHOWN, REMEMBERED
from freehold.server.table.state.timed_table import TimedTable

__all__ = ["CHAT_SHOWN", "REMEMBERED", "SNAPSHOT_EVERY", "Step", "Table"]

CHAT_LINES, CHAT_SECONDS = 5, 10  # lines per seconds
SETTLED = ("moves-lost", "rules-changed")  # why a game may stand still until its people settle it


class Table(TimedTable):
    """A whole table: what its people decide and say together. It can be dropped and reloaded at any time."""

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
