"""Stored games: what is packed comes out again, a difference is found and named, and the games of every release are
replayed in part. `tools/stored_games.py` replays all of them in the nightly run.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tools import stored_games
from tools.stored_games import CHECKED, Stored, difference, missing, packed, unpacked

from freehold.engine import batch
from freehold.engine import compile as kernel
from tests.sizes import sizes

PAIRS = batch.variants()
HEAD = {"pairs": PAIRS}
RELEASES = sorted(stored_games.STORED.glob("*.games"))
NUMBER, OTHER = 24, 5  # games of bots that end soon; in the first rents are claimed
EDITION = PAIRS[NUMBER % len(PAIRS)][0]


def played(number: int) -> Stored:
    game = stored_games.play(PAIRS, number, kernel.interpreted())
    assert game is not None
    return game


@pytest.fixture(scope="module")
def game() -> Stored:
    return played(NUMBER)


def found(game: Stored) -> str:
    return difference(HEAD, game, kernel.interpreted())


def test_what_is_packed_comes_out_again(game: Stored, tmp_path: Path) -> None:
    other = played(OTHER)
    path = tmp_path / "0.0.games"
    path.write_bytes(packed([game, other], PAIRS))
    head, games = unpacked(path)
    assert head["pairs"] == [list(pair) for pair in PAIRS]
    assert list(games) == [game, other]


def test_somebody_off_turn_and_nobody_are_kept(tmp_path: Path) -> None:
    offer = ("offer", 2, [1, 0, 500, 1 << 39, 0, 3, 0])
    odd = Stored(70_000, ("random", "mogul"), [("bid", None, [40, -1]), offer], b"", -1)
    path = tmp_path / "0.0.games"
    path.write_bytes(packed([odd], PAIRS))
    assert list(unpacked(path)[1]) == [odd]


def test_a_game_that_is_too_long_is_replaced_by_the_next_of_its_edition_and_variant(game: Stored) -> None:
    found: list[list[Stored]] = [[], [], []]
    tried = [0, 0, 0]
    assert missing(found, tried, 7) == [0, 1, 2, 3, 4, 5, 6]
    found = [[game] * 3, [game], [game] * 2]
    assert missing(found, tried, 7) == [7]
    assert missing(found, tried, 7) == [10]


def test_a_game_plays_as_it_did(game: Stored) -> None:
    assert {kind for kind, seat, _ in game.actions if seat is not None} == {"claim"}
    assert found(game) == ""


def test_another_position_is_found_near_its_cause(game: Stored) -> None:
    checks = bytearray(game.checks)
    checks[2] ^= 1
    window = [kind for kind, _, _ in game.actions[2 * CHECKED : 3 * CHECKED]]
    said = found(replace(game, checks=bytes(checks)))
    assert said.startswith(f"{EDITION}: another position after ")
    assert said.rpartition(" ")[2] in window


def test_a_refused_action_is_found_with_its_reason(game: Stored) -> None:
    actions = [*game.actions[:1], ("mortgage", None, [0]), *game.actions[1:]]
    assert found(replace(game, actions=actions)) == "mortgage is refused: not-a-property"


def test_a_rule_that_changes_is_noticed(game: Stored, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if deeds were dearer in a later version."""
    setting = stored_games.setting_of(PAIRS, game.number)
    table = stored_games.Board(setting, game.bots, game.number, kernel.interpreted()).table
    monkeypatch.setattr(table.plain_t, "price", [price and price + 1 for price in table.plain_t.price])
    assert "another position after" in found(game)


@sizes("games", test=2 * len(PAIRS), thorough=20 * len(PAIRS))
def test_the_first_games_of_each_release_play_as_they_did_or_differ_for_a_known_reason(games: int) -> None:
    """The first 34 are of every edition and variant, with rents automatic and claimed; all are replayed every night."""
    assert RELEASES
    for path in RELEASES:
        tried, differ = stored_games.replay(path, kernel.interpreted(), most=games)
        assert tried >= 2 * len(PAIRS)
        assert set(differ) <= set(stored_games.reasons(path.stem)), differ


def test_every_stored_version_is_that_of_its_file() -> None:
    for path in RELEASES:
        head, _ = unpacked(path)
        assert head["version"].startswith(f"{path.stem.partition('-')[0]}.")
        assert {tuple(pair) for pair in head["pairs"]} <= set(PAIRS)


def test_there_are_games_of_0_3_with_moguls() -> None:
    """They need the compiled kernel to be played, not to be replayed."""
    head, games = unpacked(stored_games.STORED / "0.3-moguls.games")
    stored = list(games)
    assert len(stored) >= 2 * len(PAIRS)
    assert [game.bots.count("mogul") for game in stored] == [1] * len(stored)
    assert [game.number % stored_games.MOGULS for game in stored] == [0] * len(stored)
    settings = [stored_games.setting_of(head["pairs"], game.number, head.get("house", {})) for game in stored]
    assert len({(setting.edition, setting.variant) for setting in settings}) == len(PAIRS)
    assert {setting.options["rent_claims"] for setting in settings} == {"automatic", "claimed"}


def test_games_with_house_rules_have_a_number_of_their_own() -> None:
    head, games = unpacked(stored_games.STORED / "0.3-house.games")
    rules = [stored_games.house_of(game.number, head["house"]) for game in games]
    assert len(rules) == 1_000
    assert set().union(*rules) == set(head["house"])
    assert stored_games.house_of(stored_games.HOUSE - 1, head["house"]) == {}
