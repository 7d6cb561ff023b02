"""The readings: complete, in both languages, linked to clauses and switches that exist, and shown with the clauses."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from tools import readings as pages

from freehold import explain, rulebook
from freehold.editions.switches import BY_NAME
from freehold.rulebook import Reading, Text, UnknownReading, note, reading, readings
from freehold.rulebook.interpretation import CHAPTERS


def texts(found: Reading) -> list[Text]:
    return [found.question, found.answer, found.why]


def test_the_data_has_no_fault() -> None:
    assert rulebook.reading_faults() == []
    assert len(readings()) >= 164


def test_a_fault_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text(en="Why?", fr="Pourquoi ?")
    broken = Reading(
        id="first-player-tie",
        clauses=("go.salary-2000",),
        editions=("chess",),
        options=("castling",),
        question=text,
        answer=text,
        why=text,
    )
    everything = (*readings(), broken)
    monkeypatch.setattr("freehold.rulebook.interpretation._all", lambda: everything)
    assert rulebook.reading_faults() == [
        "first-player-tie is the id of 2 readings.",
        "first-player-tie names the clause 'go.salary-2000', which does not exist.",
        "first-player-tie names the edition 'chess', which does not exist.",
        "first-player-tie names the switch 'castling', which does not exist.",
    ]


def test_every_chapter_has_its_file_and_every_file_is_a_chapter() -> None:
    folder = files("freehold.rulebook") / "data" / "readings"
    assert {path.name for path in folder.iterdir()} == {f"{name}.toml" for name in CHAPTERS}


def test_an_id_is_a_name_that_no_clause_can_have() -> None:
    found = [reading.id for reading in readings()]
    assert len(found) > 50
    assert [id for id in found if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", id)] == []


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_every_text_is_whole_sentences(lang: str) -> None:
    for found in readings():
        assert found.question.of(lang).endswith("?"), found.id
        assert found.answer.of(lang).endswith("."), found.id
        assert found.why.of(lang).endswith("."), found.id
        for text in texts(found):
            assert re.match(r"[A-ZÀÉÊ0-9]", text.of(lang)), (found.id, text.of(lang))
            assert "  " not in text.of(lang), found.id
            assert ".." not in text.of(lang), found.id


def test_the_two_languages_differ_and_no_question_is_asked_twice() -> None:
    assert [found.id for found in readings() for text in texts(found) if text.en == text.fr] == []
    questions = [found.question for found in readings()]
    assert (
        len({question.en for question in questions}) == len({question.fr for question in questions}) == len(questions)
    )


def test_french_spaces_do_not_break() -> None:
    loose = [f.id for f in readings() for text in texts(f) if re.search(r" [;:!?»%]|« |\w[;!?»]", text.fr)]
    assert loose == []


def test_every_open_switch_that_a_rulebook_leaves_open_has_a_reading() -> None:
    """A table may change a switch because the point can be read in two ways; the reading says which we take and why."""
    told = {name for found in readings() for name in found.options}
    assert {name for name, switch in BY_NAME.items() if switch.open and not switch.house} <= told


def test_a_reading_that_a_table_can_change_says_so() -> None:
    found = note(reading("ten-percent-rounding"), "en")
    assert found.options == ("ten_percent",)
    assert found.choices == ("A table may choose: ten per cent of a sum is rounded up, down, or to the nearest whole.",)
    assert found.lines("en") == [found.question, found.answer, found.why, *found.choices]
    closed = note(reading("claim-deadline-game-of-thrones"), "fr")
    assert closed.choices == ()
    assert closed.lines("fr")[-1] == "Un lecteur attentif pourrait défendre une autre lecture."
    assert len(note(reading("first-player-tie"), "en").lines("en")) == 3
    assert "arises only" in note(reading("claim-reaches-a-debtor"), "en").choices[0]


def test_readings_of_a_clause_and_of_an_edition() -> None:
    deadline = "rent.claim-deadline.second-following-player"
    assert "claim-deadline-two-players" in {found.id for found in readings(deadline, "star-wars-1")}
    assert "claim-deadline-two-players" not in {found.id for found in readings(deadline, "game-of-thrones")}
    assert {found.id for found in readings(deadline)} > {found.id for found in readings(deadline, "star-wars-1")}
    assert all(found.concerns("classic") for found in readings(edition="classic"))
    assert not any(found.id.startswith(("battle-", "attack-")) for found in readings(edition="classic"))
    with pytest.raises(ValueError, match="no edition 'chess'"):
        readings(edition="chess")


def test_an_explanation_shows_the_readings_of_its_edition() -> None:
    told = explain("cards.jail-card-sold-at-any-time", edition="star-wars-1")
    assert [found.id for found in told.readings] == ["off-turn-windows"]
    assert str(told).splitlines()[-4:-2] == [
        "How we read it, and why (off-turn-windows):",
        f"  {reading('off-turn-windows').question.en}",
    ]
    assert "Notre lecture, et pourquoi (off-turn-windows)\u00a0:" in str(explain(told.id, "fr", "star-wars-1"))
    assert explain("go.once-per-lap", edition="star-wars-1").readings == ()
    assert [found.id for found in explain("go.once-per-lap").readings] == ["two-salaries-game-of-thrones"]


@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_the_page_of_the_documentation_is_up_to_date(lang: str) -> None:
    page = pages.DOCS / pages.PAGES[lang]
    assert page.read_text(encoding="utf-8") == pages.page(lang), "run `python tools/readings.py`"


def test_an_unknown_reading_gets_one_sentence_with_the_nearest() -> None:
    with pytest.raises(UnknownReading) as caught:
        reading("batle-order")
    assert str(caught.value).startswith("The rulebook has no reading 'batle-order': did you mean battle-order")
    with pytest.raises(KeyError):
        reading("zzz")


def test_the_search_finds_clauses_and_readings_whatever_their_accents() -> None:
    clauses, found = rulebook.search("hypothequee GARE", "fr")
    assert "station-mortgaged-sibling" in {each.id for each in found}
    assert "station.rent-grows-with-count" in {each.id for each in clauses}
    assert rulebook.search("double six attack", edition="classic") == ([], [])
    assert rulebook.search("  ") == ([], [])
