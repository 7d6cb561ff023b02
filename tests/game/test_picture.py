"""The picture of a position: everything on the table is in it, at its place, in the reader's language."""

from __future__ import annotations

import re
from base64 import b64decode
from importlib.resources import files
from itertools import combinations
from math import dist
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from freehold.editions import Edition, ids, load
from freehold.picture import draw
from freehold.picture.square_drawing import place
from freehold.picture.svg import fit, width, words, wrap
from freehold.picture.vocabulary import labels, phases, variants

SVG = "{http://www.w3.org/2000/svg}"
CASES = [(edition, lang) for edition in ids() for lang in ("en", "fr")]


def busy(edition: Edition) -> dict[str, Any]:
    """A full table late in the game: every kind of mark at once."""
    seats = edition.players.max
    deeds = {str(d.index): {"owner": d.index % seats, "mortgaged": False, "buildings": 0} for d in edition.deeds}
    for group, levels in ((1, (1, 2, 2)), (3, (5, 5, 4)), (5, (3, 3, 3))):
        for square, level in zip(edition.groups[group].squares, levels, strict=True):
            deeds[str(square)] |= {"owner": 1, "buildings": level}
    for square in (5, 12, 39):
        deeds[str(square)]["mortgaged"] = True
    del deeds["1"], deeds["25"]
    players = [
        {"name": f"N° {seat}", "token": edition.tokens[seat].id, "cash": 1000 + seat, "square": 3 * seat}
        for seat in range(seats)
    ]
    players[2] |= {"square": 10}
    players[3] |= {"square": 10, "in_jail": True, "jail_cards": ["chest", "chance"]}
    players[4] |= {"bankrupt": True, "cash": 0}
    position = {"players": players, "turn": 0, "phase": "answer", "decider": 1, "deeds": deeds, "dice": [3, 4]}
    return position | {"bank": {"houses": 11, "hotels": 3}}


def picture(edition: Edition | str, position: dict[str, Any] | None = None, lang: str = "en") -> Element:
    edition = load(edition) if isinstance(edition, str) else edition
    return ElementTree.fromstring(draw(edition, busy(edition) if position is None else position, lang))


def marks(root: Element, name: str) -> list[Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


def square(root: Element, index: int) -> Element:
    return next(found for found in marks(root, "square") if found.get("data-square") == str(index))


def panel(root: Element, seat: int) -> Element:
    return next(found for found in marks(root, "panel") if found.get("data-seat") == str(seat))


def said(root: Element) -> str:
    """Every word of it, the lines of a name joined; not the fonts."""
    fonts = {style.text for style in root.iter(f"{SVG}style")}
    return " ".join(part.strip() for part in root.itertext() if part not in fonts)


def name_on(root: Element, index: int) -> str:
    return " / ".join(" ".join(name.itertext()) for name in marks(square(root, index), "name"))


def spot(mark: Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", mark.get("transform", ""))[:2]
    return float(x), float(y)


def tokens(root: Element) -> dict[int, tuple[float, float]]:
    return {int(mark.get("data-seat", "")): spot(mark) for mark in marks(root, "token")}


@pytest.mark.parametrize(("edition", "lang"), CASES)
def test_it_stands_alone_and_says_what_it_is(edition: str, lang: str) -> None:
    written = draw(load(edition), busy(load(edition)), lang)
    root = ElementTree.fromstring(written)
    assert root.tag == f"{SVG}svg"
    assert (root.get("role"), root.get("lang")) == ("img", lang)
    assert root.findtext(f"{SVG}title") == load(edition).name[lang]
    assert "N° 0" in (root.findtext(f"{SVG}desc") or "")
    assert written.count("http") == 1  # the namespace
    assert not re.search(r"<(script|image|foreignObject|use|a)\b|href|@import|url\((?!#|data:font/woff2)", written)
    known = {found.get("id") for found in root.iter() if found.get("id")}
    assert set(re.findall(r"url\(#([^)]+)\)", written)) <= known


@pytest.mark.parametrize(("edition", "lang"), CASES)
def test_all_forty_names_are_there_whole_and_within_their_squares(edition: str, lang: str) -> None:
    root = picture(edition, lang=lang)
    for printed in load(edition).squares:
        assert name_on(root, printed.index) == printed.name[lang]
        for text in marks(square(root, printed.index), "name"):
            for line in text:
                box, half = (
                    place(printed.index),
                    width(line.text or "", float(text.get("font-size", "0")), narrow=True) / 2,
                )
                x, y = float(line.get("x", "")), float(line.get("y", ""))
                assert box.x <= x - half
                assert x + half <= box.x + box.w
                assert box.y + 8 <= y <= box.y + box.h


def faces(root: Element) -> list[tuple[str, str, bool]]:
    """The family and weight of every embedded font, and whether it is one for rare letters."""
    rules = (root.findtext(f"{SVG}style") or "").split("\n")
    found = [
        re.fullmatch(r"@font-face\{font-family:'(.+?)';font-weight:(.+?);src:(.+?)(;unicode.+)?\}", r) for r in rules
    ]
    for rule in found:
        assert rule
        content = re.fullmatch(r"url\(data:font/woff2;base64,(.+)\) format\('woff2'\)", rule[3])
        assert content
        assert b64decode(content[1], validate=True).startswith(b"wOF2")
    return [(rule[1], rule[2], rule[4] is not None) for rule in found if rule]


def test_it_brings_its_fonts_and_those_of_rare_letters_where_it_has_some() -> None:
    usual = [("Archivo", "400", False), ("Archivo", "700", False), ("Archivo Narrow", "400 700", False)]
    assert faces(picture("classic", {"players": [{"name": "Zoë Œuf"}, {"name": "Ÿvonne"}]}, "fr")) == usual
    rare = [(family, weight, True) for family, weight, _ in usual]
    assert faces(picture("classic", {"players": [{"name": "Zoë"}, {"name": "Łukasz"}]})) == usual + rare


def test_the_licence_of_the_fonts_is_beside_them() -> None:
    folder = files("freehold.picture") / "fonts"
    licence = (folder / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for family in ("Archivo", "Archivo Narrow"):
        assert f"The {family} Project Authors" in licence
    assert sum(len(file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".woff2")) < 50_000


def test_the_squares_go_clockwise_from_the_bottom_right() -> None:
    go, jail, parking, police = (place(index) for index in (0, 10, 20, 30))
    assert (go.x, go.y) == (jail.x + 1060, parking.y + 1060)
    assert (jail.x, jail.y) == (parking.x, go.y)
    assert (police.x, police.y) == (go.x, parking.y)
    assert [place(n).x for n in range(1, 10)] == sorted((place(n).x for n in range(1, 10)), reverse=True)
    assert [place(n).y for n in range(11, 20)] == sorted((place(n).y for n in range(11, 20)), reverse=True)
    assert [place(n).x for n in range(21, 30)] == sorted(place(n).x for n in range(21, 30))
    assert [place(n).y for n in range(31, 40)] == sorted(place(n).y for n in range(31, 40))


@pytest.mark.parametrize("edition", ids())
def test_prices_and_colours_are_the_editions(edition: str) -> None:
    loaded = load(edition)
    root = picture(loaded, {}, "fr")
    for deed in loaded.deeds:
        assert " ".join(marks(square(root, deed.index), "amount")[0].itertext()) == loaded.money(deed.price, "fr")
    for group in loaded.groups:
        for index in group.squares:
            assert group.hex in {found.get("fill") for found in square(root, index).iter()}


@pytest.mark.parametrize("edition", ids())
def test_owners_mortgages_and_buildings_are_those_of_the_position(edition: str) -> None:
    position = busy(load(edition))
    root = picture(edition)
    for deed in load(edition).deeds:
        drawn, held = square(root, deed.index), position["deeds"].get(str(deed.index))
        owners = marks(drawn, "owner")
        assert [mark.get("data-seat") for mark in owners] == ([str(held["owner"])] if held else [])
        assert [said(mark) for mark in owners] == ([str(held["owner"] + 1)] if held else [])  # not by colour alone
        level = held["buildings"] if held else 0
        assert len(marks(drawn, "small")) == (level if level < 5 else 0)
        assert len(marks(drawn, "large")) == (level == 5)
        mortgaged = bool(held and held["mortgaged"])
        assert len(marks(drawn, "mortgaged")) == mortgaged
        assert ("M" in [text.text for text in drawn.iter(f"{SVG}text")]) == mortgaged


@pytest.mark.clause("setup.deeds-in-board-slots")
def test_an_unsold_deed_is_at_its_square_and_a_sold_one_with_its_owner() -> None:
    unsold = picture("star-wars-1", {"players": [{"name": "Ann"}, {"name": "Bob"}]})
    assert len(marks(unsold, "unsold")) == 28
    assert marks(unsold, "held") == []
    sold = picture("star-wars-1", {"players": [{"name": "Ann"}, {"name": "Bob"}], "deeds": {"3": {"owner": 1}}})
    assert marks(square(sold, 3), "unsold") == []
    assert len(marks(sold, "unsold")) == 27
    assert [mark.get("data-deed") for mark in marks(panel(sold, 1), "held")] == ["3"]
    assert "27 unsold deeds" in said(sold)


@pytest.mark.parametrize("edition", ids())
@pytest.mark.clause("jail.visitor-shown-apart")
def test_a_visitor_is_in_the_outer_zone_and_a_prisoner_in_the_cell(edition: str) -> None:
    for count in range(2, load(edition).players.max + 1):
        players = [{"square": 10, "in_jail": bool(seat % 2)} for seat in range(count)]
        spots = tokens(picture(edition, {"players": players}))
        corner = place(10)
        for seat, (x, y) in spots.items():
            assert corner.y < y < corner.y + 112  # above the visitors' sign
            assert (x > corner.x + 48) == bool(seat % 2)  # the cell's wall
        assert all(dist(a, b) > 15 for a, b in combinations(spots.values(), 2))


def test_tokens_stand_on_their_squares_and_a_bankrupt_one_is_gone() -> None:
    position = busy(load("classic"))
    spots = tokens(picture("classic"))
    assert sorted(spots) == [0, 1, 2, 3, 5, 6, 7]
    for seat, (x, y) in spots.items():
        box = place(position["players"][seat]["square"])
        assert box.x < x < box.x + box.w
        assert box.y < y < box.y + box.h


@pytest.mark.parametrize("index", range(40))
def test_a_crowd_does_not_stand_on_each_other(index: int) -> None:
    crowd = {"players": [{"square": index}] * 8, "force": {"dark": index, "light": index}}
    root = picture("star-wars-2", crowd)
    radius = float(marks(root, "token")[0].findall(f"{SVG}circle")[0].get("r", ""))
    spots = [spot(mark) for mark in marks(root, "tokens")[0]]
    assert len(spots) == 10
    assert radius > 7
    assert all(dist(a, b) >= 2 * radius for a, b in combinations(spots, 2))
    box = place(index)
    assert all(box.x < x - radius < x + radius < box.x + box.w for x, _ in spots)
    assert all(box.y < y - radius < y + radius < box.y + box.h for _, y in spots)


def test_the_force_symbols_are_on_their_squares_and_only_where_there_is_a_force() -> None:
    root = picture("star-wars-2", {"force": {"dark": 6, "light": 29}})
    board = {mark.get("data-symbol"): spot(mark) for mark in marks(marks(root, "tokens")[0], "force")}
    for symbol, index in (("dark", 6), ("light", 29)):
        box, (x, y) = place(index), board[symbol]
        assert box.x < x < box.x + box.w
        assert box.y < y < box.y + box.h
    assert marks(picture("star-wars-1"), "force") == []


def test_a_panel_tells_cash_properties_cards_and_fate() -> None:
    edition = load("classic")
    root = picture(edition)
    assert "$1,000" in said(panel(root, 0))
    assert "Properties: 3 · Jail cards: 2" in said(panel(root, 3))
    assert edition.tokens[3].name.en in said(panel(root, 3))
    tags = {
        seat: [word for word in ("turn", "decides", "bankrupt", "in-jail") if marks(panel(root, seat), word)]
        for seat in range(8)
    }
    assert {seat: tag for seat, tag in tags.items() if tag} == {
        0: ["turn"],
        1: ["decides"],
        3: ["in-jail"],
        4: ["bankrupt"],
    }
    assert "11 houses" in said(root)
    assert "3 hotels" in said(root)
    assert "Answer an offer" in said(root)


def test_the_dice_are_shown_when_they_were_thrown() -> None:
    assert [said(die) for die in marks(picture("classic", {"dice": [6, 1]}), "die")] == ["1", "6"]
    assert marks(picture("classic", {}), "die") == []
    kept_apart = picture("star-wars-2", {"dice": [2, 5], "flow": {"force_face": "shift"}})
    assert [said(die) for die in marks(kept_apart, "die")] == ["Force die: shift", "5", "2"]


def test_the_end_has_a_winner_and_no_turn() -> None:
    over = {"players": [{"bankrupt": True}, {}], "turn": 1, "phase": "over", "decider": None, "winner": 1}
    root = picture("classic", over)
    assert marks(root, "turn") == []
    assert len(marks(panel(root, 1), "winner")) == 1
    assert "The game is over" in said(root)


def test_what_a_position_leaves_out_has_its_starting_value() -> None:
    root = picture("classic", {"players": [{}, {"in_jail": True}], "deeds": {"1": {"owner": 0, "buildings": 3}}}, "fr")
    assert "Joueur 1" in said(root)
    assert "1\u202f500\u00a0$" in said(panel(root, 1))
    assert "29 maisons" in said(root)
    assert len(marks(panel(root, 0), "turn")) == 1
    assert tokens(root)[1] != tokens(root)[0]


def plain_words(*texts: str) -> set[str]:
    return {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text.lower())}


@pytest.mark.parametrize("edition", ids())
@pytest.mark.parametrize("phase", phases("fr"))
def test_french_has_no_english_word_left(edition: str, phase: str) -> None:
    loaded = load(edition)
    position = busy(loaded) | {"phase": phase, "winner": 1, "dice": [1, 2, "shift"]}
    own = {
        lang: plain_words(*(word for table in (labels, phases, variants) for word in table(lang).values()))
        for lang in ("en", "fr")
    }
    texts: list[Any] = [*loaded.squares, *loaded.tokens]
    printed = plain_words(
        loaded.name.fr,
        *(text.name.fr for text in texts),
        *(group.printed_colour.fr for group in loaded.groups),
        *(
            building.name("fr", count)
            for building in (loaded.buildings.small, loaded.buildings.large)
            for count in (1, 2)
        ),
    )
    shown = plain_words(said(picture(loaded, position, "fr")))
    assert shown - printed <= own["fr"]
    assert not shown & (own["en"] - own["fr"] - printed)


def test_anybodys_name_is_written_and_never_read_as_markup() -> None:
    names = [
        '</text><script>alert("1")</script>',
        "Tom & 'Jerry'",
        "a\x00b\x1b\ud800c\nd",
        "x" * 300,
        "{0}{bad}",
        "لين",
    ]
    position = {"players": [{"name": name, "token": "<b>"} for name in names], "decider": 0}
    for lang in ("en", "fr"):
        root = picture("classic", position, lang)
        assert not list(root.iter(f"{SVG}script"))
        titles = [panel(root, seat).findtext(f".//{SVG}title") for seat in range(6)]
        assert titles[0] == f"1 · {names[0]} · <b>"
        assert titles[1] == f"2 · {names[1]} · <b>"
        assert titles[2] == "3 · a\ufffdb\ufffd\ufffdc d · <b>"
        assert re.fullmatch("x{10,30}…", marks(panel(root, 3), "player")[0].text or "")


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="'de': choose one of en, fr"):
        draw(load("classic"), {}, "de")


def test_the_same_position_gives_the_same_picture() -> None:
    edition = load("disney-parks")
    assert draw(edition, busy(edition)) == draw(edition, busy(edition))


def test_text_is_wrapped_then_made_smaller_then_cut() -> None:
    assert wrap("one two three", 60, 10) == ["one two", "three"]
    assert fit("short", 100, 20, largest=14) == (14, ["short"])
    size, lines = fit("Compagnie de distribution d'électricité", 90, 45, largest=14)
    assert 8 < size < 14
    assert " ".join(lines) == "Compagnie de distribution d'électricité"
    assert fit("Llanfairpwllgwyngyllgogerychwyrndrobwll", 40, 20, largest=14)[1][0].endswith("…")
    assert words("<&\t\x07") == "&lt;&amp; \ufffd"
