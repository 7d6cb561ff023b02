"""`docs/your-own-edition.md` and its French twin are promises: what they show is run, checked and played."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from freehold import Game
from freehold.editions import check, checks, load, new_template
from tests.cli.terminal import Terminal

ROOT = Path(__file__).resolve().parents[2]
DOCS = (("en", "your-own-edition.md", "my-town.toml"), ("fr", "votre-edition.md", "ma-ville.toml"))
KEYS = {"squares": ("index",), "groups": ("id",), "cards": ("deck", "id")}


def blocks(doc: str, kind: str) -> list[str]:
    text = (ROOT / "docs" / doc).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def merged(edition: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The file with a part of the document in the place of its own."""
    for name, value in part.items():
        if isinstance(value, list):
            for row in value:
                same = [old for old in edition[name] if all(old[key] == row[key] for key in KEYS[name])]
                assert len(same) == 1, f"the file has no such row: {row}"
                edition[name][edition[name].index(same[0])] = row
        else:
            edition[name] |= value
    return edition


@pytest.mark.thorough  # `freehold balance` plays for minutes
@pytest.mark.parametrize(("lang", "doc", "file"), DOCS)
def test_the_commands_run_one_after_the_other(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, doc: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", f"{lang}_CA.UTF-8")
    lines = [line for block in blocks(doc, "sh") for line in block.splitlines()]
    assert len(lines) > 6
    for line in lines:
        assert line.startswith("freehold ")
        run = freehold(*shlex.split(line.partition("#")[0])[1:])
        assert (run.code, run.err) == (0, ""), line
    assert "<svg" in Path(file).with_suffix(".html").read_text(encoding="utf-8")
    assert load(file).id == "my-edition"


@pytest.mark.parametrize(("lang", "doc", "file"), DOCS)
def test_the_programs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, doc: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(new_template(), encoding="utf-8")
    for code in blocks(doc, "python"):
        exec(compile(code, doc, "exec", dont_inherit=True), {"__name__": "doc"})
    said = capsys.readouterr().out
    assert "freehold rules short.jail.must-leave-next-turn" in said
    assert "'6'" in said
    assert Path(file).with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(("lang", "doc", "file"), DOCS)
def test_the_parts_of_a_file_make_an_edition_that_can_be_played(lang: str, doc: str, file: str, tmp_path: Path) -> None:
    edition = tomllib.loads(new_template())
    parts = [tomllib.loads(block) for block in blocks(doc, "toml")]
    assert {name for part in parts for name in part} >= {"squares", "groups", "cards", "name", "currency", "rules"}
    for part in parts:
        edition = merged(edition, part)
    assert checks.faults(edition) == []


@pytest.mark.parametrize(("lang", "doc", "file"), DOCS)
def test_the_faults_are_those_that_a_check_finds(lang: str, doc: str, file: str) -> None:
    edition = tomllib.loads(new_template())
    edition["squares"][6] |= {"price": 0, "group": "light_bleu"}
    del edition["tokens"][2]["name"]["fr"]
    (shown,) = blocks(doc, "text")
    found = {fault.sentence(lang).replace("\u00a0", " ") for fault in checks.faults(edition)}
    assert found == set(shown.replace("\u00a0", " ").splitlines())


def test_what_the_document_says_of_the_variants(tmp_path: Path) -> None:
    """Without its table there is no such variant; without provenance, source and note the file is as good."""
    file = tmp_path / "mine.toml"
    text = re.sub(r"^\[timed\]\n(?:.+\n)+", "", new_template(), flags=re.MULTILINE)
    text = re.sub(r"^(?:\w*provenance|source|note) = .*\n", "", text, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")
    assert check(file) == []
    assert load(file).variants == ("classic", "short")
    assert Game.new(str(file), players=2, seed=1).phase == "roll"
