"""Taking actions back: which entries of a log do it, what they need, and the positions that they go back to.

The log only grows. An entry with the action `{"type": "take_back", "to": n}` puts the game where it was after entry n;
what was played since stays in the log. The numbers of draws go on: a draw that was seen never comes again.

- Without shares it is free. The table's policy has to be `free`; since entry n only the person in the entry's own seat
  has acted, and nothing was drawn.
- With shares it takes the number of a draw, and nothing is drawn. All people in the game give their links to it: that
  is their agreement, and nobody else can give it. If one of them is missing it is void, and the game stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from msgspec import UNSET, UnsetType

from freehold.game import Game, draws, types
from freehold.json_types import Json
from freehold.server.fairness import fair_dice
from freehold.server.storage.game_log import By, Entry, Header, Shares
from freehold.server.storage.record import Pending

KIND = "take_back"
KEPT = 64  # positions that a table keeps; earlier ones are replayed


class NotAllowed(fair_dice.Misdrawn):
    """An entry takes back what it may not."""


class Played(NamedTuple):
    """An action that was not taken back. `by`: who did it, for the seat; `drew`: it drew chance."""

    number: int
    seat: int | None = None
    by: By = "bot"
    drew: bool = True

    @classmethod
    def of(cls, entry: Entry) -> Played:
        return cls(entry.number, entry.seat, entry.by, entry.shares is not UNSET)


def target(action: Json) -> int | None:
    """The number that an action goes back to; None if it is another action, or damaged."""
    to = action.get("to") if action.get("type") == KIND else None
    return to if type(to) is int else None


def targets(entries: Iterable[Entry | Pending]) -> set[int]:
    """The numbers that these entries, or what is fixed to be the next one, go back to."""
    return {to for entry in entries if (to := target(entry.action)) is not None}


def takes_effect(shares: Shares | UnsetType) -> bool:
    """Whether everybody who was asked agreed."""
    return shares is UNSET or None not in shares.values()


def follow(line: list[int], entry: Entry) -> list[int]:
    """Go on with the numbers of what was not taken back; returns those that the entry takes back."""
    if entry.action.get("type") != KIND:
        line.append(entry.number)
        return []
    undone = [number for number in line if takes_effect(entry.shares) and number > entry.action["to"]]
    del line[len(line) - len(undone) :]
    return undone


def play_again(
    game: Game, header: Header, entry: Entry, secret: bytes, past: Past
) -> tuple[list[types.Event], dict[str, Any]]:
    """Replay an entry, see `fair_dice.play_again`. Raises `NotAllowed` if it takes back what it may not."""
    if entry.action.get("type") != KIND or header.box is not UNSET:  # around a real box, see `typed_dice.py`
        played = fair_dice.play_again(game, header, entry, secret)
        past.add(entry, game)
        return played
    if not past.allows(header, entry):
        raise NotAllowed
    past.go_back(game, entry.action["to"], entry.shares)
    return [], {"seat": entry.seat, "action": entry.action, "chance": []}


class Past:
    """What was played and not taken back, in order, and the game after some of these actions: the last ones, and those
    in `wanted`. It begins with a number, where the game may have been loaded from a snapshot.
    """

    def __init__(self, header: Header, game: Game, number: int = 0, wanted: Collection[int] = ()) -> None:
        self.line = [Played(number)]
        self._wanted, self._most = wanted, 0 if header.policy == "never" else KEPT
        self._games = {number: game.copy()}

    def add(self, entry: Entry, game: Game) -> None:
        """An action was played. Where nothing can be taken back, nothing is kept."""
        if not self._most:
            return
        self.line.append(Played.of(entry))
        self._games[entry.number] = game.copy()
        if entry.number - self._most not in self._wanted:
            self._games.pop(entry.number - self._most, None)

    def fill(self, entries: Iterable[Entry], to: int, game: Game) -> None:
        """Make the line complete, from all entries of the log so far, and keep a position that was replayed."""
        self.line, self._games[to] = [Played(0)], game.copy()
        for entry in entries:
            if entry.action.get("type") != KIND:
                self.line.append(Played.of(entry))
            elif takes_effect(entry.shares):
                self._shorten(entry.action["to"])

    def holds(self, to: int) -> bool:
        """Whether the position is kept, and the line goes back to it."""
        return to in self._games and (to > self.line[0].number or self.line[0].number == 0)

    def has(self, to: int) -> bool:
        """Was this action, or the start, played and not taken back, and something after it?"""
        return to < self.line[-1].number and any(played.number == to for played in self.line)

    def since(self, to: int) -> list[Played]:
        """What was played after an action, and not taken back."""
        return [played for played in self.line if played.number > to]

    def is_free(self, seat: int | None, to: int) -> bool:
        """Whether nobody else has acted since, and nothing was drawn."""
        return all(
            (played.seat, played.by, played.drew) == (seat, "person", False) for played in self.since(to)
        ) and self.has(to)

    def allows(self, header: Header, entry: Entry) -> bool:
        """Whether an entry may take back what it says, as far as it is not the others who have to agree."""
        to = target(entry.action)
        if header.policy == "never" or entry.by != "person" or entry.seat is None:
            return False
        if to is None or entry.action.keys() != {"type", "to"} or not self.has(to):
            return False
        return entry.shares is not UNSET or (header.policy == "free" and self.is_free(entry.seat, to))

    def go_back(self, game: Game, to: int, shares: Shares | UnsetType) -> None:
        """Put the game where it was, if everybody agreed. A draw's number is used up if they were asked."""
        effect, number = takes_effect(shares), game.draws + (shares is not UNSET)
        draws.go_back(game, self._games[to] if effect else game, number)
        if effect:
            self._shorten(to)

    def _shorten(self, to: int) -> None:
        while self.line[-1].number > to:
            self.line.pop()
