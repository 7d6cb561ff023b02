"""Finished games, one for every edition and every way it can end: played again from their logs, they end the same way.

A fixture is a start position, a log that tells what chance gave, and the end; no generator is needed to play it again.
`python -m tests.game.test_fixtures --write` plays them anew, each from its seed or from the next one that ends so.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from freehold import Game, IllegalAction, __version__, editions
from freehold.editions import Edition
from freehold.editions import load as load_edition
from freehold.game.types import Action

from .playthrough import Player, play

Json = dict[str, Any]

FIXTURES = Path(__file__).parent / "fixtures"
FILES = sorted(FIXTURES.glob("*.json"))
LIMIT = 360  # actions: a longer game is not kept
SEEDS = 100  # the games that are tried for an ending
TIME_CALLED = 60  # actions after which the clock strikes, where it does
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")

# Each ending, with the variant and the number of players of the games that are to end so.
ENDINGS = {
    "last-by-player": ("classic", 2),
    "last-by-bank": ("classic", 3),
    "first-bankruptcy": ("short", 3),
    "second-bankruptcy": ("short", 4),
    "turns": ("timed", 3),
    "time-up": ("timed", 3),
    "shared-in-time": ("timed", 2),
    "shared-in-short": ("short", 4),
}


def can_end(edition: Edition, ending: str) -> bool:
    """Does the rulebook of an edition have this ending?"""
    bankruptcies = {"first-bankruptcy": 1, "second-bankruptcy": 2}.get(ending)
    if bankruptcies is not None:
        return edition.short is not None and edition.short.ends_at == bankruptcies
    return ENDINGS[ending][0] in edition.variants


def wanted() -> list[tuple[str, str]]:
    return [(name, ending) for name in editions() for ending in ENDINGS if can_end(load_edition(name), ending)]


def read(path: Path) -> Json:
    fixture: Json = json.loads(path.read_text(encoding="utf-8"))
    return fixture


def ending_of(start: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> str:
    """How a game ended, from the game itself."""
    before, after = Game.replay(start, log[:-1]), Game.replay(start, log)
    bankrupt = sum(player["bankrupt"] for player in after.position()["players"])
    if after.variant == "timed":
        called = any(entry["action"]["type"] == "time_up" for entry in log)
        return "shared-in-time" if after.winner is None else "time-up" if called else "turns"
    if bankrupt < len(after.names) - 1:
        return "shared-in-short" if after.winner is None else ("first", "second")[bankrupt - 1] + "-bankruptcy"
    return "last-by-bank" if before.position()["debts"][0]["creditor"] == "bank" else "last-by-player"


def end_of(game: Game) -> Json:
    return {"winner": game.winner, "turns": game.position()["flow"]["turns"], "standings": game.standings()}


# ---------------------------------------------------------------------- the tests


def undictated(log: Sequence[Mapping[str, Any]]) -> list[Json]:
    """A log without the note of which outcomes were dictated: a replay dictates them all."""
    return [{key: value for key, value in entry.items() if key != "dictated"} for entry in log]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_finished_game_ends_as_it_did(path: Path) -> None:
    fixture = read(path)
    game = Game.replay(fixture["start"], fixture["log"])
    assert game.over
    assert end_of(game) == fixture["end"], "If this is how it should be: python -m tests.game.test_fixtures --write"
    assert undictated(game.log) == undictated(fixture["log"])
    assert ending_of(fixture["start"], fixture["log"]) == fixture["ending"]
    assert f"{fixture['start']['edition']}-{fixture['ending']}" == path.stem
    assert game.legal(0) == []
    for action in ({"type": "roll"}, {"type": "time_up"}, {"type": "bankrupt"}):
        with pytest.raises(IllegalAction, match="over"):
            game.apply(cast(Action, action), 0)


def test_every_edition_and_every_ending_has_a_finished_game() -> None:
    assert {f"{edition}-{ending}" for edition, ending in wanted()} == {path.stem for path in FILES}
    assert {ending for _, ending in wanted()} == set(ENDINGS)


def test_the_fixtures_stay_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 1_500_000
    assert all(len(read(path)["log"]) <= LIMIT for path in FILES)


# ---------------------------------------------------------------------- playing them anew


def finished(edition: str, ending: str, seed: int) -> Game:
    """A game that may end so; it is not over if it came to nothing within the limit."""
    variant, size = ENDINGS[ending]
    people = list(PEOPLE[:size])
    match ending:
        case "last-by-bank":
            return two_taxes(edition, people, Player(seed))
        case "shared-in-time":
            return shared_in_time(edition, people)
        case "shared-in-short":
            return shared_in_short(edition, people)
        case _:
            game = Game.new(edition, people, seed, variant, {"time_limit": 20} if ending == "turns" else {})
    player = Player(seed)
    if ending == "time-up":
        for _ in play(game, player, TIME_CALLED):
            pass
        game.apply({"type": "time_up"})
    for _ in play(game, player, LIMIT):
        pass
    return game


def two_taxes(edition: str, people: list[str], player: Player) -> Game:
    """Two who cannot pay a tax of the bank's, one after the other; the deed of the first comes under the hammer."""
    rows = [{"cash": 5, "square": 31}, {"cash": 20, "square": 31}, {"cash": 600}]
    position = {
        "edition": edition,
        "players": [{"name": name, **row} for name, row in zip(people, rows, strict=True)],
        "deeds": {str(square): {"owner": seat, "mortgaged": True} for seat, square in enumerate((5, 6, 1))},
    }
    game = Game.load(position, seed=1)
    while not game.over:
        seat, action = player.choose(game)
        game.apply(cast(Action, action), seat, dice(game, 3, 4) if action["type"] == "roll" else [])
    return game


def dice(game: Game, *faces: int) -> list[Any]:
    return [*faces, "light"] if game.edition.switch("force") == "yes" else [*faces]


def shared_in_time(edition: str, people: list[str]) -> Game:
    """The last two turns of a timed game, to places where nothing happens: 440 and a deed of 60 against 500."""
    position = {
        "edition": edition,
        "variant": "timed",
        "options": {"time_limit": 50},
        "players": [{"name": people[0], "cash": 440, "square": 13}, {"name": people[1], "cash": 500, "square": 3}],
        "deeds": {"1": {"owner": 0}},
        "flow": {"turns": 48},
    }
    game = Game.load(position, seed=1)
    for faces in ((3, 4), (1, 6)):
        game.apply({"type": "roll"}, chance=dice(game, *faces))
        game.apply({"type": "end_turn"})
    return game


def shared_in_short(edition: str, people: list[str]) -> Game:
    """The bankruptcy that ends a short game leaves two who have the same: 320 and a mortgaged 60, and 350."""
    last = 1 if can_end(load_edition(edition), "first-bankruptcy") else 2
    rich = [{"cash": 320, "square": 7}, {"cash": 350, "square": 12}]
    poor = [{"cash": 5, "square": 38}, {"cash": 0, "bankrupt": True}]
    position = {
        "edition": edition,
        "variant": "short",
        "players": [{"name": name, **row} for name, row in zip(people, (rich + poor)[: 2 + last], strict=False)],
        "deeds": {"3": {"owner": 0, "mortgaged": True}},
        "turn": 2,
        "phase": "debt",
        "debts": [{"debtor": 2, "creditor": "bank", "amount": 75, "why": "tax", "square": 38, "open": True}],
    }
    game = Game.load(position, seed=1)
    game.apply({"type": "bankrupt"})
    return game


def ends_so(game: Game, ending: str) -> bool:
    return game.over and ending_of(game.start, game.log) == ending


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def written(fixture: Json) -> str:
    """JSON with each part of the start, and each entry of the log, in a line of its own."""
    start = ",\n  ".join(f"{line(key)}: {line(value)}" for key, value in fixture["start"].items())
    log = ",\n  ".join(map(line, fixture["log"]))
    whole = {key: line(value) for key, value in fixture.items()}
    whole |= {"start": f"{{\n  {start}\n }}", "log": f"[\n  {log}\n ]"}
    return "{\n" + ",\n".join(f" {line(key)}: {text}" for key, text in whole.items()) + "\n}\n"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("Usage: python -m tests.game.test_fixtures --write")
    FIXTURES.mkdir(exist_ok=True)
    for edition, ending in wanted():
        path = FIXTURES / f"{edition}-{ending}.json"
        kept = read(path)["seed"] if path.exists() else 1 + 10 * editions().index(edition)
        for seed in range(kept, kept + SEEDS):
            game = finished(edition, ending, seed)
            if ends_so(game, ending):
                break
        else:
            sys.exit(f"None of {SEEDS} games of {edition} ended as {ending}: has the rule changed?")
        start = {key: value for key, value in game.start.items() if key != "chance"}  # the log has what chance gave
        fixture = {"ending": ending, "version": __version__, "seed": seed, "end": end_of(game)}
        text = written({**fixture, "start": start, "log": game.log})
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: seed {seed}, {len(game.log)} actions, {'written' if changed else 'as it was'}")


if __name__ == "__main__":
    main()
