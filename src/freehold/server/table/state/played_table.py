"""A table that is played: its start, its actions and draws, and its replay from the store."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from freehold.game import Game, IllegalAction
from freehold.server.coaching import consent
from freehold.server.fairness import fair_dice
from freehold.server.protocol.game_json import EventJson, PricesJson, ViewJson
from freehold.server.protocol.messages import Asking, Begun, Done, Refused, Told
from freehold.server.storage.game_log import (
    UNBOUND,
    By,
    Chair,
    Entry,
    Header,
    Shares,
    bind,
    canonical,
    link,
    mixed,
    rules_digest,
    view_digest,
)
from freehold.server.storage.record import Pending
from freehold.server.storage.store import Snapshot, Writes
from freehold.server.table import seating, snapshots
from freehold.server.table.state.step import Step
from freehold.server.table.state.table_state import REMEMBERED, TableState

Json = dict[str, Any]

REJOIN = 15_000  # milliseconds after a restart for players to reconnect and send their links for a pending draw
SNAPSHOT_EVERY = 100  # actions
ROUNDS_WITHOUT_PEOPLE = 500  # rounds after which a table of bots pauses until its host resumes it


class PlayedTable(TableState):
    """Adds the actions of a game. A refusal is raised before anything has changed."""

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
        before: Snapshot | None = None
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
                before, self.kept = self.kept, self.snapshot()
        if self.kept is not None and self.kept.number > self.number - REMEMBERED:
            self.kept = before  # the next load needs the last actions as well, and starts before them
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

    def _resume(self, snapshot: Snapshot) -> None:
        self.game = snapshots.game_of(snapshot)
        self.number, self.hash = snapshot.number, snapshot.hash
        self.drawing.resume(snapshot.chains)

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
        prices = self._prices(game)
        step.to_all.append(Told(past, cast(ViewJson, Raw(seen)), prices, game.decider, legal, self.clock(now)))
        if game.over:
            self._end(now, "over", step)
        return step

    def _prices(self, game: Game) -> PricesJson:
        """The encoded prices. Most actions leave them as they were."""
        key = game.prices_key()
        if self._priced is None or self._priced[0] != key:
            self._priced = (key, Raw(msgspec.json.encode(game.prices())))
        return cast(PricesJson, self._priced[1])

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
