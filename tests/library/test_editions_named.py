"""One way to name an edition, everywhere: an id, a file as text or as a path, or an `Edition`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import freehold
from freehold.editions import load, new_template

COLUMNS = ("winner", "finished", "starter", "turns", "throws", "actions", "offers", "trades", "auctions", "shortages")


@pytest.fixture
def forms(tmp_path: Path) -> list[Any]:
    file = tmp_path / "mine.toml"
    file.write_text(new_template(), encoding="utf-8")
    return [str(file), file, load(file)]


def test_an_edition_of_ones_own_in_every_form(forms: list[Any]) -> None:
    digests = set()
    for edition in forms:
        assert freehold.Game.new(edition, 3, seed=1).edition.id == "my-edition"
        found = freehold.simulate(edition, "novice", games=2, turns=30, backend="python")
        digests.add(found.digest)
        assert found.summary()["deeds"]
        assert sum(freehold.odds(edition).squares) < 1
        assert freehold.explain("rent.double-bare-group", edition=edition).edition is None
    assert len(digests) == 1


def test_a_built_in_edition_in_every_form() -> None:
    digests = set()
    for edition in ("spider-man", load("spider-man")):
        digests.add(freehold.simulate(edition, "novice", games=2, turns=30, backend="python").digest)
        assert freehold.explain("rent.double-bare-group", edition=edition).edition == "spider-man"
        assert freehold.Game.new(edition, 2).position()["edition"] == "spider-man"
    assert len(digests) == 1


def test_a_board_that_is_changed_in_a_program_can_be_simulated() -> None:
    """A change that has no file: the salary is doubled, and everybody gets richer."""
    classic = load("classic")
    numbers = msgspec.structs.replace(classic.numbers, salary=2 * classic.numbers.salary)
    richer = msgspec.structs.replace(classic, numbers=numbers)
    cash = []
    for edition in (classic, richer):
        richest = Cash()
        freehold.simulate(edition, "novice", games=3, turns=60, backend="python", accumulators=[richest])
        cash.append(richest.result())
    assert cash[1] > cash[0]


class Cash:
    """All the money in play at the end."""

    def before(self, plan: Any) -> None:
        self.total = 0

    def add(self, chunk: Any) -> None:
        self.total += int(chunk.records["cash"].sum())

    def result(self) -> int:
        return self.total


@pytest.mark.parametrize("wrong", [7, None, ["classic"]])
def test_anything_else_is_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(freehold.SetupError, match="an id, a file or an Edition"):
        freehold.Game.new(wrong, 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([Cash], r"Cash\(\), not the class Cash"),
        ([7], "7 has no before"),
        (Cash(), "list of objects"),
        ([type("Half", (), {"before": len, "add": len})()], "has no result"),
    ],
)
def test_what_is_no_accumulator_gets_a_sentence_before_the_first_game(given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        freehold.simulate("classic", "novice", games=1, accumulators=given)


def test_named_columns() -> None:
    """The columns of a chunk have names, and are what the numbered ones are."""
    from freehold.engine.kernel import loops

    seen: list[Any] = []

    class Look:
        def before(self, plan: Any) -> None: ...

        def add(self, chunk: Any) -> None:
            for name in COLUMNS:
                number = getattr(loops, f"RESULT_{name.upper()}")
                assert (getattr(chunk, name) == chunk.column(number)).all()
                seen.append(name)

        def result(self) -> None: ...

    freehold.simulate("classic", "trader", games=1, turns=20, backend="python", accumulators=[Look()])
    assert len(seen) == 10
