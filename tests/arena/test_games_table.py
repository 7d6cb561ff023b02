"""A row for each game; a game by its number, action by action; files of the table; the progress bar."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars
import pytest

import freehold
from freehold.arena import games_table
from freehold.arena.chunks import play_chunk
from freehold.arena.games_table import GamesTable
from freehold.arena.result import column_meanings
from freehold.arena.simulation import plan_of, run
from freehold.engine.records import pack_game
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
        g = game.record()
        g.token[len(bots) :] = range(len(bots), state.PLAYERS)  # a simulation numbers those of empty seats too
        assert pack_game(g) == chunk.records.tobytes()
        assert len(game.log) == chunk.actions[0]
        assert game.turns == chunk.turns[0]
        again = freehold.Game.replay(game.start, game.log)
        assert again.position() == game.position()


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


def test_a_progress_bar_is_shown_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    freehold.simulate("classic", "novice", 3, turns=5, players=2, backend="python", progress=True)
    told = capsys.readouterr()
    assert "3/3" in told.err
    assert told.out == ""
