"""Positions worth looking at, in every edition: games of random players, cut off where something is asked of Ann."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from freehold.game import Game
from freehold.server.storage.game_log import Log, bind
from tests.browser.house import lay
from tests.server.served import SECRET, unfinished

ANN = 0
EARLIEST = 60  # actions, so that there is something on the board
LATEST = 900
# Every question there is; not every edition asks all of them; positions.py arranges what no game of these came to.
ASKING = (
    *("roll", "jail", "buy", "auction", "tax", "debt", "answer", "transfer", "card", "double", "battle", "contest"),
    "end",
)
SECRETS = (
    SECRET,
    *(bytes([number]) * 32 for number in (0, 4, 9, 11)),
)  # more bring up nothing new for two
MORE = tuple(bytes([number]) * 32 for number in (3, 12))  # games of more
THIRTEEN = (SECRET, *(bytes([number]) * 32 for number in range(12)))  # other positions, for a thorough look


class Scene(NamedTuple):
    log: Log
    secret: bytes


@cache
def scenes(
    edition: str, names: tuple[str, ...] = ("Ann", "Bob"), secrets: tuple[bytes, ...] = SECRETS
) -> dict[str, Scene]:
    """A game for each question that came up, by the question, under an id of its own."""
    found: dict[str, Scene] = {}
    for secret in secrets:
        log, stops = _played(edition, "classic", secret, names)
        for asked in stops:
            found.setdefault(asked, Scene(cut(log, id_of(edition, asked), stops[asked]), secret))
    return {asked: found[asked] for asked in ASKING if asked in found}


def finished(edition: str) -> Scene:
    log, _ = _played(edition, "short", SECRET)
    assert log.ending is not None
    return Scene(cut(log, id_of(edition, "over"), len(log.entries)), SECRET)


def lay_all(folder: Path, edition: str, secrets: tuple[bytes, ...] = SECRETS) -> list[str]:
    """Every question to Ann, and a finished game; the questions."""
    found = scenes(edition, secrets=secrets)
    for scene in (*found.values(), finished(edition)):
        lay(folder, scene.log, scene.secret)
    return list(found)


def id_of(edition: str, scene: str) -> str:
    return edition.replace("-", "") + scene


def _played(
    edition: str, variant: str, secret: bytes, names: Sequence[str] = ("Ann", "Bob")
) -> tuple[Log, dict[str, int]]:
    """A game, and after which action each question was first asked."""
    stops: dict[str, int] = {}

    def until(game: Game, actions: int) -> bool:
        if actions >= EARLIEST and game.decider == ANN and not game.over:
            in_jail = game.phase == "roll" and game.view()["players"][ANN]["in_jail"]
            stops.setdefault("jail" if in_jail else game.phase, actions)
        return actions >= LATEST

    return unfinished(edition, secret, variant, until, names=names), stops


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
