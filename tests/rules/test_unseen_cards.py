"""Cards that nobody can see are shuffled for whoever looks ahead, and numbers are drawn evenly."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from freehold import Game, IllegalAction
from freehold.engine import records
from freehold.game import draws, internals
from freehold.game.types import Action
from freehold.rules import chance, decks
from freehold.rules.state import DECK_ROOM, NOBODY
from tests.server import simple_player

LOW, SPAN = 0xFFFFFFFF, 1 << 32


def source(seed: int) -> Any:
    made: Any = records.Chance()
    made.key0, made.key1 = seed, seed * 7 + 1
    return made


def cards_of(g: Any, deck: int) -> list[int]:
    start = deck * DECK_ROOM
    return list(g.deck[start : start + g.deck_size[deck]])


def expected(g: Any, r: Any) -> list[list[int]]:
    """Sorted, then Fisher-Yates from the end, deck after deck; a card in hand changes places with the top."""
    found = []
    for deck in range(2):
        cards = sorted(cards_of(g, deck))
        for k in range(len(cards) - 1, 0, -1):
            other = chance.deal_below(r, k + 1)
            cards[k], cards[other] = cards[other], cards[k]
        if g.in_hand != NOBODY and g.in_hand // DECK_ROOM == deck:
            at, top = cards.index(g.in_hand), g.deck_top[deck]
            cards[at], cards[top] = cards[top], cards[at]
        found.append(cards)
    return found


def started(turned: int = 0, without: int = 0) -> Any:
    """The record of a game whose decks were turned so far, with so many jail cards kept by a player."""
    g = internals.record(Game.new("classic", 3, seed=11)).copy()
    e: Any = records.Events()
    for deck in range(2):
        for _ in range(turned):
            decks.top_goes_under(g, deck)
        for _ in range(without):
            decks.keep_top_card(g, e, 1, deck)
    return g


@pytest.mark.parametrize("turned", [0, 5])
@pytest.mark.parametrize("without", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_is_drawn_anew_and_owes_nothing_to_the_old_one(turned: int, without: int, seed: int) -> None:
    g = started(turned, without)
    wanted = expected(g, source(seed))
    rest = [list(g.deck[deck * DECK_ROOM + g.deck_size[deck] : (deck + 1) * DECK_ROOM]) for deck in range(2)]
    other = g.copy()
    for deck in range(2):  # another order of the same cards
        start, size = deck * DECK_ROOM, g.deck_size[deck]
        other.deck[start : start + size] = list(reversed(other.deck[start : start + size]))
    for record in (g, other):
        decks.shuffle_unseen(record, source(seed))
        assert [cards_of(record, deck) for deck in range(2)] == wanted
    assert [list(g.deck[d * DECK_ROOM + g.deck_size[d] : (d + 1) * DECK_ROOM]) for d in range(2)] == rest


@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("turned", [0, 5])
def test_a_card_in_hand_stays_on_top(deck: int, turned: int) -> None:
    g = started(turned)
    g.in_hand = decks.top_card(g, deck)
    held, wanted = g.in_hand, expected(g, source(4))
    decks.shuffle_unseen(g, source(4))
    assert decks.top_card(g, deck) == g.in_hand == held
    assert [cards_of(g, side) for side in range(2)] == wanted


def test_a_kept_card_leaves_no_trace_in_its_deck_and_comes_back_whole() -> None:
    g, e = started(turned=15), records.Events()
    t: Any = None  # the edition makes no difference here
    whole = [cards_of(g, deck) for deck in range(2)]
    for deck in range(2):
        kept = decks.top_card(g, deck)
        decks.keep_top_card(g, e, 1, deck)
        assert g.deck[deck * DECK_ROOM + g.deck_size[deck]] == NOBODY
        assert g.deck_top[deck] == 0
        slot = g.kept_card.index(kept)
        decks.return_kept_card(g, t, e, slot, 0)
        assert (g.kept_by[slot], g.kept_card[slot]) == (NOBODY, NOBODY)
        assert sorted(cards_of(g, deck)) == sorted(whole[deck])


@pytest.mark.parametrize(("draw", "stream", "count"), [
    (chance.die_below, chance.DICE_STREAM, "drawn"),
    (chance.deal_below, chance.DEAL_STREAM, "dealt"),
])  # fmt: skip
def test_numbers_that_would_favour_some_outcomes_are_thrown_away(
    draw: Any, stream: int, count: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = 6
    limit = SPAN - SPAN % below
    given = iter([limit, LOW, limit - 1])
    seen: list[int] = []

    def told(c: Any, which: int, counter: int) -> int:
        assert which == stream
        seen.append(counter)
        return next(given)

    monkeypatch.setattr(chance, "bits", told)
    c = source(1)
    setattr(c, count, 40)
    assert draw(c, below) == (limit - 1) % below
    assert seen == [40, 41, 42]
    assert getattr(c, count) == 43


def test_a_game_that_is_played_again_knows_how_many_cards_were_turned() -> None:
    """Also where every action had a seed of its own, as at a server: what the generator of the start would have turned
    does not count.
    """
    game, chance = Game.new("classic", 3, seed=11), random.Random(4)
    told: list[Any] = []
    while len(told) < 150:
        internals.reseed(game, 1000 + len(told))
        refused: list[Any] = []
        while len(game.log) == len(told):
            action = simple_player.choose(game, game.decider or 0, chance, refused)
            try:
                game.apply(cast(Action, action))
            except IllegalAction:
                refused.append(action)
        told.append(draws.stored(game))
    assert told[0]["unseen"] != told[-1]["unseen"] != [0, 0]
    again = Game.load(game.start)
    for entry, drawn in zip(game.log, told, strict=True):
        again.again(entry)
        assert draws.stored(again) == drawn
