"""Explanations that once said what the game does not do, or what a rulebook does not say."""

from __future__ import annotations

import pytest

from freehold import explain
from freehold.editions import load
from freehold.rulebook.book import book
from tests.table import ALL, A, table, throw

BOTH = pytest.mark.parametrize("lang", ["en", "fr"])


@pytest.mark.clause("battle.winner-may-move-symbol")
@pytest.mark.parametrize(("lang", "words"), [("en", "fights it once"), ("fr", "le combat une fois")])
def test_a_symbol_left_in_place_still_fights_the_other_tokens_there(lang: str, words: str) -> None:
    assert words in (explain("battle.winner-may-move-symbol", lang, "star-wars-2").reading or "")


@pytest.mark.clause("tax.fixed-printed-amount")
@pytest.mark.parametrize("edition", ALL)
@BOTH
def test_the_clause_of_the_second_tax_names_the_sum_that_is_paid(edition: str, lang: str) -> None:
    events = throw(table(edition, at={A: 35}), 1, 2)
    (tax,) = [event for event in events if event["type"] == "tax"]
    told = explain(tax["clause"], lang, edition).reading or ""
    name = "classi" if edition == "classic" else book(edition).of(lang)
    assert tax["amount"] == (75 if name in told.partition(" 75 ")[2] else 100)  # the rest: "100 in the others"


@pytest.mark.clause("tax.fixed-printed-amount", "board.tax-squares.villains-tax")
@BOTH
def test_at_disneys_second_tax_one_learns_why_there_is_no_choice(lang: str) -> None:
    told = explain("tax.fixed-printed-amount", lang, "disney-parks")
    assert "villains-tax-second-square" in {found.id for found in told.readings}


@pytest.mark.clause("board.group-sizes")
@BOTH
def test_the_sizes_of_the_groups_are_stated_without_colours_and_read_from_the_boards(lang: str) -> None:
    told = explain("board.group-sizes", lang, "disney-parks")
    assert not any(word in told.sentence for word in ("blue", "green", "bleu", "vert"))
    assert told.reading
    for edition in ALL:
        assert [len(group.squares) for group in load(edition).groups] == [2, 3, 3, 3, 3, 3, 3, 2]


@pytest.mark.clause("components.note-values")
@BOTH
def test_the_money_of_game_of_thrones_has_the_name_that_the_edition_gives_it(lang: str) -> None:
    name = load("game-of-thrones").currency.name[lang].replace("dragons", "dragon")
    told = explain("components.note-values", lang, "game-of-thrones").reading or ""
    assert name in told.replace("dragons", "dragon")


@pytest.mark.clause("timed.deeds-shuffled-and-cut")
@pytest.mark.parametrize(("lang", "banker"), [("en", "The banker does both"), ("fr", "fait les deux")])
def test_the_banker_of_a_timed_game_cuts(lang: str, banker: str) -> None:
    assert banker in (explain("timed.deeds-shuffled-and-cut", lang, "star-wars-1").reading or "")
