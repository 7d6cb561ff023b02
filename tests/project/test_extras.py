"""A light installation: the game works without the optional packages, and whatever needs one says how to get it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from freehold import extras
from freehold.extras import EXTRAS, MissingExtra, need

ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "pyproject.toml").is_file())
HEAVY = [package for packages in EXTRAS.values() for package in packages]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def light(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program where the packages of the extras cannot be imported."""
    without = f"import sys; sys.modules.update(dict.fromkeys({HEAVY!r}))\n"
    return subprocess.run([sys.executable, "-c", without + code], capture_output=True, text=True, cwd=ROOT / "src")


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return light(f"from freehold.cli import main; sys.exit(main({list(arguments)!r}))")


def test_a_game_with_bots_needs_no_extra() -> None:
    done = light("""
import freehold
from freehold.players import game_players
game = freehold.Game.new("star-wars-2", 3, seed=1)
with game_players.seated([("baron", 1), ("trader", 2), ("random", 3)]) as players:
    for _ in range(60):
        seat, action = game_players.next_move(game, players)
        game.apply(action, seat)
print(freehold.explain("rent.double-bare-group", lang="fr").id)
found = freehold.simulate("classic", "novice", games=1, backend="python", turns=20)
print(found.games, found.summary()["games"])
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["rent.double-bare-group", "1", "1"]


@pytest.mark.parametrize("arguments", [["--help"], ["odds", "classic", "--json"], ["editions", "list"], ["bots"]])
def test_commands_that_need_no_extra(arguments: list[str]) -> None:
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("sim", ["simulate", "classic", "--games", "100000"]),
        ("sim", ["tournament", "--bots", "novice", "--games", "40000"]),
        ("sim", ["bench", "--backend", "cpu"]),
        ("server", ["serve", "--port", "0"]),
        ("server", ["play"]),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_needs_an_extra_says_what_to_install(extra: str, arguments: list[str], lang: str) -> None:
    done = command(*arguments, "--lang", lang)
    assert done.returncode == 2, done
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    assert done.stderr.strip().endswith(f'{python} -m pip install -e "{ROOT}[{extra}]"')
    assert ("Install it" in done.stderr) == (lang == "en")
    assert "Traceback" not in done.stderr


def test_bench_measures_what_is_there() -> None:
    done = light("""
from importlib import import_module
from freehold.cli import main
bench = import_module("freehold.cli.commands.arena.bench")
figures = dict.fromkeys(bench.FIGURES, 7.0)
bench.measure = lambda plan, *rest: {"backend": plan.backend, "workers": 1, "bots": list(plan.bots), **figures}
main(["bench", "--json"])
sys.exit(main(["bench", "--lang", "en"]))
""")
    assert done.returncode == 0, done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines() if " × " in line} == {"python"}
    assert '"cpu"' not in done.stdout
    assert "pip install" in " ".join(done.stdout.split())


def test_the_library_raises_a_named_exception() -> None:
    done = light("""
import freehold
for work in (lambda: freehold.simulate(games=100_000), lambda: freehold.simulate(games=1, backend="python").frames()):
    try:
        work()
    except freehold.MissingExtra as error:
        print(error.code, error.extra, error.package, isinstance(error, ImportError))
""")
    assert done.stdout.splitlines() == ["missing-extra sim numba True"] * 2, done.stderr


def test_the_extras_are_those_of_the_package() -> None:
    for extra, packages in EXTRAS.items():
        declared = {_name(line) for line in PROJECT["optional-dependencies"][extra]}
        assert declared - {"freehold"} == {package.replace("_", "-") for package in packages}
    assert {_name(line) for line in PROJECT["dependencies"]} == {"msgspec", "numpy", "rich", "typer"}


def test_what_is_installed_is_not_missing() -> None:
    for extra in EXTRAS.keys() - {"learn"}:  # torch is too large to be a part of the tests
        need(extra)
    sentence = MissingExtra("server", "litestar").sentence("fr")
    assert "litestar" in sentence
    assert '[server]"' in sentence


def test_the_command_is_one_that_can_be_typed_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout it names the sources; an installed package is found by its name, and no index is asked."""
    missing = MissingExtra("sim", "numba")
    monkeypatch.chdir(ROOT)
    assert missing.command.endswith('pip install -e ".[sim]"')
    monkeypatch.chdir(tmp_path)
    assert missing.command.endswith(f'pip install -e "{ROOT}[sim]"')
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "site-packages" / "freehold" / "extras.py"))
    assert missing.command.endswith('pip install "freehold[sim]"')


def _name(requirement: str) -> str:
    found = re.match(r"[\w-]+", requirement)
    assert found
    return found[0]
