"""Bots for programs: one that decides for any seat of a `Game`, and a helper that lets bots play a game on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType

from freehold.game import Game
from freehold.game.types import Action, Event
from freehold.players import game_players
from freehold.players.bot_objects import BotLike, is_own
from freehold.players.ladder import LadderBot
from freehold.players.player import Player
from freehold.players.user_bot import OwnBot


class Bot:
    """A bot at a `Game`: one of those that `freehold bots` lists, or one of your own, `my_bot.py:MyBot` or an object.

    An object is a class with a method `decide(self, view, legal)`, an instance of one, or a function; it is asked in
    this process and without a time limit. An object that fails loses its move, as one in a file does.

        game = freehold.Game.new("classic", 3, seed=7)
        bot = freehold.Bot("baron")
        game.apply(bot.choose(game), game.decider)

    It knows what a player at the table knows, and remembers offers that were refused. A `seed` gives the same decisions
    again.
    """

    def __init__(self, bot: BotLike = "baron", seed: int = 0) -> None:
        self.name = game_players.known(bot)
        self._seed = seed
        self._players: dict[int, Player] = {}

    def choose(self, game: Game, seat: int | None = None) -> Action:
        """The bot's action for a seat (for the decider). The game is not touched.

        Out of turn the answer may be empty, `{}`: the bot does nothing. When the game is over there is nothing to
        choose: a ValueError.
        """
        who = game.decider if seat is None else seat
        if who is None:
            raise ValueError("The game is over: there is nothing to choose.")
        if who not in self._players:
            self._players[who] = self._sit()
        return self._players[who].decide(game, who)

    def _sit(self) -> Player:
        if is_own(self.name):
            return OwnBot(self.name)
        return LadderBot(self.name, self._seed)

    def close(self) -> None:
        """End the process of a bot of your own; the others hold nothing."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def __enter__(self) -> Bot:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Bot({self.name!r}, seed={self._seed})"


def play_out(
    game: Game,
    bots: BotLike | Sequence[BotLike] = "baron",
    seed: int = 0,
    *,
    turns: int | None = None,
    watch: Callable[[int, Action, list[Event]], object] | None = None,
) -> Game:
    """Let bots play a game on, in place, until it is over or `turns` more turns were played. It returns the game.

    `bots` are names or objects, one for each seat or one for all. `watch(seat, action, events)` is called after every
    action. The rules run interpreted, a few dozen games a second; for many games use `simulate(start=…)`.
    """
    count = len(game.names)
    names = list(game_players.line_up(bots))
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise ValueError(f"Name one bot for each of the {count} seats, or one for all.")
    last = None if turns is None else game.turns + turns
    with game_players.seated([(name, seed + seat) for seat, name in enumerate(names)]) as players:
        while not game.over and (last is None or game.turns < last):
            seat, action = game_players.next_move(game, players)
            events = game.apply(action, seat)
            if watch is not None:
                watch(seat, action, events)
    return game
