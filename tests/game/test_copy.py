"""`Game.copy`: everything of the game is there, nothing is shared that one of the two could change."""

from __future__ import annotations

import random

import pytest

from freehold import Game, play_out
from freehold.editions import ids
from freehold.game import draws, internals
from freehold.players.ladder import LadderBot

from ..table import D1, A, B, C, deeds, do, table


@pytest.fixture
def game() -> Game:
    played = Game.new("classic", 3, seed=1, chance=[6, 1, 5, 2, 4, 3])
    play_out(played, "novice", turns=40)
    assert played.draws > 30
    return played


def test_a_copy_has_all_that_the_game_has(game: Game) -> None:
    twin = game.copy()
    assert vars(twin) == vars(game)
    assert (twin.log, twin.setup, draws.stored(twin)) == (game.log, game.setup, draws.stored(game))
    assert twin.log
    assert twin.setup


def test_a_copy_goes_on_by_itself(game: Game) -> None:
    before = game.position(), list(game.log), draws.stored(game)
    twin, other = game.copy(), game.copy()
    play_out(twin, "novice", turns=20)
    twin.names[0] = "Somebody else"
    twin.setup.clear()
    twin.options["rent_claims"] = "other"
    assert (game.position(), game.log, draws.stored(game)) == before
    assert game.setup
    assert other.position() == game.position()


def test_a_copy_goes_on_as_the_game_does(game: Game) -> None:
    twin = game.copy()
    for one in (game, twin):
        choice = random.Random(7)
        for _ in range(100):
            one.apply(choice.choice(one.legal(offers=False)))
    assert vars(twin) == vars(game)


def test_a_bot_remembers_on_a_copy_what_was_refused() -> None:
    holds = deeds(A, 6, 8, 19) | deeds(B, 9, 16, 18) | deeds(C, 5, 15)
    game = table(turn=A, phase="end", deeds=holds)
    offer = LadderBot("trader").decide(game, A)
    game.apply(offer, A)
    do(game, "reject", B)
    assert LadderBot("trader").decide(game.copy(), A) == LadderBot("trader").decide(game, A) != offer


# ---------------------------------------------------------------------- bidding out of turn


@pytest.fixture
def auction() -> Game:
    return table(turn=A, decider=B, phase="auction", auction={"square": D1, "bid": 10, "leader": A, "bidders": [A, B]})


def test_as_bidder_everybody_else_who_is_still_in_is_asked() -> None:
    game = table(
        turn=A, decider=B, phase="auction", auction={"square": D1, "bid": 10, "leader": A, "bidders": [A, B, C]}
    )
    assert game.decider == B
    asked = game.as_bidder(C)
    assert (asked.decider, asked.position()["auction"]["bidder"], game.decider) == (C, C, B)
    position = game.position()
    bidding = position["auction"] | {"bidder": C}
    assert asked.position() == Game.load(position | {"decider": C, "auction": bidding}).position()
    assert asked.log == game.log
    assert asked.start == game.start
    assert asked.apply({"type": "bid", "amount": 11})[0]["type"] == "bid"


@pytest.mark.parametrize("seat", [A, B, C])
def test_as_bidder_who_leads_or_is_next_or_has_passed_sees_the_game_as_it_is(auction: Game, seat: int) -> None:
    assert auction.as_bidder(seat) is auction


def test_as_bidder_without_an_auction() -> None:
    game = table(turn=A)
    assert game.as_bidder(B) is game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", ids())
def test_the_bytes_of_a_record_are_the_whole_position(edition: str, seed: int) -> None:
    """But for names and chance, which no bot that thinks elsewhere needs."""
    game = Game.new(edition, 4, seed=seed)
    play_out(game, "novice", turns=15 + 7 * seed)
    twin = internals.from_record(edition, game.variant, game.options, internals.packed(game))
    twin.names = game.names
    assert {**twin.position(), "chance": 0} == {**game.position(), "chance": 0}
    loaded = internals.record(Game.load(game.position()))
    assert (internals.record(twin).deck, internals.record(twin).deck_top) == (loaded.deck, loaded.deck_top)
