"""The attacks, each a way in which whoever runs the server departs from the rules, or uses them."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from freehold.server.fairness.hash_chains import hash_of
from freehold.server.fairness.take_backs import KIND, Past
from freehold.server.protocol.messages import Refused, ShareRequest, TakeBack
from freehold.server.storage.game_log import Entry
from freehold.server.storage.record import Pending, Record
from freehold.server.table import taking_back, timing
from freehold.server.table.drawing import Drawing
from freehold.server.table.table import IMPATIENCE
from freehold.server.table.table_step import Step

from .game import VICTIM, AttackedGame, wished


class Nothing(AttackedGame):
    """an honest server"""


class Withholding(AttackedGame):
    """unmodified server: the operator's seats see all links and withhold theirs when that gives the wished throw"""

    def collude(self, asking: ShareRequest) -> None:
        own = [seat for seat in asking.turn if seat in self.hands]
        given = self.table.drawing._given
        links = {str(seat): self.hands[seat].link(seat, asking.draw) for seat in asking.asked if seat in self.hands}
        known = {**links, **{str(seat): link for seat, link in given.items() if seat in asking.asked}}
        silent: tuple[int, ...] = ()
        if known.get(str(VICTIM)) and not self.likes(known):
            ways = itertools.chain.from_iterable(itertools.combinations(own, size) for size in range(1, len(own) + 1))
            silent = next((way for way in ways if self.likes({**known, **{str(seat): None for seat in way}})), ())
        self.give(asking, [seat for seat in own if seat not in silent])
        self.table.drawing.miss(silent)
        self.table.drawing.heard(silent)  # their browsers say something later


class Delaying(AttackedGame):
    """unmodified server: each question to the victim is held back for 9 s, and the operator publishes ground chains"""

    def collect(self, asking: ShareRequest) -> None:
        self.collude(asking)
        if VICTIM in self.table.drawing.waiting and self.table.record.pending is not None:
            waiting = self.table.draw(self.now + 9000)
            assert (waiting.asking, waiting.writes.entries) == (None, []), "it waits for the victim"
        if VICTIM in asking.turn:
            self.say(asking)

    def prepare(self, seat: int | None, action: Any) -> None:
        if seat is not None and action["type"] == "end_turn":
            drawing = self.table.drawing
            known = {str(other): self.hands[other].link(other, drawing.draw) for other in self.hands if other != 1}
            missing = {str(VICTIM): None} if drawing.asked([VICTIM]) else {}
            self.publish_for(1, (seat + 1) % len(self.table.record.seats), {**known, **missing})


class ShuttingOut(Delaying):
    """unmodified server: questions are held back until the operator may throw without the victim, with ground chains"""

    def collect(self, asking: ShareRequest) -> None:
        self.collude(asking)

    def drawn(self) -> Step:
        if VICTIM in self.table.drawing.waiting and self.table.record.pending is not None:
            return timing.stand_in(self.table, self.now + IMPATIENCE, VICTIM)
        return super().drawn()


class LateChains(AttackedGame):
    """unmodified server: the operator publishes a new chain whenever it can, by the victim's last link"""

    def prepare(self, seat: int | None, action: Any) -> None:
        if seat is None or action["type"] != "end_turn":
            return
        last = next((entry.shares for entry in reversed(self.entries) if entry.shares is not UNSET), {})
        self.publish_for(1, 1 - seat, {"0": last.get("0")})


class Doubling(AttackedGame):
    """unmodified server: every message is delivered twice, and links come again after the draw"""

    last: Any = None

    def collect(self, asking: ShareRequest) -> None:
        super().collect(asking)
        super().collect(asking)

    def receive(self, share: Any) -> None:
        super().receive(share)
        self.last = share

    def prepare(self, seat: int | None, action: Any) -> None:
        if self.last is not None:
            super().receive(self.last)


class Restoring(AttackedGame):
    """unmodified server: after a throw that is not as wished, an old copy of the database is put back"""

    backup = b""
    longest = 200  # it is replayed after almost every throw

    def act(self, seat: int | None, action: Any) -> None:
        if action["type"] == "end_turn":
            self.backup = msgspec.json.encode((self.table.record, self.entries, self.throws, seat, action))
        super().act(seat, action)
        if action["type"] != "roll":
            return
        backup, self.backup = self.backup, b""
        if not backup or wished(*self.throws[-1]):
            return
        record, self.entries, self.throws, ended, end = msgspec.json.decode(
            backup, type=tuple[Record, list[Entry], list[Any], int, Any]
        )
        self.table = self.made(record)
        self.table.restore(self.entries, self.now)
        for hand in self.hands.values():
            hand._draws = self.table.drawing.draw
        self.publish_for(1, 1 - ended, {"0": None})
        self.welcome()
        super().act(ended, end)  # the throw comes next, with the new chain and without the victim


class BotsChain(AttackedGame):
    """modified server: it adds a number in the name of a bot, ground after it has the victim's link"""

    class EvilDrawing(Drawing):
        __slots__ = ("game", "ground")
        game: AttackedGame
        ground: str

        def shares(self, asked: Any) -> Any:
            shares, pending = super().shares(asked), self._record.pending
            while pending is not None and pending.action["type"] == "roll":
                self.ground = self.game.chance.randbytes(32).hex()
                if wished(pending.seat, self.game.outcome({**shares, "1": self.ground})):
                    return {**shares, "1": self.ground}
            return shares

        def unpublished(self) -> Any:
            ends, kinds = super().unpublished()
            ground, self.ground = getattr(self, "ground", ""), ""
            return ({**({} if ends is UNSET else ends), "1": hash_of(ground)} if ground else ends), kinds

    drawing = EvilDrawing

    def made(self, record: Record) -> Any:
        table = super().made(record)
        table.drawing.game = self  # type: ignore[attr-defined]
        return table


class Disguised(Withholding):
    """modified server: a person who withholds is shown to the victim as a bot"""

    def shown(self) -> Any:
        info = super().shown()
        info["seats"][1]["kind"] = "bot"
        return info


class SayingLate(AttackedGame):
    """modified server: it says that the victim's link came too late when the throw is as wished without it"""

    def collude(self, asking: ShareRequest) -> None:
        super().collude(asking)
        given = self.table.drawing._given
        shares = {str(seat): given.get(seat) for seat in asking.asked}
        if not self.likes(shares) and self.likes({**shares, "0": None}):
            given[VICTIM] = None


class DroppingChain(Delaying):
    """modified server: it never puts the victim's chain into the log, and grinds its own"""

    def collect(self, asking: ShareRequest) -> None:
        self.collude(asking)

    def say(self, message: Any) -> None:
        super().say(message)
        self.table.record.seats[VICTIM].chain = ""


class AskingLater(Delaying):
    """modified server: it asks for the link of a later draw, to know the next ones"""

    def collect(self, asking: ShareRequest) -> None:
        if VICTIM in asking.turn:
            self.say(replace(asking, draw=asking.draw + 3 if asking.draw else 0))
        self.collude(asking)


class AskingFirst(Withholding):
    """modified server: it asks the victim before a seat that has lapsed more often"""

    def collect(self, asking: ShareRequest) -> None:
        self.table.drawing.asked_now = asking.asked
        asking = replace(asking, turn=asking.asked, shares={})
        self.say(asking)
        self.collude(asking)


class OldRules(ShuttingOut):
    """modified server: it begins the game by the rules of format 2, and shuts the victim out"""

    def start(self) -> Step:
        super().start()
        drawing = self.table.drawing
        assert drawing.opening is not None
        draft, asked = drawing.opening
        chairs = tuple(replace(chair, kind=UNSET, named=UNSET, blind=UNSET) for chair in draft.seats)
        drawing.opening = (replace(draft, format=2, seats=chairs), asked)
        return Step(asking=self.table.asking())


class TakingBack(AttackedGame):
    """unmodified server: the operator's seat takes back whatever it can after its purchases and after each throw that
    is not as wished
    """

    def act(self, seat: int | None, action: Any) -> None:
        super().act(seat, action)
        bad = action["type"] == "roll" and self.throws and not wished(*self.throws[-1])
        if bad or (action["type"] == "buy" and seat == 1 and self.chance.random() < 0.5):
            self.take_back()

    def past(self) -> Past:
        assert self.table.log.past is not None
        return self.table.log.past

    def take_back(self) -> None:
        for played in self.past().line[-2:-6:-1]:
            try:
                step = taking_back.wish(self.table, self.now, TakeBack(1, self.table.number, played.number))
            except Refused:
                continue
            self.done(step)
            if self.table.wishes.now is not None:  # the victim does not agree
                self.keep(taking_back.lapse(self.table, self.now))


class ForgedAgreement(TakingBack):
    """modified server: after a throw that is not as wished, it takes the throw back as if the victim had agreed"""

    def take_back(self) -> None:
        past, asked = self.past(), [VICTIM, *self.hands]
        if self.entries[-1].action["type"] != "roll":
            return
        go_back, to = Past.go_back, past.line[-2].number
        past.go_back = lambda game, to, shares: go_back(past, game, to, {})  # type: ignore[method-assign]
        pending = Pending(
            self.table.number + 1, 1, {"type": KIND, "to": to}, "person", None, self.table.drawing.draw, asked
        )
        self.throws.pop()
        self.done(self.table.fix(self.now, pending))


class ReusedAgreement(TakingBack):
    """modified server: the victim's number for a throw that is not as wished is entered as an agreement to take
    something back
    """

    def take_back(self) -> None:
        pass

    def drawn(self) -> Step:
        drawing, pending = self.table.drawing, self.table.record.pending
        if pending is None or pending.action["type"] != "roll" or not {*pending.asked} <= drawing._given.keys():
            return super().drawn()
        back_to = [played.number for played in self.past().line[-2:-1]]
        if back_to and drawing._given.get(VICTIM) and not self.likes(drawing.shares(pending.asked)):
            back = {"type": KIND, "to": back_to[0]}
            self.table.record.pending = replace(pending, action=back)
        return super().drawn()
