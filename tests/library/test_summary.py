"""The rules of an edition on one page: its numbers, names and variants are those of the edition."""

from __future__ import annotations

import re

import msgspec
import pytest

from freehold import rulebook
from freehold.editions import ids, load
from freehold.i18n import LANGUAGES
from freehold.sentences.summary import PARTS, summary


def text(edition: str, lang: str, part: str) -> str:
    return "\n".join(line for found in summary(load(edition), lang) if found.id == part for line in found.lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_every_edition_has_a_page_to_read_in_two_or_three_minutes(edition: str, lang: str) -> None:
    page = summary(load(edition), lang)
    found = [part.id for part in page]
    assert found == [part for part in PARTS if part in found]
    assert set(PARTS) - set(found) <= {"special"}
    words = [word for part in page for line in part.lines for word in line.split()]
    assert 300 < len(words) < 800
    assert not re.search(r"[{}]", " ".join(words))


def test_every_topic_of_the_rulebook_is_found_under_a_part() -> None:
    assert {topic.part for topic in rulebook.topics()} == set(PARTS)


def test_the_numbers_are_those_of_the_edition() -> None:
    own = load("classic")
    numbers = msgspec.structs.replace(own.numbers, salary=417, jail_fine=61, interest_percent=13)
    changed = msgspec.structs.replace(own, numbers=numbers)
    page = "\n".join(line for part in summary(changed, "en") for line in part.lines)
    assert "$417" in page
    assert page.count("$61") == 2
    assert "13% on top" in page
    assert "$200 each" not in page


def test_what_is_special_is_only_told_of_the_box_that_has_it() -> None:
    special = {edition: text(edition, "en", "special") for edition in ids()}
    assert "Force" in special["star-wars-2"]
    assert "attack" in special["spider-man"]
    assert not any(special[edition] for edition in ids() if edition not in ("star-wars-2", "spider-man"))


def test_a_switch_changes_its_sentence() -> None:
    assert "move by that throw" in text("classic", "en", "jail")
    assert "throw again to move" in text("spider-man", "en", "jail")
    assert "between two turns" in text("star-wars-2", "en", "building")
    assert "at any time" in text("classic", "en", "building")
    assert "throw again and pay" in text("game-of-thrones", "en", "rent")
    assert "after 2 bankruptcies" in text("star-wars-2", "en", "ending")
    assert "timed" not in text("game-of-thrones", "en", "ending")
