"""`freehold analyse` and the coach in the terminal game."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import freehold as library
from tests.server.served import SECRET, ended, unfinished
from tests.table import A, B, C, deeds, do, table

from .terminal import Terminal


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A short log in which a group is given away."""
    played = table(deeds=deeds(B, 16, 18) | deeds(A, 19, 5) | deeds(C, 6, 37), turn=B, phase="end")
    do(played, "offer", B, to=A, give={"cash": 100}, ask={"squares": [19]})
    do(played, "accept", A)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({"start": played.start, "log": played.log}))
    return file


def test_the_json_is_what_review_gives(freehold: Terminal, game: Path) -> None:
    run = freehold("analyse", str(game), "--json")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out) == library.review(json.loads(game.read_text()))


def test_the_table_names_the_turning_point_and_the_better_move(freehold: Terminal, game: Path) -> None:
    english, french = (freehold("analyse", str(game), "--lang", lang).out for lang in ("en", "fr"))
    assert "Better: Turn down the offer" in english
    assert "Mieux" in french
    assert "Accuracy" in english
    assert "Précision" in french


def test_the_page_has_the_graph_and_the_board(freehold: Terminal, game: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run = freehold("analyse", str(game), "--page", str(page))
    assert (run.code, run.err) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 2  # the graph and the board
    assert "Turn down the offer" in text


def test_the_log_of_a_server_is_reviewed_too(freehold: Terminal, tmp_path: Path) -> None:
    log = ended(unfinished(until=lambda game, actions: actions == 6), "consent", SECRET)
    file = tmp_path / "server.json"
    file.write_bytes(msgspec.json.encode(log))
    run = freehold("analyse", str(file), "--json")
    assert len(json.loads(run.out)["chances"]) == 6


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"start": {}}', '{"start": 3, "log": []}', "\x00"])
def test_another_file_gets_one_sentence(freehold: Terminal, tmp_path: Path, content: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(content)
    run = freehold("analyse", str(file))
    assert run.code == 2
    assert "cannot be reviewed" in run.err
    assert len(run.err.strip().splitlines()) <= 4
    assert freehold("analyse", str(tmp_path / "nothing.json")).code == 2


def test_the_coach_speaks_in_the_terminal(freehold: Terminal) -> None:
    run = freehold("play", "--coach", "--seed", "3", "--players", "2", "--bot", "novice", typed="\n\nq\n\n")
    assert "Chances: " in run.out


def test_a_game_saved_in_the_terminal_is_analysed(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    args = "play --edition classic --players Ann,Bob --seed 4 --lang en"
    freehold(*args.split(), typed=f"\n\n\ns {file}\nq\n\n")
    run = freehold("analyse", str(file), "--json")
    assert run.code == 0
    assert json.loads(run.out) == library.review(file)
    assert len(json.loads(run.out)["chances"]) == len(library.Game.load(file).log) > 0
    refused = freehold("verify", str(file), "--lang", "en")
    assert refused.code == 2
    assert refused.err.count("\n") == 1
    assert "freehold analyse" in refused.err


def test_what_a_file_lacks_is_one_sentence(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(library.Game.new("classic", 2).position()), encoding="utf-8")
    run = freehold("analyse", str(file), "--lang", "en")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "without its log" in run.err
    assert freehold("analyse", str(tmp_path / "no.json"), "--lang", "en").err.startswith("There is no saved game")
    with pytest.raises(ValueError, match=r"Game\.save"):
        library.review(file)
