"""The class `Game`: positions, actions and events as JSON, legal moves, dictated randomness, replay."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from freehold.editions import Edition, EditionLike, SetupError, name_of
from freehold.editions import ids as edition_ids
from freehold.editions import load as load_edition
from freehold.editions.faults import quoted
from freehold.editions.house import expanded
from freehold.engine import edition_tables
from freehold.engine.records import Chance, Events
from freehold.engine.records import Game as Record
from freehold.game import (
    actions,
    dealings,
    draws,
    estate,
    events,
    legal_actions,
    names,
    new_seats,
    position,
    position_link,
    position_reader,
    prices,
    randomness,
    saved,
    taking_back,
    types,
)
from freehold.game.actions import IllegalAction
from freehold.game.draws import Draws
from freehold.game.line_of_play import Line
from freehold.game.position import PositionError, PositionFault
from freehold.json_types import Json, Options
from freehold.rules import auctions, codes, decks, money, setup, state, step

if TYPE_CHECKING:
    import freehold


class _Moment(NamedTuple):
    """What an action changes: the records, the counted draws, the dealings, the events of the action before, and how
    many draws were burnt since then.
    """

    g: Any
    c: Any
    draws: Draws
    dealings: dealings.Dealings
    events: list[types.Event]
    burnt: int


class Game:
    """A game in progress. Only `apply` and `undo` change it; a refused action leaves it byte for byte unchanged.

    `edition` is the `Edition` that is played, `variant` and `options` how, `names` the players by seat. `start` is the
    position before the first action, `setup` the events that led to it, and `log` has all actions since. `taken_back`
    has those that are no longer in it.
    """

    def __init__(self, edition: Edition, name: str, variant: str, options: Mapping[str, str | int], t: object) -> None:
        """Private: use `Game.new` or `Game.load`."""
        self.edition = edition
        self.edition_name = name
        self.variant = variant
        self.options = dict(options)
        self.names: list[str] = []
        self.setup: list[types.Event] = []
        self.log: list[types.LogEntry] = []
        self.taken_back: list[types.TakenBack] = []
        self.start: types.Position = cast(types.Position, {})
        self._events: list[types.Event] = []  # the events of the last action
        self._past: list[_Moment] | None = None  # before each action of the log; kept from the first `undo` on
        self._draws = Draws()
        self._dealings: dealings.Dealings = ()
        self._burnt = 0  # draws that were taken back since the last action
        self._line = Line()
        self._t: Any = t
        self._g: Any = Record()
        self._c: Any = Chance()

    # ------------------------------------------------------------------ beginning

    @classmethod
    def new(
        cls,
        edition: EditionLike = "classic",
        players: Sequence[str] | int = 4,
        seed: int = 0,
        variant: str = "classic",
        options: Options | None = None,
        *,
        tokens: Sequence[str] | None = None,
        banker: int = 0,
        banker_plays: bool = True,
        chance: Iterable[int | str] = (),
    ) -> Game:
        """A new game, set up and ready for the first throw. `players`: names, or a number.

        `banker` is the seat that throws first in the opening roll and deals. A banker who does not play is named among
        the players but gets no seat; the rulebooks allow that for six or more people.

        `options` are switches by name, and house rules in a list: `{"house": ["free-parking-pot"]}`.
        """
        game = cls._at_table(edition, variant, options)
        seats = new_seats.seated(game.edition, players, tokens, banker, banker_plays)
        game.names = seats.names
        game._g.token[: len(seats.tokens)] = seats.tokens
        game._c = randomness.of_seed(seed)
        randomness.dictate(game._c, actions.outcomes(chance))
        e = _buffer()
        setup.begin(game._g, game._t, game._c, e, len(seats.names), seats.banker, seats.opener)
        step.settle(game._g, game._t, game._c, e)
        randomness.check_dictated(game._c)
        _check_room(game._g.overflow | e.overflow)
        game.setup = game._events = cast(list[types.Event], events.read(e, game.edition))
        game._draws = draws.at_start(game._g)
        game.start = game.position()
        return game

    @classmethod
    def load(
        cls,
        position: Mapping[str, object] | str | os.PathLike[str],
        edition: EditionLike | None = None,
        seed: int | None = None,
    ) -> Game:
        """The game of a position, or of a file that `save` wrote. Omitted fields take the edition's starting values.

        A saved game comes with its log; a file may also hold a position alone. `PositionError` says all that is wrong.
        """
        if isinstance(position, str | os.PathLike):
            position = saved.read(position)
        if not isinstance(position, Mapping):
            raise PositionError([PositionFault("", "no-object")])
        given = cast(Mapping[str, Any], position)
        if "start" in given:
            start, log = saved.parts(given)
            game = cls.replay(start, log, edition)
            game.taken_back = saved.taken_back(given)
            game._burn(taking_back.still_burnt(game.log, game.taken_back))
            return game
        options = given.get("options", {})
        if not isinstance(options, Mapping):
            raise PositionError([PositionFault("options", "object")])
        game = cls._at_table(edition or given.get("edition", "classic"), given.get("variant", "classic"), options)
        if edition is not None and "edition" in given:
            game.edition_name = str(given["edition"])
        game._c = randomness.of_seed(seed if seed is not None else 0)
        randomness.read(given.get("chance", {}), game._c)
        game._g, game.names = position_reader.read(given, game.edition, game._t)
        if "decks" not in given and game._g.in_hand == state.NOBODY:
            setup.shuffle_decks(game._g, game._t, game._c, Events())
        game._draws = draws.at_start(game._g)
        game.start = game.position()
        return game

    @classmethod
    def from_link(cls, text: str, edition: EditionLike | None = None, seed: int | None = None) -> Game:
        """The game of a position's link, as `link` gives it or as an address that ends in it.

        The decks are shuffled by the seed. `SetupError` if the link is damaged or the position impossible.
        """
        found = position_link.read(text.rstrip("/").rpartition("/")[2] if isinstance(text, str) else text)
        if edition is None and found.get("edition") not in edition_ids():  # a link never names a file
            raise SetupError("unknown-edition", {"given": str(found.get("edition")), "known": quoted(edition_ids())})
        game = cls.load(found, edition, seed)
        decks.shuffle_unseen(game._g, game._c)
        game.start = game.position()
        return game

    @classmethod
    def of(
        cls,
        edition: EditionLike = "classic",
        bots: freehold.BotLike | Sequence[freehold.BotLike] = "baron",
        seed: int = 1,
        number: int = 0,
        *,
        variant: str | None = None,
        options: Options | None = None,
        players: int | None = None,
        rotate: bool = False,
        turns: int | None = None,
    ) -> Game:
        """A game of `freehold.simulate` with these settings, by its number, played to its end, with its log.

        `bots` are those of `simulate`, your own included: names or objects, one per seat, or one for all seats.
        """
        import freehold  # the public interface: this layer knows no simulations

        settings = {"variant": variant, "options": options, "players": players, "rotate": rotate, "turns": turns}
        return freehold._game_of(edition, bots, seed, number, **settings)

    @classmethod
    def _at_table(cls, edition: Any, variant: Any, options: Mapping[str, Any] | None) -> Game:
        name, loaded = name_of(edition), load_edition(edition)
        settled = expanded(options or {})
        return cls(loaded, name, variant, settled, edition_tables.build(loaded, variant, settled))

    # ------------------------------------------------------------------ looking

    @property
    def phase(self) -> str:
        """The pending decision: `roll`, `buy`, `auction` … `over`."""
        return names.PHASES[self._g.phase]

    @property
    def decider(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        return None if self._g.decider == state.NOBODY else self._g.decider

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self._g.turn)

    @property
    def turns(self) -> int:
        """The number of completed turns."""
        return int(self._g.turns)

    @property
    def winner(self) -> int | None:
        """The winning seat; None while the game is running, and for a shared victory."""
        return None if self._g.winner == state.NOBODY else self._g.winner

    @property
    def draws(self) -> int:
        """The number of actions so far that threw a die or turned a card over, also of those that were taken back."""
        return self._draws.number

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._g.phase == codes.PHASE_OVER)

    def position(self) -> types.Position:
        """The complete position including deck order and random state. `Game.load` of it continues identically."""
        return cast(types.Position, self._written(hidden=True) | {"chance": randomness.write(self._c)})

    def _written(self, *, hidden: bool) -> Json:
        return {
            "edition": self.edition_name,
            "variant": self.variant,
            "options": dict(self.options),
            **position.write(self._g, self._t, self.edition, self.names, hidden=hidden),
        }

    def view(self, seat: int | None = None) -> types.View:
        """The position without hidden information: the order of the decks, and the random state.

        Hands are open in this game, so every seat and a spectator (None) see the same.
        """
        if seat is not None and seat not in range(self._g.players):
            raise ValueError(f"There is no seat {seat!r} at this table.")
        return cast(types.View, self._written(hidden=False))

    def link(self, *, with_names: bool = True) -> str:
        """The address of the position: a short text with everything that `view` shows, and no secret."""
        return position_link.write({**self.view(), "edition": self.edition.id}, with_names=with_names)

    def standings(self) -> list[types.Standing]:
        """Seats with their net worth, best first; ties share a place; bankrupt players come last, without a net worth.

        Do not show this to a player who is choosing how to pay a tax: that choice must come before counting.
        """
        return cast(list[types.Standing], legal_actions.standings(self._g, self._t, self.names))

    def svg(self, lang: str = "en") -> str:
        """A picture of the position."""
        from freehold import picture

        salary = {"prices": {"salary": int(self._t.salary)}}
        return picture.draw(self.edition, {**self.view(), **salary}, lang)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Game.load({self.position()!r})"

    def __str__(self) -> str:
        """A small board in text: owners, buildings and tokens, and the players' cash in the middle."""
        from freehold.picture import text_board

        return text_board.draw(self.edition, self.view())

    def tell(self, happened: Iterable[types.Event] | None = None, lang: str = "en") -> list[str]:
        """Events as sentences, in the words of the edition: those given, or those of the last action."""
        from freehold import sentences

        chosen = self._events if happened is None else list(happened)
        action = self.log[-1]["action"] if self.log and chosen == self._events else None
        return [sentences.event(self.edition, event, self.names, lang, action) for event in chosen]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a JSON file: its start, its log, and what was taken back. `Game.load` of the file continues
        identically.
        """
        saved.write(path, self.start, self.log, self.taken_back)

    # ------------------------------------------------------------------ playing

    def legal(self, seat: int | None = None, *, offers: bool = True, amounts: bool = False) -> list[types.Action]:
        """Every legal action of a seat (default: the one that has to decide). All except offers can be applied as they
        are.

        A bid is listed with its lowest amount, and the highest as `max`; a settlement with everything that may be
        given; an offer by its bounds: to whom, and the most that each side could include. Optional fields (the number
        of buildings requested, the houses that a sale leaves) are not listed. `amounts` adds what each action brings or
        costs as `amount`, if that is known in advance.
        """
        who = self._who(seat)
        found = legal_actions.listed(self._g, self._t, who, amounts)
        return cast(list[types.Action], found + legal_actions.offers(self._g, self._t, who) if offers else found)

    def raisable(self, seat: int) -> int:
        """The cash a seat could raise: its cash, its buildings at half price and its mortgages."""
        return int(money.raisable(self._g, self._t, self._who(seat)))

    def prices(self) -> types.Prices:
        """The current prices: rents, redemptions, taxes, and deeds that cannot be traded."""
        return prices.table(self._g, self._t)

    def check(self, seat: int | None, *steps: types.Action) -> str | None:
        """Why a sequence of a seat's actions is not legal; None if it is. The game is not changed."""
        return estate.refusal(self._g, self._t, self._who(seat), [dict(action) for action in steps])

    def plan(self, seat: int, wishes: Iterable[types.Wish] = ()) -> types.Plan:
        """The actions that lead to the estate wished for, what they cost, and what is in the way. Nothing changes."""
        return estate.plan(self._g, self._t, self._who(seat), wishes)

    def suggest(self, seat: int, cash: int) -> list[types.Wish]:
        """Wishes for `plan` that raise so much cash, if that is possible, and give up as little as possible."""
        return estate.suggestion(self._g, self._t, self._who(seat), cash)

    def apply(
        self, action: types.Action, seat: int | None = None, chance: Iterable[int | str] = ()
    ) -> list[types.Event]:
        """Apply an action and return its events. Raises `IllegalAction` if the rules refuse; then nothing has changed.

        `chance` dictates random outcomes in the order in which they are drawn; when they are used up, the seed decides.
        """
        who, x = self._asked(action, seat)
        dictated = actions.outcomes(chance)
        g, t = self._g, self._t
        g, c, e = g.copy(), self._c.copy(), _buffer()
        randomness.dictate(c, dictated)
        _check_done(step.act(g, t, c, e, who, x))
        randomness.check_dictated(c)
        _check_room(g.overflow | c.overflow | e.overflow)
        if self._past is not None:
            self._past.append(self._now())
        turn, self._g, self._c = int(self._g.turns), g, c
        entry: types.LogEntry = {
            "seat": None if who == state.NOBODY else who,
            "action": actions.bare(action),
            "chance": actions.outcome_names(c.seen[: c.seen_n]),
        }
        if dictated:
            entry["dictated"] = len(dictated)
        if self._burnt:
            entry["burnt"], self._burnt = self._burnt, 0
        self.log.append(entry)
        self._dealings = dealings.after(self._dealings, turn, who, cast(Json, entry["action"]))
        happened = events.read(e, self.edition)
        self._draws = self._draws.after(happened, c.seen_n)
        self._events = cast(list[types.Event], happened)
        return list(self._events)

    def undo(self, by: int | None = None, *, burn: bool = True) -> types.LogEntry:
        """Take the last action back and return its entry of the log. `by`: the seat whose wish it is.

        A draw that was seen is burnt: if the action threw a die or turned a card over, the same action draws something
        else then, and cards that nobody had seen before are shuffled. `taken_back` keeps the entry. Without `burn` the
        game is exactly as if the action had never been played, and draws the same again: for programs that analyse.

        The first call replays the game from its start; the next ones are immediate. A ValueError if nothing was played.
        """
        if not self.log:
            raise ValueError("There is no action to take back.")
        wish = None if by is None else self._who(by)
        if self._past is None or len(self._past) != len(self.log):
            twin = Game.load(self.start, self.edition)
            twin._events, twin._past = list(self.setup), []
            for entry in self.log:
                twin.again(entry)
            self._past = twin._past
        left, earlier = len(self.log) - 1, self._past.pop()
        seen, drawn = self._burnt, self._draws.number - earlier.draws.number  # since then; `seen` of them after it
        self._go_to(earlier)
        self.start = self.start.copy()  # another object: bots that remember the log read it again
        undone = self.log.pop()
        if burn:
            self.taken_back.append({"by": wish, "after": left, "drew": drawn > seen, "entry": undone})
            self._burn(drawn)
        else:
            self.taken_back = taking_back.before(self.taken_back, left)
        return undone

    def _burn(self, count: int) -> None:
        """So many draws more were seen and taken back."""
        if count:
            self._burnt += count
            taking_back.burn(self, self._draws.number + count)

    def _now(self) -> _Moment:
        return _Moment(self._g, self._c, self._draws, self._dealings, self._events, self._burnt)

    def _go_to(self, moment: _Moment) -> None:
        self._g, self._c, self._draws, self._dealings, self._events, self._burnt = moment

    def refusal(self, action: types.Action, seat: int | None = None) -> IllegalAction | None:
        """Why the rules would refuse an action, or None if they would not. Nothing is done."""
        try:
            self._asked(action, seat)
        except IllegalAction as why:
            return why
        return None

    def _asked(self, action: Mapping[str, Any], seat: int | None) -> tuple[int, Any]:
        """The acting seat and the action as the kernel's record. `IllegalAction` if the rules refuse."""
        g = self._g
        who = state.NOBODY if isinstance(action, Mapping) and action.get("type") == "time_up" else self._who(seat)
        x = actions.read(action, position.kept_cards(g), who)
        _check_done(step.may(g, self._t, who, x))
        return who, x

    def _who(self, seat: Any) -> int:
        if seat is None:
            return int(self._g.decider)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self._g.players:
            raise IllegalAction("no-such-seat")
        return seat

    def copy(self) -> Game:
        """An independent copy that continues identically, with its log. Cheap: `apply` replaces the records of a game
        and never changes them, so that both games can share them.
        """
        twin = copy(self)
        twin.options, twin.names = dict(self.options), list(self.names)
        twin.setup, twin.log, twin.taken_back = list(self.setup), list(self.log), list(self.taken_back)
        twin._past = None if self._past is None else list(self._past)
        return twin

    def as_bidder(self, seat: int) -> Game:
        """In an auction everybody who is still in may bid: the game as it is when this seat is the next one to speak.

        The game itself if the seat has no bid to make.
        """
        g = self._g
        if g.decider == seat or auctions.may_speak(g, seat) != codes.DONE:
            return self
        twin = self.copy()
        twin._g = g.copy()
        twin._g.bidder = twin._g.decider = seat
        return twin

    @classmethod
    def replay(
        cls, start: Mapping[str, object], log: Iterable[Mapping[str, object]], edition: EditionLike | None = None
    ) -> Game:
        """A game played again from its `start` by its `log`. It goes on with the dice of the original.

        Where the generator of the start gives what the log tells, it is used. Outcomes that came from elsewhere
        (dictated ones, or those of a server, which takes a new seed for every action) are taken from the log.
        """
        game = cls.load(start, edition)
        for entry in log:
            game.again(entry)
        return game

    def again(self, entry: Mapping[str, object]) -> list[types.Event]:
        """Repeat an action of a log, with the outcomes that it had, and return its events."""
        line = cast(types.LogEntry, entry)
        known, dictated = list(line["chance"]), line.get("dictated", 0)
        self._burn(line.get("burnt", 0))
        before = self._now()
        with suppress(ValueError):
            happened = self.apply(line["action"], line["seat"], known[:dictated])
            if self.log[-1]["chance"] == known:
                return happened
            self.log.pop()
            if self._past is not None:
                self._past.pop()
        self._go_to(before)
        return self.apply(line["action"], line["seat"], known)


def _buffer() -> Any:
    e: Any = Events()
    e.on = 1
    return e


def _check_done(code: int) -> None:
    """The rules have allowed or done it, by their answer."""
    if code != codes.DONE:
        raise IllegalAction(names.REASONS[code])


def _check_room(overflow: int) -> None:
    """Everything that happened was kept. Only an endless series of ties could be too long for one action."""
    if overflow:
        raise OverflowError(
            f"One action has more outcomes than {state.TOLD}, more events than {state.EVENTS}, or more debts at once "
            f"than {state.DEBTS}; nothing was changed."
        )
