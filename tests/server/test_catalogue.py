"""What a client reads once: in both languages, true to the editions, compressed, and sent only if it is new."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold import i18n, rulebook
from freehold.editions import ids, load
from freehold.editions.house import HOUSE_RULES, house_options
from freehold.editions.switches import BY_NAME
from freehold.engine import edition_tables
from freehold.server.http import client_files
from freehold.server.http.cached_response import CachedResponse
from freehold.server.protocol.http_messages import Rulebook

from .network import House, house


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def options(place: House) -> dict[str, Any]:
    return {option["name"]: option for option in place.get("/api/editions")["options"]}


def test_every_clause_in_both_languages_as_each_edition_stands_to_it(place: House) -> None:
    for edition in ids():
        for lang in ("en", "fr"):
            book = msgspec.convert(place.get(f"/api/rulebook/{edition}/{lang}"), Rulebook)
            assert [clause.id for clause in book.clauses] == list(rulebook.numbers())
            assert {clause.topic for clause in book.clauses} == {topic.id for topic in book.topics}
            for clause in book.clauses:
                whole = str(rulebook.explain(clause.id, lang, edition))
                assert clause.sentence in whole
                assert clause.about in whole
                assert (edition in clause.editions) == (clause.standing in ("stated", "inferred"))
                for reading in (read for read in book.readings if read.id in clause.readings):
                    assert all(line in whole for line in (reading.question, *reading.lines))
            assert {read.id for read in book.readings} == {id for clause in book.clauses for id in clause.readings}
            assert ("battle-order" in {read.id for read in book.readings}) == (edition == "star-wars-2")
    place.get("/api/rulebook/classic/de", 404)
    place.get("/api/rulebook/..%2f..%2fetc/en", 404)


def test_an_option_tells_what_each_edition_takes_by_itself(options: dict[str, Any]) -> None:
    assert set(options) == {switch.name for switch in BY_NAME.values() if switch.open}
    for name, option in options.items():
        for id in ids():
            assert set(option["defaults"][id]) == set(load(id).variants)
            for variant, value in option["defaults"][id].items():
                assert value == edition_tables.resolve(load(id), variant, {})[name]
                assert value in option["values"]


def test_tables_start_with_the_house_rules_of_their_server(tmp_path: Path) -> None:
    with house(tmp_path, house=("free-parking-pot", "no-auctions")) as running:
        options = {option["name"]: option for option in running.get("/api/editions")["options"]}
        assert options["parking_pot"]["defaults"]["classic"]["short"] == "taxes-fines-cards"
        assert options["starting_cash"]["defaults"]["classic"]["short"] == "printed"
        wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}
        opened = running.post("/api/tables", wish | {"options": {"declined_deed": "auction"}})
        assert opened["table"]["options"] == {"parking_pot": "taxes-fines-cards", "declined_deed": "auction"}


def test_a_name_in_a_link_leads_to_the_switch_that_the_rules_know(options: dict[str, Any]) -> None:
    """The client looks a house rule up among the clauses of the options: no other rule has its clause."""
    found = [
        (clause.removeprefix("house."), {name: value})
        for name, option in options.items()
        for value, clause in zip(option["values"], option["clauses"], strict=True)
        if clause.startswith("house.")
    ]
    assert found == [(id, house_options([id])) for id in HOUSE_RULES]


def test_a_table_is_asked_for_with_a_house_rule_by_its_name(tmp_path: Path) -> None:
    with house(tmp_path, house=("double-salary", "no-auctions")) as running:
        wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}
        opened = running.post("/api/tables", wish | {"options": {"house": "half-salary"}})
        assert opened["table"]["options"] == {"salaries": "half", "declined_deed": "stays"}
        for given, says in (
            ({"house": "half-salery"}, "did you mean half-salary"),
            ({"house": "half-salary", "salaries": "double"}, "cannot be double and half at once"),
        ):
            refusal = running.post("/api/tables", wish | {"options": given}, 400)
            assert refusal["code"] == "bad-table"
            assert says in refusal["detail"]


def test_what_an_option_needs_is_there_to_be_chosen_or_closed_in_the_edition(options: dict[str, Any]) -> None:
    assert options["force_in_jail"]["editions"] == ["star-wars-2"]
    assert options["short_jail"]["variants"] == ["short"]
    assert options["swing_salary"]["needs"] == {"double_options": "on"}
    assert options["rent_claims"]["editions"] == list(ids())
    for name, option in options.items():
        for needed, value in option["needs"].items():
            assert value in options[needed]["values"]
        for id in option["editions"]:
            for variant in option["variants"]:
                if variant in load(id).variants:
                    for value in option["values"]:
                        edition_tables.build(load(id), variant, {name: value})  # is not refused


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_value_has_words_and_no_words_are_left_over(options: dict[str, Any], lang: str) -> None:
    written = set(i18n.keys("options"))
    for name, option in options.items():
        labels = [label[lang] for label in option["labels"]]
        assert len(set(labels)) == len(option["values"])
        for value, label in zip(option["values"], labels, strict=True):
            assert label not in (value, "")
            written.remove(f"{name}.{value}")
    assert written == set()


def test_the_bots_weakest_first(place: House) -> None:
    answer = place.get("/api/editions")
    assert [bot["level"] for bot in answer["bots"]] == ["random", "novice", "trader", "baron", "mogul"]
    assert answer["bots"][2]["name"] == {"en": "Trader", "fr": "Marchand"}
    assert all(bot["sentence"]["fr"] != bot["sentence"]["en"] for bot in answer["bots"])
    assert answer["minutes"] == {"least": 1, "most": 1440, "usual": 60}


def test_it_comes_compressed_and_not_twice(place: House) -> None:
    whole = place.http.get("/api/rulebook/spider-man/fr", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in whole.headers
    packed = place.http.get("/api/rulebook/spider-man/fr", headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert packed.content == whole.content
    assert int(packed.headers["content-length"]) < len(whole.content) / 3
    again = place.http.get("/api/rulebook/spider-man/fr", headers={"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["x-content-type-options"] == "nosniff"


def test_a_small_answer_is_not_compressed_and_a_refusal_of_gzip_is_heard() -> None:
    assert CachedResponse(b"small", "text/plain").answer({"accept-encoding": "gzip"}).content == b"small"
    large = CachedResponse(b"x" * 5000, "text/plain")
    assert large.answer({"accept-encoding": "gzip;q=0"}).content == b"x" * 5000
    assert gzip.decompress(large.answer({"accept-encoding": "gzip"}).content) == b"x" * 5000


def test_the_built_client_is_given_out_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html>the client")
    (built / "icon.svg").write_text("<svg/>")
    (built / "assets" / "main-1a2b.js").write_text("play()" * 500)
    (tmp_path / "secret.txt").write_text("not for anybody")
    monkeypatch.setattr("freehold.server.app.CLIENT", built)
    with house(tmp_path / "data") as place:
        front = place.http.get("/")
        assert (front.text, front.headers["cache-control"]) == ("<!doctype html>the client", "no-cache")
        assert front.headers["content-type"] == "text/html; charset=utf-8"
        assert place.http.get("/table/abc").text == front.text  # the client finds its own way
        script = place.http.get("/assets/main-1a2b.js")
        assert script.text == "play()" * 500
        assert script.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        assert place.http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
        for path in ("/assets/other.js", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/api/nothing", "/api/a/b/c"):
            answer = place.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), path
        assert place.get("/health")["status"] == "ok"
        assert place.http.get("/api").status_code == 200
    assert client_files.read(tmp_path) == {}
