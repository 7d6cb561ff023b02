"""A paused table moves from one server's folder to another's, whole or not at all, and is played on there."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from freehold.server.storage.sqlite import FILE
from tests.cli.terminal import Terminal

from .network import Client, House, house, seated


@pytest.fixture(scope="module")
def paused(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any, Any]:
    """The folder of a server that has stopped, a table that was paused in it, and what was last told there."""
    folder = tmp_path_factory.mktemp("data")
    with house(folder) as place:
        made, ann = seated(place)
        ann.act(ann.decider or 0, {"type": "roll"}, "a")
        told = ann.hear("told")
        ann.say(type="say", seat=0, text="to be continued")
        ann.hear("said")
        ann.say(type="pause", paused=True)
        ann.hear("table")
        ann.close()
    return folder, made, told


def carried(place: House, made: Any, told: Any) -> None:
    back = Client(place.port)
    welcome = back.hello(made["table"]["id"], made["host"], *made["keys"], seen=0)
    assert welcome["view"] == told["view"]
    assert welcome["missed"] == [told["past"]]
    assert [line["text"] for line in welcome["chat"]] == ["to be continued"]
    seat = told["past"]["seat"]
    assert back.act(seat, {"type": "roll"}, "a", number=1) == {"type": "done", "id": "a", "number": 1}  # still once
    back.say(type="pause", paused=False)
    back.hear("table")
    assert back.act(back.decider or 0, back.legal[0], "b")["number"] == 2
    back.close()


def test_a_table_goes_on_elsewhere(freehold: Terminal, paused: tuple[Path, Any, Any], tmp_path: Path) -> None:
    folder, made, told = paused
    id, file = made["table"]["id"], tmp_path / "table.json"
    run = freehold("export", id, str(file), "--data", str(folder))
    assert run.code == 0, run.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert freehold("export", id, str(file), "--data", str(folder)).code == 2  # nothing is written over
    run = freehold("import", str(file), "--data", str(tmp_path / "new"), "--lang", "fr")
    assert run.code == 0, run.err
    assert "La table" in run.out
    run = freehold("import", str(file), "--data", str(tmp_path / "new"))
    assert (run.code, "already" in run.err) == (1, True)
    with house(tmp_path / "new") as place:
        carried(place, made, told)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("secret",), "0" * 64),
        (("entries", 0, 0, "at"), 1),
        (("entries",), []),
        (("record", "header", "at"), 1),
    ],
)
def test_a_file_that_was_changed_is_not_taken_in(
    freehold: Terminal, paused: tuple[Path, Any, Any], tmp_path: Path, place: tuple[Any, ...], value: Any
) -> None:
    folder, made, _ = paused
    file = tmp_path / "table.json"
    freehold("export", made["table"]["id"], str(file), "--data", str(folder))
    whole = json.loads(file.read_text())
    part = whole
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    file.write_text(json.dumps(whole))
    run = freehold("import", str(file), "--data", str(tmp_path / "new"))
    assert (run.code, "not whole" in run.err) == (1, True)


def test_what_cannot_be_moved_is_said(freehold: Terminal, paused: tuple[Path, Any, Any], tmp_path: Path) -> None:
    folder, made, _ = paused
    assert freehold("export", "nowhere", str(tmp_path / "x"), "--data", str(folder)).code == 1
    assert freehold("export", "nowhere", str(tmp_path / "x"), "--data", str(tmp_path)).code == 2
    (tmp_path / "rubbish").write_bytes(b"\xff{")
    for name, why in (("rubbish", "cannot be used"), ("missing", "There is no file"), (".", "it is a folder")):
        run = freehold("import", str(tmp_path / name), "--data", str(tmp_path / "new"))
        assert (run.code, why in run.err, "Traceback" in run.err) == (2, True, False)
    id, file = made["table"]["id"], tmp_path / "table.json"
    assert freehold("export", id, str(file), "--data", str(folder)).code == 0
    for command in (["export", id, str(tmp_path / "x")], ["import", str(file)]):
        (tmp_path / "damaged").mkdir(exist_ok=True)
        (tmp_path / "damaged" / FILE).write_bytes(b"x" * 5000)
        run = freehold(*command, "--data", str(tmp_path / "damaged"))
        assert (run.code, run.err.startswith(str(tmp_path / "damaged"))) == (
            (2, True) if len(command) == 3 else (0, False)
        )
    run = freehold("import", str(file), "--data", str(file))
    assert run.err == f"{file} cannot be used: there is a file of that name already.\n"
    with house(tmp_path / "live") as live:
        made, ann = seated(live)
        run = freehold("export", made["table"]["id"], str(tmp_path / "y"), "--data", str(tmp_path / "live"))
        assert (run.code, "pause" in run.err) == (1, True)
        assert not (tmp_path / "y").exists()
        ann.close()
