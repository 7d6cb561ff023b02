"""The rulebook: complete, in both languages, and explained without a traceback."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files

import msgspec
import pytest

from freehold import rulebook
from freehold.rulebook import Clause, Text, UnknownClause, clause, clauses, explain, numbers, topics

EDITIONS = {"star-wars-1", "star-wars-2", "spider-man", "disney-parks", "game-of-thrones"}
IN_ORDER = """
scope components board setup bank turn dice go buy auction rent utility station cards tax jail parking build hotel
shortage sell trade mortgage debt bankruptcy loan conduct off-turn win short timed force battle option attack house
"""
TOPICS = IN_ORDER.split()


def texts(clause: Clause) -> list[Text]:
    """The clause's own sentence and its notes."""
    notes = (clause.differs, clause.reading, clause.cardboard)
    return [clause, *(note for note in notes if note is not None)]


def test_no_id_is_used_twice() -> None:
    folder = files("freehold.rulebook") / "data"
    ids = Counter(c["id"] for t in TOPICS for c in tomllib.loads((folder / f"{t}.toml").read_text("utf-8"))["clause"])
    assert [id for id, times in ids.items() if times > 1] == []


def test_the_topics_are_complete_and_in_order() -> None:
    assert [topic.id for topic in topics()] == TOPICS
    assert [topic.order for topic in topics()] == list(range(len(TOPICS)))
    assert {path.name for path in (files("freehold.rulebook") / "data").iterdir()} == {
        "readings",
        *(f"{name}.toml" for name in [*TOPICS, "topics", "books"]),
    }


def test_a_clause_lies_in_the_file_of_its_topic_and_every_topic_has_one() -> None:
    for topic in TOPICS:
        found = clauses(topic)
        assert found
        assert all(re.fullmatch(rf"{topic}(\.[a-z0-9-]+)+", c.id) for c in found)
    assert [c.topic for c in clauses()] == [topic for topic in TOPICS for _ in clauses(topic)]


def test_the_numbers_are_the_places_in_the_rulebook() -> None:
    assert list(numbers().values()) == list(range(len(clauses())))
    assert list(numbers()) == [c.id for c in clauses()]
    assert numbers()["scope.classic-rules-hold"] == 0
    assert numbers()["components.title-deeds-28"] == 1


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_every_text_is_whole_sentences(lang: str) -> None:
    for c in clauses():
        for text in texts(c):
            assert re.fullmatch(r"\S.*[.!?»)]", text.of(lang)), (c.id, text.of(lang))
            assert "  " not in text.of(lang), c.id


def test_the_two_languages_differ() -> None:
    same = [c.id for c in clauses() for text in texts(c) if text.en == text.fr]
    assert same == []
    assert len({c.en for c in clauses()}) == len({c.fr for c in clauses()}) == len(clauses()), "two say the same"


def test_french_spaces_do_not_break() -> None:
    """A line may not end before « ; » or after « « », so those spaces are non-breaking ones."""
    loose = [(c.id, text.fr) for c in clauses() for text in texts(c) if re.search(r" [;:!?»%]|« |\w[;!?»]", text.fr)]
    assert loose == []


def test_every_edition_is_known_and_states_something_special() -> None:
    assert {book.id for book in rulebook.books()} == EDITIONS | {"classic"}
    assert {edition for c in clauses() for edition in c.editions} == EDITIONS
    assert all(bool(c.editions) != c.house and len(set(c.editions)) == len(c.editions) for c in clauses())
    for topic in topics():
        if topic.only is not None:
            assert all(c.editions == (topic.only,) for c in clauses(topic.id))


def test_clauses_of_a_topic_and_of_an_edition() -> None:
    assert [c.id for c in clauses("setup", "spider-man")][:2] == ["setup.players.two-to-six", "setup.start-money-1500"]
    assert all("game-of-thrones" in c.editions for c in clauses(edition="game-of-thrones"))
    assert clauses("battle", "game-of-thrones") == []


def test_the_classic_game_has_what_all_rulebooks_state() -> None:
    common = clauses(edition="classic")
    assert clause("go.salary-200") in common
    assert all(set(c.editions) == EDITIONS for c in common)


def test_explain_names_who_states_it_and_who_says_otherwise() -> None:
    told = explain("setup.players.two-to-eight")
    assert (told.lang, told.topic, told.edition, told.standing) == ("en", "Setting up", None, None)
    assert told.sentence == clause("setup.players.two-to-eight").en
    assert told.stated_by == ("disney-parks", "star-wars-1")
    assert str(told).splitlines()[:3] == [
        "setup.players.two-to-eight (Setting up)",
        told.sentence,
        "Stated by Disney Theme Park, Star Wars Episode I.",
    ]
    assert told.cardboard is None
    assert str(told).splitlines()[3:5] == [f"Other editions: {told.differs}", f"How Freehold reads it: {told.reading}"]
    assert clause("setup.players.two-to-eight").differs == Text(
        told.differs or "", explain(told.id, "fr").differs or ""
    )


def test_explain_in_french() -> None:
    told = explain("bank.banker-chosen", lang="fr", edition="spider-man")
    assert told.topic == "La banque"
    assert told.sentence == clause("bank.banker-chosen").fr
    assert str(told).splitlines()[2].startswith("Énoncée par Star Wars Épisode II, Spider-Man")
    assert "Spider-Man l'énonce." in str(told)
    assert f"À l'écran\u00a0: {told.cardboard}" in str(told)


@pytest.mark.parametrize(
    ("id", "edition", "standing", "sentence"),
    [
        ("go.once-per-lap", "star-wars-1", "stated", "Star Wars Episode I states it."),
        ("go.once-per-lap", "star-wars-2", "silent", "Star Wars Episode II is silent here, so the common rule holds."),
        ("go.once-per-lap", "classic", "silent", "The classic game follows the common rule."),
        (
            "setup.players.two-to-eight",
            "spider-man",
            "other-version",
            "Spider-Man has its own version: setup.players.two-to-six.",
        ),
        (
            "rent.claim-deadline.next-player",
            "game-of-thrones",
            "versions-differ",
            "Game of Thrones is silent here, and the rulebooks that speak of it differ; "
            "see also rent.claim-deadline.second-following-player.",
        ),
        (
            "rent.claim-deadline.next-player",
            "classic",
            "versions-differ",
            "The classic game follows the common rule; the rulebooks differ here, "
            "see also rent.claim-deadline.second-following-player.",
        ),
        ("bankruptcy.to-bank.auctioned-unmortgaged", "spider-man", "silent", "Spider-Man is silent here"),
        (
            "battle.loser-pays-200-to-bank",
            "classic",
            "special",
            "The classic game does not have it: this is a special of Star Wars Episode II.",
        ),
    ],
)
def test_how_an_edition_stands_to_a_clause(id: str, edition: str, standing: str, sentence: str) -> None:
    told = explain(id, edition=edition)
    assert told.standing == standing
    assert str(told).splitlines()[3].startswith(sentence)


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_every_clause_can_be_explained_for_every_edition(lang: str) -> None:
    for c in clauses():
        for book in rulebook.books():
            told = explain(c.id, lang, book.id)
            assert "{" not in str(told)
            of_readings = sum(1 + len(found.lines(lang)) for found in told.readings)
            assert len(str(told).splitlines()) == 3 + len(texts(c)) + of_readings
            assert msgspec.json.decode(msgspec.json.encode(told))["sentence"] == c.of(lang)


def test_an_unknown_clause_gets_one_sentence_with_the_nearest() -> None:
    with pytest.raises(UnknownClause) as caught:
        clause("go.salary-2000")
    assert isinstance(caught.value, KeyError)
    assert str(caught.value).startswith("The rulebook has no clause 'go.salary-2000': did you mean go.salary-200")
    with pytest.raises(UnknownClause) as caught:
        explain("zzz")
    assert str(caught.value) == "The rulebook has no clause 'zzz'."


def test_an_unknown_language_edition_or_topic_gets_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"^Freehold speaks en and fr, not 'de'\.$"):
        explain("go.salary-200", lang="de")
    with pytest.raises(ValueError, match=r"^The rulebook has no edition 'chess', only star-wars-1, .*\.$"):
        explain("go.salary-200", edition="chess")
    with pytest.raises(ValueError, match=r"^The rulebook has no edition 'chess'"):
        clauses(edition="chess")
    with pytest.raises(ValueError, match=r"^The rulebook has no topic 'chess', only scope, .*\.$"):
        clauses("chess")
