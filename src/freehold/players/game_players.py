"""Players by name, and the move that comes next at a table of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from freehold.editions.faults import nearest
from freehold.game import Game
from freehold.game.types import Action
from freehold.players import ladder
from freehold.players.bot_file import BotError
from freehold.players.bot_objects import BotLike, is_own, named
from freehold.players.built_in import BUILT_IN, current
from freehold.players.player import Player
from freehold.players.user_bot import OwnBot, load


class OwnPool:
    """Processes of the user's bots that are kept from game to game. Every game gets a new instance of a bot's class."""

    def __init__(self) -> None:
        self._idle: dict[str, list[OwnBot]] = {}

    def take(self, name: str) -> OwnBot:
        idle = self._idle.get(name)
        if not idle:
            return load(name, silent=True)
        bot = idle.pop()
        bot.new_game()
        return bot

    def give_back(self, bots: Iterable[OwnBot]) -> None:
        for bot in bots:
            self._idle.setdefault(bot.name, []).append(bot)

    def close(self) -> None:
        for bots in self._idle.values():
            for bot in bots:
                bot.close()
        self._idle.clear()


pool = OwnPool()  # of this process


def known(bot: BotLike) -> str:
    """The name under which a bot plays today. Raises `BotError` for an unknown one; a bot in a file is only tried when
    it is seated.
    """
    (name,) = named([bot])
    if is_own(name) or current(name) in BUILT_IN:
        return current(name)
    near = nearest(name, BUILT_IN)
    parts = {"bot": name, "bots": ", ".join(BUILT_IN)}
    raise BotError("unknown-bot", parts | ({"near": near} if near else {}))


def line_up(bots: BotLike | Iterable[BotLike]) -> tuple[str, ...]:
    """The names of one bot or of several, known to be there."""
    several = [bots] if isinstance(bots, str) or not isinstance(bots, Iterable) else list(bots)
    return tuple(known(name) for name in named(several))


def load_all(names: Iterable[str]) -> None:
    """Start each of the user's bots once, before the first game. `BotError` for the first that cannot play."""
    pool.give_back([pool.take(name) for name in dict.fromkeys(names) if is_own(name)])


def sit(name: str, seed: int = 0, others: dict[int, str] | None = None) -> Player:
    """The player of a name: a built-in bot, or a user's bot given as `file.py:Name` or as an object."""
    name = known(name)
    return load(name) if is_own(name) else ladder.LadderBot(name, seed, others)


@contextmanager
def seated(names: Sequence[tuple[str, int]], *, kept: bool = False) -> Iterator[list[Player]]:
    """A context manager with players for a whole table, by name and seed. With `kept` the processes of the user's bots
    are taken from the pool and given back, and these bots log nothing.
    """
    others = {seat: name for seat, (name, _) in enumerate(names)}
    players: list[Player] = []
    try:
        for name, seed in names:
            players.append(pool.take(name) if kept and is_own(name) else sit(name, seed, others))
        yield players
    finally:
        for player in players:
            if kept and isinstance(player, OwnBot):
                pool.give_back([player])
            else:
                player.close()


def next_move(game: Game, players: Sequence[Player]) -> tuple[int, Action]:
    """The next seat and its action: a claimed rent, otherwise the pending decision."""
    for seat in claimants(game):
        action = players[seat].decide(game, seat)
        if action:
            return seat, action
    assert game.decider is not None
    return game.decider, players[game.decider].decide(game, game.decider)


def claimants(game: Game) -> list[int]:
    """The seats that could claim a rent now, except the one that has to decide anyway."""
    owners = {claim["owner"] for claim in game.view().get("claims", ())} - {game.decider}
    return [seat for seat in sorted(owners) if any(action["type"] == "claim" for action in game.legal(seat))]
