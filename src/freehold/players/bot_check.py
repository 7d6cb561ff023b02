"""Tries a bot of the user's own: loads it and plays every edition with every number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources

from freehold.editions import ids
from freehold.editions import load as load_edition
from freehold.game import Game
from freehold.players import game_players
from freehold.players.bot_objects import BotLike
from freehold.players.player import Player
from freehold.players.user_bot import Incident, OwnBot
from freehold.players.user_bot import load as load_bot

ROUNDS = 15  # of each game
OPPONENT = "trader"  # one that makes offers


@dataclass
class EditionTrial:
    """What the bot did in the games of one edition."""

    edition: str
    games: int = 0
    decisions: int = 0
    lost: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def add(self, bot: OwnBot) -> None:
        self.games += 1
        self.decisions += bot.decisions
        self.lost += sum(bot.lost.values())
        self.seconds += bot.seconds
        self.slowest = max(self.slowest, bot.slowest)


@dataclass
class Trial:
    """A bot's games, by edition, and its lost moves: how many by reason, and the first of each."""

    bot: str
    editions: list[EditionTrial] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    first: dict[str, Incident] = field(default_factory=dict)

    @property
    def total(self) -> EditionTrial:
        every = EditionTrial("")
        for one in self.editions:
            for name in ("games", "decisions", "lost", "seconds"):
                setattr(every, name, getattr(every, name) + getattr(one, name))
            every.slowest = max(every.slowest, one.slowest)
        return every


def template() -> str:
    """A small bot that plays, to begin with."""
    text = (resources.files("freehold.players") / "template_bot.py").read_text(encoding="utf-8")
    return text.replace("  # type: ignore[no-untyped-def]  # what you need not write in a bot of your own", "")


def try_bot(bot: BotLike, tell: Callable[[EditionTrial], None] = lambda done: None) -> Trial:
    """Play short games of every edition with every number of players, seats and ways to claim rent in turn."""
    name = game_players.known(bot)
    found, number = Trial(name), 0
    with load_bot(name, silent=True) as own:
        for id in ids():
            found.editions.append(EditionTrial(id))
            seats = load_edition(id).players
            for players in range(seats.min, seats.max + 1):
                number += 1
                own.new_game()
                _play(own, id, players, number)
                found.editions[-1].add(own)
                found.reasons.update(own.lost)
                found.first = own.first_incidents | found.first
            tell(found.editions[-1])
    return found


def _play(own: OwnBot, edition: str, players: int, number: int) -> None:
    claims = ("automatic", "claimed")[number % 2]
    game = Game.new(edition, players, seed=number, options={"rent_claims": claims})
    mine = number % players
    others: list[Player] = [game_players.sit(OPPONENT, seat) for seat in range(players)]
    table = [own if seat == mine else other for seat, other in enumerate(others)]
    while not game.over and game.turns < ROUNDS * players:
        seat, action = game_players.next_move(game, table)
        game.apply(action, seat)
