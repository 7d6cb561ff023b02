"""Positions worth looking at, in every edition: one game of random players, cut off where something is asked of Ann."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import msgspec

from freehold.game import Game
from freehold.server.log import Log, bind
from tests.served import unfinished

ANN = 0
EARLIEST = 60  # actions, so that there is something on the board
LATEST = 900
ASKING = (
    "roll",
    "jail",
    "buy",
    "auction",
    "tax",
    "debt",
    "answer",
    "transfer",
    "card",
    "double",
    "battle",
    "contest",
    "end",
)


class Played(NamedTuple):
    log: Log
    stops: dict[str, int]  # after which action each question was first asked


@cache
def game_of(edition: str, variant: str = "classic") -> Played:
    stops: dict[str, int] = {}

    def until(game: Game, actions: int) -> bool:
        if actions >= EARLIEST and game.decider == ANN and not game.over:
            stops.setdefault(_asked(game), actions)
        return actions >= LATEST

    return Played(unfinished(edition, variant=variant, until=until), stops)


def _asked(game: Game) -> str:
    in_jail = game.view()["players"][ANN]["in_jail"]
    return "jail" if game.phase == "roll" and in_jail else game.phase


def scenes(edition: str) -> dict[str, Log]:
    """A game for each question that came up, by the question, under an id of its own."""
    log, stops = game_of(edition)
    return {asked: cut(log, id_of(edition, asked), stops[asked]) for asked in ASKING if asked in stops}


def finished(edition: str) -> Log:
    log = game_of(edition, "short").log
    assert log.ending is not None
    return cut(log, id_of(edition, "over"), len(log.entries))


def id_of(edition: str, scene: str) -> str:
    return edition.replace("-", "") + scene


def cut(log: Log, id: str, actions: int) -> Log:
    """The same game under another id, up to an action: its parts are bound to each other anew."""
    header = bind("", msgspec.structs.replace(log.header, game=id))
    entries, before = [], header.hash
    for entry in log.entries[:actions]:
        entries.append(bind(before, entry))
        before = entries[-1].hash
    if log.ending is None or actions < len(log.entries):
        return Log(header, entries)
    return Log(header, entries, bind(before, log.ending), log.secret)
