"""The golden playthroughs: every edition and variant has one, and playing it again gives the same lines."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from freehold import parse_action, sentences
from freehold.engine import batch

from . import playthrough

ACCEPT = "If this is how it should be, accept it with `python -m tests.game.playthrough --write` and look at the diff."
# What an edition is bought for must be seen in one of its playthroughs.
SPECIALS = {
    "star-wars-2": {"place_force", "settle"},
    "spider-man": {"use_option", "attack", "go_to", "throw_again"},
}


def same_lines(name: str, kept: str, now: str) -> None:
    """Fail with the first line that differs."""
    for number, (old, new) in enumerate(zip_longest(kept.splitlines(), now.splitlines()), 1):
        if old != new:
            pytest.fail(f"{name}, line {number}\n  kept: {old}\n  now:  {new}\n{ACCEPT}", pytrace=False)


@pytest.mark.parametrize(("edition", "variant"), batch.variants())
def test_a_playthrough_is_as_it_was(edition: str, variant: str) -> None:
    path = playthrough.path_of(edition, variant)
    if not path.exists():
        pytest.fail(f"{edition} has no playthrough of its {variant} game. {ACCEPT}", pytrace=False)
    same_lines(path.name, path.read_text(encoding="utf-8"), playthrough.write(playthrough.terms_of(edition, variant)))


def test_every_playthrough_is_of_an_edition() -> None:
    known = {playthrough.path_of(edition, variant) for edition, variant in batch.variants()}
    assert set(playthrough.GOLDEN.iterdir()) <= known


def test_the_first_difference_is_named() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"(?s)a\.txt, line 2.*kept: two.*now:  2.*playthrough --write"):
        same_lines("a.txt", "one\ntwo\n", "one\n2\nthree\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)line 3.*kept: None.*now:  three"):
        same_lines("a.txt", "one\n2\n", "one\n2\nthree\n")
    same_lines("a.txt", "one\n", "one\n")


@pytest.mark.parametrize("edition", SPECIALS)
def test_an_edition_shows_its_specials(edition: str) -> None:
    seen = set()
    for path in playthrough.GOLDEN.glob(f"{edition}-*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            number, _, rest = line.partition(" ")
            if number.isdigit():
                seen.add(parse_action(rest.partition(": ")[2].partition(" -> ")[0])["type"])
    assert seen >= SPECIALS[edition]


@pytest.mark.parametrize(("edition", "variant"), batch.variants())
def test_the_same_game_is_told_in_french(edition: str, variant: str) -> None:
    terms = playthrough.terms_of(edition, variant)
    game = playthrough.deal(terms)
    events: list[Any] = [*game.setup]
    for _, happened in playthrough.play(game, playthrough.Player(terms["seed"]), terms["actions"]):
        events += happened
    for event in events:
        french = sentences.event(game.edition, event, game.names, "fr")
        assert french != sentences.event(game.edition, event, game.names, "en")
        assert "{" not in french
        assert "[" not in french
