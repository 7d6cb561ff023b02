"""The session of one connection at a table: authentication, authorisation and dispatch of its messages. No socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from freehold.game.types import Wish
from freehold.players.thinkers import ENTRY_POINTS
from freehold.server.coaching import consent
from freehold.server.coaching.answers import CoachQuestion
from freehold.server.http.rate_limits import Allowance, Limits, TokenBucket
from freehold.server.protocol.messages import (
    Act,
    AgreeToCoach,
    AskCheck,
    AskCoach,
    Asked,
    AskLegal,
    AskPlan,
    Back,
    Checked,
    Coached,
    Consent,
    Done,
    GiveChain,
    GiveShare,
    HandBack,
    Hello,
    Keyed,
    Leave,
    Legal,
    Mute,
    NewInvite,
    NewKey,
    Past,
    Pause,
    Ping,
    Planned,
    Pong,
    Publish,
    Refusal,
    Refused,
    Rematch,
    Remove,
    Replace,
    Say,
    SetPace,
    Settle,
    SkipAhead,
    StandIn,
    Start,
    TakeToken,
    Tells,
    Vote,
    Welcome,
    encode,
    read,
)
from freehold.server.storage.record import Record, key_matches
from freehold.server.storage.store import StoreTrouble
from freehold.server.table import bots, seating, voting
from freehold.server.table.jobs import Look, dealings
from freehold.server.table.live_table import Listener, LiveTable
from freehold.server.table.table import Step, Table
from freehold.server.table.table_registry import TableRegistry

Json = dict[str, Any]

MISSED_SHOWN = 200  # missed actions in a welcome; earlier ones are read in pages over HTTP
MISSED = msgspec.json.Decoder(list[tuple[int, Raw]])
PONG = encode(Pong())
HOST_ONLY = (Start, Pause, Replace, HandBack, Remove, Mute, NewInvite)


class Flood(Exception):
    """The connection keeps exceeding its rate limit and must be closed."""


class Session:
    """A connection's state from `hello` until it closes."""

    def __init__(self, registry: TableRegistry, listener: Listener, limits: Limits, allowance: Allowance) -> None:
        self._registry = registry
        self._listener = listener
        self._limits = limits
        self._bucket = TokenBucket(limits.messages, limits.messages_burst)
        self._plans = TokenBucket(limits.plans, limits.plans_burst)
        self._coaching = TokenBucket(limits.coaching, limits.coaching_burst)
        self._waiting: set[asyncio.Task[None]] = set()  # questions to the coach
        self._allowance = allowance  # shared with the other connections of this address
        self._now = 0.0
        self._looking: asyncio.Task[bytes] | None = None  # the pending read of missed actions
        self.said_hello = False
        self.wanted = ""  # the table that hello named
        self._refused = 0
        self._live: LiveTable | None = None
        self._keys: dict[int, str] = {}  # seat -> digest of its key
        self._host = False

    @property
    def at_table(self) -> bool:
        return self._live is not None

    async def handle(self, text: str | bytes, now: float) -> None:
        """Decode a message and respond to it. Errors are sent to this connection only."""
        message: Asked | None = None
        self._now = now
        try:
            calm = self._bucket.take(now) and self._allowance.messages.take(now)
            message = read(text)  # decoded even when rate limited, so that the refusal carries the action's id
            if not calm:
                raise Refused("too-fast")
            await self._answer(message)
        except Refused as refusal:
            self._refuse(refusal, message)
        except StoreTrouble:
            self._refuse(Refused("storage-trouble"), message)

    def handle_share(self, text: bytes, now: float) -> bool:
        """Handle a share at once, before queued messages: an action among them may be waiting for it.

        Returns False for another or an unreadable message, which is queued.
        """
        live = self._live
        if live is None or not text.startswith((b'{"type":"share"', b'{"type": "share"')):
            return False
        try:
            message = read(text)
        except Refused:
            return False
        try:
            if not isinstance(message, GiveShare) or not (
                self._bucket.take(now) and self._allowance.messages.take(now)
            ):
                raise Refused("too-fast")
            self._share(live, message)
        except Refused as refusal:
            self._refuse(refusal, message)
        return True

    def _share(self, live: LiveTable, message: GiveShare) -> None:
        table = live.table
        for seat, link in message.links.items():
            table.drawing.give(self._own(table, int(seat)), message.draw, link)
        self._registry.given(live)

    def _refuse(self, refusal: Refused, message: Asked | None) -> None:
        self._registry.metrics.refusals.labels(refusal.code).inc()
        number = self._live.table.number if self._live is not None else None
        id = message.id if isinstance(message, Act) else None
        self._listener.send(encode(Refusal(refusal.code, refusal.detail, id, number)))
        if refusal.code in ("too-fast", "bad-message", "too-large"):
            self._refused += 1
            if self._refused > self._limits.patience:
                raise Flood

    async def _answer(self, message: Asked) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        if isinstance(message, Ping):
            self._listener.send(PONG)
            return
        live = self._live
        if live is None:
            raise Refused("hello-first")
        if isinstance(message, HOST_ONLY) and not self._host:
            raise Refused("host-only")
        shares = isinstance(message, Publish)  # what was made public can be made private at any time
        if not shares and seating.keys_expired(live.table.record, self._registry.clock()):
            raise Refused("keys-expired")
        if isinstance(message, Act):
            await self._act(live, message)
        elif isinstance(message, AskLegal):
            self._legal(live, message)
        elif isinstance(message, GiveShare):
            self._share(live, message)
        elif isinstance(message, AskPlan | AskCheck):
            if not self._plans.take(self._now):
                raise Refused("too-fast")
            self._try(live, message)
        elif isinstance(message, AskCoach):
            self._ask_coach(live, message)
        elif isinstance(message, Rematch):
            if not self._keys and not self._host:
                raise Refused("not-your-seat")
            if live.table.record.rematch is None:
                self._allowance.new_table(self._now)
                address, most = self._allowance.address, self._limits.tables
                if not await self._registry.ownership.allow("tables", address, most / 3600, most):
                    raise Refused("too-many-tables")
            await self._registry.rematch(live)
        else:
            await self._registry.do(live, self._move(message), self._listener)

    # ------------------------------------------------------------------ coming and going

    async def _hello(self, hello: Hello) -> None:
        if self._live is not None:
            raise Refused("bad-message", "hello is said once")
        self.said_hello, self.wanted = True, hello.table
        if hello.table not in self._registry.lives:
            self._allowance.loading(self._now)
        live = await self._registry.acquire(hello.table)
        record = live.table.record
        seats, host = seating.seats_of(record, hello.keys)
        if not (seats or host or may_look(record, hello.invite, self._registry.clock())):
            self._registry.release(live)
            raise Refused("wrong-invite")
        self._live, self._host = live, host
        self._keys = {seat: record.seats[seat].key for seat in seats}
        try:
            while self._listener not in live.listeners:
                missed = await self._missed(live, hello.seen)
                await self._registry.do(live, partial(self._arrive, hello, missed))
        except BaseException:  # not joined: the client may send hello again
            self._live, self._host, self._keys = None, False, {}
            self._registry.release(live)
            raise

    def _arrive(self, hello: Hello, missed: list[tuple[int, Raw]], table: Table, now: int) -> Step:
        """Join the table, unless more actions happened since than the table keeps in memory: then reload the missed
        ones.
        """
        last = missed[-1][0] if missed else hello.seen
        late = [past for past in table.recent if last is not None and past[0] > last]
        if late and last is not None and late[0][0] != last + 1:
            return Step()
        for seat in self._keys:
            table.present[seat] = table.present.get(seat, 0) + 1
        if not self._keys:
            table.watchers += 1
        table.attend(now)
        woken = table.wake(now)
        step = table.back(now, self._keys)
        step.writes.record = step.writes.record or woken.writes.record
        self._listener.send(encode(self._welcome(table, now, [past for _, past in [*missed, *late]])))
        assert self._live is not None
        self._live.listeners.add(self._listener)
        asking = table.asking()
        if asking is not None:  # the server was restarted before it could draw
            self._listener.send(encode(msgspec.structs.replace(asking, at=now)))
        if self._keys:  # spectators who come and go are not announced
            step.to_all = [table.changed(now)]
        return step

    async def _missed(self, live: LiveTable, seen: int | None) -> list[tuple[int, Raw]]:
        """The actions after the last number seen that the table no longer keeps in memory."""
        table = live.table
        if seen is None or seen >= table.number or table.frozen:
            return []
        if table.recent and table.recent[0][0] <= seen + 1:
            return []
        self._allowance.reading(self._now)
        look = Look(table.record.id, seen, MISSED_SHOWN)
        self._looking = asyncio.ensure_future(self._registry.workers.look("missed", look, self._allowance.address))
        try:
            return MISSED.decode(await self._looking)
        except asyncio.CancelledError:
            raise Refused("busy") from None  # the client is gone
        finally:
            self._looking = None

    def _welcome(self, table: Table, now: int, missed: list[Raw]) -> Welcome:
        game = table.game
        return Welcome(
            table=table.info(),
            yours=sorted(self._keys),
            host=self._host,
            number=table.number,
            hash=table.hash,
            setup=game.setup if game is not None else [],
            missed=cast(list[Past], missed),
            view=game.view() if game is not None else None,
            prices=game.prices() if game is not None else None,
            decider=game.decider if game is not None else None,
            legal=game.legal(offers=False, amounts=True) if game is not None and game.decider is not None else [],
            clock=table.clock(now),
            chat=list(table.chat),
            secret=table.secret,
            replies=list(table.replies),
            draws=table.drawing.draw,
            links={str(seat): table.drawing.expected(seat) for seat in sorted(self._keys)},
            standings=game.standings() if game is not None and table.record.ending is not None else [],
            inherited=self._inherited(table),
            signer=self._registry.signer.public if self._registry.signer else "",
        )

    def _inherited(self, table: Table) -> list[int | None]:
        seats: list[int | None] = [seat for seat in sorted(self._keys) if table.record.seats[seat].inherited]
        return [*seats, None] if self._host and table.record.host_inherited else seats

    def gone(self) -> None:
        """The connection is gone: what it waits for need not be done. `close` follows."""
        if self._looking is not None:
            self._looking.cancel()
        for task in self._waiting:
            task.cancel()

    def close(self) -> None:
        """The connection was closed."""
        live, self._live = self._live, None
        if live is None:
            return
        live.listeners.discard(self._listener)
        table = live.table
        for seat in self._keys:
            table.present[seat] = max(0, table.present.get(seat, 0) - 1)
            table.left[seat] = self._registry.clock()
        table.attend(self._registry.clock())
        if not self._keys:
            table.watchers = max(0, table.watchers - 1)
        elif not live.broken:
            self._registry.tell(live, encode(table.changed(self._registry.clock())))
        self._registry.release(live)

    # ------------------------------------------------------------------ asking

    def _own(self, table: Table, seat: int) -> int:
        """The seat, if this connection's key still belongs to it."""
        if seat not in self._keys or table.record.seats[seat].key != self._keys[seat]:
            raise Refused("not-your-seat")
        return seat

    async def _act(self, live: LiveTable, act: Act) -> None:
        registry, client = self._registry, f"{act.seat}:{act.id}"

        def move(table: Table, now: int) -> Step:
            seat = self._own(table, act.seat)
            step = table.act(now, seat, act.number, act.action, "person", client)
            live.ids.add(client)
            return step

        async def done_before() -> Step | None:
            """An action that was sent again."""
            if client not in live.ids:
                return None
            self._own(live.table, act.seat)
            number = await registry.read_in_thread(registry.store.number_of, live.table.record.id, client)
            return None if number is None else Step(to_asker=[Done(act.id, number)])

        with registry.metrics.answering.time():
            await registry.do(live, move, self._listener, done_before)

    def _legal(self, live: LiveTable, ask: AskLegal) -> None:
        table = live.table
        seat = self._own(table, ask.seat)
        game = table.game
        if game is None:
            raise Refused("not-begun")
        self._listener.send(encode(Legal(seat, table.number, game.legal(seat, amounts=True), game.raisable(seat))))

    def _try(self, live: LiveTable, ask: AskPlan | AskCheck) -> None:
        """Answer what a plan would cost, or whether actions would be legal. The game stays as it is."""
        table = live.table
        seat, game = self._own(table, ask.seat), table.game
        if game is None:
            raise Refused("not-begun")
        if isinstance(ask, AskCheck):
            answer: Tells = Checked(seat, ask.id, table.number, game.check(seat, *ask.actions))
        else:
            wishes = [cast(Wish, _given(wish)) for wish in ask.wishes]
            if ask.raise_to is not None:
                wishes = game.suggest(seat, ask.raise_to)
            answer = Planned(seat, ask.id, table.number, game.plan(seat, wishes))
        self._listener.send(encode(answer))

    def _ask_coach(self, live: LiveTable, ask: AskCoach) -> None:
        """Have a worker answer a question to the coach; meanwhile this connection goes on."""
        table = live.table
        seat, game = self._own(table, ask.seat), table.game
        if game is None:
            raise Refused("not-begun")
        if not self._may_ask(table, ask):
            raise Refused("coach-not-allowed")
        if not self._coaching.take(self._now):
            raise Refused("too-fast")
        others = {at: str(chair.level) for at, chair in enumerate(table.record.seats) if chair.bot_plays and at != seat}
        question = CoachQuestion(ask.what, game.view(), seat, others, dealings(game), ask.offer, ask.steps)
        task = asyncio.get_running_loop().create_task(self._coached(live, ask, question, table.number))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _coached(self, live: LiveTable, ask: AskCoach, question: CoachQuestion, number: int) -> None:
        try:
            found = await self._registry.workers.coach(question, live.table.record.id)
        except Refused as refusal:
            self._registry.metrics.refusals.labels(refusal.code).inc()
            if refusal.code == "coach-not-ready":
                bots.compile_once()
            answer: Tells = Coached(ask.seat, ask.id, number, {"refused": refusal.code})
        else:
            answer = Coached(ask.seat, ask.id, number, cast(Json, Raw(found)))
        if self._live is live and self._may_ask(live.table, ask):
            self._listener.send(encode(answer))

    def _may_ask(self, table: Table, ask: AskCoach) -> bool:
        """The coach needs everybody's agreement; a bot may always be asked for its price."""
        return ask.what == "price" or consent.allowed(table.record)

    def _move(self, message: Asked) -> Callable[[Table, int], Step]:
        """The step that a message requests."""

        def move(table: Table, now: int) -> Step:
            record = table.record
            match message:
                case Start():
                    if bots.needs_worker(record):
                        self._allowance.thinking(record.id, self._registry.lives)
                    return table.start(now)
                case Pause():
                    return table.pause(now, message.paused)
                case Say():
                    if message.seat is None and not self._host:
                        raise Refused("not-your-seat")
                    seat = None if message.seat is None else self._own(table, message.seat)
                    return table.say(now, seat, message.text)
                case Consent():
                    if message.seat is None and not self._host:
                        raise Refused("host-only")
                    seat = None if message.seat is None else self._own(table, message.seat)
                    return table.consent(now, seat, message.agree)
                case Back():
                    return table.back(now, [self._own(table, message.seat)])
                case StandIn():
                    self._own(table, message.seat)
                    return table.stand_in(now, message.about)
                case Publish():
                    return table.publish(now, self._own(table, message.seat), message.agree)
                case GiveChain():
                    seating.give_chain(record, self._own(table, message.seat), message.end)
                case AgreeToCoach():
                    consent.agree(record, self._own(table, message.seat), message.agree)
                case TakeToken():
                    seating.take_token(record, self._own(table, message.seat), message.token)
                case Leave():
                    seating.leave(record, self._own(table, message.seat))
                case Replace():
                    if message.level in ENTRY_POINTS and record.status == "playing":
                        self._allowance.thinking(record.id, self._registry.lives)
                    seating.replace(record, message.seat, message.level, table.present)
                case Remove():
                    seating.remove(record, message.seat)
                case Settle():
                    if message.seat is None and not self._host:
                        raise Refused("host-only")
                    seat = None if message.seat is None else self._own(table, message.seat)
                    return table.settle(now, seat, message.how)
                case Vote():
                    seat = self._own(table, message.seat)
                    voting.vote(record, seat, message.about, message.agree, table.present, table.left, now)
                case HandBack():
                    seating.hand_back(record, message.seat)
                case SetPace():
                    if not self._keys and not self._host:
                        raise Refused("host-only")
                    return table.set_pace(now, [self._own(table, seat) for seat in self._keys], message.pace)
                case SkipAhead():
                    return table.skip([self._own(table, seat) for seat in self._keys])
                case NewKey():
                    return self._new_key(table, message, now)
                case NewInvite():
                    record.invite = message.digest
                case Mute():
                    seating.mute(record, message.seat, message.muted)
                case _:
                    raise Refused("bad-message")
            return table.seated(now)

        return move

    def _new_key(self, table: Table, message: NewKey, now: int) -> Step:
        """Replace a key. All other connections have to authenticate again: one may belong to whoever has the old
        key.
        """
        if message.seat is None and not self._host:
            raise Refused("host-only")
        seat = None if message.seat is None else self._own(table, message.seat)
        old = seating.replace_key(table.record, seat, message.digest)
        if seat is not None:
            self._keys[seat] = message.digest
        step = table.seated(now)
        step.to_asker, step.alone = [Keyed(seat, old)], True
        return step


def _given(wish: Struct) -> Json:
    """A wish without what it leaves out."""
    return {key: value for key, value in msgspec.to_builtins(wish).items() if value is not None}


def may_look(record: Record, invite: str | None, now: int) -> bool:
    """May a client without a key watch this table? Invitations expire with the keys, some time after the end."""
    invited = invite is not None and key_matches(invite, record.invite)
    return record.listed or (invited and not seating.keys_expired(record, now))
