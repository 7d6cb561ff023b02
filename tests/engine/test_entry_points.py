"""What Python calls is compiled when it is asked for, with all that it calls, and kept; nothing else is."""

from __future__ import annotations

import logging
import platform
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import njit

import freehold as library
from freehold.arena import chunks, simulation
from freehold.arena.tables import BotTable, Setting
from freehold.bots import danger
from freehold.bots.ranks import BOT_BARON
from freehold.engine import compile as kernel
from freehold.engine import disk, link_once, records, sources
from freehold.engine.facts import facts_of
from freehold.engine.kernel import loops
from freehold.engine.uses import entry_points_of
from tests.cli.terminal import Terminal

SMALL = "next_throw_cost"  # an entry point with a dozen functions below it


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    kernel._warn_of_numba.cache_clear()
    monkeypatch.setenv("FREEHOLD_CACHE", str(tmp_path))
    return tmp_path


def costs(function: Any) -> list[int]:
    """What a throw would cost each seat in a position after some turns."""
    table = BotTable(Setting())
    table.seat(["baron"] * 4)
    g = records.Game()
    loops.play_games([g], table.plain_work(records.run_of(4, 60, 1000, games=1)), [0] * loops.RESULT_WIDTH)
    if function is not danger.next_throw_cost:
        return [int(function(records.to_record(g, records.GAME)[0], table.t[0], seat, 6)) for seat in range(4)]
    return [function(g, table.plain_t, seat, 6) for seat in range(4)]


def kept(folder: Path) -> list[str]:
    return sorted(path.name.split("-")[0] for path in folder.rglob("*.nbc"))


def test_a_simulation_compiles_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = kernel.Compiled()
    monkeypatch.setattr(kernel, "compiled", lambda: backend)
    library.simulate("classic", "novice", games=2, turns=8)
    assert set(backend.__dict__) & set(sources.functions()) == set(entry_points_of("play"))


def test_an_entry_point_is_kept_without_the_functions_that_it_calls(empty: Path) -> None:
    backend = kernel.Compiled()
    assert not kernel.is_compiled(SMALL)
    assert costs(getattr(backend, SMALL)) == costs(danger.next_throw_cost)
    assert max(costs(danger.next_throw_cost)) > 0
    assert kernel.is_compiled(SMALL)
    assert kept(empty) == [f"danger.{SMALL}"]
    assert len(sources.called_by(danger.next_throw_cost, sources.functions())) >= 8


def test_what_is_kept_is_not_compiled_again(empty: Path, caplog: pytest.LogCaptureFixture) -> None:
    kernel.Compiled().prepare(SMALL)
    caplog.clear()
    again = getattr(kernel.Compiled(), SMALL)
    assert sum(again.stats.cache_hits.values()) == 1
    assert caplog.records == []
    assert costs(again) == costs(danger.next_throw_cost)


@pytest.mark.parametrize("warm", [True, False])
def test_there_is_one_form_of_each_function(empty: Path, warm: bool) -> None:
    for backend in [kernel.Compiled() for _ in range(1 + warm)]:
        entry = getattr(backend, SMALL)
    with pytest.raises(TypeError, match="No matching definition"):
        entry(np.zeros(1, records.GAME)[0], np.zeros(1, records.TABLES)[0], 1.5, "six")
    game, tables = np.zeros(1, records.GAME), BotTable(Setting()).t

    @njit
    def own(g: Any, t: Any) -> int:
        return entry(g, t, np.int8(1), np.int16(6))  # type: ignore[no-any-return]

    assert own(game[0], tables[0]) == costs_of(game, tables)
    assert len(entry.signatures) == 1
    assert kept(empty) == [f"danger.{SMALL}"]


def costs_of(game: Any, tables: Any) -> int:
    g, t = records.Game(), records.Tables()
    g.copy_from(game[0])
    t.copy_from(tables[0])
    return int(danger.next_throw_cost(g, t, 1, 6))


def test_a_kernel_made_for_a_batch_is_kept_by_itself(empty: Path) -> None:
    facts = facts_of(BotTable(Setting()).t[0], [BOT_BARON] * 4, 0, 0, index="as_index")
    for _ in range(2):  # compiled, then loaded
        made = getattr(kernel.Compiled(facts), SMALL)
        assert costs(made) == costs(danger.next_throw_cost)
    assert sum(made.stats.cache_hits.values()) == 1
    assert kernel.is_compiled(SMALL, facts=facts)
    assert not kernel.is_compiled(SMALL)


def test_a_kernel_is_made_for_many_games_and_used_for_few(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "compiled", lambda: None)
    few, many, other = (
        simulation.plan_of("classic", bots, games, seed=1)
        for bots, games in (("trader", 10), ("trader", chunks.MANY), ("novice", 10))
    )
    assert chunks.cpu_kernel(few) is None
    made = chunks.cpu_kernel(many)
    facts = many.facts()
    assert made is kernel.compiled_for(facts)
    place = disk.folder(facts)
    place.mkdir(parents=True)
    disk.keep(chunks.ENTRY_POINT, place)
    assert chunks.cpu_kernel(few) is made
    assert chunks.cpu_kernel(other) is None


@pytest.mark.parametrize(
    ("of", "what"),
    [
        (numba, "__version__"),
        (platform, "machine"),
        (platform, "python_version"),
        (sources, "digest"),
        (disk, "_linker"),
    ],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_what_another_machine_or_version_compiled_is_kept_apart(
    empty: Path, monkeypatch: pytest.MonkeyPatch, of: Any, what: str
) -> None:
    here = disk.folder()
    monkeypatch.setattr(of, what, (lambda: "another") if callable(getattr(of, what)) else "another")
    assert disk.folder() != here
    assert disk.folder().parent == empty


def test_every_module_that_decides_what_is_compiled_is_in_the_name_of_the_folder() -> None:
    """The module that compiles, and those of the engine that it imports, but for the one that makes the name."""
    engine = f"{disk.__package__}."
    found = [one for one in vars(kernel).values() if hasattr(one, "__name__")]
    named = {getattr(one, "__module__", None) or one.__name__ for one in found}
    imported = {name.removeprefix(engine) for name in named if name.startswith(engine)}
    assert {"compile", "specialise", "sources"} < imported
    assert {f"{name}.py" for name in imported - {"disk"}} == set(disk.LINKER)


def test_a_damaged_cache_is_compiled_anew(empty: Path) -> None:
    kernel.Compiled().prepare(SMALL)
    for path in empty.rglob("*.nbc"):
        path.unlink()
    assert costs(getattr(kernel.Compiled(), SMALL)) == costs(danger.next_throw_cost)
    assert kept(empty) == [f"danger.{SMALL}"]


def test_without_the_private_parts_of_numba_it_is_the_same(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_once, "lowered_only", None)
    monkeypatch.setattr(link_once, "available", lambda: False)
    with pytest.warns(RuntimeWarning, match=r"Numba .*a private part is missing.* twice as long"):
        backend = kernel.Compiled()
    assert costs(getattr(backend, SMALL)) == costs(danger.next_throw_cost)
    assert kept(empty) == [f"danger.{SMALL}"]


def test_private_parts_that_do_something_else_are_done_without(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(names: frozenset[str]) -> None:
        raise AttributeError("finalize has moved")

    monkeypatch.setattr(link_once, "lowered_only", other)
    with pytest.warns(RuntimeWarning, match="finalize has moved"):
        made = getattr(kernel.Compiled(), SMALL)
    assert costs(made) == costs(danger.next_throw_cost)
    kernel.Compiled().prepare("lowest_bid")  # the warning comes once: a second one would be an error here


def test_this_numba_has_the_private_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core import codegen

    assert link_once.available()
    monkeypatch.delattr(codegen.CPUCodeLibrary, "finalize")
    assert not link_once.available()


def test_a_program_of_ones_own_is_compiled_as_before(empty: Path) -> None:
    """What the kernel's functions left in Numba must not be taken for finished code."""
    kernel.Compiled().prepare(SMALL)

    def own(a: int, b: int) -> int:
        return max(a, b, 3) // min(a, 2) + abs(a - b) + int(b % 2 == 0)

    compiled: Any = njit(own)
    assert compiled(7, 12) == own(7, 12)


def test_the_log_says_when_compiling_begins_and_ends(empty: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "freehold")
    kernel.Compiled().prepare("lowest_bid")
    assert [(one.levelname, one.__dict__["told"]) for one in caplog.records] == [
        ("WARNING", "compiling"),
        ("INFO", "compiled"),
    ]


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        ("en", "Compiling the rules for this machine", "The rules are compiled, in"),
        ("fr", "Compilation des règles pour cette machine", "Les règles sont compilées, en"),
    ],
)
def test_a_command_without_a_terminal_says_so_in_two_lines(
    freehold: Terminal, empty: Path, monkeypatch: pytest.MonkeyPatch, lang: str, first: str, last: str
) -> None:
    backend = kernel.Compiled()
    monkeypatch.setattr(kernel.log, "disabled", False)
    monkeypatch.setattr(kernel, "uses_of", lambda names: ["games"])  # the smallest function is of no use by itself
    monkeypatch.setattr(simulation, "prepare", lambda plan: backend.prepare("lowest_bid"))
    monkeypatch.setattr(simulation, "quicker_interpreted", lambda plan: False)
    run = freehold("simulate", "--games", "1", "--backend", "python", "--turns", "4", "--json", "--lang", lang)
    assert run.code == 0
    lines = run.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(first)
    assert lines[1].startswith(last)


def test_few_games_are_interpreted_where_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = simulation.plan_of("classic", ["baron", "trader", "novice"], games=3, seed=1, turns=40)
    compiled = simulation.run(plan)
    monkeypatch.setattr(simulation, "FEW_ACTIONS", 3 * 80)
    monkeypatch.setattr(disk, "has", lambda name, place: False)
    monkeypatch.setattr(kernel, "compiled", lambda: pytest.fail("this was to be interpreted"))
    assert simulation.run(plan).summary() == compiled.summary()


def test_many_games_are_compiled(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("FREEHOLD_CACHE", str(empty))
    for bots, few, many in (("baron", 300, 500), ("novice", 40, 60)):
        assert simulation.quicker_interpreted(simulation.plan_of("classic", bots, games=few, seed=1))
        assert not simulation.quicker_interpreted(simulation.plan_of("classic", bots, games=many, seed=1))
    assert not simulation.quicker_interpreted(simulation.plan_of("classic", "mogul", games=1, seed=1))
    monkeypatch.setattr(disk, "has", lambda name, place: name == "play_games")
    assert not simulation.quicker_interpreted(simulation.plan_of("classic", "baron", games=1, seed=1))
