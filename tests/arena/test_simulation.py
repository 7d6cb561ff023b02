"""Simulations: the same games on every backend and with any number of workers, and what is made of them."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import polars
import pytest

import freehold
from freehold.arena import accumulators, bot_games, chunks, simulation
from freehold.arena.accumulators import Digest
from freehold.arena.chunks import Chunk, Plan, play_chunk
from freehold.arena.findings import spread
from freehold.arena.odds_check import compare
from freehold.arena.pool import in_order
from freehold.arena.result import Result
from freehold.arena.simulation import run
from freehold.arena.statistics import wilson
from freehold.arena.tables import Setting, table_of
from freehold.engine import batch, records
from freehold.engine.gpu import cuda
from freehold.engine.kernel import fingerprint, loops
from freehold.players.lost_moves import LostMoves
from freehold.rules import state
from freehold.rules.chance import throw_die

MIXED = ("baron", "trader", "novice", "random")


class Same:
    """What must be the same however the games were run."""

    def before(self, plan: Plan) -> None:
        self.seen: list[int] = []
        self.records, self.results = hashlib.sha256(), hashlib.sha256()

    def add(self, chunk: Chunk) -> None:
        self.seen += chunk.numbers
        self.records.update(chunk.records.tobytes())
        self.results.update(chunk.results.tobytes())

    def result(self) -> tuple[list[int], str, str]:
        return self.seen, self.records.hexdigest(), self.results.hexdigest()


def played(**more: Any) -> Result:
    given: dict[str, Any] = {"bots": MIXED, "games": 150, "seed": 3, "turns": 400, "accumulators": [Same()], **more}
    return freehold.simulate("classic", **given)


# ---------------------------------------------------------------------- the same games


def test_importing_freehold_brings_no_compiler() -> None:
    code = "import freehold, sys; print([name for name in ('numba', 'polars') if name in sys.modules])"
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_any_number_of_workers_gives_the_same() -> None:
    one, two, five = (played(workers=workers) for workers in (1, 2, 5))
    assert one.summary() == two.summary() == five.summary()
    assert one.extra == two.extra == five.extra
    assert cast(list[object], one.extra[0])[0] == list(range(150))


@pytest.mark.parametrize("rotate", [False, True])
def test_interpreted_games_are_the_same(rotate: bool) -> None:
    fast = played(games=6, rotate=rotate)
    slow = played(games=6, rotate=rotate, backend="python")
    assert fast.extra == slow.extra
    assert fast.summary() == slow.summary()


def test_interpreted_games_may_be_spread_over_processes() -> None:
    assert played(games=4, backend="python", workers=2).summary() == played(games=4).summary()


@pytest.mark.parametrize("edition", ["star-wars-2", "spider-man", "disney-parks", "game-of-thrones"])
@pytest.mark.parametrize("variant", ["classic", "short"])
def test_every_edition_is_the_same_interpreted(edition: str, variant: str) -> None:
    fast, slow = (
        freehold.simulate(edition, "baron", 2, variant=variant, players=3, backend=backend)
        for backend in ("cpu", "python")
    )
    assert fast.summary() == slow.summary()


def test_another_seed_gives_other_games() -> None:
    digests = {played(games=20, seed=seed).digest for seed in (0, 1, 2, 1 << 30, 1 << 32, (1 << 64) - 1)}
    assert len(digests) == 6


@pytest.mark.parametrize("backend", ["cpu", "python"])
def test_games_are_the_same_when_nothing_is_counted(backend: str) -> None:
    plan = Plan(Setting(), MIXED, 4, 3, 100, backend, rotate=True)
    counted, bare = (play_chunk(replace(plan, counted=counted), range(4)) for counted in (True, False))
    assert counted.records.tobytes() == bare.records.tobytes()
    assert (counted.results == bare.results).all()
    assert (counted.tally["games"][0], bare.tally["games"][0]) == (4, 0)


def test_a_game_depends_on_its_number_and_not_on_how_many_there_are() -> None:
    few, many = Plan(Setting(), MIXED, 10, 3, 400), Plan(Setting(), MIXED, 100, 3, 400)
    late = play_chunk(many, range(5, 10))
    assert play_chunk(few, range(10)).records[5:].tobytes() == late.records.tobytes()


def test_neighbouring_games_throw_dice_of_their_own() -> None:
    """The first numbers of many games: all faces of one game against those of the next, evenly."""
    pairs = np.zeros((6, 6))
    draws = []
    for c in batch.keyed_chances(range(400), 7, batch.DICE):
        plain: Any = records.Chance()
        plain.copy_from(c)
        draws.append([throw_die(plain) - 1 for _ in range(200)])
    for one, other in pairwise(draws):
        np.add.at(pairs, (one, other), 1)
    within = np.zeros((6, 6))
    for row in draws:
        np.add.at(within, (row[0::2], row[1::2]), 1)
    for counts in (pairs, within):
        even = counts.sum() / 36
        assert ((counts - even) ** 2 / even).sum() < 80  # 35 degrees of freedom: one in 50,000 is above


@pytest.mark.thorough
def test_moguls_meet_in_simulations_the_partners_of_tournaments() -> None:
    """The game has an offer that a trader's formula accepts and its forecast refuses."""
    bots = ["mogul", "baron", "trader", "trader"]
    plan = simulation.plan_of("classic", bots, 1, 5)
    counted = play_chunk(plan, range(1))
    played = bot_games.play(Setting(), bots, range(1), 5, turns=plan.until)
    assert (counted.winner[0], counted.turns[0]) == (played.winner[0], played.turns[0])


def test_a_mogul_and_a_bot_of_ones_own_are_counted_too(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text("def first(view, legal):\n    return legal[0]\n", encoding="utf-8")
    own = freehold.simulate("classic", ["baron", f"{tmp_path}/first.py:first"], 1, turns=30)
    learned = freehold.simulate("classic", ["mogul", "novice"], 1, turns=30)
    for result in (own, learned):
        row, tally = result.summary(), result.counts.tally
        assert row["games"] == 1
        assert row["length"]["throws"]["mean"] == tally["throws"][0] == tally["landed"].sum() > 10


# ---------------------------------------------------------------------- the digest


def test_the_digest_is_of_final_records_in_game_order() -> None:
    plan = Plan(Setting(), MIXED, 10, 1, 50)
    whole = play_chunk(plan, range(10))
    sums = [0, 0]
    for number, record in enumerate(whole.records):
        g: Any = records.Game()
        g.copy_from(record)
        sums = [one + fingerprint.in_place(word, number) for one, word in zip(sums, hashes(g), strict=True)]
    expected = "".join(f"{one % 2**63:016x}" for one in sums)
    for cut in ([0, 10], [0, 1, 2, 3, 10], [0, 4, 8, 10], [0, 7, 9, 10]):
        assert digest_of(plan, [(range(*some), whole.results[slice(*some)]) for some in pairwise(cut)]) == expected
    turned = np.concatenate([whole.results[5:], whole.results[:5]])
    assert digest_of(plan, [(range(10), turned)]) != expected


def digest_of(plan: Plan, parts: list[tuple[range, Any]]) -> str:
    digest = Digest()
    digest.before(plan)
    for numbers, results in parts:
        digest.add(Chunk(numbers, np.zeros(0, records.GAME), results, np.zeros(1, records.TALLY)))
    return digest.result()


def test_every_value_of_a_record_is_in_its_hash() -> None:
    """Each number of the record by itself; the prices of buildings only where one is remembered."""
    g: Any = records.Game()
    g.odd_prices = 2
    twins = [g]
    for name, kind, length in state.GAME:
        for k in range(length or 1):
            for value in (1, -1, min((1 << 8 * int(kind[1]) - 1) - 1, 1 << state.SQUARES)):
                twins.append(g.copy())
                if length:
                    getattr(twins[-1], name)[k] = value
                else:
                    setattr(twins[-1], name, value)
    for which in (0, 1):
        assert len({hashes(twin)[which] for twin in twins}) == len(twins)


def hashes(g: Any) -> list[int]:
    made = [0, 0]
    fingerprint.fingerprint(g, made, 0)
    return made


def test_a_final_record_has_920_bytes() -> None:
    assert records.GAME.itemsize == 920


# ---------------------------------------------------------------------- what it says


@pytest.fixture(scope="module")
def result() -> Result:
    return freehold.simulate("classic", MIXED, 300, seed=2, rotate=True)


def test_the_wins_are_those_of_the_games(result: Result) -> None:
    plan = result.plan
    chunk = play_chunk(plan, range(plan.games))
    seats, order, bots = Counter[int](), Counter[int](), Counter[str]()
    for number, row in zip(chunk.numbers, chunk.results.tolist(), strict=True):
        if row[loops.RESULT_FINISHED] and row[loops.RESULT_WINNER] >= 0:
            seats[row[loops.RESULT_WINNER]] += 1
            order[(row[loops.RESULT_WINNER] - row[loops.RESULT_STARTER]) % 4] += 1
            bots[plan.seated(number)[row[loops.RESULT_WINNER]]] += 1
    said = result.summary()
    assert [row["wins"] for row in said["seats"]] == [seats[k] for k in range(4)]
    assert [row["wins"] for row in said["order"]] == [order[k] for k in range(4)]
    assert {row["bot"]: row["wins"] for row in said["bots"]} == {bot: bots[bot] for bot in MIXED}
    assert said["length"]["turns"]["mean"] == pytest.approx(chunk.column(loops.RESULT_TURNS).mean())
    assert said["length"]["throws"]["median"] in np.sort(chunk.column(loops.RESULT_THROWS))[148:151]


def test_rates_have_wilsons_intervals(result: Result) -> None:
    for rows in (result.summary()[key] for key in ("seats", "order", "bots")):
        for row in rows:
            assert (row["low"], row["high"]) == wilson(row["wins"], 300)
            assert row["low"] <= row["rate"] <= row["high"]
    first = result.summary()["order"][0]
    assert first["advantage"] == first["share"] - 0.25


def test_a_game_that_was_given_up_is_nobodys() -> None:
    result = freehold.simulate("classic", "novice", 80, turns=600)
    said, ended = result.summary(), []
    for row in play_chunk(result.plan, range(80)).results.tolist():
        if row[loops.RESULT_FINISHED]:
            ended.append(row[loops.RESULT_TURNS])
        else:
            assert (row[loops.RESULT_WINNER], row[loops.RESULT_TURNS]) == (state.NOBODY, 600)
    assert 0 < said["finished"] == len(ended) < 40
    assert said["unfinished"] == said["endings"]["unfinished"] == 80 - len(ended)
    for rows in ("seats", "order", "bots"):
        assert sum(row["wins"] for row in said[rows]) == len(ended)
    assert said["length"]["ended"]["mean"] == pytest.approx(sum(ended) / len(ended))
    assert said["length"]["turns"]["median"] == 600
    assert sum(row["share"] for row in said["order"]) == pytest.approx(1)
    assert sum(row["advantage"] for row in said["order"]) == pytest.approx(0)
    first = said["order"][0]
    assert (first["share_low"], first["share_high"]) == wilson(first["wins"], len(ended))
    assert result.findings().even() == pytest.approx(len(ended) / 80 / 4)


def test_seats_are_rotated_fairly() -> None:
    plan = Plan(Setting(), MIXED, 8, 1, 400, rotate=True)
    assert [plan.seated(number)[0] for number in range(5)] == ["baron", "random", "novice", "trader", "baron"]
    for seat in range(4):
        assert {plan.seated(number)[seat] for number in range(4)} == set(MIXED)


def test_the_summary_adds_up(result: Result) -> None:
    said, tally = result.summary(), result.counts.tally[0]
    assert json.loads(result.to_json()) == said
    assert {"games", "finished", "seats", "bots", "squares", "deeds", "digest"} <= set(said)
    assert sum(said["endings"].values()) == said["games"] == 300
    assert said["finished"] == 300 - said["endings"]["unfinished"]
    assert len(said["squares"]) == 40
    assert len(said["deeds"]) == 28
    assert sum(row["share"] for row in said["squares"]) + said["in_jail"]["share"] == pytest.approx(1)
    for row in said["deeds"]:
        levels = row["returns"]
        assert sum(level["rent"] for level in levels) == row["rent"] <= row["due"]
        assert [level["cost"] for level in levels] == sorted(level["cost"] for level in levels)
        assert all(level["cash_return"] <= level["return"] for level in levels)
    assert said["per_game"]["bankruptcies"] == pytest.approx(
        sum(row["bankruptcies"] for row in said["bankruptcies"]) / 300
    )
    assert said["per_game"]["trades"] == tally["trades"] / 300


def test_what_a_deed_returns_is_owed_rent_over_its_cost() -> None:
    result = freehold.simulate("classic", "baron", 40)
    boardwalk = next(row for row in result.summary()["deeds"] if row["square"] == 39)
    costs = {row["level"]: row["cost"] for row in boardwalk["returns"]}
    assert costs == {"bare": 400, "group": 400, "1": 600, "2": 800, "3": 1000, "4": 1200, "hotel": 1400}
    for row in boardwalk["returns"]:
        assert row["return"] == pytest.approx(100 * row["due"] / row["throws"] / row["cost"])
        each = {"bare": 50, "group": 100, "1": 200, "2": 600, "3": 1400, "4": 1700, "hotel": 2000}[row["level"]]
        assert row["due"] == each * row["rents"]


def test_quantiles_of_a_histogram() -> None:
    assert spread(np.array([0, 1, 2, 1])) == {
        "mean": 2.0, "p10": 1.0, "median": 2.0, "p90": 3.0, "least": 1.0, "most": 3.0
    }  # fmt: skip
    assert spread(np.zeros(0, int))["mean"] == 0


def test_frames_and_files(result: Result, tmp_path: Path) -> None:
    frames = result.frames("fr")
    assert {"seats", "bots", "squares", "deeds", "returns", "lengths"} <= set(frames)
    assert frames["squares"].height == 41
    assert frames["squares"]["landings"].sum() == result.counts.tally["throws"][0]
    assert frames["deeds"]["rent"].sum() == frames["returns"]["rent"].sum()
    assert frames["lengths"]["games"].sum() == 300
    result.write_csv(tmp_path / "a" / "b")
    result.write_parquet(tmp_path / "a" / "b")
    for name, frame in result.frames().items():
        assert polars.read_parquet(tmp_path / "a" / "b" / f"{name}.parquet").equals(frame)
        assert polars.read_csv(tmp_path / "a" / "b" / f"{name}.csv").shape == frame.shape


# ---------------------------------------------------------------------- statistics of one's own, and stopping


def test_the_example_of_an_accumulator_runs() -> None:
    code = (accumulators.Accumulator.__doc__ or "").split(":\n\n", 1)[1]
    names: dict[str, Any] = {"freehold": freehold}
    exec("if True:\n" + code.replace("games=1000", "games=20"), names)
    found = names["found"]
    chunk = play_chunk(found.plan, range(20))
    assert found.extra == (int(chunk.records["cash"].max()),)


def test_memory_does_not_grow_with_games() -> None:
    """No more answers wait than the workers are ahead, whoever is slow to take them."""
    asked: list[int] = []

    def tasks() -> Any:
        for number in range(10_000):
            asked.append(number)
            yield number

    answers = in_order(abs, tasks(), 2, threads=True)
    assert [next(answers) for _ in range(100)] == list(range(100))
    assert len(asked) < 120
    answers.close()


def test_progress_is_told_from_nothing_to_all() -> None:
    told: list[int] = []
    played(games=200, progress=told.append)
    assert told == [0, 64, 128, 192, 200]


def test_stopping_keeps_the_first_games() -> None:
    def stop(done: int) -> None:
        if done >= 128:
            raise KeyboardInterrupt

    stopped = played(games=1000, progress=stop, workers=2)
    assert (stopped.games, stopped.complete) == (128, False)
    whole = played(games=128)
    assert stopped.digest == whole.digest
    assert stopped.summary()["deeds"] == whole.summary()["deeds"]


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="a signal of Unix")
def test_ctrl_c_waits_for_the_games_at_hand() -> None:
    def press(done: int) -> None:
        if done == 128:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    stopped = played(games=1000, progress=press)
    assert stopped.games == 128
    assert signal.getsignal(signal.SIGINT) is before


# ---------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"games": 0}, "number of games is 1 or more"),
        ({"games": 1.5}, "number of games"),
        ({"turns": 0}, "number of turns"),
        ({"workers": 0}, "number of workers"),
        ({"seed": -1}, "seed"),
        ({"bots": "barn"}, "no bot"),
        ({"bots": []}, "Name one bot"),
        ({"bots": ["baron", "trader"], "players": 3}, "Name one bot for each of the 3 seats"),
        ({"bots": ["baron"], "players": 9}, "2 to 8 players, not 9"),
        ({"backend": "gpu"}, "no backend 'gpu'"),
        ({"backend": "python", "bots": "mogul"}, "backend cpu only"),
        ({"variant": "long"}, "no variant"),
        ({"options": {"rent_claims": "never"}}, "rent_claims"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        freehold.simulate(**{"edition": "classic", "bots": "baron", "games": 10, **given})
    assert "\n" not in str(error.value)


def test_a_gpu_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "missing", lambda: "There is none.")
    with pytest.raises(ValueError, match=r"cuda is not on this machine, only python and cpu\. There is none\."):
        freehold.simulate("classic", "baron", 10, backend="cuda")
    assert chunks.backends() == ["python", "cpu"]


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(freehold.EditionError):
        freehold.simulate("nowhere")


def test_a_fault_of_a_bot_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(plan: Plan, seated: Any, numbers: Any) -> Any:
        results = np.zeros((len(numbers), loops.RESULT_WIDTH), np.int64)
        results[2, loops.RESULT_ACTIONS] = -2003
        return np.zeros(len(numbers), records.GAME), results, np.zeros(1, records.TALLY), LostMoves()

    monkeypatch.setattr(chunks, "BACKENDS", {"cpu": broken})
    with pytest.raises(RuntimeError, match="Game 2 of seed 3 stopped with fault 2003"):
        run(Plan(Setting(), MIXED, 10, 3, 400), 1)


# ---------------------------------------------------------------------- against the exact odds


@pytest.mark.parametrize("edition", ["classic", "star-wars-2", "game-of-thrones"])
def test_throws_end_where_the_odds_say(edition: str) -> None:
    """Every square within four standard errors. Novices pay where a card lets them choose, as the odds suppose."""
    result = freehold.simulate(edition, "novice", 300, seed=11)
    found = compare(table_of(result.plan.setting).plain_t, result.counts.tally)
    assert found.landed.sum() == pytest.approx(found.expected.sum())
    assert found.landed.sum() > 300_000
    assert np.abs(found.deviations).max() < 4
    assert found.error[: state.SQUARES].min() < 0.002 * found.landed.sum()


def test_the_comparison_notices_dice_that_are_not_the_rules() -> None:
    result = freehold.simulate("classic", "novice", 100, seed=11)
    t = table_of(result.plan.setting).plain_t
    assert np.abs(compare(t, result.counts.tally).deviations).max() < 4
    moved = t.copy()
    moved.card_a[16:32] = [(square + 1) % 40 for square in t.card_a[16:32]]  # cards that lead one square further
    assert np.abs(compare(moved, result.counts.tally).deviations).max() > 4


def test_plans_are_what_they_say() -> None:
    plan = simulation.plan_of("classic", "baron", 130, 1)
    assert [len(chunk) for chunk in plan.chunks()] == [64, 64, 2]
    assert [len(chunk) for chunk in replace(plan, backend="python", games=3).chunks()] == [1, 1, 1]
    on_gpu = replace(plan, backend="cuda", games=200_000)
    assert [len(chunk) for chunk in on_gpu.chunks()] == [200_000]
    assert [len(chunk) for chunk in replace(on_gpu, games=5_000_000).chunks()] == [1_048_576] * 4 + [805_696]
    assert [len(chunk) for chunk in replace(on_gpu, games=5_000_000, kept=False).chunks()] == [4_194_304, 805_696]
    assert plan.turns == 500 * 4
