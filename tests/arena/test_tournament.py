"""Tournaments: who meets whom, in which seats, with which dice; and what is counted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np
import pytest

from freehold.arena import bot_games
from freehold.arena.bot_games import Outcomes
from freehold.arena.pool import cores, run_unordered
from freehold.arena.standings import summary
from freehold.arena.statistics import wilson
from freehold.arena.tables import Setting
from freehold.arena.tournament import LADDER, Match, Played, Tally, TournamentPlan, line_ups, parts, run, tally

from . import fake_bot_games
from .fake_bot_games import SHARED, UNFINISHED, Call

CLASSIC = Setting("classic")
FOUR = ("baron", "trader", "novice", "random")


@pytest.fixture(autouse=True)
def _no_calls() -> Iterator[None]:
    fake_bot_games.calls.clear()
    yield
    fake_bot_games.calls.clear()


def plan(form: str = "table", bots: Sequence[str] = FOUR, games: int = 40, **more: object) -> TournamentPlan:
    made = TournamentPlan(form=form, bots=tuple(bots), players=4, settings=(CLASSIC,), games=games, seed=7)
    return replace(made, **more)  # type: ignore[arg-type]


def played(made: TournamentPlan, workers: int = 1) -> Played:
    return run(made, fake_bot_games.play, workers=workers, prepare=lambda: None)


def calls(made: TournamentPlan) -> list[Call]:
    played(made)
    return fake_bot_games.calls


# ---------------------------------------------------------------------- who meets whom


def test_one_table_seats_the_bots_as_named() -> None:
    assert line_ups("table", FOUR, 4) == [FOUR]
    assert line_ups("table", ["baron"], 3) == [("baron",) * 3]


def test_a_round_robin_is_every_one_against_a_table_of_every_other() -> None:
    found = line_ups("round-robin", FOUR, 4)
    assert len(found) == 12
    assert found == [(one, other, other, other) for one, other in permutations(FOUR, 2)]


def test_the_ladder_is_every_one_against_the_level_below() -> None:
    assert [(line[0], set(line[1:]), len(line)) for line in line_ups("ladder", LADDER, 5)] == [
        (higher, {lower}, 5) for lower, higher in pairwise(LADDER)
    ]


def test_two_players_meet_once_not_twice() -> None:
    """One against one other is the same table from either side."""
    assert line_ups("round-robin", ("a", "b", "c"), 2) == [("a", "b"), ("a", "c"), ("b", "c")]


# ---------------------------------------------------------------------- seats and dice


@pytest.mark.parametrize("bots", [FOUR, ("baron", "trader", "trader", "trader"), ("a", "b", "a", "b"), ("a",) * 4])
def test_each_bot_sits_in_each_seat_equally_often(bots: tuple[str, ...]) -> None:
    seen: list[Counter[str]] = [Counter() for _ in bots]
    for call in calls(plan(bots=bots)):
        for seat, bot in enumerate(call.bots):
            seen[seat][bot] += len(call.numbers)
    assert all(seat == seen[0] for seat in seen)
    assert {bot: count * 4 / 40 for bot, count in seen[0].items()} == Counter(bots)


def test_neighbours_stay_neighbours() -> None:
    seatings = Match(CLASSIC, FOUR).seatings()
    assert len(seatings) == len(FOUR)
    for seated in seatings:
        k = seated.index(FOUR[0])
        assert seated[k:] + seated[:k] == FOUR


def test_equal_bots_do_not_play_the_same_game_twice() -> None:
    """Turning a circle of equal bots changes nothing: those games would be copies, and the intervals a lie."""
    assert len(Match(CLASSIC, ("a",) * 4).seatings()) == 1
    assert len(Match(CLASSIC, ("a", "b", "a", "b")).seatings()) == 2
    assert len(Match(CLASSIC, FOUR).seatings()) == 4
    games = [(call.edition, call.bots, number) for call in calls(plan(bots=("a",) * 4)) for number in call.numbers]
    assert len(games) == len(set(games)) == 40


@pytest.mark.parametrize("form", ["table", "round-robin", "ladder"])
def test_every_line_up_and_seating_has_the_same_numbers(form: str) -> None:
    numbers: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    made = plan(form, games=400, settings=(CLASSIC, Setting("spider-man")))
    for call in calls(made):
        assert (call.seed, call.turns) == (7, 2000)
        numbers.setdefault((call.edition, call.bots), []).extend(call.numbers)
    assert len(numbers) == {"table": 4, "round-robin": 48, "ladder": 12}[form] * 2
    assert all(sorted(found) == list(range(100)) for found in numbers.values())


def test_the_settings_reach_the_table() -> None:
    made = plan(bots=("baron",), games=3, players=3, rounds=50, seed=12)
    assert {(call.turns, call.seed, len(call.bots)) for call in calls(made)} == {(150, 12, 3)}


@pytest.mark.parametrize(("asked", "given"), [(1, 4), (4, 4), (41, 44), (400, 400)])
def test_games_are_rounded_up_to_all_seatings(asked: int, given: int) -> None:
    made = plan(games=asked)
    assert made.all_games() == given == played(made).games


def test_pieces_cover_every_number_once_and_run_side_by_side() -> None:
    made = plan("ladder", games=40_000)
    pieces = parts(made)
    for match in range(3):
        numbers = [n for part in pieces if part.match == match for n in range(part.first, part.first + part.count)]
        assert numbers == list(range(10_000))
    assert {part.match for part in pieces[:3]} == {0, 1, 2}
    assert max(part.count for part in pieces) <= 256
    assert len(parts(plan(games=400))) == 50  # enough pieces for many workers, slow as a bot may be


# ---------------------------------------------------------------------- what is counted


def outcomes(winner: list[int], starter: list[int], finished: list[bool]) -> Outcomes:
    count = np.arange(len(winner))
    return Outcomes(
        np.array(winner), np.array(starter), count + 60, np.array(finished), count, count, count, count, count
    )


def test_only_a_finished_game_with_one_winner_is_a_win() -> None:
    found = tally(outcomes([0, 2, -1, -1, 1], [0, 1, 0, 0, 2], [True, True, False, True, False]), ("a", "b", "a"))
    assert found.games == 5
    assert found.wins == {"a": 2}
    assert (found.unfinished, found.shared) == (2, 1)
    assert found.order == {0: 1, 1: 1}  # one threw first; the other sat in seat 2, next to seat 1 that did
    assert found.turns == {60: 1, 61: 1, 62: 1, 63: 1, 64: 1}
    assert found.events == dict.fromkeys(("trades", "offers", "auctions", "shortages"), 10)


def test_tallies_add_up_in_any_order() -> None:
    one = tally(outcomes([0, 1], [0, 0], [True, True]), ("a", "b"))
    two = tally(outcomes([1, -1], [1, 0], [True, False]), ("b", "a"))
    there, back = Tally(), Tally()
    for some in (one, two):
        there.add(some)
    for some in (two, one):
        back.add(some)
    assert there == back
    assert there.wins == {"a": 2, "b": 1}
    assert there.games == 4


def test_unfinished_and_shared_games_are_no_win() -> None:
    found = summary(played(plan(games=4 * UNFINISHED * SHARED)))
    assert found.games == 4 * UNFINISHED * SHARED
    assert found.unfinished == 4 * SHARED
    assert found.shared == 4 * (UNFINISHED - 1)
    assert sum(row.wins for row in found.bots) == found.games - found.unfinished - found.shared
    assert sum(place.wins for place in found.order) == sum(row.wins for row in found.bots)
    assert found.even == pytest.approx(sum(row.rate for row in found.bots) / len(found.bots))
    for row in found.bots:
        assert row.seats == found.games
        assert row.rate == row.wins / found.games
        assert (row.low, row.high) == wilson(row.wins, found.games)


def test_stronger_bots_stand_higher() -> None:
    found = summary(played(plan(games=4000)))
    assert [row.bot for row in found.bots] == list(FOUR)
    assert [row.bot for row in found.best_first()] == list(FOUR)
    elo = [row.elo for row in found.bots]
    assert elo == sorted(elo, reverse=True)
    assert sum(elo) == pytest.approx(6000)
    assert all(row.elo_low < row.elo < row.elo_high for row in found.bots)
    twice = 400 * np.log10(2)  # the strength of a baron is twice that of a trader
    assert elo[0] - elo[1] == pytest.approx(twice, abs=40)


def test_a_bot_with_more_seats_is_counted_by_the_seat() -> None:
    found = {row.bot: row for row in summary(played(plan(bots=("baron", "trader", "trader", "trader")))).bots}
    assert list(found) == ["baron", "trader"]
    assert (found["baron"].seats, found["trader"].seats) == (40, 120)
    assert found["trader"].rate == found["trader"].wins / 120


def test_one_bot_in_all_seats_is_even_by_nature() -> None:
    row = summary(played(plan(bots=("baron",), games=16))).bots[0]
    assert (row.wins, row.seats, row.elo) == (16, 64, 1500)
    assert row.rate == 0.25


def test_the_cross_table_counts_the_one_against_the_rest() -> None:
    made = plan("round-robin", bots=("novice", "trader", "baron"), games=400)
    done = played(made)
    found = summary(done)
    assert [(cell.bot, cell.against) for cell in found.cross] == list(permutations(made.bots, 2))
    for match, counted in zip(made.matches(), done.tallies, strict=True):
        cell = found.cell(match.bots[0], match.bots[1])
        assert cell is not None
        assert (cell.wins, cell.games) == (counted.wins[match.bots[0]], 400)
        assert cell.rate == cell.wins / 400
        assert (cell.low, cell.high) == wilson(cell.wins, 400)
    assert found.cell("novice", "novice") is None
    higher, lower = found.cell("baron", "novice"), found.cell("novice", "baron")
    assert higher is not None
    assert lower is not None
    assert higher.rate == pytest.approx(12 / 18, abs=0.12)
    assert lower.rate == pytest.approx(2 / 38, abs=0.05)


def test_the_cross_table_of_two_players_has_both_sides() -> None:
    found = summary(played(plan("round-robin", bots=("trader", "baron"), players=2, games=400)))
    assert found.games == 400
    one, other = found.cell("trader", "baron"), found.cell("baron", "trader")
    assert one is not None
    assert other is not None
    assert one.wins + other.wins == 400 - found.unfinished - found.shared


def test_a_table_of_different_bots_has_no_cross_table() -> None:
    assert summary(played(plan())).cross == ()
    assert len(summary(played(plan(bots=("baron", "trader", "trader", "trader")))).cross) == 1


def test_figures_by_edition_add_up_to_all() -> None:
    spider = Setting("spider-man")
    done = played(plan("ladder", games=80, settings=(CLASSIC, spider)))
    both, one, other = summary(done), summary(done.of(CLASSIC)), summary(done.of(spider))
    assert (both.games, one.games, other.games) == (480, 240, 240)
    assert done.of(spider).plan.settings == (spider,)
    for k, row in enumerate(both.bots):
        assert row.wins == one.bots[k].wins + other.bots[k].wins
    cell, half = both.cell("novice", "trader"), one.cell("novice", "trader")
    assert cell is not None
    assert half is not None
    assert (cell.games, half.games) == (160, 80)


def test_what_the_games_were_like() -> None:
    found = summary(played(plan(games=36)))  # numbers 0 to 8, all finished: 100 to 108 turns
    assert found.rounds == 104 / 4
    assert found.per_game == {"trades": 2, "offers": 5, "auctions": 3, "shortages": 1}


def test_json_holds_plain_values() -> None:
    found = summary(played(plan())).as_json()
    assert found["games"] == 40
    assert list(found["bots"][0])[:2] == ["bot", "wins"]
    assert {type(value) for value in found["bots"][0].values()} == {str, int, float}


# ---------------------------------------------------------------------- workers, and stopping


def double(number: int) -> int:
    return 2 * number


def process(number: int) -> int:
    return os.getpid()


def explode(number: int) -> int:
    raise ValueError(f"no {number}")


def test_workers_answer_every_task() -> None:
    expected = [(k, 2 * k) for k in range(20)]
    assert list(run_unordered(double, range(20), 1)) == expected
    assert sorted(run_unordered(double, range(20), 3)) == expected
    assert cores() >= 1


def test_one_worker_is_this_process_and_several_are_others() -> None:
    assert {pid for _, pid in run_unordered(process, range(4), 1)} == {os.getpid()}
    assert os.getpid() not in {pid for _, pid in run_unordered(process, range(4), 2)}


def test_threads_are_this_process_too() -> None:
    assert {pid for _, pid in run_unordered(process, range(4), 2, threads=True)} == {os.getpid()}


def test_bots_of_the_kernel_play_in_threads_and_others_in_processes() -> None:
    """What only this process can see is seen by threads alone."""
    made = plan("ladder", bots=("novice", "trader", "baron"), games=40)
    played(made, workers=2)
    assert sum(len(call.numbers) for call in fake_bot_games.calls) == made.all_games()
    fake_bot_games.calls.clear()
    played(plan("ladder", bots=("baron", "mogul"), games=40), workers=2)
    assert fake_bot_games.calls == []


def test_what_a_worker_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="no "):
        list(run_unordered(explode, range(4), 2))


def test_any_number_of_workers_gives_the_same() -> None:
    made = plan("ladder", bots=LADDER, games=200)
    assert played(made, workers=2) == played(made)


def test_a_real_tournament_is_the_same_with_workers() -> None:
    made = plan("ladder", bots=("novice", "trader", "baron"), games=8)
    one = run(made, bot_games.play)
    assert one.games == 16
    assert one.complete
    assert run(made, bot_games.play, workers=2) == one
    assert run(replace(made, seed=8), bot_games.play) != one


def test_the_rules_are_prepared_once_before_the_first_game() -> None:
    heard: list[object] = []
    run(plan(games=4), fake_bot_games.play, prepare=lambda: heard.append("ready"), tell=heard.append)
    assert heard == ["ready", 0, 4]


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    run(plan("ladder", games=80), fake_bot_games.play, prepare=lambda: None, tell=told.append)
    assert told[0] == 0
    assert told == sorted(set(told))
    assert told[-1] == 240


class Impatient:
    """Plays for a while; then somebody presses Ctrl-C."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def __call__(
        self,
        setting: Setting,
        bots: Sequence[str],
        numbers: Sequence[int],
        seed: int,
        *,
        turns: int,
        net_worth: bool = False,
    ) -> Outcomes:
        if self.patience == 0:
            raise KeyboardInterrupt
        self.patience -= 1
        return fake_bot_games.play(setting, bots, numbers, seed, turns=turns)


def test_ctrl_c_keeps_what_is_done_and_fair_to_all_seats() -> None:
    done = run(plan("ladder", games=400), Impatient(22), prepare=lambda: None)
    assert not done.complete
    assert done.games == 5 * 8  # five pieces of two numbers in four seatings; the sixth was not finished
    assert [counted.games for counted in done.tallies] == [16, 16, 8]
    found = summary(done)
    assert found.games == 40


def test_ctrl_c_before_the_first_game() -> None:
    done = run(plan("round-robin"), Impatient(0), prepare=lambda: None)
    assert (done.games, done.complete) == (0, False)
    found = summary(done)
    assert found.cross == ()
    assert {(row.wins, row.rate, row.low, row.high) for row in found.bots} == {(0, 0.0, 0.0, 1.0)}
