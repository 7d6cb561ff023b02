"""Bad input to every command: one sentence on standard error, exit status 2, and no traceback, in both languages.

Each row is a command line. `{tmp}` is a folder with the files that `folder` writes; `{no}` is a file that is not there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from freehold.editions import new_template

from .terminal import Terminal

FILES = {
    "empty": "",
    "text.json": "not json",
    "list.json": "[]",
    "nothing.json": "{}",
    "number.json": "7",
    "deep.json": "[" * 50_000,
    "position.json": '{"edition": "classic", "players": [{"name": "Ann"}, {"name": "Bob"}]}',
    "no-log.json": '{"start": {"players": [{"name": "Ann"}, {"name": "Bob"}]}}',
    "bad-start.json": '{"start": 7, "log": []}',
    "bad-log.json": '{"start": {"players": [{"name": "Ann"}, {"name": "Bob"}]}, "log": [7]}',
    "bad-action.json": '{"start": {"players": [{"name": "Ann"}, {"name": "Bob"}]}, '
    '"log": [{"seat": 0, "action": {"type": "nonsense"}, "chance": []}]}',
    "bad-seat.json": '{"start": {"players": [{"name": "Ann"}, {"name": "Bob"}]}, '
    '"log": [{"seat": 9, "action": {"type": "roll"}, "chance": []}]}',
    "bad-dice.json": '{"start": {"players": [{"name": "Ann"}, {"name": "Bob"}]}, '
    '"log": [{"seat": 0, "action": {"type": "roll"}, "chance": [9, 9]}]}',
    "rich.json": '{"players": [{"name": "Ann", "cash": -1}, {"name": "Bob"}]}',
    "bad-edition.json": '{"edition": "nowhere", "players": [{"name": "Ann"}, {"name": "Bob"}]}',
    "syntax.py": "class Bot(",
    "empty.py": "",
    "no_decide.py": "class Bot: pass",
    "raises.py": "1 / 0",
    "imports.py": "import nothing_of_that_name",
    "init.py": "class Bot:\n    def __init__(self): 1 / 0\n    def decide(self, view, legal): return None",
    "needs.py": "class Bot:\n    def __init__(self, level): pass\n    def decide(self, view, legal): return None",
    "arity.py": "class Bot:\n    def decide(self): return None",
    "value.py": "Bot = 7",
    "exits.py": "raise SystemExit",
    "broken.toml": "id = ",
    "other.toml": "title = 'no edition'",
    "binary.toml": "\u0000\u0001",
    "there.py": "",
}
BOTS = [
    *(f"{{tmp}}/{name}.py:Bot" for name in ("syntax", "empty", "no_decide", "raises", "imports", "init", "needs")),
    *(f"{{tmp}}/{name}.py:Bot" for name in ("arity", "value", "exits", "none")),
    *("nowhere.module:Bot", "{tmp}/value.py:", ":Bot", "{tmp}/value.py:not-a-name"),
]
SAVES = [
    *("empty", "text.json", "list.json", "nothing.json", "number.json", "deep.json", "no-log.json", "bad-start.json"),
    *("bad-log.json", "bad-action.json", "bad-seat.json", "bad-dice.json"),
]
ROWS = [
    # commands and options that are none
    "nonsense", "--nonsense", "simulat", "bots nonsense", "bots new --nonsense", "editions nonsense",
    "simulate classic --game 3",
    "compile everything", "compile --some", "bench --backend", "odds --lang", "rules --topic",
    # languages
    *(f"{command} --lang xx" for command in ("bots", "odds classic", "simulate classic", "bench", "compile")),
    "bots new --lang xx",
    "tournament --bots baron --lang xx", "analyse {tmp}/list.json --lang xx", "play --terminal --lang xx",
    # bots
    *(f"tournament --games 4 --bots novice,{bot}" for bot in BOTS),
    *(f"simulate classic --games 1 --bots novice,{bot}" for bot in BOTS[::3]),
    *(f"bots check {bot}" for bot in BOTS[1::3]),
    *(f"serve --port 0 --data {{tmp}}/data --bots {bot}" for bot in BOTS[::4]), "serve --bots barn",
    *(f"play --bots novice,{bot} --players 3" for bot in BOTS[1::4]),
    *(f"play --terminal --edition classic --seed 1 --lang en --bot {bot}" for bot in BOTS[2::6]),
    "bots check", "bots check baron", "bots check {tmp}/value.py", "tournament --bots barn", "tournament --bots",
    "tournament --bots baron,,trader", "tournament --ladder --bots baron", "tournament --ladder --bots baron,baron",
    "tournament --ladder --round-robin", "tournament --bots baron,trader,novice --players 4", "tournament",
    "simulate classic --bots barn", "simulate classic --bots baron,trader --players 3", "play --bots barn",
    "bots new {tmp}/there.py", "bots new {tmp}/bot.txt", "bots new {no}/bot.py", "bots new {tmp}",
    # numbers
    *(f"tournament --bots baron --games {n}" for n in ("0", "-1", "many", "1.5", "999999999999", "1e3")),
    *(f"simulate classic --games {n}" for n in ("0", "-1", "many", "1.5", "999999999999")),
    *(f"simulate classic --games 1 --{option}" for option in ("seed -1", "seed x", "players 1", "workers 0")),
    "simulate classic --games 1 --players 99",
    *(f"simulate classic --games 1 --{option}" for option in ("turns 0", "variant long", "backend gpu", "option x=y")),
    *(f"simulate classic --games 1 --option {pair}" for pair in ("rent_claims", "rent_claims=never", "time_limit=5")),
    "tournament --bots baron --rounds 0", "tournament --bots baron --workers 0", "tournament --bots baron --seed x",
    "tournament --bots baron --players 1", "tournament --bots baron --variant long", "bench --seconds 0",
    "bench --seconds never", "bench --backend gpu", "serve --port 99999", "serve --port door", "play --port -1",
    # editions
    *(f"simulate {edition} --games 1" for edition in ("nowhere", "clasic", "{no}.toml", "{tmp}/broken.toml")),
    *(f"simulate {edition} --games 1" for edition in ("{tmp}/other.toml", "{tmp}/binary.toml", "{tmp}")),
    "tournament --bots baron --edition nowhere", "tournament --bots baron --edition {tmp}/broken.toml", "odds nowhere",
    "odds {tmp}/broken.toml", "editions show nowhere", "editions show {tmp}/other.toml", "editions check {no}.toml",
    "play --terminal --lang en --edition nowhere", "play --terminal --lang en --edition {tmp}/broken.toml",
    "rules no.such-clause", "editions new {tmp}/broken.toml", "editions new {no}/new.toml",
    # files
    *(f"analyse {{tmp}}/{save}" for save in (*SAVES, "position.json")),
    *(f"play --load {{tmp}}/{save} --lang en" for save in (*SAVES, "rich.json", "bad-edition.json")),
    *(f"verify {{tmp}}/{save}" for save in (*SAVES[:7], "position.json")),
    "analyse {no}", "analyse {tmp}", "analyse", "verify {no}", "verify {tmp}", "verify", "play --load {no}",
    "play --load {tmp} --lang en", "verify game --data {no}", "export game --data {no}",
    "restore {no} --data {tmp}/new",
    "tournament --bots baron --html {no}/page.html", "simulate classic --games 1 --html {tmp}",
    "simulate classic --games 1 --csv {tmp}/there.py", "simulate classic --games 1 --cluster nowhere:x",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bad")
    for name, content in FILES.items():
        (made / name).write_text(content, encoding="utf-8")
    (made / "good.toml").write_text(new_template(), encoding="utf-8")
    (made / "good.json").write_text(json.dumps({"players": [{"name": "Ann"}, {"name": "Bob"}]}), encoding="utf-8")
    return made


def test_there_are_enough_of_them() -> None:
    assert len(set(ROWS)) == len(ROWS) >= 150


@pytest.mark.parametrize("row", ROWS)
def test_bad_input_is_one_sentence_and_2(freehold: Terminal, folder: Path, row: str) -> None:
    args = [part.format(tmp=folder, no=folder / "nowhere") for part in row.split()]
    run = freehold(*args)
    assert run.code == 2, run
    assert run.err.strip().count("\n") == 0, run.err
    assert "Traceback" not in run.err
    assert run.err.strip().endswith((".", "?")), run.err
    assert len(run.err) < 900  # a list of all options is in some of them
