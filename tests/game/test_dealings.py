"""A game keeps what was offered and how it was answered, each with its turn, however it is copied, stored or undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.game import dealings, draws, internals, line_of_play

from ..table import A, B, C, deeds, do, table

Told = list[tuple[int, int, str]]


def told(game: Game) -> Told:
    return [(one["turn"], one["seat"], one["action"]["type"]) for one in internals.dealings(game)]


def offered(game: Game, to: int = B, square: int = 6, seat: int = A) -> None:
    do(game, "offer", seat, to=to, give={"squares": [square]}, ask={"cash": 10})


def traded() -> Game:
    """A's offer to B in turn 7 is refused and that to C accepted; A's next offer is in B's turn, and B accepts it."""
    game = table(turn=A, phase="end", deeds=deeds(A, 6, 8), flow={"turns": 7})
    offered(game)
    do(game, "reject", B)
    offered(game, to=C, square=8)
    do(game, "accept", C)
    do(game, "end_turn", A)
    offered(game)
    do(game, "accept", B)
    return game


TRADED: Told = [(7, A, "offer"), (7, B, "reject"), (7, A, "offer"), (7, C, "accept"), (8, A, "offer"), (8, B, "accept")]


def test_each_has_the_turn_in_which_it_was() -> None:
    game = traded()
    assert told(game) == TRADED
    assert internals.dealings(game)[0]["action"] == game.log[0]["action"]


def test_a_copy_and_a_saved_game_have_them_too(tmp_path: Path) -> None:
    game = traded()
    game.save(tmp_path / "game.json")
    for twin in (game.copy(), Game.load(tmp_path / "game.json"), Game.replay(game.start, game.log)):
        assert told(twin) == TRADED


def test_what_is_taken_back_is_none_of_them() -> None:
    game = traded()
    game.undo()
    assert told(game) == TRADED[:5]
    game.undo()
    assert told(game) == TRADED[:4]


def test_a_game_that_goes_back_on_a_server_goes_back_in_them() -> None:
    game = traded()
    earlier = game.copy()
    offered(game, to=C, seat=B)
    assert told(game) != TRADED
    draws.go_back(game, earlier, game.draws)
    assert told(game) == TRADED


def test_around_a_box_they_go_back_with_the_line_of_play() -> None:
    game = traded()
    line_of_play.remember(game, 1)
    offered(game, to=C, seat=B)
    assert told(game) != TRADED
    assert line_of_play.go_back(game, 0)
    assert told(game) == TRADED


def test_a_snapshot_has_them_and_those_of_older_releases_have_none() -> None:
    game = traded()
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(draws.stored(game)))
    twin = Game.load(game.position())
    draws.resume(twin, stored)
    assert internals.dealings(twin) == internals.dealings(game)
    del stored["dealings"]
    draws.resume(twin, stored)
    assert internals.dealings(twin) == ()


def test_there_is_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealings, "MOST", 4)
    assert told(traded()) == TRADED[2:]
