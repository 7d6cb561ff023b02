"""A player's browser: plays whenever it may, connects again whenever it must, and remembers what it heard."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from tests.simulation.dice import Dice
from tests.simulation.network import Pipe

if TYPE_CHECKING:
    from tests.simulation.server import Process
    from tests.simulation.world import World

ASIDE = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")
SHOWN = ("type", "number", "id", "seat", "action", "draw", "asked", "links", "code", "decider", "seen")
PATIENCE = 6.0  # seconds for an answer, after which it connects again
PINGS = 8.0  # seconds
THINKING = 0.6  # seconds at most
TALKATIVE = 0.15  # how often it says something before it plays
ORDERLY = 0.06  # how often it gives standing orders
REGRETFUL = 0.1  # how often it wishes to take something back
AGREEING = 0.85  # how often it agrees with such a wish
REACHABLE = 0.6  # how often it asks for notices when it is away
MOST_BID = 120
ORDERS: tuple[dict[str, Any], ...] = (
    {"claim": True},
    {"pass_others": True},
    {"leave_jail": True},
    {"build_above": 100},
    {"bids": {str(square): MOST_BID for square in (1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19)}},
    {},
)


class Past(Struct):
    number: int
    hash: str
    shares: dict[str, str | None] | None = None
    chains: dict[str, str] = {}
    action: dict[str, Any] = {}


class Line(Struct):
    number: int
    text: str


class Wish(Struct, frozen=True):
    """To take back everything after an action."""

    to: int
    agreed: tuple[int, ...]
    until: int


class Chair(Struct):
    chain: str = ""


class Info(Struct):
    status: str
    seats: list[Chair] = []
    wish: Wish | None = None


class Heard(Struct):
    """What a browser of the simulation reads of any message."""

    type: str
    past: Past | None = None
    missed: list[Past] = []
    table: Info | str | None = None
    draws: int = 0
    since: dict[str, int] = {}
    number: int | None = None
    decider: int | None = None
    legal: list[dict[str, Any]] | None = None
    line: Line | None = None
    id: Any = None
    code: str = ""


HEARD = msgspec.json.Decoder(Heard)


class Acting(Struct):
    """An action that is not acknowledged yet."""

    id: str
    seat: int
    number: int
    action: dict[str, Any]


class Browser:
    """`acknowledged`: by the id of an action, with its seat, the number that it got. `told`: digests by number."""

    process: Process | None = None

    def __init__(self, world: World, table: str, seats: dict[int, str], host: str) -> None:
        self._world, self.table, self._seats, self._host = world, table, seats, host
        self.name = "and".join(str(seat) for seat in seats)
        self.chance: random.Random = world.chance(f"browser {table} {self.name}")
        self.dice = Dice(self.chance)
        self.acknowledged: dict[str, int] = {}
        self.refused: dict[str, str] = {}  # by the id of an action, with its seat: why it was refused for good
        self.told: dict[int, str] = {}
        self.lines: dict[int, str] = {}  # of the chat
        self.ordered: dict[int, list[dict[str, Any]]] = {}  # by seat: all standing orders that it ever gave
        self._reached = self.chance.random() >= REACHABLE  # nothing is left to do for its notices
        self._heard_wishes: set[tuple[int, int]] = set()  # by what they go back to, and until when
        self.seen = 0
        self.visits = 0  # how often it has come to the table, as far as it knows
        self._came: int | None = None  # what it had seen when it came to the game
        self._counted: set[int] = set()  # seats whose chains are in the log, and that have answered since then
        self.over = False
        self.away = False
        self.enough: int | None = None  # the number of the last action that it plays
        self.silent = False
        self._asking: Any = None  # the last question for links that is not answered
        self._acting: Acting | None = None
        self._sent = 0
        self._pipe: Pipe | None = None
        self._turn = 0  # grows with each connection, and with each answer: what was waited for is over
        self._legal: list[dict[str, Any]] = []
        self._decider: int | None = None
        self._welcomed = self._heard = False
        self._connect_soon()

    # ------------------------------------------------------------------ its connection

    def _connect_soon(self) -> None:
        self._world.scheduler.after(self.chance.uniform(0.05, 0.8), self._connect)

    def _connect(self) -> None:
        if self._pipe is not None or self.away:
            return
        self._turn += 1
        turn = self._turn
        self._world.scheduler.after(PATIENCE, lambda: self._give_up(turn))
        table = self.table if self.chance.random() < 0.5 else ""
        self._world.connect(
            self._world.any_address(self.chance), self, lambda pipe: self._connected(turn, pipe), table=table
        )

    def _connected(self, turn: int, pipe: Pipe | None) -> None:
        if turn != self._turn:
            if pipe is not None:
                pipe.close(self)
        elif pipe is None:
            self._turn += 1
            self._connect_soon()
        else:
            self._pipe, self._heard = pipe, True
            self.visits += 1
            self._watch(pipe)
            self._say(
                type="hello",
                table=self.table,
                keys=[key for key in (self._host, *self._seats.values()) if key],
                seen=self.seen,
            )

    def _watch(self, pipe: Pipe) -> None:
        """A dead connection only looks silent: ask for an answer from time to time."""
        if pipe is not self._pipe:
            return
        if not self._heard:
            self.drop()
            return
        self._heard = False
        self._say(type="ping")
        self._world.scheduler.after(PINGS, lambda: self._watch(pipe))

    def _give_up(self, turn: int) -> None:
        """Nothing was heard for too long."""
        if turn == self._turn:
            self.drop()

    def drop(self) -> None:
        """Close the connection and open another."""
        pipe, self._pipe, self._asking = self._pipe, None, None
        self._welcomed = False
        self._turn += 1
        if pipe is not None:
            pipe.close(self)
        self._connect_soon()

    def lost(self, pipe: Pipe) -> None:
        if pipe is not self._pipe:
            return
        self._world.tell(f"table {self.table[:3]} browser {self.name} loses its connection")
        self._pipe = None
        self.drop()

    def leave(self) -> None:
        self.away = True
        self.drop()

    def come_back(self) -> None:
        if self.away:
            self.away = False
            self._connect_soon()

    def has(self, seat: int) -> bool:
        return seat in self._seats

    @property
    def connected(self) -> bool:
        return self._welcomed

    @property
    def pipe(self) -> Pipe | None:
        return self._pipe

    def _say(self, **message: Any) -> None:
        if self._pipe is not None:
            self._tell("says", message)
            self._pipe.send(self, json.dumps(message).encode())

    # ------------------------------------------------------------------ hearing

    def _tell(self, verb: str, message: dict[str, Any]) -> None:
        if self._world.story is not None and message["type"] not in ("ping", "pong", "table"):
            shown = {key: value for key, value in message.items() if key in SHOWN}
            past = message.get("past") or {}
            self._world.tell(f"table {self.table[:3]} browser {self.name} {verb}", shown, past.get("number", ""))

    def receive(self, pipe: Pipe, data: bytes) -> None:
        if pipe is not self._pipe:
            return
        self._heard = True
        if self._world.story is not None:
            self._tell("hears", json.loads(data))
        if b'"type":"asking"' in data[:20]:
            self._asked(json.loads(data))
            return
        heard = HEARD.decode(data)
        if heard.type == "welcome":
            self._enter(heard)
        elif heard.type == "told":
            assert heard.past is not None
            self._hear_of_draw(heard.past)
            self._hear_of(heard.past)
            self.dice.follow(heard.past.shares, heard.past.chains)
            if self._acting is not None and self._acting.number <= self.seen:
                self._act()  # its acknowledgement may be lost
        elif heard.type == "begun":
            self.dice.begin()
            self._came = None
            self._turn += 1
        elif heard.type == "done":
            self._done(heard)
        elif heard.type == "refused":
            self._refused(heard)
        elif heard.type == "said":
            assert heard.line is not None
            self.lines[heard.line.number] = heard.line.text
        elif heard.type == "ended":
            self.over = True
        if isinstance(heard.table, Info) and heard.table.wish is not None:
            self._answer_wish(heard.table.wish)
        if heard.legal is not None and self._pipe is not None:
            self._legal, self._decider = heard.legal, heard.decider
            self._play_soon()

    def _enter(self, welcome: Heard) -> None:
        assert isinstance(welcome.table, Info)
        self._welcomed = True
        self._turn += 1
        if welcome.number is not None and welcome.number < self.seen:
            self._world.refused("old position")  # of a process that has lost the table and does not know it yet
            self.drop()
            return
        self.over = welcome.table.status == "over"
        for past in welcome.missed:
            self._hear_of(past)
        self._came = self.seen
        self._counted = {int(seat) for seat in welcome.since}
        lobby = welcome.table.status == "lobby"
        ends = {seat: welcome.table.seats[seat].chain for seat in self._seats}
        for message in self.dice.enter(ends, welcome.draws, welcome.since, lobby):
            self._say(**message)
        if not self._reached:
            self._reached = True
            for seat in self._seats:
                self._say(type="hook", seat=seat, kind="ntfy", url=f"https://hooks.example/{self.name}-{seat}")
        if lobby and self._host:
            self._say(type="start")
            turn = self._turn
            self._world.scheduler.after(PATIENCE, lambda: self._give_up(turn))
        if self._acting is not None:
            self._act()

    def _hear_of(self, past: Past) -> None:
        if past.number <= self.seen:
            self._world.violated(f"browser {self.name} heard of action {past.number} twice on its way")
        if past.number != self.seen + 1:
            self.drop()  # something was lost on the way
            return
        self.seen = past.number
        self.told[past.number] = past.hash

    def _hear_of_draw(self, past: Past) -> None:
        """Whoever is connected and answers is asked, and whoever waits for a draw does not wait for nothing."""
        if past.shares is None:
            return
        if self._came is not None and past.number > self._came + 1 and past.action["type"] != "take_back":
            for seat in self._seats:
                if str(seat) not in past.shares and seat in self._counted:
                    self._world.violated(f"seat {seat} was there and was not asked for action {past.number}")
        self._counted -= {seat for seat in self._seats if past.shares.get(str(seat), "") is None}
        if past.shares and None not in past.shares.values():
            self._world.drawn(self.table, past.number)

    def _asked(self, asking: Any) -> None:
        self._world.asked(self.table, asking)
        self._asking = asking
        if not self.silent:
            self._answer()

    def _answer(self) -> None:
        asking, self._asking = self._asking, None
        share = None if asking is None else self.dice.answer(asking)
        if share is not None:
            self._world.given_at[self.table] = self._world.scheduler.now
            self._say(**share)

    def hush(self) -> None:
        """It does not answer questions for links until it speaks again, as a page that is frozen."""
        self.silent = True

    def speak(self) -> None:
        if self.silent:
            self.silent = False
            self._answer()

    # ------------------------------------------------------------------ playing

    def _play_soon(self) -> None:
        turn = self._turn
        self._world.scheduler.after(self.chance.uniform(0.0, THINKING), lambda: self._play(turn))

    def _play(self, turn: int) -> None:
        if self.enough is not None and self.seen >= self.enough:
            return
        if turn != self._turn or self._acting is not None or self._decider not in self._seats or not self._legal:
            return
        if self.chance.random() < TALKATIVE:
            self._say(type="say", seat=self._decider, text=f"line {self._sent} of {self.name}")
        if self.chance.random() < ORDERLY:
            self._order(self._decider)
        if self.seen and self.chance.random() < REGRETFUL:
            to = max(0, self.seen - self.chance.choice((1, 1, 2, 3, 8)))
            self._say(type="take_back", seat=self._decider, number=self.seen, to=to)
            if self.chance.random() < 0.7:  # otherwise it plays as if it had not said so
                self._world.scheduler.after(1.5, lambda: self._play(turn))
                return
        usual = [action for action in self._legal if action["type"] not in ASIDE] or self._legal
        self._sent += 1
        action = usual[0] if self.chance.random() < 0.7 else self.chance.choice(usual)
        self._acting = Acting(f"{self.name} {self._sent}", self._decider, self.seen + 1, action)
        self._act()

    def _order(self, seat: int) -> None:
        orders = self.chance.choice(ORDERS) | self.chance.choice(ORDERS)
        self.ordered.setdefault(seat, []).append(orders)
        self._say(type="orders", seat=seat, orders=orders)

    def _answer_wish(self, wish: Wish) -> None:
        """Agree or not, once."""
        if (wish.to, wish.until) not in self._heard_wishes:
            self._heard_wishes.add((wish.to, wish.until))
            agree = self.chance.random() < AGREEING
            for seat in self._seats:
                if seat not in wish.agreed:
                    self._say(type="take_back", seat=seat, number=self.seen, to=wish.to, agree=agree)

    def _act(self) -> None:
        assert self._acting is not None
        self._say(type="act", **msgspec.to_builtins(self._acting))
        turn = self._turn
        self._world.scheduler.after(PATIENCE, lambda: self._give_up(turn))

    def _done(self, done: Heard) -> None:
        acting = self._acting
        assert done.number is not None
        key = f"{acting.seat}:{done.id}" if acting is not None and acting.id == done.id else ""
        if acting is None or not key:
            return  # of a message that was doubled on its way
        if self.acknowledged.setdefault(key, done.number) != done.number:
            self._world.violated(f"action {key} was acknowledged twice, as {done.number} too")
        self._acting = None
        self._turn += 1
        if self._decider in self._seats and self.seen >= done.number:
            self._play_soon()

    def _refused(self, refused: Heard) -> None:
        self._world.refused(refused.code)
        if refused.code == "drawing":
            return  # it was fixed before, and is drawn when the links have come
        if refused.id is None:
            if not self._welcomed:
                self.drop()
            return
        if self._acting is None or refused.id != self._acting.id:
            return
        if refused.code in ("storage-trouble", "hello-first", "trouble"):
            self.drop()
            return
        self.refused[f"{self._acting.seat}:{self._acting.id}"] = refused.code
        self._acting = None  # somebody else was faster, or it is not legal any more
        self._turn += 1
        self._play_soon()
