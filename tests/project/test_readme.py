"""The examples of README.md and LISEZMOI.md are promises: each Python block runs on its own in an empty folder."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "LISEZMOI.md")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^##+ +(.+)$", re.MULTILINE)  # two or more: one is a comment in a block


def text_of(readme: str) -> str:
    return (ROOT / readme).read_text(encoding="utf-8")


def blocks(readme: str) -> list[object]:
    """Every Python block with its first line, named by its place and the heading it stands under."""
    text = text_of(readme)
    found: list[object] = []
    for number, block in enumerate(BLOCK.finditer(text), start=1):
        line = text.count("\n", 0, block.start(1))
        heading = [readme, *HEADING.findall(text, 0, block.start())][-1]
        name = f"{number}-{re.sub(r'[^a-z0-9]+', '-', heading.lower()).strip('-')}-line-{line + 1}"
        found.append(pytest.param(readme, block[1], line, id=name))
    return found


def test_both_languages_have_the_same_examples_and_figures() -> None:
    """As many headings, blocks and rows, the same results of the ladder, and a link to each other."""
    english, french = (text_of(readme) for readme in READMES)
    assert "(LISEZMOI.md)" in english
    assert "(README.md)" in french
    assert len(blocks("README.md")) == len(blocks("LISEZMOI.md")) > 5
    assert len(HEADING.findall(english)) == len(HEADING.findall(french))
    assert re.findall(r"^(?:freehold|make) \S+", english, re.MULTILINE) == re.findall(
        r"^(?:freehold|make) \S+", french, re.MULTILINE
    )
    ladders = [
        [
            re.findall(r"`\w+`|\d+", tidy(row))
            for row in text.splitlines()
            if re.match(r"\| `\w+` (?:against|contre) `", row)
        ]
        for text in (english, french)
    ]
    assert ladders[0] == ladders[1]
    assert len(ladders[0]) == 4


def tidy(row: str) -> str:
    """Numbers without what sets their thousands and tenths apart."""
    return re.sub(r"(?<=\d)[,.\u202f](?=\d)", "", row)


@pytest.mark.parametrize("readme", READMES)
def test_the_first_example_prints_what_stands_below_it(readme: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text_of(readme), re.MULTILINE | re.DOTALL)
    assert found
    exec(compile(found[1], readme, "exec", dont_inherit=True), {"__name__": "readme"})
    assert capsys.readouterr().out == found[2]


@pytest.mark.parametrize("readme", READMES)
def test_the_command_of_the_speed_figure_takes_the_words_that_are_printed(readme: str) -> None:
    (line,) = re.findall(r"`python (bench/[^`]+)`", text_of(readme))
    script, *words = shlex.split(line)
    runpy.run_path(str(ROOT / script), run_name="bench")["arguments"](words)  # a wrong or missing word ends it


@pytest.mark.parametrize("readme", READMES)
def test_what_it_links_to_is_there(readme: str) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", text_of(readme))
    assert len(targets) > 10
    assert [target for target in targets if not (ROOT / target).is_file()] == []


@pytest.mark.parametrize(("readme", "code", "line"), [block for readme in READMES for block in blocks(readme)])
def test_the_example_runs(readme: str, code: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an example that writes a file leaves nothing behind
    above = "\n" * line  # so that a traceback names the line of the README
    exec(compile(above + code, readme, "exec", dont_inherit=True), {"__name__": "readme"})
