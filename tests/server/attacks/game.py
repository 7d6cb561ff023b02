"""A game in which the dice are attacked: a victim in seat 0 with the client's real code, against whoever runs the
server and plays the other seats. That attacker knows the secret, sees every message first, and wishes for sevens in the
own throws and for threes in the victim's. No sockets; everything is seeded.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import Report, verify
from freehold.server.protocol.messages import (
    ActionApplied,
    Begun,
    NewTable,
    Person,
    Refused,
    ShareRequest,
    TableChanged,
)
from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Record
from freehold.server.table import agreements, seating
from freehold.server.table.drawing import Drawing
from freehold.server.table.table import PATIENCE, Table
from freehold.server.table.table_step import Step
from tests.server.contributing import Hand

from .browser import Browser

NOON = 1_700_000_000_000
VICTIM = 0
ASIDE = ("mortgage", "sell", "sell_group", "build", "redeem", "bankrupt", "offer", "settle")
SHORT = 20  # links of a chain that is soon replaced
LOW = 0xFFFFFFFF
SIXES = (1 << 32) - (1 << 32) % 6


def dice_of(secret: bytes, mix: Mapping[str, str | None], draw: int) -> list[int]:
    """The first two dice of a draw, as `rules/chance.py` throws them."""

    def scramble(word: int) -> int:
        word = ((word ^ (word >> 16)) * 0x7FEB352D) & LOW
        word = ((word ^ (word >> 15)) * 0x846CA68B) & LOW
        return word ^ (word >> 16)

    seed = fair_dice.seed(secret, mix, draw)
    base = scramble(((seed & LOW) + 0x9E3779B9) & LOW)
    numbers = (scramble(scramble(base ^ counter) ^ (seed >> 32)) for counter in itertools.count())
    return [1 + number % 6 for number in itertools.islice((x for x in numbers if x < SIXES), 2)]


def wished(seat: int | None, dice: Iterable[Any]) -> bool:
    return bool(sum(dice) == (3 if seat == VICTIM else 7))


def chance_of(seat: int | None) -> float:
    return 1 / 18 if seat == VICTIM else 1 / 6


class AttackedGame:
    """A game without an attack. Attacks change what the attacker's seats give, or what the server does."""

    drawing: type[Drawing] = Drawing
    longest = 900  # actions of one game

    def __init__(self, browser: Browser, number: int, colluding: int = 1, bots: int = 0) -> None:
        self.browser, self.chance = browser, random.Random(number)
        self.secret = hashlib.sha256(f"secret {number}".encode()).digest()
        names = [Person(name) for name in ("Vic", "Bob", "Cleo", "Dan", "Eve", "Fay")[: 1 + colluding]]
        wish = NewTable("classic", seats=1 + colluding + bots, people=names, bots=["novice"] * bots)
        record, *_ = seating.open_table(wish, fair_dice.commitment(self.secret), NOON)
        self.now = NOON
        self.entries: list[Entry] = []
        self.throws: list[tuple[int | None, list[Any]]] = []
        self.stored = b""
        self.news: list[Any] = []  # actions without a draw, of which the victim is told with the next message
        self.table = self.made(record)
        self.hands = {seat: Hand(1000, self.chance) for seat in range(1, 1 + colluding)}
        for seat, hand in self.hands.items():
            seating.give_chain(record, seat, hand.publish(seat)["end"])
        browser.hear({"type": "new", "id": record.id, "seed": f"{type(self).__name__} {number}"})
        self.welcome()
        self.done(self.start())
        for hand in self.hands.values():
            hand.hear({"type": "begun"})

    def start(self) -> Step:
        return self.table.start(self.now)

    def made(self, record: Record) -> Table:
        table = Table(record, self.secret)
        table.drawing = table.log._drawing = self.drawing(record)
        table.presence.windows.update({seat: 1 for seat, chair in enumerate(record.seats) if chair.kind == "person"})
        return table

    # ------------------------------------------------------------------ the victim

    def welcome(self) -> None:
        table = self.table
        at = {"draws": table.drawing.draw, "number": table.number, "hash": table.log.hash, "missed": []}
        since = table.drawing.since([VICTIM])
        self.say({"type": "welcome", "table": self.shown(), "yours": [VICTIM], "since": since, **at})
        self.say({"type": "table", "table": self.shown()})

    def shown(self) -> Any:
        """What the victim is shown of the table."""
        return msgspec.to_builtins(self.table.info())

    def say(self, message: Any) -> None:
        """Tell the victim something, after what was kept back, and take what comes back."""
        messages, self.news = [*self.news, message], []
        for said in self.browser.hear(*messages):
            if said["type"] == "chain":
                seating.give_chain(self.table.record, VICTIM, said["end"])
                self.say({"type": "table", "table": self.shown()})
            else:
                self.receive(said)

    def receive(self, share: Any) -> None:
        try:
            self.table.drawing.give(VICTIM, share["draw"], share["links"][str(VICTIM)])
        except Refused as refusal:
            assert refusal.code == "stale-share"  # noqa: PT017  # the draw did not wait for it

    # ------------------------------------------------------------------ the game

    def keep(self, step: Step) -> Step:
        """Store a step, and tell the victim of it."""
        if step.writes.record is not None:
            self.stored = msgspec.json.encode(step.writes.record)
        for entry, _ in step.writes.entries:
            self.entries.append(entry)
            for hand in self.hands.values():
                hand.follow(*(None if part is UNSET else part for part in (entry.shares, entry.chains or {})))
            if entry.action["type"] == "roll" and len(entry.chance) > 1:
                self.throws.append((entry.seat, entry.chance[:2]))
        for message in step.to_all:
            if isinstance(message, TableChanged):
                self.say({"type": "table", "table": self.shown()})
            elif isinstance(message, Begun):
                self.say(message)
            elif isinstance(message, ActionApplied):
                self.news.append({"type": "told", "past": message.past})
        if any(entry.shares is not UNSET for entry, _ in step.writes.entries):
            self.say(self.news.pop())
        return step

    def done(self, step: Step) -> Step:
        self.keep(step)
        while step.asking is not None:
            self.collect(step.asking)
            step = self.keep(self.drawn())
        return step

    def collect(self, asking: ShareRequest) -> None:
        """The victim is asked, then the attacker's seats give what they like."""
        if VICTIM in asking.turn:
            self.say(asking)
        self.collude(asking)

    def drawn(self) -> Step:
        """The draw, after everybody was waited for."""
        return self.table.draw(self.now + PATIENCE)

    def collude(self, asking: ShareRequest) -> None:
        self.give(asking, asking.turn)

    def give(self, asking: ShareRequest, seats: Iterable[int]) -> None:
        for seat in seats:
            if seat in self.hands:
                self.table.drawing.give(seat, asking.draw, self.hands[seat].link(seat, asking.draw))

    def play(self, throws: int) -> None:
        """Go on until there were so many throws, or the game has ended."""
        table = self.table
        while (
            len(self.throws) < throws and table.game is not None and not table.game.over and table.number < self.longest
        ):
            legal = table.game.legal(offers=False)
            usual = [one for one in legal if one["type"] not in ASIDE] or legal
            action = next((one for one in usual if one["type"] == "buy"), usual[0])
            seat = table.game.decider
            self.now += 1000
            self.act(seat, {key: value for key, value in action.items() if key != "max"})
            table = self.table

    def act(self, seat: int | None, action: Any) -> None:
        self.prepare(seat, action)
        self.done(self.table.act(self.now, seat, self.table.number + 1, action))

    def prepare(self, seat: int | None, action: Any) -> None:
        """Before an action is sent."""

    def end(self) -> tuple[Report, Any]:
        """What `freehold verify` says of the log, and what the victim's browser has noticed."""
        record = self.table.record
        if record.ending is None:
            for seat in (VICTIM, *self.hands):
                self.keep(agreements.consent(self.table, self.now, seat, True))
        assert record.header is not None
        report = verify(Log(record.header, self.entries, record.ending, self.table.secret))
        return report, self.browser.hear({"type": "state"})

    # ------------------------------------------------------------------ the attacker's means

    def outcome(self, shares: Mapping[str, str | None], draw: int | None = None) -> list[int]:
        return dice_of(self.secret, shares, self.table.drawing.draw if draw is None else draw)

    def likes(self, shares: Mapping[str, str | None]) -> bool:
        """Is the throw that is fixed as the attacker wishes, with these links?"""
        pending = self.table.record.pending
        return pending is not None and wished(pending.seat, self.outcome(shares))

    def publish_for(self, seat: int, roller: int, known: Mapping[str, str | None]) -> None:
        """Publish a chain whose next link makes the next throw, if nothing else goes into it."""
        draw = self.table.drawing.draw
        self.hands[seat]._length = SHORT
        for _ in range(200):
            end = self.hands[seat].publish(seat)["end"]
            if wished(roller, self.outcome({**known, str(seat): self.hands[seat]._links[seat][1]}, draw)):
                break
        seating.give_chain(self.table.record, seat, end)
