"""Faults of an edition, a position, a game that cannot begin: each is provoked, and said in English and French."""

from __future__ import annotations

import json
import pickle
import re
import socket
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from freehold import Game, PositionError, SetupError, i18n
from freehold.editions import EditionError, Fault, check, checks, load, new_template
from tests.cli.terminal import Terminal

Json = dict[str, Any]
GONE = object()
GAP = re.compile(r"\{(\w+)\}")
# English words that no French sentence here has. What is typed in a file stays as it is.
ENGLISH = re.compile(
    r"\b(the|is|are|not|this|that|write|add|there|must|you|choose|did|mean|its|it|no|of|from|each|give|make|square|player)\b",
    re.IGNORECASE,
)
TYPED = re.compile(r"'[^']*'|\"[^\"]*\"|«[^»]*»|\([^)]*\)|[\w.\[\]-]*[.\[_-][\w.\[\]-]+")
LOT = {"kind": "choice", "deck": "chance", "id": "lot", "text": {"en": "Either", "fr": "Ou"}}
PAY, DRAW = {"kind": "pay_bank", "amount": 10}, {"kind": "draw", "deck": "chest"}
GREY = {"id": "grey", "printed_colour": {"en": "Grey", "fr": "Gris"}, "hex": "#888888", "squares": [1, 3]}


def only_corners(edition: Json) -> None:
    for square in edition["squares"]:
        if square["index"] % 10:
            square.clear()
            square |= {"index": 0, "kind": "chest", "name": {"en": "A", "fr": "B"}}


def resting(edition: Json) -> None:
    for card in edition["cards"]:
        if card["deck"] == "chest":
            card.clear()
            card |= {"deck": "chest", "id": "a", "kind": "jail_free", "text": {"en": "A", "fr": "B"}}


# For each code a way to get it: where in the classic file, and what to write there; or what to do with the file.
BROKEN: dict[str, tuple[str, Any] | Callable[[Json], Any]] = {
    "unknown-key": ("colour", "red"),
    "missing-key": ("year", GONE),
    "missing-text": ("name.fr", GONE),
    "list-length": ("dice.colours", ["white"]),
    "too-small": ("squares.1.price", 0),
    "too-large": ("squares.4.amount", 20_000),
    "empty-text": ("tokens.2.name.fr", ""),
    "wrong-form": ("id", "My Edition"),
    "unknown-value": ("currency.symbol_position", "nowhere"),
    "wrong-type": ("year", "long ago"),
    "square-needs": ("squares.6.mortgage", GONE),
    "square-has-no": ("squares.7.price", 60),
    "card-needs": ("cards.1.amount", GONE),
    "card-has-no": ("cards.1.steps", 3),
    "option-needs": ("cards.31", LOT | {"options": [{"kind": "pay_bank"}, DRAW]}),
    "option-has-no": ("cards.31", LOT | {"options": [PAY, DRAW | {"steps": 2}]}),
    "twice": ("tokens.1.id", "car"),
    "nothing-to-buy": only_corners,
    "squares-missing": ("squares.17", GONE),
    "squares-surplus": lambda e: e["squares"].append(e["squares"][7]),
    "square-twice": ("squares.17.index", 33),
    "corner": ("squares.10.kind", "parking"),
    "no-corner": ("squares.17.kind", "jail"),
    "mortgage-above-price": ("squares.13.mortgage", 150),
    "rents-length": ("squares.14.rents", [1, 2, 3]),
    "rents-fall": ("squares.5.rents", [25, 100, 50, 200]),
    "too-many-groups": lambda e: e["groups"].append(GREY),
    "group-name": ("groups.0.id", "station"),
    "group-size": ("groups.0.squares", [1]),
    "lot-repeated": ("groups.0.squares", [1, 3, 3]),
    "lot-no-street": ("groups.0.squares", [1, 2, 3]),
    "unknown-group": ("squares.3.group", "zebra"),
    "group-disagrees": ("squares.29.group", "green"),
    "too-many-stations": ("squares.12.kind", "station"),
    "too-many-utilities": lambda e: [e["squares"][n].update(kind="utility") for n in (5, 15, 25)],
    "station-group": ("squares.35.group", "brown"),
    "utility-group": ("squares.12.group", "brown"),
    "deck-size": lambda e: [card.update(deck="chance") for card in e["cards"]],
    "card-twice": ("cards.1.id", "advance-go"),
    "restless-deck": resting,
    "too-many-jail-cards": resting,
    "draw-card": ("cards.1.kind", "draw"),
    "nowhere-to-go": lambda e: [s.update(kind="chest") for s in e["squares"] if s["kind"] == "utility"],
    "no-steps": ("cards.24.steps", 0),
    "backward-salary": ("cards.17.direction", "backward"),
    "choice-options": ("cards.31", LOT | {"options": [PAY]}),
    "min-above-max": ("players", {"min": 5, "max": 4, "banker_only_from": 0}),
    "too-few-tokens": ("tokens.0", GONE),
    "notes-worth": ("start_money.total", 1400),
    "unknown-switch": ("rules.weather", "rain"),
    "unknown-switch-value": ("rules.short_jail", "zebra"),
    "force-faces": ("numbers.force_faces", {"light": 1, "dark": 1, "shift": 1}),
    "force-key": ("rules.force", "yes"),
    "force-side": ("rules.force", "yes"),
    "too-many-dealt": ("short.deal", 4),
    "nobody-left": lambda e: (e["players"].update(max=2), e["short"].update(ends_at=2)),
    "unknown-source": ("tokens.1.source", ["zebra"]),
    "no-sources": ("sources", {}),
}
FILES = {
    "not-toml": b"price 150",
    "not-utf8": b'id = "caf\xe9"',
    "unreadable": b"",
    "file-too-large": b"".join(b"key-%d = 1\n" % number for number in range(500_000)),
    "line-too-long": b"a = " + b"9" * 150_000,
    "too-nested": b"a = " + b"[\n" * 3_000,
}


def broken(change: tuple[str, Any] | Callable[[Json], Any]) -> Json:
    edition = tomllib.loads(new_template())
    if callable(change):
        change(edition)
        return edition
    path, value = change
    *above, last = (int(step) if step.isdigit() else step for step in path.split("."))
    table: Any = edition
    for step in above:
        table = table[step]
    if value is GONE:
        del table[last]
    else:
        table[last] = value
    return edition


def well_said(english: str, french: str) -> None:
    """Two sentences without a gap, the French one without English."""
    for sentence in (english, french):
        assert "…" not in sentence
        assert "{" not in sentence
    assert english != french
    assert not ENGLISH.search(TYPED.sub("", french)), french


@pytest.mark.parametrize("code", BROKEN)
def test_a_fault_of_an_edition_is_said_in_both_languages(code: str) -> None:
    found = {fault.code: fault for fault in checks.faults(broken(BROKEN[code]))}
    fault = found[code]
    assert fault.sentence() == str(fault)
    well_said(fault.told().problem, fault.told("fr").problem)
    well_said(fault.told().mend, fault.told("fr").mend)
    assert fault.sentence("fr").startswith(f"{fault.place}\u00a0: ")


@pytest.mark.parametrize("code", FILES)
def test_a_file_that_cannot_be_read_is_said_in_both_languages(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(FILES[code])
    if code == "unreadable":
        monkeypatch.setattr(Path, "open", lambda *_: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    (fault,) = check(file)
    assert fault.code == code
    well_said(fault.sentence(), fault.sentence("fr"))
    assert fault.sentence("fr").startswith(("ligne 1\u00a0: ", "fichier\u00a0: "))


@pytest.mark.parametrize(
    "line",
    [
        "a 1", "a = 1 2", "a = [1", "[a", "[[a]", 'a = "x', "a = '''x", "a = b", "a = 1\na = 2", "[a]\n[a]",
        'a = "\\x"', "a = 1979-99-99", "a = { b = 1, b = 2 }", 'a = "\x01"', "= 1",
    ],
)  # fmt: skip
def test_what_is_not_toml_is_explained_in_french_too(line: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(line, encoding="utf-8")
    (fault,) = check(file)
    well_said(fault.problem, fault.told("fr").problem)


def test_no_code_is_without_its_test() -> None:
    codes = {key.removesuffix(".problem") for key in i18n.keys("faults") if key.endswith(".problem")}
    assert codes == {*BROKEN, *FILES}
    saved = {"not-json", "log-entry", "taken-back"}  # of saved games: test_undo_and_save.py, test_taken_back.py
    assert set(i18n.keys("position")) == {*IMPOSSIBLE, "no-object", *saved}
    setup = {key for key in i18n.keys("setup") if not key.startswith("environment-")}  # tests/envs has those
    assert setup == {*REFUSED, "impossible-position", "broken-edition", "link-damaged", "link-version"}


# ---------------------------------------------------------------------- positions

TWO: list[Json] = [{"cash": 1500}, {"cash": 1500}]
IMPOSSIBLE: dict[str, Json] = {
    "object": {"options": []},
    "unknown-key": {"weather": "rain"},
    "list": {"players": {}},
    "too-long": {"dice": [1, 2, 3]},
    "number": {"doubles": 7},
    "truth": {"players": [{"in_jail": 1}, {}]},
    "word": {"phase": "sleep"},
    "chance": {"chance": {"key": 1}},
    "players-count": {"players": [{}]},
    "name": {"players": [{"name": ""}, {}]},
    "unknown-token": {"players": [{"token": "zebra"}, {}]},
    "token-twice": {"players": [{"token": "car"}, {"token": "car"}]},
    "jailed-elsewhere": {"players": [{"in_jail": True, "square": 3}, {}]},
    "bankrupt-cash": {"players": [{"bankrupt": True, "cash": 9}, {}, {}]},
    "no-deck": {"players": [{"jail_cards": ["attic"]}, {}]},
    "no-jail-card-left": {"players": [{"jail_cards": ["chest", "chest"]}, {}]},
    "jail-cards-astray": {"players": [{"jail_cards": ["chest"]}, {}], "flow": {"jail_cards_of": [1]}},
    "all-bankrupt": {"players": [{"bankrupt": True}, {"bankrupt": True}]},
    "one-left": {"players": [{}, {"bankrupt": True}]},
    "bankrupt-seat": {"players": [{}, {}, {"bankrupt": True}], "deeds": {"1": {"owner": 2}}},
    "no-property": {"deeds": {"0": {"owner": 0}}},
    "listed-twice": {"deeds": {"1": {"owner": 0}, "01": {"owner": 1}}},
    "bank-deed": {"deeds": {"1": {"owner": None, "mortgaged": True}}},
    "only-lots": {"deeds": {"5": {"owner": 0, "buildings": 1}}},
    "no-mortgages": {"options": {"mortgages": "none"}, "deeds": {"1": {"owner": 0, "mortgaged": True}}},
    "built-and-mortgaged": {"deeds": {"1": {"owner": 0, "buildings": 1, "mortgaged": True}, "3": {"owner": 0}}},
    "too-high": {"variant": "short", "deeds": {"1": {"owner": 0, "buildings": 4}, "3": {"owner": 0, "buildings": 3}}},
    "group-shared": {"deeds": {"1": {"owner": 0, "buildings": 1}, "3": {"owner": 1}}},
    "uneven": {"deeds": {"1": {"owner": 0, "buildings": 3}, "3": {"owner": 0}}},
    "stock-short": {
        "deeds": {str(k): {"owner": 0, "buildings": 4} for k in (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19)},
    },
    "paid-too-many": {"deeds": {"1": {"owner": 0, "buildings": 1, "paid": [80, 90]}, "3": {"owner": 0}}},
    "stock-wrong": {"bank": {"houses": 3}},
    "not-in-deck": {"decks": {"chest": ["zebra"]}},
    "no-card": {"card": {"in_hand": {"deck": "chest", "card": "zebra"}}},
    "no-force": {"force": {"dark": 1}},
    "force-square": {"edition": "star-wars-2", "force": {"dark": 0}},
    "no-double": {"edition": "spider-man", "phase": "double"},
    "not-for-sale": {"phase": "buy"},
    "no-tax-choice": {"phase": "tax"},
    "other-phase": {"phase": "answer"},
    "other-decider": {"decider": 1},
    "not-mortgaged": {"transfer": {"squares": [1]}},
    "battle-missing": {"edition": "star-wars-2", "phase": "battle"},
    "choice-missing": {"phase": "card"},
    "not-the-banks": {"phase": "auction", "deeds": {"1": {"owner": 0}}, "auction": {"square": 1}},
    "bid-too-high": {"phase": "auction", "auction": {"square": 1, "bid": 9000, "leader": 0}},
    "unknown-clause": {"debts": [{"debtor": 0, "creditor": 1, "amount": 5, "clause": "zebra"}]},
    "own-debt": {"debts": [{"debtor": 0, "creditor": 0, "amount": 5}]},
    "card-not-held": {"offer": {"from": 0, "to": 1, "give": {"jail_cards": ["chest"]}}},
}


def test_nobody_bankrupt_is_on_turn_where_only_some_of_the_flow_is_given() -> None:
    position: Json = {"edition": "classic", "players": [{}, {}, {"bankrupt": True}], "turn": 2}
    for flow in ({}, {"flow": {"turns": 30}}):
        with pytest.raises(PositionError) as refused:
            Game.load(position | flow)
        assert [fault.code for fault in refused.value.faults] == ["bankrupt-seat"]


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_said_in_both_languages(code: str) -> None:
    with pytest.raises(PositionError) as refused:
        Game.load({"edition": "classic", "players": TWO, **IMPOSSIBLE[code]})
    error = refused.value
    fault = next(fault for fault in error.faults if fault.code == code)
    well_said(str(fault), fault.sentence("fr"))
    assert str(fault) in str(error)
    assert fault.sentence("fr") in error.sentence("fr")
    assert error.sentence("fr").startswith("Cette position est impossible\u00a0: ")


def test_what_is_no_position_at_all() -> None:
    with pytest.raises(PositionError, match=r"^This position cannot be: the position must be an object\.$") as refused:
        Game.load([])  # type: ignore[arg-type]
    assert refused.value.sentence("fr") == "Cette position est impossible\u00a0: la position doit être un objet."


# ---------------------------------------------------------------------- new games

REFUSED: dict[str, Json] = {
    "no-edition-file": {"edition": "nowhere/mine.toml"},
    "unknown-edition": {"edition": "zebra"},
    "edition-name": {"edition": 7},
    "wrong-players": {"players": 9},
    "table-size": {"players": 1000},
    "players-list": {"players": "Ann"},
    "bad-name": {"players": ["Ann", ""]},
    "same-name": {"players": ["Ann", "Bob", "Ann"]},
    "unknown-house-rule": {"options": {"house": ["zebra"]}},
    "house-rules-contradict": {"options": {"house": ["half-salary", "double-salary"]}},
    "house-rule-and-option": {"options": {"house": ["no-mortgages"], "mortgages": "allowed"}},
    "bad-house-rules": {"options": {"house": 7}},
    "bad-banker": {"players": 2, "banker": 5},
    "banker-must-play": {"edition": "game-of-thrones", "players": 4, "banker_plays": False},
    "banker-needed": {"players": 3, "banker_plays": False},
    "tokens-count": {"players": 2, "tokens": ["car"]},
    "unknown-token": {"players": 2, "tokens": ["car", "zebra"]},
    "token-taken": {"players": 2, "tokens": ["car", "car"]},
    "bad-seed": {"seed": -1},
    "unknown-variant": {"variant": "blitz"},
    "no-such-game": {"edition": "game-of-thrones", "variant": "timed"},
    "short-jail": {"options": {"short_jail": "must-leave"}},
    "fixed-option": {"options": {"force": "yes"}},
    "unknown-option": {"options": {"weather": "rain"}},
    "bad-option-value": {"options": {"rent_claims": "maybe"}},
    "time-limit-not-timed": {"options": {"time_limit": 9}},
    "bad-time-limit": {"variant": "timed", "options": {"time_limit": 0}},
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_game_that_cannot_begin_is_said_in_both_languages(code: str) -> None:
    with pytest.raises(SetupError) as refused:
        Game.new(**{"edition": "classic", **REFUSED[code]})
    error = refused.value
    assert error.code == code
    assert isinstance(error, ValueError)
    well_said(str(error), error.sentence("fr"))
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, str(again)) == (code, str(error))


def test_an_edition_that_cannot_be_played_is_said_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(new_template().replace("salary = 200", "salary = 0"), encoding="utf-8")
    with pytest.raises(EditionError) as refused:
        load(file)
    first, fault = refused.value.sentence("fr").splitlines()
    assert first == f"{file} n'est pas une édition jouable\u00a0:"
    assert fault == "  numbers.salary\u00a0: Le nombre 0 est trop petit. Écrivez un nombre entier de 1 à 10000."
    assert pickle.loads(pickle.dumps(refused.value)).faults == refused.value.faults == (refused.value.faults[0],)
    assert isinstance(refused.value.faults[0], Fault)


# ---------------------------------------------------------------------- at the command line


def test_the_faults_of_a_file_come_in_the_readers_language(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(new_template().replace("salary = 200", "salary = 0"), encoding="utf-8")
    run = freehold("editions", "check", str(file), "--lang", "fr")
    assert run.code == 1
    assert run.err.splitlines()[1:] == [
        "  numbers.salary\u00a0: Le nombre 0 est trop petit. Écrivez un nombre entier de 1 à 10000."
    ]
    for lang, problem in (("en", "The number 0 is too small."), ("fr", "Le nombre 0 est trop petit.")):
        (fault,) = json.loads(freehold("editions", "check", str(file), "--json", "--lang", lang).out)["faults"]
        assert (fault["place"], fault["code"], fault["problem"]) == ("numbers.salary", "too-small", problem)


def test_a_saved_game_that_cannot_be_is_refused_in_the_readers_language(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for position, said in (
        ({"players": TWO, "doubles": 7}, "doubles doit être un nombre entier de 0 à 3, pas 7"),
        ({"players": TWO, "edition": "zebra"}, "Il n'y a pas d'édition"),
        ({"players": TWO, "variant": "blitz"}, "Il n'y a pas de variante 'blitz'"),
    ):
        file.write_text(json.dumps(position), encoding="utf-8")
        run = freehold("play", "--load", str(file), "--lang", "fr")
        assert run.code == 2
        assert said in run.err
        assert run.err.count("\n") == 1


def test_a_file_or_a_port_that_cannot_be_had_is_said_in_french_alone(freehold: Terminal, tmp_path: Path) -> None:
    junk, folder = tmp_path / "junk.json", tmp_path / "games"
    junk.write_text("{}", encoding="utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for args, said in (
            (["serve", "--port", port, "--data", str(folder)], "un autre programme a pris ce port"),
            (["serve", "--port", "0", "--host", "192.0.2.1"], "cette machine n'a pas cette adresse"),
            (["serve", "--port", "0", "--data", str(junk)], "un fichier de ce nom existe déjà"),
            (["verify", str(junk)], "son contenu ne se lit pas"),
            (["import", str(junk), "--data", str(folder)], "son contenu ne se lit pas"),
        ):
            run = freehold(*args, "--lang", "fr")
            assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
            assert said in run.err
            assert not ENGLISH.search(run.err.replace(str(tmp_path), "")), run.err
