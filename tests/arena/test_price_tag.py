"""The price tag of house rules: the table in the package, the sentence, and the pages that show it."""

from __future__ import annotations

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
    assert found("disney-parks", 2) == ("classic", 2)
    assert found("disney-parks", 8) == ("classic", 4)
    assert freehold.price_tag(["free-parking-pot", "no-auctions"]) is None


def test_two_measurements_agree_within_their_intervals() -> None:
    one = {"value": 1.0, "low": 0.97, "high": 1.03}
    assert price_tag.agrees(one, {"value": 1.049, "low": 1.009, "high": 1.089})
    assert not price_tag.agrees(one, {"value": 1.052, "low": 1.012, "high": 1.092})


def test_a_cell_is_measured_the_same_again() -> None:
    def cell() -> price_tag.Cell:
        base = Laboratory("classic", (), 4, 10, 1).measured(("luck",))
        rules = ("double-salary",)
        return price_tag.measure(rules, base, Laboratory("classic", rules, 4, 10, 1))

    once = cell()
    assert once == cell()
    assert set(once) >= {"house", "edition", "players", "games", "mixed_games", "seed", "digest", *price_tag.EFFECTS}


@pytest.mark.parametrize("page", tool.PAGES)
def test_the_pages_show_the_table(page: str) -> None:
    text = (tool.DOCS / page).read_text(encoding="utf-8")
    assert text.count("| `double-salary` |") == 3
    assert tool.with_tables(text, tool.PAGES[page]) == text
    tag = freehold.price_tag("free-parking-pot", edition="classic", players=4)
    assert tag is not None
    assert f"# {tag['text'][tool.PAGES[page]]}\n".replace("\u00a0", " ") in text.replace("\u00a0", " ")
