"""A row for each game; a game by its number, action by action; files of the table; the progress bar."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars
import pytest

import freehold
from freehold.arena import games_table, progress_bar
from freehold.arena.balance import laboratory
from freehold.arena.chunks import play_chunk
from freehold.arena.games_table import GamesTable
from freehold.arena.result import column_meanings
from freehold.arena.simulation import plan_of, run
from freehold.engine.records import pack_game
from freehold.game import internals
from freehold.rules import state

GAMES = 6


def interpreted(**given: Any) -> Any:
    settings: dict[str, Any] = {"bots": ["trader"] * 3, "games": GAMES, "turns": 90, "backend": "python"}
    return freehold.simulate(**{**settings, **given}, per_game=True)


def test_there_is_a_row_for_each_game() -> None:
    found = interpreted(bots=["trader", "baron", "random"], rotate=True)
    games = found.frames()["games"]
    assert games.columns == list(games_table.column_names())
    assert games["number"].to_list() == list(range(GAMES))
    assert games["finished"].sum() == found.counts.finished
    assert games["actions"].sum() == found.counts.decisions
    wins = {seat: count for seat, count in found.counts.seats.items() if count}
    assert Counter(games["winner"].drop_nulls().to_list()) == wins
    bots = games["bot"].drop_nulls().to_list()
    assert {bot: bots.count(bot) for bot in {*bots}} == {bot: n for bot, n in found.counts.bots.items() if n}


def test_without_asking_there_is_no_such_table() -> None:
    found = freehold.simulate("classic", "novice", 2, turns=10, backend="python")
    assert found.table is None
    assert "games" not in found.frames()


@pytest.mark.parametrize(
    ("edition", "bots", "options"),
    [
        ("classic", ["trader"] * 3, {}),
        ("star-wars-2", ["random", "baron"], {"rent_claims": "claimed"}),
        ("spider-man", ["novice", "random", "trader"], {}),
    ],
)
def test_a_game_by_its_number_is_the_one_that_was_simulated(edition: str, bots: list[str], options: Any) -> None:
    """Its row and its final record, bit by bit; its log gives the same game again."""
    given: dict[str, Any] = {"options": options, "rotate": True, "turns": 100}
    plan = plan_of(edition, bots, 3, 5, backend="python", **given)
    for number in (1, 2):
        game = freehold.Game.of(edition, bots, seed=5, number=number, **given)
        chunk = play_chunk(plan, range(number, number + 1))
        g = internals.record(game)
        g.token[len(bots) :] = range(len(bots), state.PLAYERS)  # a simulation numbers those of empty seats too
        assert pack_game(g) == chunk.records.tobytes()
        assert len(game.log) == chunk.actions[0]
        assert game.turns == chunk.turns[0]
        again = freehold.Game.replay(game.start, game.log)
        assert again.position() == game.position()


class Counting:
    """A bot that takes the legal actions in turn: what it does depends on all that it was asked in this game."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: Any, legal: Any) -> Any:
        self.asked += 1
        plain = [action for action in legal if action["type"] not in ("offer", "bankrupt")]
        return plain[self.asked % len(plain)] if plain and view["decider"] == view["you"] else None


def never_deals(view: Any, legal: Any) -> Any:
    return next((action for action in legal if action["type"] != "offer"), None)


@pytest.mark.parametrize("bots", [[Counting, "novice"], [never_deals, Counting, "baron"]], ids=["two", "three"])
def test_a_game_of_own_bots_by_its_number_is_the_one_that_was_simulated(bots: list[Any]) -> None:
    given: dict[str, Any] = {"rotate": True, "turns": 30}
    table = freehold.simulate("classic", bots, 3, seed=5, per_game=True, **given).frames()["games"]
    plan = plan_of("classic", bots, 3, 5, **given)
    for number in (0, 2):
        row = table.row(number, named=True)
        game = freehold.Game.of("classic", bots, seed=5, number=number, **given)
        assert (len(game.log), game.turns, game.winner) == (row["actions"], row["turns"], row["winner"])
        g = internals.record(game)
        g.token[len(bots) :] = range(len(bots), state.PLAYERS)
        assert pack_game(g) == play_chunk(plan, range(number, number + 1)).records.tobytes()
        assert freehold.Game.replay(game.start, game.log).position() == game.position()


def after_the_first_bankruptcy(game: freehold.Game, log: list[Any]) -> freehold.Game:
    """A game that is played on by a log until somebody is bankrupt."""
    for entry in log:
        game.apply(entry["action"], entry["seat"], chance=entry["chance"])
        if any(player["bankrupt"] for player in game.view()["players"]):
            return game
    raise AssertionError("nobody went bankrupt")


def test_the_first_bankruptcy_is_that_of_the_log() -> None:
    """From a position too: turns count from there, and what was before it has no turn."""
    settings: dict[str, Any] = {"seed": 5, "turns": 400, "backend": "python", "per_game": True}
    found = freehold.simulate("classic", ["baron"] * 3, 1, **settings)
    (row,) = found.frames()["games"].rows(named=True)
    whole = found.game(0)
    game = after_the_first_bankruptcy(freehold.Game.replay(whole.start, []), whole.log)
    assert game.view()["players"][row["first_bankrupt"]]["bankrupt"]
    assert game.turns == row["first_bankruptcy"] > 0

    early = freehold.Game.replay(whole.start, whole.log[:40])
    (row,) = freehold.simulate(bots=["baron"] * 3, games=1, start=early, **settings).frames()["games"].rows(named=True)
    assert 0 <= row["first_bankruptcy"] <= row["turns"]
    (row,) = freehold.simulate(bots=["baron"] * 3, games=1, start=game, **settings).frames()["games"].rows(named=True)
    assert row["bankruptcies"] == 2
    assert row["first_bankruptcy"] is None


def test_a_game_of_moguls_by_its_number() -> None:
    bots = ["mogul", "baron"]
    (row,) = freehold.simulate("classic", bots, 1, seed=3, turns=40, per_game=True).frames()["games"].rows(named=True)
    game = freehold.Game.of("classic", bots, seed=3, turns=40)
    assert (len(game.log), game.turns) == (row["actions"], row["turns"])


def test_a_result_knows_its_games() -> None:
    found = interpreted()
    longest = found.frames()["games"].sort("turns", "number", descending=True).row(0, named=True)
    game = found.game(longest["number"])
    assert (len(game.log), game.turns) == (longest["actions"], longest["turns"])
    with pytest.raises(ValueError, match="numbered from 0"):
        found.game(-1)


def test_a_large_table_is_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_table, "PART", 4)
    whole = interpreted().frames()["games"]
    (tmp_path / "games-002.parquet").write_bytes(b"of a longer run")
    table = GamesTable(tmp_path)
    found = run(plan_of("classic", ["trader"] * 3, GAMES, 1, backend="python", turns=90), table=table)
    assert [file.name for file in table.files] == ["games.parquet", "games-001.parquet"]
    assert polars.concat([polars.read_parquet(file) for file in table.files]).equals(whole)
    assert sorted(tmp_path.iterdir()) == sorted(table.files)
    assert "games" not in found.frames()


def test_parts_of_a_cluster_are_put_together() -> None:
    plan = plan_of("classic", "novice", 4, 1, players=2, backend="python", turns=20)
    whole, first, second = GamesTable(), GamesTable(), GamesTable()
    for table, numbers in ((first, range(2)), (second, range(2, 4)), (whole, range(4))):
        table.before(plan)
        for number in numbers:
            table.add(play_chunk(plan, range(number, number + 1)))
    first.merge(second)
    assert first.frame().equals(whole.frame())


def test_every_column_of_every_frame_has_a_meaning() -> None:
    frames = interpreted(bots=["baron", "novice"]).frames()
    columns = [f"{name}.{column}" for name, frame in frames.items() for column in frame.columns]
    assert sorted(column_meanings("en")) == sorted(column_meanings("fr")) == sorted(columns)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_progress_bar_is_shown_on_the_terminal_and_lines_in_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    freehold.simulate("classic", "novice", 3, turns=5, players=2, backend="python", progress=True)
    told = capsys.readouterr()
    assert "3/3" in told.err
    assert ("\r" in told.err) == terminal
    assert told.out == ""


@pytest.mark.parametrize("shown", [True, False], ids=["a notebook", "a kernel without a display"])
def test_in_a_notebook_progress_is_one_element_that_changes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shown: bool
) -> None:
    """IPython's own display, as far as the bar uses it: it returns no handle where nothing is displayed."""
    said: list[str] = []
    handle = SimpleNamespace(update=said.append)
    display = SimpleNamespace(HTML=str, display=lambda html, display_id: handle if shown else None)
    fake: dict[str, Any] = {"ipykernel": object(), "IPython": object(), "IPython.display": display}
    for name, module in fake.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(progress_bar, "EVERY", 0.0)
    freehold.simulate("classic", "novice", 3, turns=5, players=2, backend="python", progress=True)
    told = capsys.readouterr()
    assert told.out == ""
    if not shown:
        assert "3/3" in told.err
        return
    assert told.err == ""
    assert re.fullmatch(r'<progress value="0" max="3"></progress> 0/3, \d+ s', said[0])
    assert re.fullmatch(r'<progress value="3" max="3"></progress> 3/3, \d+ s', said[-1])


def test_progress_is_a_bar_for_everything_that_plays(capsys: pytest.CaptureFixture[str]) -> None:
    def simple(view: Any, legal: Any) -> Any:
        return next(action for action in legal if action["type"] != "offer")

    few: Any = {"games": 2, "progress": True}
    freehold.tournament(simple, players=2, rounds=2, **few)
    assert "2/2" in capsys.readouterr().err
    freehold.win_probability(freehold.Game.new("classic", 2), "novice", turns=2, backend="python", **few)
    assert "2/2" in capsys.readouterr().err
    counted: list[int] = []
    freehold.tournament(simple, players=2, games=2, rounds=2, progress=counted.append)
    assert (counted[0], counted[-1]) == (0, 2)
    with pytest.raises(ValueError, match="not 3"):
        freehold.simulate("classic", "novice", 1, turns=2, backend="python", progress=3)  # type: ignore[arg-type]


def test_a_balance_prints_its_parts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Asked(Exception):
        pass

    def measured(self: laboratory.Laboratory, parts: Any) -> Any:
        self.tell("luck")
        raise Asked

    monkeypatch.setattr(laboratory.Laboratory, "measured", measured)
    with pytest.raises(Asked):
        freehold.balance("classic", progress=True)
    assert capsys.readouterr().err == "luck\n"
