"""What a table has: its record, its game, who is present, and what is told of it."""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Collection, Hashable
from typing import Any, cast

from msgspec import Raw
from msgspec.structs import replace

from freehold.game import Game
from freehold.server.protocol.game_json import EventJson, ViewJson
from freehold.server.protocol.messages import (
    Clock,
    Ended,
    Past,
    Refused,
    Replied,
    TableChanged,
    TableInfo,
    Welcome,
    encode,
)
from freehold.server.storage.game_log import UNBOUND, Ending, Entry, Header, Signature, bind, rules_digest
from freehold.server.storage.record import Line, Record
from freehold.server.storage.store import Snapshot
from freehold.server.table import table_info
from freehold.server.table.countdown import BotPace, Countdown
from freehold.server.table.drawing import Drawing
from freehold.server.table.state.step import Step

Json = dict[str, Any]

CHAT_SHOWN = 50  # lines that a client gets when it connects
REMEMBERED = 16  # recent actions kept in memory for clients that reconnect

Sign = Callable[[str, str], Signature]  # a game's id and its last digest


class TableState:
    """A table in the lobby or in play, built from stored data only."""

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
        self._priced: tuple[Hashable, Raw] | None = None  # the last prices, and the key by which they are valid
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

    @property
    def secret(self) -> str | None:
        """The secret of the dice, once the game has ended."""
        return self._secret.hex() if self.record.ending is not None else None

    def snapshot(self) -> Snapshot:
        """The game after its last action."""
        header, game = self.record.header, self.game
        assert header is not None
        assert game is not None
        rules, chains = rules_digest(header.edition), self.drawing.state()
        return Snapshot(self.number, self.hash, rules, game.position(), game.setup, game.drawn(), chains)

    def _playing(self) -> Game:
        if self.record.status == "over":
            raise Refused("game-over")
        if self.game is None:
            raise Refused("not-begun")
        if self.stopped:
            raise Refused(self.stopped)
        return self.game

    def _remember(self, entry: Entry, events: list[EventJson]) -> Past:
        """Keep the action in memory, already encoded. It is a `Raw` value, typed as the `Past` that it encodes."""
        past = Raw(encode(table_info.past_of(entry, events)))
        self.recent.append((entry.number, past))
        return cast(Past, past)

    def _asked(self, now: int, view: ViewJson, action: Json | None = None, seat: int | None = None) -> None:
        self._last = now
        self.countdown.ask(now, view, action, seat)
        self.pace.asked(self.awaited)

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

    def level_of(self, seat: int) -> Any:
        chair = self.record.seats[seat]
        return chair.level if chair.kind == "bot" else self.record.level

    def bot_levels(self) -> dict[int, str]:
        """The level of each seat that belongs to a bot, not of bots that replace an absent person. Shown to
        everybody.
        """
        return {seat: chair.level for seat, chair in enumerate(self.record.seats) if chair.kind == "bot"}

    def welcome(self, now: int, keys: Collection[int], host: bool, missed: list[Raw], signer: str) -> Welcome:
        """All that a client needs to know which comes with these seats' keys."""
        game, record = self.game, self.record
        inherited: list[int | None] = [seat for seat in sorted(keys) if record.seats[seat].inherited]
        return Welcome(
            table=self.info(),
            yours=sorted(keys),
            host=host,
            number=self.number,
            hash=self.hash,
            setup=game.setup if game is not None else [],
            missed=cast(list[Past], missed),
            view=game.view() if game is not None else None,
            prices=game.prices() if game is not None else None,
            decider=game.decider if game is not None else None,
            legal=game.legal(offers=False, amounts=True) if game is not None and game.decider is not None else [],
            clock=self.clock(now),
            chat=list(self.chat),
            secret=self.secret,
            replies=list(self.replies),
            draws=self.drawing.draw,
            links={str(seat): self.drawing.expected(seat) for seat in sorted(keys)},
            standings=game.standings() if game is not None and record.ending is not None else [],
            inherited=[*inherited, None] if host and record.host_inherited else inherited,
            signer=signer,
        )

    def clock(self, now: int) -> Clock:
        allowed = self.countdown.stand_in_from
        absent = [] if allowed is None else self.countdown.absent
        return Clock(now, self.awaited, self.deadline, self.record.ends_at, absent, allowed)

    def changed(self, now: int) -> TableChanged:
        return TableChanged(self.info(), self.clock(now))

    def info(self) -> TableInfo:
        info = table_info.table_info(self.record, self.present, self.watchers, self.number, self.stopped)
        return replace(info, pace=self.pace.of(self.present), awaited=self.awaited)
