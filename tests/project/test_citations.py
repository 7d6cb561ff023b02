"""Every citation in a comment of the kernel resolves to a clause, to the stem of several clauses, or to a reading."""

from __future__ import annotations

import re
import tokenize
from pathlib import Path

import pytest

import freehold
from freehold import rulebook

PACKAGE = Path(freehold.__file__).parent
FILES = sorted(path for folder in ("rules", "bots", "engine") for path in (PACKAGE / folder).rglob("*.py"))

# Hyphenated words that are no citations. A citation with a misspelling cannot hide behind them.
ORDINARY = {"get-out-of-jail", "home-made", "numba-cuda"}
DIRECTIVE = re.compile(r"(type: ignore|noqa|pragma)\S*(\[[^]]*\])?")
WORD = re.compile(r"(?<![\w./`-])[a-z]+(?:[.-][a-z0-9*]+)+")


def comments(path: Path) -> list[tuple[int, str]]:
    with path.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def citations(comment: str) -> list[str]:
    """What a comment cites: `topic.what-it-says`, a stem of it, `topic.what-*` or the name of a reading."""
    return [word for word in WORD.findall(DIRECTIVE.sub("", comment)) if "-" in word or "*" in word]


def resolves(citation: str) -> bool:
    ids = {clause.id for clause in rulebook.clauses()}
    if citation.endswith("*"):
        return any(id.startswith(citation[:-1]) for id in ids)
    stems = {id.rpartition(".")[0] for id in ids}
    return citation in ids | stems | ORDINARY | {reading.id for reading in rulebook.readings()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_citation_resolves(path: Path) -> None:
    dangling = [
        f"line {line}: {citation}"
        for line, comment in comments(path)
        for citation in citations(comment)
        if not resolves(citation)
    ]
    assert dangling == []


def test_the_kernel_cites_clauses_and_readings() -> None:
    """The check above is worth nothing if it finds no citation."""
    cited = {citation for path in FILES for _, comment in comments(path) for citation in citations(comment)}
    assert len(cited & {clause.id for clause in rulebook.clauses()}) > 60
    assert len(cited & {reading.id for reading in rulebook.readings()}) > 20


@pytest.mark.parametrize(
    ("comment", "cited"),
    [
        ("# rent.claim-deadline: the stem", ["rent.claim-deadline"]),
        ("# tax.worth-*, short.value.*", ["tax.worth-*", "short.value.*"]),
        ("# battle-order: first, then debt-dealings.", ["battle-order", "debt-dealings"]),
        ("# g.extra stays 0 in rules/turn.py  # type: ignore[no-any-return]", []),
    ],
)
def test_what_counts_as_a_citation(comment: str, cited: list[str]) -> None:
    assert citations(comment) == cited


def test_a_wrong_citation_does_not_resolve() -> None:
    assert not resolves("batle-order")
    assert not resolves("rent.claim-dedline")
    assert not resolves("tax.wurth-*")
    assert resolves("tax.worth-*")
    assert resolves("sell.group-hotels")
