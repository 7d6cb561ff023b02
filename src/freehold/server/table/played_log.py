"""The game of a table and the end of its log: replayed from the store, and made longer action by action."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from typing import Literal, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from freehold.game import Game, IllegalAction, draws, internals
from freehold.json_types import Json
from freehold.server.fairness import fair_dice, take_backs
from freehold.server.fairness.take_backs import Past
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
from freehold.server.storage.view_shapes import agrees, played
from freehold.server.storage.writes import Snapshot
from freehold.server.table import snapshots, table_info
from freehold.server.table.drawing import Drawing

REMEMBERED = 16  # recent actions kept in memory for clients that reconnect
SNAPSHOT_EVERY = 100  # actions


class PlayedLog:
    """A game with the number and the digest of its last action. `stopped`: the code why it cannot continue, and
    `beyond`: how many actions the log has after that.
    """

    def __init__(self, record: Record, secret: bytes, drawing: Drawing) -> None:
        self._record, self._secret, self._drawing = record, secret, drawing
        self.game: Game | None = None
        self.number = 0
        self.hash = ""
        self._unended = ""  # the hash before the ending
        self.stopped = ""
        self.beyond = 0
        self.recent: deque[tuple[int, Raw]] = deque(maxlen=REMEMBERED)
        self.past: Past | None = None  # what can be taken back
        self._wanted: set[int] = set()  # positions that a replay goes back to
        self.kept: Snapshot | None = None  # the last position on the way of a replay
        self._priced: tuple[Hashable, Raw] | None = None  # the last prices, and the key by which they are valid

    def playing(self, corrects: bool = False) -> Game:
        """The game, if it goes on. `corrects`: around a real box it goes on after its end, too."""
        if self._record.status == "over" and not corrects:
            raise Refused("game-over")
        if self.game is None:
            raise Refused("not-begun")
        if self.stopped:
            raise Refused(self.stopped)
        return self.game

    def begin(self, draft: Header) -> Game:
        """Set the game up by its header, which is bound here."""
        self.game = fair_dice.set_up_again(draft, self._secret)
        self._record.header = header = bind("", replace(draft, start=view_digest(self.game.view(), draft.format)))
        self._drawing.begin(header)
        self.hash, self.past = header.hash, Past(header, self.game)
        return self.game

    def restore(
        self, entries: Sequence[Entry], snapshot: Snapshot | None = None, earlier: Iterable[Snapshot] = ()
    ) -> bool:
        """Replay a stored game to its present state, from its first action or from a snapshot on.

        If the replay differs or an entry is missing, the game is stopped at that point, and the result is False. After
        a change of the rules the views are compared if their shape is known, and always the chance, what is legal, and
        money and deeds with the snapshots that were made `earlier`, by other rules.
        """
        header, ending = self._record.header, self._record.ending
        assert header is not None
        game = fair_dice.set_up_again(header, self._secret) if snapshot is None or self._changed(header) else None
        compare = game is not None and self._changed(header) and agrees(game.view(), header.start, header.format)
        pending = self._record.pending
        self._wanted = take_backs.targets(entries) | take_backs.targets(() if pending is None else (pending,))
        positions = {stored.number: played(stored.position) for stored in earlier}
        self.game = game = self._go_to(header, snapshot, game)
        start, before = self.number, None
        for entry in entries:
            stopped, agreed = self._follow(game, header, entry, compare), self.number
            if agreed in positions and positions[agreed] != played(game.view()):
                back = self.kept or snapshot  # something has differed since then
                stopped, agreed = "rules-changed", 0 if back is None else back.number
            if stopped:  # the game may have gone a step too far
                self.game = self._go_to(header, self.kept or snapshot)
                for followed in entries[self.number - start : agreed - start]:
                    self._follow(self.game, header, followed, False)
                self.stopped, self.beyond = stopped, len(entries) - (agreed - start)
                return False
            if self.number % SNAPSHOT_EVERY == 0 and header.box is UNSET:
                before, self.kept = self.kept, self.snapshot()
        if self.kept is not None and self.kept.number > self.number - REMEMBERED:
            self.kept = before  # the next load needs the last actions as well, and starts before them
        if ending is not None and ending.number == self.number:
            self._unended, self.hash = self.hash, ending.hash
        else:
            self.stopped = "log-broken" if ending is not None else self._record.held
        return True

    def _changed(self, header: Header) -> bool:
        return header.rules != rules_digest(header.edition) and (header.format > 2 or not self._record.redacted)

    def _go_to(self, header: Header, snapshot: Snapshot | None, start: Game | None = None) -> Game:
        """The game at a snapshot, or at its start, which may be given."""
        self.recent.clear()
        if snapshot is not None:
            self.number, self.hash = snapshot.number, snapshot.hash
            self._drawing.resume(snapshot.chains)
            game = snapshots.game_of(snapshot)
        else:
            self.number, self.hash, self._drawing.draw = 0, header.hash, 0
            self._drawing.begin(header)
            game = start or fair_dice.set_up_again(header, self._secret)
        self.past = Past(header, game, self.number, self._wanted)
        return game

    def _follow(self, game: Game, header: Header, entry: Entry, compare: bool) -> str:
        """Replay one entry; the code of what is wrong with it. `compare`: the views were made by other rules."""
        if entry.number != self.number + 1 or link(self.hash, entry) != entry.hash:
            return "log-broken"
        try:
            assert self.past is not None
            events, line = take_backs.play_again(game, header, entry, self._secret, self.past)
        except (IllegalAction, fair_dice.Misdrawn):
            return "rules-changed"
        if not self._drawing.follow(entry):
            return "log-broken"
        if line["chance"] != entry.chance or (compare and not agrees(game.view(), entry.view, header.format)):
            return "rules-changed"
        self.number, self.hash = entry.number, entry.hash
        self._remember(entry, events, line)
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
        seen, header = canonical(view), self._record.header
        assert header is not None
        digest = view_digest(view, header.format) if header.format > 2 else hashlib.sha256(seen).hexdigest()
        chains, kinds = self._drawing.unpublished()
        done = (self.number + 1, line["seat"], line["action"], line["chance"], by, now)
        entry = bind(self.hash, Entry(*done, digest, UNBOUND, shares, chains, fresh, kinds, line.get("typed", UNSET)))
        self._drawing.record(chains, kinds)
        if self.past is not None and self.game is not None and take_backs.target(entry.action) is None:
            self.past.add(entry, self.game)
        self.number, self.hash = entry.number, entry.hash
        return entry, cast(PastAction, self._remember(entry, events, line)), cast(ViewJson, Raw(seen))

    def _remember(self, entry: Entry, events: list[EventJson], line: Json) -> Raw:
        past = Raw(encode(table_info.past_of(entry, events, line)))
        self.recent.append((entry.number, past))
        return past

    def end(self, how: Literal["over", "consent"], now: int) -> Ending:
        """Close the log."""
        ending = bind(self.hash, Ending(how, self.number, now, UNBOUND))
        self._unended, self.hash = self.hash, ending.hash
        return ending

    def reopen(self) -> None:
        """Take the ending off the log."""
        self.hash = self._unended

    def prices(self, game: Game) -> PricesJson:
        """The encoded prices. Most actions leave them as they were."""
        key = internals.prices_key(game)
        if self._priced is None or self._priced[0] != key:
            self._priced = (key, Raw(msgspec.json.encode(game.prices())))
        return cast(PricesJson, self._priced[1])
