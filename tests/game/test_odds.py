"""Landing odds: the published figures, the long run of every edition, and what must hold for any deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.analysis import Habits, Odds, landing_odds, odds_of, throw_odds, where_from
from freehold.analysis.odds import long_run
from freehold.analysis.throws import CELL, CELLS, FREED, KNOWN, STATES, USUAL, Matrix, chain, landings, places
from freehold.editions import load
from freehold.engine import edition_tables
from freehold.rules.codes import (
    CARD_CHOICE,
    CARD_JAIL,
    CARD_JAIL_FREE,
    CARD_MOVE_NEAREST,
    CARD_MOVE_RELATIVE,
    CARD_MOVE_TO,
    CARD_PAY_BANK,
    KIND_STATION,
    KIND_UTILITY,
)
from tests.table import ALL, GO_TO_JAIL, JAIL

# In per cent, the squares in order and then the cell: the classic US board as T. Collins published it.
PUBLISHED = (
    3.0961, 2.1314, 1.8849, 2.1624, 2.3285, 2.9631, 2.2621, 0.8650, 2.3210, 2.3003,
    2.2695, 2.7017, 2.6040, 2.3721, 2.4649, 2.9200, 2.7924, 2.5945, 2.9356, 3.0852,
    2.8836, 2.8358, 1.0480, 2.7357, 3.1858, 3.0659, 2.7072, 2.6789, 2.8074, 2.5860,
    0.0000, 2.6774, 2.6252, 2.3661, 2.5006, 2.4326, 0.8669, 2.1864, 2.1799, 2.6260,
    3.9500,
)  # fmt: skip
FACES = range(1, 7)
GAMES = [(edition, variant) for edition in ALL for variant in load(edition).variants]
SWING_TO = 24


def tables_of(edition: str, variant: str = "classic", **options: str) -> Any:
    return edition_tables.build(load(edition), variant, options)


def all_of(odds: Odds) -> list[float]:
    return [*odds.squares, odds.in_jail]


# ---------------------------------------------------------------------- the long run


def test_the_published_table_to_its_last_digit() -> None:
    assert [f"{100 * share:.4f}" for share in all_of(landing_odds("classic"))] == [f"{x:.4f}" for x in PUBLISHED]


@pytest.mark.clause("jail.double-gives-no-extra-roll")
def test_the_known_figures_for_staying_hold_only_if_the_double_that_leaves_jail_gave_another_throw() -> None:
    t = tables_of("classic")
    ours = odds_of(t, "stay")
    assert f"{100 * ours.squares[24]:.4f}" == "2.9955"
    theirs = chain(t, "stay")
    for face in FACES:
        reached = landings(t, USUAL)[0][JAIL + 2 * face, :CELL] / 36
        theirs[CELLS:FREED, 0:40] -= reached
        theirs[CELLS:FREED, 40:80] += reached
    share = places(long_run(theirs))
    assert f"{100 * share[24]:.4f}" == "2.9929"
    assert f"{100 * (share[JAIL] + share[CELL]):.1f}" == "11.6"


@pytest.mark.parametrize(("edition", "variant"), GAMES)
@pytest.mark.parametrize("jail", KNOWN["jail"])
def test_every_throw_ends_somewhere(edition: str, variant: str, jail: str) -> None:
    odds = landing_odds(edition, variant, jail=jail)
    assert sum(all_of(odds)) == pytest.approx(1, abs=1e-12)
    assert [square for square, share in enumerate(odds.squares) if share <= 0] == [GO_TO_JAIL]
    assert odds.squares[GO_TO_JAIL] == 0


def goes_on_as_it_is(odds: Matrix) -> bool:
    """Does one throw more leave the long run as it was?"""
    share = long_run(odds)
    return bool(share.min() >= 0 and (share[:, None] * odds).sum(axis=0) == pytest.approx(share, abs=1e-14))


@pytest.mark.parametrize("jail", KNOWN["jail"])
@pytest.mark.parametrize("edition", ALL)
def test_the_long_run_is_one(edition: str, jail: str) -> None:
    assert goes_on_as_it_is(chain(tables_of(edition), jail))


@pytest.mark.parametrize("edition", ALL)
def test_who_stays_is_in_jail_more_often(edition: str) -> None:
    assert landing_odds(edition, jail="stay").in_jail > 2 * landing_odds(edition).in_jail


def test_a_short_game_that_must_be_left_holds_nobody_for_a_second_throw() -> None:
    assert landing_odds("classic", "short", jail="stay").in_jail < landing_odds("classic").in_jail
    open_doors = landing_odds("classic", "short", {"short_jail": "unchanged"}, "stay")
    assert open_doors == landing_odds("classic", jail="stay")


def test_a_fine_that_costs_the_turn_costs_no_throw() -> None:
    assert landing_odds("classic", options={"jail_fine_play": "next-turn"}) == landing_odds("classic")


def test_a_new_throw_after_the_last_failure_is_one_throw_more_that_ends_in_jail() -> None:
    again = landing_odds("classic", options={"jail_third_turn": "throw-again"}, jail="stay")
    assert again.in_jail > landing_odds("classic", jail="stay").in_jail


def test_habits_move_the_odds_their_way() -> None:
    usual = landing_odds("spider-man")
    swinging = landing_odds("spider-man", habits=Habits(doubles="option", swing_to=SWING_TO))
    assert swinging.squares[SWING_TO] > usual.squares[SWING_TO] + 1 / 72
    drawing = landing_odds("spider-man", habits=Habits(choice="draw"))
    assert drawing.squares[2] < usual.squares[2]
    kept = landing_odds("classic", habits=Habits(jail_cards="kept"))
    assert kept.squares[7] < landing_odds("classic").squares[7]


# ---------------------------------------------------------------------- what bots ask


@pytest.mark.parametrize("edition", ALL)
def test_throw_odds_are_the_rows_with_prisoners_on_the_jail_square(edition: str) -> None:
    t = tables_of(edition)
    odds = throw_odds(t)
    assert odds.shape == (40, 40)
    assert odds.sum(axis=1) == pytest.approx(np.ones(40))
    for square in (0, 18, 28):
        there = where_from(t, square)
        there[JAIL] += there[CELL]
        assert odds[square] == pytest.approx(there[:CELL])


def test_where_from_knows_doubles_and_prisoners() -> None:
    t = tables_of("classic")
    assert where_from(t, 10)[12] == pytest.approx(1 / 36)
    assert where_from(t, 10, doubles=2)[12] == 0
    assert where_from(t, 10, doubles=2)[CELL] == pytest.approx(6 / 36 + 6 / 36 / 16)  # or from the chest
    assert where_from(t, 10, jail_turns=0)[CELL] == pytest.approx(30 / 36 + 1 / 36 / 16)  # or from a chance
    assert where_from(t, 10, jail_turns=2)[15] == pytest.approx(4 / 36)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda t: odds_of(t, "flee"), "jail is leave or stay, not 'flee'."),
        (lambda t: odds_of(t, habits=Habits(doubles="twice")), "doubles is throw-again or option, not 'twice'."),
        (lambda t: odds_of(t, habits=Habits(choice="x")), "choice is pay or draw, not 'x'."),
        (lambda t: odds_of(t, habits=Habits(jail_cards="x")), "jail_cards is returned or kept, not 'x'."),
        (lambda t: odds_of(t, habits=Habits(swing_to=40)), "swing_to is a square, 0 to 39, not 40."),
        (lambda t: odds_of(t, habits=Habits(doubles="option")), "A double has no option here"),
        (lambda t: where_from(t, 40), "from a square 0 to 39, after 0 to 2 doubles"),
        (lambda t: where_from(t, 0, doubles=3), "from a square 0 to 39, after 0 to 2 doubles"),
        (lambda t: where_from(t, 10, jail_turns=3), "A prisoner has failed 0 to 2 times, not 3."),
        (lambda t: landing_odds("classic", "blitz"), "There is no variant 'blitz'"),
        (lambda t: landing_odds("classic", options={"x": 1}), "There is no option 'x'"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(ask: Callable[[Any], object], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace(".", r"\.")):
        ask(tables_of("classic"))


# ---------------------------------------------------------------------- any deck


CARD = st.one_of(
    st.tuples(st.just(CARD_MOVE_TO), st.integers(0, 39), st.integers(0, 2)),
    st.tuples(st.just(CARD_MOVE_RELATIVE), st.integers(-39, 39), st.just(0)),
    st.tuples(st.just(CARD_MOVE_NEAREST), st.sampled_from([KIND_STATION, KIND_UTILITY]), st.just(2)),
    st.tuples(st.just(CARD_CHOICE), st.just(10), st.integers(0, 1)),
    st.tuples(st.sampled_from([CARD_PAY_BANK, CARD_JAIL, CARD_JAIL_FREE]), st.just(50), st.just(0)),
)
DECK = st.lists(CARD, max_size=15)
HABITS = st.builds(
    Habits,
    doubles=st.sampled_from(KNOWN["doubles"]),
    swing_to=st.integers(0, 39),
    choice=st.sampled_from(KNOWN["choice"]),
    jail_cards=st.sampled_from(KNOWN["jail_cards"]),
)


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(GAMES), st.tuples(DECK, DECK), st.sampled_from(KNOWN["jail"]), HABITS)
def test_any_decks_give_a_chain_that_comes_to_rest(
    game: tuple[str, str], decks: tuple[list[tuple[int, int, int]], ...], jail: str, habits: Habits
) -> None:
    t = tables_of(*game, double_options="on")
    for deck, cards in enumerate(decks):
        for k, card in enumerate([*cards, (CARD_PAY_BANK, 50, 0)]):  # a deck has one that lets a token rest
            at = 16 * deck + k
            t.card_kind[at], t.card_a[at], t.card_b[at] = card
        t.deck_cards[deck] = len(cards) + 1
    odds = chain(t, jail, habits)
    assert odds.min() > -1e-12
    assert odds.sum(axis=1) == pytest.approx(np.ones(STATES))
    share = all_of(odds_of(t, jail, habits))
    assert sum(share) == pytest.approx(1, abs=1e-12)
    assert goes_on_as_it_is(odds)
