"""`freehold position`: links out of files, and what they show."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from freehold import Game
from tests.server.served import SECRET, ended, unfinished
from tests.table import A, B, deeds, do, table

from .terminal import Terminal

DEBT = {
    "players": [{"name": "Ann", "cash": 20, "square": 16}, {"name": "Bob"}],
    "deeds": {"16": {"owner": 1}, "5": {"owner": 0}},
    "phase": "debt",
    "debts": [{"debtor": 0, "creditor": 1, "amount": 200, "clause": "rent.amount-from-deed", "square": 16}],
}


def written(folder: Path, value: object) -> str:
    file = folder / f"file{len([*folder.iterdir()])}.json"
    file.write_text(json.dumps(value))
    return str(file)


def test_a_position_and_a_log_have_links(freehold: Terminal, tmp_path: Path) -> None:
    game = table(deeds=deeds(B, 16, 18) | deeds(A, 19, 5), turn=B, phase="end")
    do(game, "offer", B, to=A, give={"cash": 100}, ask={"squares": [19]})
    offered = game.link()
    do(game, "accept", A)
    log = written(tmp_path, {"start": game.start, "log": game.log})
    assert freehold("position", "link", log).out.strip() == game.link()
    assert freehold("position", "link", log, "--at", "1").out.strip() == offered
    assert freehold("position", "link", log, "--no-names").out.strip() == game.link(with_names=False)
    view = written(tmp_path, game.view())
    assert freehold("position", "link", view).out.strip() == game.link()


def test_a_servers_log_has_links(freehold: Terminal, tmp_path: Path) -> None:
    log = ended(unfinished(), "consent", SECRET)
    run = freehold("position", "link", written(tmp_path, msgspec.to_builtins(log)), "--at", "0")
    assert [player["name"] for player in Game.from_link(run.out.strip()).view()["players"]] == [
        seat.name for seat in log.header.seats
    ]


def test_a_link_shows_who_owes_what_by_which_clause(freehold: Terminal) -> None:
    link = Game.load(DEBT).link()
    run = freehold("position", "show", link, "--lang", "en")
    assert run.code == 0
    assert "Ann owes Bob $200." in run.out
    assert "rent.amount-from-deed" in run.out
    assert "Ann doit" in freehold("position", "show", f"https://table.example/p/{link}", "--lang", "fr").out
    found = json.loads(freehold("position", "show", link, "--json").out)
    assert found["decider"] == 0
    assert {action["type"] for action in found["legal"][0]} >= {"bankrupt", "mortgage"}


def test_what_is_no_position_is_refused_in_one_sentence(freehold: Terminal, tmp_path: Path) -> None:
    for args in (
        ("show", "1AAAA"),
        ("show", "x" * 9000),
        ("link", str(tmp_path / "none.json")),
        ("link", written(tmp_path, [1])),
        ("link", written(tmp_path, {"players": 7})),
        ("link", written(tmp_path, {"header": 1})),
        ("link", written(tmp_path, {"start": {}, "log": 3})),
        ("link", written(tmp_path, DEBT), "--at", "3"),
    ):
        run = freehold("position", *args)
        assert (run.code, run.out) == (2, ""), args
        assert run.err.strip()
        assert "Traceback" not in run.err
