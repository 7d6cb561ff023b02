"""Explanations that once said what the game does not do, or what a rulebook does not say."""

from __future__ import annotations

import pytest

from freehold import explain, rulebook
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


ATTRIBUTED = {
    "sell.half-of.deed-price": {"star-wars-2", "spider-man", "game-of-thrones"},
    "sell.half-of.price-paid": {"star-wars-1", "disney-parks"},
    "rent.owner-must-ask": {"star-wars-1", "star-wars-2", "spider-man", "disney-parks"},
    "mortgage.when.any-time": {"star-wars-1", "disney-parks"},
    "bank.lends-only-on-mortgage": {"star-wars-1", "star-wars-2", "spider-man", "disney-parks"},
    "buy.not-yours-if-owned": {"star-wars-1", "star-wars-2", "spider-man", "disney-parks"},
    "board.group-sizes": {"star-wars-1", "disney-parks"},
}
INFERRED = {
    "attack.loser-pays-nothing",
    "battle.lost-symbol-stays",
    "cards.returned-face-down",
    "setup.tokens-start-on-go",
    "tax.paid-to-bank",
    "mortgage.owner-keeps-property",
    "jail.third-turn-fine-is-compulsory",
}


@pytest.mark.parametrize("id", ATTRIBUTED)
def test_a_clause_is_attributed_to_the_rulebooks_that_state_it(id: str) -> None:
    assert set(explain(id).stated_by) == ATTRIBUTED[id]


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("bank.banker-runs-auctions", ("sell", "vend")),
        ("bank.collects-taxes-and-fines", ("middle", "milieu")),
    ],
)
def test_a_sentence_says_no_more_than_the_rulebooks(id: str, words: tuple[str, str]) -> None:
    for lang, word in zip(("en", "fr"), words, strict=True):
        assert word not in explain(id, lang).sentence


def test_the_note_on_asking_for_rent_says_what_the_default_is() -> None:
    assert str(explain("rent.owner-must-ask").reading).startswith("Freehold collects rent by itself unless")


@pytest.mark.parametrize("id", sorted(INFERRED))
@pytest.mark.parametrize(("lang", "words"), [("en", "Inferred from"), ("fr", "Déduite de")])
def test_what_no_rulebook_says_in_so_many_words_is_marked_as_inferred(id: str, lang: str, words: str) -> None:
    edition = explain(id).stated_by[0]
    found = explain(id, lang, edition)
    assert (found.inferred, found.standing) == (True, "inferred")
    assert words in str(found)
    assert explain("rent.due-to-owner", lang, edition).standing == "stated"


def test_nothing_else_is_inferred() -> None:
    assert {clause.id for clause in rulebook.clauses() if clause.inferred} == INFERRED
