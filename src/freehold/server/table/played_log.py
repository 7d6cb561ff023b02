"""The game of a table and the end of its log: replayed from the store, and made longer action by action."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Hashable, Iterable
from typing import Literal, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from freehold.game import Game, IllegalAction, draws
from freehold.json_types import Json
from freehold.server.fairness import fair_dice
from freehold.server.protocol.game_json import EventJson, PricesJson, ViewJson
from freehold.server.protocol.messages import PastAction, Refused, encode
from freehold.server.storage.game_log import (
    UNBOUND,
    By,
    Ending,
    Entry,
    Header,
    Shares,
    bind,
    canonical,
    link,
    rules_digest,
    view_digest,
)
from freehold.server.storage.record import Record
from freehold.server.storage.writes import Snapshot
from freehold.server.table import snapshots, table_info
from freehold.server.table.drawing import Drawing

REMEMBERED = 16  # recent actions kept in memory for clients that reconnect
SNAPSHOT_EVERY = 100  # actions


class PlayedLog:
    """A game with the number and the digest of its last action. `stopped`: the code why it cannot continue."""

    def __init__(self, record: Record, secret: bytes, drawing: Drawing) -> None:
        self._record, self._secret, self._drawing = record, secret, drawing
        self.game: Game | None = None
        self.number = 0
        self.hash = ""
        self.stopped = ""
        self.recent: deque[tuple[int, Raw]] = deque(maxlen=REMEMBERED)
        self.kept: Snapshot | None = None  # the last position on the way of a replay
        self._priced: tuple[Hashable, Raw] | None = None  # the last prices, and the key by which they are valid

    def playing(self) -> Game:
        """The game, if it goes on."""
        if self._record.status == "over":
            raise Refused("game-over")
        if self.game is None:
            raise Refused("not-begun")
        if self.stopped:
            raise Refused(self.stopped)
        return self.game

    def begin(self, draft: Header) -> Game:
        """Set the game up by its header, which is bound here."""
        self.game = fair_dice.set_up_again(draft, self._secret)
        self._record.header = header = bind("", replace(draft, start=view_digest(self.game)))
        self._drawing.begin(header)
        self.hash = header.hash
        return self.game

    def restore(self, entries: Iterable[Entry], snapshot: Snapshot | None = None) -> bool:
        """Replay a stored game to its present state, from its first action or from a snapshot on.

        If the replay differs or an entry is missing, the game is stopped at that point, and the result is False.
        """
        header, ending = self._record.header, self._record.ending
        assert header is not None
        if snapshot is not None:
            self.game = snapshots.game_of(snapshot)
            self.number, self.hash = snapshot.number, snapshot.hash
            self._drawing.resume(snapshot.chains)
        else:
            self.game, self.hash = fair_dice.set_up_again(header, self._secret), header.hash
            self._drawing.begin(header)
        compare = header.rules != rules_digest(header.edition) and not self._record.redacted
        before: Snapshot | None = None
        for entry in entries:
            self.stopped = self._follow(self.game, header, entry, compare)
            if self.stopped:
                return False
            if self.number % SNAPSHOT_EVERY == 0:
                before, self.kept = self.kept, self.snapshot()
        if self.kept is not None and self.kept.number > self.number - REMEMBERED:
            self.kept = before  # the next load needs the last actions as well, and starts before them
        if ending is not None and ending.number == self.number:
            self.hash = ending.hash
        else:
            self.stopped = "log-broken" if ending is not None else self._record.held
        return True

    def _follow(self, game: Game, header: Header, entry: Entry, compare: bool) -> str:
        """Replay one entry; the code of what is wrong with it. `compare`: the views were made by other rules."""
        if entry.number != self.number + 1 or link(self.hash, entry) != entry.hash:
            return "log-broken"
        try:
            events, line = fair_dice.play_again(game, header, entry, self._secret)
        except (IllegalAction, fair_dice.Misdrawn):
            return "rules-changed"
        if not self._drawing.follow(entry):
            return "log-broken"
        if line["chance"] != entry.chance or (compare and view_digest(game) != entry.view):
            return "rules-changed"
        self.number, self.hash = entry.number, entry.hash
        self._remember(entry, events)
        return ""

    def snapshot(self) -> Snapshot:
        """The game after its last action."""
        header, game = self._record.header, self.game
        assert header is not None
        assert game is not None
        rules, chains = rules_digest(header.edition), self._drawing.state()
        return Snapshot(self.number, self.hash, rules, game.position(), game.setup, draws.stored(game), chains)

    def add(
        self,
        now: int,
        by: By,
        played: tuple[list[EventJson], Json],
        view: ViewJson,
        shares: Shares | UnsetType,
        fresh: str | UnsetType,
    ) -> tuple[Entry, PastAction, ViewJson]:
        """Enter the action that was just played. It and the view are encoded once, as `Raw`, for all clients."""
        events, line = played
        seen = canonical(view)
        chains, digest = self._drawing.unpublished(), hashlib.sha256(seen).hexdigest()
        done = (self.number + 1, line["seat"], line["action"], line["chance"], by, now)
        entry = bind(self.hash, Entry(*done, digest, UNBOUND, shares, chains, fresh))
        if chains is not UNSET:
            self._drawing.chains.publish(chains)
        self.number, self.hash = entry.number, entry.hash
        return entry, cast(PastAction, self._remember(entry, events)), cast(ViewJson, Raw(seen))

    def _remember(self, entry: Entry, events: list[EventJson]) -> Raw:
        past = Raw(encode(table_info.past_of(entry, events)))
        self.recent.append((entry.number, past))
        return past

    def end(self, how: Literal["over", "consent"], now: int) -> Ending:
        """Close the log."""
        ending = bind(self.hash, Ending(how, self.number, now, UNBOUND))
        self.hash = ending.hash
        return ending

    def prices(self, game: Game) -> PricesJson:
        """The encoded prices. Most actions leave them as they were."""
        key = game.prices_key()
        if self._priced is None or self._priced[0] != key:
            self._priced = (key, Raw(msgspec.json.encode(game.prices())))
        return cast(PricesJson, self._priced[1])
