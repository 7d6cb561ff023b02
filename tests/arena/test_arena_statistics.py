"""Wilson's interval and Elo ratings, against figures worked out by hand."""

from __future__ import annotations

from math import log, log10, sqrt

import pytest

from freehold.arena.statistics import Won, ratings, wilson

MANY = 1_000_000  # so many games that the prior's one does not show


def table(seats: dict[str, int], **wins: int) -> Won:
    return Won(seats, wins)


# ---------------------------------------------------------------------- Wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),  # z²/(n + z²)
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (1, 4, 0.04559, 0.69936),
        (800, 2000, 0.37874, 0.42165),
    ],
)
def test_wilson_by_hand(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-5)


def test_wilson_knows_nothing_without_games() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_is_as_sure_of_losses_as_of_wins() -> None:
    low, high = wilson(3, 17)
    assert wilson(14, 17) == pytest.approx((1 - high, 1 - low))


def test_wilson_with_one_standard_error_is_narrower() -> None:
    low, high = wilson(30, 100)
    inner_low, inner_high = wilson(30, 100, z=1)
    assert low < inner_low < 0.3 < inner_high < high


def test_wilson_always_contains_the_share() -> None:
    for games in (1, 2, 3, 7, 10, 1000, 12_345):
        for wins in {0, 1, games // 3, games - 1, games}:
            low, high = wilson(wins, games)
            assert 0 <= low <= wins / games <= high <= 1


# ---------------------------------------------------------------------- Elo


def test_two_players_are_the_usual_elo() -> None:
    """Three wins of four: 400 log10(3) points apart, around 1500."""
    found = ratings([table({"a": 1, "b": 1}, a=3 * MANY, b=MANY)])
    assert found["a"].elo - found["b"].elo == pytest.approx(400 * log10(3), abs=1e-3)
    assert found["a"].elo + found["b"].elo == pytest.approx(3000)


def test_one_against_three() -> None:
    """40 % against three: s / (s + 3) = 0.4, so s = 2 and the one is 400 log10(2) points ahead of each."""
    found = ratings([table({"a": 1, "b": 3}, a=4 * MANY, b=6 * MANY)])
    assert found["a"].elo - found["b"].elo == pytest.approx(400 * log10(2), abs=1e-3)


def test_an_even_table_is_1500_each() -> None:
    found = ratings([table(dict.fromkeys("abcd", 1), a=50, b=50, c=50, d=50)])
    assert [rating.elo for rating in found.values()] == pytest.approx([1500] * 4)
    assert ratings([table({"a": 1, "b": 3}, a=25, b=75)])["a"].elo == pytest.approx(1500)


def test_four_at_one_table_stand_as_their_wins() -> None:
    """Strengths in the proportion of the wins, 4 : 3 : 2 : 1, around their mean."""
    found = ratings([table(dict.fromkeys("abcd", 1), a=4 * MANY, b=3 * MANY, c=2 * MANY, d=MANY)])
    mean = sum(log10(wins) for wins in (4, 3, 2, 1)) / 4
    for bot, wins in zip("abcd", (4, 3, 2, 1), strict=True):
        assert found[bot].elo == pytest.approx(1500 + 400 * (log10(wins) - mean), abs=1e-3)


def test_tables_join_into_one_scale() -> None:
    """a is twice as strong as b and b as c, each seen only against its neighbour: a is four times as strong as c."""
    found = ratings([table({"a": 1, "b": 3}, a=2 * MANY, b=3 * MANY), table({"b": 1, "c": 3}, b=2 * MANY, c=3 * MANY)])
    assert found["b"].elo == pytest.approx(1500, abs=1e-3)
    assert found["a"].elo - found["c"].elo == pytest.approx(400 * log10(4), abs=1e-3)


def test_the_interval_by_hand() -> None:
    """Of two, the difference has the variance 1/(n p q), and each stands half of it from the mean."""
    games = 40_000
    found = ratings([table({"a": 1, "b": 1}, a=3 * games // 4, b=games // 4)])
    half = 1.96 * 400 / log(10) * sqrt(1 / (games * 0.75 * 0.25)) / 2
    assert found.keys() == {"a", "b"}
    for rating in found.values():
        assert rating.high - rating.elo == pytest.approx(half, rel=1e-3)
        assert rating.elo - rating.low == pytest.approx(half, rel=1e-3)


def test_four_times_the_games_halve_the_interval() -> None:
    few, many = (ratings([table({"a": 1, "b": 3}, a=40 * k, b=60 * k)])["a"] for k in (10, 40))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2, rel=0.01)


def test_a_game_of_four_counts_once() -> None:
    """Taken as three victories over the others, it would make the interval of a too narrow by about √3.

    All four even, n games: the information is n (I/4 − 11ᵀ/16), so each variance around the mean is 3/n.
    """
    rating = ratings([table(dict.fromkeys("abcd", 1), a=2500, b=2500, c=2500, d=2500)])["a"]
    assert rating.high - rating.elo == pytest.approx(1.96 * 400 / log(10) * sqrt(3 / 10_000), rel=1e-3)


def test_the_prior_is_one_drawn_game_by_hand() -> None:
    """Two bots at +x and -x: 3 - 4 s(2x) + 1/2 - s(x) = 0 at the summit, with s the logistic function."""
    found = ratings([table({"a": 1, "b": 1}, a=3, b=1)])
    x = (found["a"].elo - 1500) * log(10) / 400

    def s(y: float) -> float:
        return 1 / (1 + 10 ** (-y / log(10)))

    assert 3 - 4 * s(2 * x) + 0.5 - s(x) == pytest.approx(0, abs=1e-8)


def test_who_never_wins_or_always_wins_has_a_rating() -> None:
    found = ratings([table({"a": 1, "b": 1, "c": 2}, a=2000)])
    assert 1500 + 400 < found["a"].elo < 1500 + 2000
    assert found["b"].elo == pytest.approx(found["c"].elo, abs=150)  # c has two seats to lose in
    won, lost = found["a"], found["b"]
    assert won.low < won.elo < won.high
    assert lost.high - lost.low > 300  # nobody knows how bad


def test_more_defeats_are_a_lower_rating() -> None:
    worst, bad = (ratings([table({"a": 1, "b": 3}, b=games)])["a"].elo for games in (2000, 20))
    assert worst < bad < 1500


def test_bots_that_never_met_are_rated_with_care() -> None:
    found = ratings([table({"a": 1, "b": 1}, a=900, b=100), table({"c": 1, "d": 1}, c=900, d=100)])
    assert found["a"].elo == pytest.approx(found["c"].elo)
    met = ratings([table({"a": 1, "b": 1}, a=900, b=100)])
    assert found["a"].high - found["a"].low > 3 * (met["a"].high - met["a"].low)


def test_one_bot_or_none() -> None:
    alone = ratings([table({"a": 4}, a=100)])["a"]
    assert (alone.elo, alone.low, alone.high) == pytest.approx((1500, 1500, 1500))
    assert ratings([]) == {}


def test_without_a_game_everybody_is_1500() -> None:
    found = ratings([table({"a": 1, "b": 3})])
    assert [rating.elo for rating in found.values()] == pytest.approx([1500, 1500])
    assert found["a"].high > 1900


def test_the_order_of_tables_and_bots_does_not_matter() -> None:
    tables = [table({"a": 1, "b": 3}, a=30, b=70), table({"c": 1, "a": 3}, c=45, a=55), table({"b": 2, "c": 2}, c=9)]
    one, other = ratings(tables), ratings(tables[::-1])
    assert one.keys() == other.keys() == {"a", "b", "c"}
    for bot, rating in one.items():
        assert other[bot].elo == pytest.approx(rating.elo, abs=1e-6)
        assert other[bot].low == pytest.approx(rating.low, abs=1e-6)
