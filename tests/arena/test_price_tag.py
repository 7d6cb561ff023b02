"""The price tag of house rules: the table in the package, the sentence, and the pages that show it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools import house_effects as tool

import freehold
from freehold.arena.balance import price_tag
from freehold.arena.balance.laboratory import Laboratory
from freehold.editions.house import HOUSE_RULES


def test_the_table_is_whole_and_its_digest_right() -> None:
    table = price_tag.stored()
    assert table["digest"] == price_tag.digest_of(table["cells"])
    assert "--backend cuda" in table["command"]
    for cell in table["cells"]:
        assert set(cell["house"]) <= set(HOUSE_RULES)
        assert cell["games"] >= 4000
        assert cell["mixed_games"] >= 2000
        for name in price_tag.EFFECTS:
            assert cell[name]["low"] <= cell[name]["value"] <= cell[name]["high"]


def test_a_tag_says_in_both_languages_what_a_rule_does() -> None:
    tag = freehold.price_tag("double-salary")
    assert tag is not None
    assert tag["rounds"]["low"] > 1.3
    assert tag["text"]["en"].startswith("Games last ")
    assert tag["text"]["en"].endswith("longer; luck counts more.")
    assert tag["text"]["fr"].endswith("la chance compte davantage.")


def test_a_tag_says_when_only_a_few_games_are_longer() -> None:
    tag = freehold.price_tag("free-parking-pot")
    assert tag is not None
    assert tag["median"]["rounds"] == tag["median"]["without"]
    assert tag["rounds"]["low"] > 1.05
    assert tag["text"]["en"].startswith(
        "Most games last as long as ever, but a few go on and on: 6% longer on average; "
    )


def test_a_tag_says_that_games_have_no_end() -> None:
    tag = freehold.price_tag("no-trading")
    assert tag is not None
    assert "; many have no end; " in tag["text"]["en"]


def test_a_tag_comes_from_the_nearest_cell_that_was_measured() -> None:
    def found(edition: str, players: int) -> tuple[str, int]:
        tag = freehold.price_tag(["free-parking-pot"], edition, players)
        assert tag is not None
        return tag["edition"], tag["players"]

    assert found("classic", 2) == ("classic", 2)
    assert found("disney-parks", 2) == ("disney-parks", 2)
    assert found("disney-parks", 8) == ("disney-parks", 6)
    assert freehold.price_tag(["free-parking-pot", "no-auctions", "single-rent"]) is None


def test_two_measurements_agree_within_their_intervals() -> None:
    one = {"value": 1.0, "low": 0.97, "high": 1.03}
    assert price_tag.agrees(one, {"value": 1.049, "low": 1.009, "high": 1.089})
    assert not price_tag.agrees(one, {"value": 1.052, "low": 1.012, "high": 1.092})


def test_a_cell_is_measured_the_same_again() -> None:
    def cell() -> price_tag.Cell:
        base, made = (price_tag.measured(Laboratory("classic", rules, 4, 10, 1)) for rules in ((), ("double-salary",)))
        return price_tag.cell_of(made, base)

    once = cell()
    assert once == cell()
    facts = {"house", "edition", "players", "games", "mixed_games", "seed", "backend", "median", "digest"}
    assert set(once) == facts | set(price_tag.EFFECTS)


def test_the_whole_table_has_every_rule_everywhere_and_pairs_of_them() -> None:
    jobs = list(tool.with_plain_games(tool.whole_table()))
    assert len({job.key for job in jobs}) == len(jobs)
    known = {job.key for job in jobs}
    for edition in freehold.editions():
        assert {(edition, players, (rule,), tool.SEED) for players in range(2, 7) for rule in HOUSE_RULES} <= known
    assert all((job.edition, job.players, (), job.seed) in known for job in jobs)
    assert sum(len(job.rules) == 2 and job.seed == tool.SEED for job in jobs) > 300
    assert all(job.games >= 1_000_000 for job in jobs if job.edition == "classic" and len(job.rules) == 1)


def test_cells_are_repeated_as_they_were_with_another_seed() -> None:
    stored = {tool._key(cell): (cell["games"], cell["mixed_games"]) for cell in price_tag.stored()["cells"]}
    jobs = tool.once_more(100, ["classic"])
    assert len({job.key for job in jobs}) == 100
    assert all(job.seed != tool.SEED for job in jobs)
    assert all(stored[job.edition, job.players, job.rules] == (job.games, job.mixed) for job in jobs)


def test_rows_that_were_cut_off_are_measured_again(tmp_path: Path) -> None:
    rows, given = tmp_path / "rows.jsonl", ["--games", "40", "--mixed", "20", "--editions", "classic", "--players", "2"]
    for _ in range(2):
        tool.main([*given, "--only", "no-auctions", "--rows", str(rows)])
        made = rows.read_text(encoding="utf-8").splitlines()
        assert [json.loads(row)["house"] for row in made] == [[], ["no-auctions"]]
        rows.write_text(f"{made[0]}\n{made[1][:50]}", encoding="utf-8")
    assert len(tool.cells_of(tool.rows_of(rows))) == 0


@pytest.mark.parametrize("page", tool.PAGES)
def test_the_pages_show_the_table(page: str) -> None:
    text = (tool.DOCS / page).read_text(encoding="utf-8")
    assert text.count("| `double-salary` |") == 5
    assert tool.with_tables(text, tool.PAGES[page]) == text
    tag = freehold.price_tag("free-parking-pot", edition="classic", players=4)
    assert tag is not None
    assert f"# {tag['text'][tool.PAGES[page]]}\n".replace("\u00a0", " ") in text.replace("\u00a0", " ")


@pytest.mark.parametrize(("edition", "twin"), [(one, twin) for one, them in tool.TWINS.items() for twin in them])
def test_bots_play_the_same_games_on_twin_boards(edition: str, twin: str) -> None:
    for players in range(2, 7):
        bots = ["baron", "trader", "novice", "random", "baron", "trader"][:players]
        one, other = (
            freehold.simulate(board, bots, 40, players=players, house=["free-parking-pot", "no-auctions"]).digest
            for board in (edition, twin)
        )
        assert one == other
