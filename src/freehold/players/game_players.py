"""Players by name, and the move that comes next at a table of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from freehold.editions.faults import nearest
from freehold.game import Game
from freehold.json_types import Json
from freehold.players import ladder
from freehold.players.bot_file import BotError
from freehold.players.built_in import current
from freehold.players.player import Player
from freehold.players.user_bot import load


def known(name: str) -> str:
    """The name under which a bot plays today. Raises `BotError` for an unknown one; a bot in a file is only tried when
    it is seated.
    """
    if ":" in name or current(name) in ladder.RANKS:
        return current(name)
    near = nearest(name, ladder.RANKS)
    parts = {"bot": name, "bots": ", ".join(ladder.RANKS)}
    raise BotError("unknown-bot", parts | ({"near": near} if near else {}))


def sit(name: str, seed: int = 0, others: dict[int, str] | None = None) -> Player:
    """The player of a name: a built-in bot, or a user's bot given as `file.py:Name`."""
    name = known(name)
    return load(name) if ":" in name else ladder.LadderBot(name, seed, others)


@contextmanager
def seated(names: Sequence[tuple[str, int]]) -> Iterator[list[Player]]:
    """A context manager with players for a whole table, by name and seed."""
    others = {seat: name for seat, (name, _) in enumerate(names)}
    players: list[Player] = []
    try:
        for name, seed in names:
            players.append(sit(name, seed, others))
        yield players
    finally:
        for player in players:
            player.close()


def next_move(game: Game, players: Sequence[Player]) -> tuple[int, Json]:
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
