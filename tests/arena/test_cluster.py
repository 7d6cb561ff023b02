"""A simulation on a Ray cluster: the games and figures of one machine, also when a machine is lost on the way."""

from __future__ import annotations

import json
import os
import pickle
import secrets
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import freehold as library
from freehold import i18n
from freehold.arena.accumulators import Counts, Digest
from freehold.arena.chunks import Chunk, Plan, play_chunk
from freehold.arena.cluster import ClusterError
from freehold.arena.cluster import client as cluster
from freehold.arena.cluster import tasks as cluster_tasks
from freehold.arena.simulation import run, take
from freehold.arena.tables import Setting
from freehold.editions import new_template
from freehold.engine import records
from freehold.engine.kernel import loops
from freehold.extras import install_command
from freehold.players import BotError
from freehold.rules import state
from tests.cli.terminal import Terminal

from .witness import Doom, Witness

MIXED = ("baron", "trader", "novice", "random")
SOON = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 4}
LITTLE: dict[str, Any] = {"object_store_memory": 80 * 2**20, "include_dashboard": False}


@pytest.fixture(scope="module", autouse=True)
def _token() -> Iterator[None]:
    """Only these tests may use their clusters. Ray looks at that once, when it is imported, so it must be later."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        patch.setenv("RAY_worker_niceness", "0")  # on a busy machine its workers would hardly ever run
        yield


@pytest.fixture
def two_workers() -> Iterator[tuple[str, list[Any]]]:
    """A head that plays nothing itself, and two machines with a processor each: its address, and those."""
    from ray.cluster_utils import Cluster

    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "_system_config": SOON, **LITTLE})
    try:
        yield made.address, [made.add_node(num_cpus=1, **LITTLE) for _ in range(2)]
    finally:
        made.shutdown()


@pytest.fixture(scope="module")
def local() -> Iterator[str]:
    """A cluster of this machine alone, for several tests; they find themselves connected to it."""
    with cluster._connected("local"):
        yield "local"


# ---------------------------------------------------------------------- a machine is lost


@pytest.mark.thorough  # a cluster of three machines takes a minute and a half
def test_a_machine_that_is_killed_half_way_changes_nothing(two_workers: tuple[str, list[Any]], tmp_path: Path) -> None:
    address, (doomed, other) = two_workers
    plan = Plan(Setting(), MIXED, 24 * cluster_tasks.BLOCK + 100, 3, 20, rotate=True)
    happened = tmp_path / "happened"
    raylet = doomed.all_processes["raylet"][0].process.pid
    doom = Doom(doomed.node_id, raylet, plan.games // 2, happened)
    told: list[int] = []
    home = run(plan)
    found = run(plan, None, [Witness(doom)], told.append, cluster=address)
    assert found.complete
    assert found.digest == home.digest
    assert found.summary() == home.summary()
    # the machine died over a shard, which the other one then played; nothing was counted twice or left out
    lost = int(happened.read_text(encoding="utf-8"))
    shards = cast(list[tuple[str, list[int]]], found.extra[0])
    played = {numbers[0]: machine for machine, numbers in shards}
    assert played[lost] == other.node_id
    assert set(played.values()) == {doomed.node_id, other.node_id}
    assert [number for _, numbers in shards for number in numbers] == list(range(plan.games))
    assert told[0] == 0
    assert told[1:] == [*range(cluster_tasks.BLOCK, plan.games, cluster_tasks.BLOCK), plan.games]


# ---------------------------------------------------------------------- the same as at home


class Richest:
    """It cannot be merged, so that it has to see the games themselves."""

    def before(self, plan: Plan) -> None:
        self.most: list[int] = []

    def add(self, chunk: Chunk) -> None:
        self.most += chunk.records["cash"].max(axis=1).tolist()

    def result(self) -> list[int]:
        return self.most


def test_statistics_of_ones_own_see_every_game(local: str) -> None:
    given: dict[str, Any] = {"games": 150, "bots": MIXED, "turns": 60, "seed": 5}
    home = library.simulate(**given, accumulators=[Richest()])
    away = library.simulate(**given, accumulators=[Richest()], cluster=local, workers=2)
    assert away.extra == home.extra
    assert away.summary() == home.summary()


@pytest.mark.thorough
def test_files_of_ones_own_travel(local: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machines of the cluster do not have them: they are looked for where they were not."""
    town, bot = tmp_path / "my-town.toml", tmp_path / "first.py"
    town.write_text(new_template(), encoding="utf-8")
    bot.write_text("def first(view, legal):\n    return legal[0]\n", encoding="utf-8")
    plans = [
        Plan(Setting(str(town)), ("baron",) * 3, 1500, 3, 30),
        Plan(Setting(), ("novice", f"{bot}:first"), 2, 3, 20),
        Plan(Setting(), ("novice", "mogul"), 2, 3, 20),
    ]
    homes = [run(plan) for plan in plans]
    errands = [cluster_tasks.task_of(plan) for plan in plans]
    assert [len(errand.files) for errand in errands] == [1, 1, 0]
    monkeypatch.setattr(cluster, "task_of", lambda plan: errands[plans.index(replace(plan, kept=True))])
    town.unlink()
    bot.unlink()
    for plan, home in zip(plans, homes, strict=True):
        away = run(plan, cluster=local)
        assert (away.games, away.digest, away.counts.bots) == (home.games, home.digest, home.counts.bots)


def test_the_command_says_what_it_says_at_home(freehold: Terminal, local: str) -> None:
    args = ("simulate", "star-wars-2", "--games", "1100", "--bots", "novice", "--turns", "40", "--json")
    home, away = freehold(*args), freehold(*args, "--cluster", local)
    assert (away.code, away.err) == (0, "")
    assert json.loads(away.out) == json.loads(home.out)


def test_ctrl_c_keeps_the_games_that_are_done(local: str) -> None:
    def press(done: int) -> None:
        if done == 2 * cluster_tasks.BLOCK:
            os.kill(os.getpid(), signal.SIGINT)

    plan = Plan(Setting(), ("novice",) * 2, 50 * cluster_tasks.BLOCK, 3, 10)
    stopped = run(plan, progress=press, cluster=local)
    assert (stopped.games, stopped.complete) == (2 * cluster_tasks.BLOCK, False)
    assert stopped.digest == run(replace(plan, games=2 * cluster_tasks.BLOCK)).digest


def test_a_fault_is_told_as_at_home(local: str, tmp_path: Path) -> None:
    bot = tmp_path / "empty.py"
    bot.write_text("", encoding="utf-8")
    with pytest.raises(BotError, match="has no class and no function nobody"):
        run(Plan(Setting(), ("baron", f"{bot}:nobody"), 10, 3, 20), cluster=local)


def test_another_freehold_is_refused(local: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "identity", lambda: "that of yesterday")
    with pytest.raises(ClusterError, match="install the same release on all of them"):
        run(Plan(Setting(), MIXED, 10, 3, 20), cluster=local)


def test_a_gpu_may_be_elsewhere_but_must_be_there(freehold: Terminal, local: str) -> None:
    said = freehold("simulate", "--backend", "cuda", "--cluster", local)
    assert (said.code, said.out) == (2, "")
    assert said.err == "No machine of the cluster has a GPU: add one, or choose the backend cpu.\n"


def test_a_script_that_was_connected_stays_so(local: str) -> None:
    run(Plan(Setting(), MIXED, 10, 3, 20), cluster="auto")
    assert cluster._ray().is_initialized()


# ---------------------------------------------------------------------- parts


@pytest.mark.parametrize("cut", [[0, 3000], [0, 1024, 3000], [0, 2048, 3000]])
def test_parts_make_the_whole(cut: list[int]) -> None:
    plan = Plan(Setting(), MIXED, 3000, 3, 10, rotate=True)
    whole = run(plan)
    everything: list[Any] = [Counts(), Digest()]
    for one in everything:
        one.before(plan)
    errand = pickle.loads(pickle.dumps(cluster_tasks.task_of(plan)))
    for first, last in pairwise(cut):
        parts = errand.count(range(first, last), [one.part() for one in everything])
        take(everything, pickle.loads(pickle.dumps(parts)))
    assert everything[1].result() == whole.digest
    assert replace(whole, counts=everything[0]).summary() == whole.summary()


def test_parts_add_up_to_what_was_counted_at_once() -> None:
    """Games of every outcome: won, shared and given up."""
    plan = Plan(Setting(), MIXED, 3, 3, 10)
    results = np.zeros((3, loops.RESULT_WIDTH), np.int64)
    results[:, loops.RESULT_FINISHED] = 1, 1, 0
    results[:, loops.RESULT_WINNER] = 2, state.NOBODY, state.NOBODY
    results[:, loops.RESULT_TURNS] = 5, 9, 10
    results[:, loops.RESULT_ACTIONS] = 40, 70, 90
    results[:, loops.RESULT_THROWS] = 6, 11, 12
    total, whole = Counts(), Counts()
    for one in (total, whole):
        one.before(plan)
    for games in (range(1), range(1, 3)):
        chunk = Chunk(games, np.zeros(len(games), records.GAME), results[games], np.ones(1, records.TALLY))
        part = total.part()
        part.before(plan)
        part.add(chunk)
        total.merge(part)
        whole.add(chunk)
    found, wanted = vars(total), vars(whole)
    assert (total.games, total.finished, total.shared, total.won, total.unfinished) == (3, 2, 1, 1, 1)
    assert found.keys() == wanted.keys()
    for name in found.keys() - {"plan"}:
        assert np.array_equal(found[name], wanted[name]), name


def test_shards_begin_with_a_block() -> None:
    plan = Plan(Setting(), MIXED, 3000, 3, 10)
    assert list(cluster_tasks.task_ranges(plan) or ()) == [range(1024), range(1024, 2048), range(2048, 3000)]
    gpu = replace(plan, backend="cuda", games=10**6)
    assert all(piece[0] % cluster_tasks.BLOCK == 0 for piece in cluster_tasks.task_ranges(gpu) or ())
    assert cluster_tasks.task_ranges(replace(plan, bots=("mogul", "baron"))) is None
    assert play_chunk(plan, range(2)).numbers == range(2)


# ---------------------------------------------------------------------- bad input


def test_without_ray_a_sentence_says_what_to_install(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    run = freehold("simulate", "--cluster", "auto")
    assert (run.code, run.out) == (2, "")
    command = install_command("cluster")
    assert run.err == f"A cluster needs Ray, which is not installed here. Install it with: {command}\n"
    french = freehold("simulate", "--cluster", "auto", "--lang", "fr")
    assert "Installez-le avec" in french.err
    assert command in french.err


@pytest.mark.parametrize("address", ["", "here", "host", "host:", "host:http", "host:70000", ":6379", "a b:1"])
def test_what_is_no_address_is_refused(freehold: Terminal, address: str) -> None:
    run = freehold("simulate", "--cluster", address)
    assert (run.code, run.out) == (2, "")
    assert run.err == f'The address of a cluster is auto, local or HOST:PORT, not "{address}".\n'


@pytest.mark.parametrize(("lang", "says"), [("en", "No Ray cluster answers at"), ("fr", "Aucune grappe Ray ne répond")])
def test_a_cluster_that_does_not_answer(
    freehold: Terminal, lang: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster._ray(), "is_initialized", lambda: False)
    with socket.socket() as free:  # a port that nobody listens on
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        run = freehold("simulate", "--games", "10", "--cluster", address, "--lang", lang)
    assert (run.code, run.out) == (2, "")
    assert says in run.err
    assert address in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_every_sentence_is_there_in_both_languages() -> None:
    codes = i18n.keys("cluster")
    assert "no-cluster" in codes
    for code in codes:
        error = ClusterError(code, {"given": "x", "address": "h:1", "why": "y", "command": "pip install z"})
        sentences = {error.sentence(lang) for lang in i18n.LANGUAGES}
        assert len(sentences) == 2
        assert all(sentence.endswith((".", ": pip install z")) and "…" not in sentence for sentence in sentences)
