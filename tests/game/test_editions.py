"""The edition files: those that come with the package are whole, and a faulty one says everything that is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from freehold.editions import Edition, EditionError, check, ids, load, new_template
from freehold.editions.switches import SWITCHES

ALL = ["star-wars-1", "star-wars-2", "spider-man", "disney-parks", "game-of-thrones", "classic"]


@pytest.fixture(params=ALL)
def edition(request: pytest.FixtureRequest) -> Edition:
    return load(str(request.param))


# --- The six editions ---


def test_the_editions_in_their_order() -> None:
    assert ids() == ALL


@pytest.mark.parametrize("name", ALL)
def test_a_built_in_edition_has_no_fault(name: str) -> None:
    assert check(name) == []
    assert load(name).id == name
    assert load(name) is load(name)


def test_the_board_has_forty_squares_and_28_deeds(edition: Edition) -> None:
    assert [square.index for square in edition.squares] == list(range(40))
    assert [edition.squares[corner].kind for corner in (0, 10, 20, 30)] == ["go", "jail", "parking", "go_to_jail"]
    kinds = [square.kind for square in edition.squares]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "street": 22,
        "station": 4,
        "utility": 2,
        "tax": 2,
        "chest": 3,
        "chance": 3,
        "go": 1,
        "jail": 1,
        "parking": 1,
        "go_to_jail": 1,
    }
    assert len(edition.deeds) == 28


def test_groups_and_their_lots(edition: Edition) -> None:
    assert [len(edition.members(group.id)) for group in edition.groups] == [2, 3, 3, 3, 3, 3, 3, 2]
    for group in edition.groups:
        assert edition.members(group.id) == group.squares
    assert edition.members("station") == (5, 15, 25, 35)
    assert edition.members("utility") == (12, 28)


def test_deeds_have_the_classic_values(edition: Edition) -> None:
    for deed, classic in zip(edition.deeds, load("classic").deeds, strict=True):
        for value in ("index", "kind", "group", "price", "rents", "dice_multipliers", "house_cost", "mortgage"):
            assert getattr(deed, value) == getattr(classic, value), (deed.index, value)


def test_well_known_deeds() -> None:
    squares = load("classic").squares
    assert (squares[1].price, squares[1].rents) == (60, (2, 10, 30, 90, 160, 250))
    assert (squares[39].price, squares[39].rents) == (400, (50, 200, 600, 1400, 1700, 2000))
    assert (squares[39].house_cost, squares[39].mortgage) == (200, 200)
    assert squares[5].rents == (25, 50, 100, 200)
    assert squares[12].dice_multipliers == (4, 10)
    assert squares[39].name["en"] == "Boardwalk"
    assert squares[39].name["fr"] == "Rue de la Paix"


def test_taxes() -> None:
    taxes = {name: [s for s in load(name).squares if s.kind == "tax"] for name in ALL}
    assert {name: [tax.amount for tax in pair] for name, pair in taxes.items()} == {
        "star-wars-1": [200, 75],
        "star-wars-2": [200, 100],
        "spider-man": [200, 100],
        "disney-parks": [200, 75],
        "game-of-thrones": [200, 100],
        "classic": [200, 75],
    }
    with_choice = [name for name, pair in taxes.items() if pair[0].percent_option == 10]
    assert with_choice == ["star-wars-1", "disney-parks", "classic"]
    assert {name: pair[0].short_game_amount for name, pair in taxes.items() if pair[0].short_game_amount} == {
        "star-wars-1": 200,
        "spider-man": 100,
        "disney-parks": 200,
        "classic": 200,
    }


def test_sixteen_cards_a_deck_in_both_languages(edition: Edition) -> None:
    for deck in ("chest", "chance"):
        cards = edition.deck(deck)
        assert len(cards) == 16
        assert sum(card.kind == "jail_free" for card in cards) == 1
    assert len(edition.cards) == 32
    for lang in ("en", "fr"):
        texts = [card.text[lang] for card in edition.cards]
        assert len(set(texts)) == 32
        assert all(len(text.split()) > 5 for text in texts)


def test_a_card_says_its_amounts(edition: Edition) -> None:
    """A text that was put on the wrong card would lie about the money."""
    for card in edition.cards:
        amounts = [n for n in (card.amount, card.per_small, card.per_large, *(o.amount for o in card.options)) if n]
        for lang in ("en", "fr"):
            assert [int(n) for n in re.findall(r"\d+", card.text[lang])] == amounts, (card.deck, card.id, lang)


def test_a_card_names_the_square_it_sends_to(edition: Edition) -> None:
    cards = [card for card in edition.cards if card.kind == "move_to" and card.target > 0]
    assert len(cards) >= 4
    for card in cards:
        for lang in ("en", "fr"):
            assert edition.squares[card.target].name[lang].casefold() in card.text[lang].casefold(), card.id


def test_start_money_and_stock(edition: Edition) -> None:
    assert edition.start_money.total == 1500
    assert (edition.buildings.small.count, edition.buildings.large.count) == (32, 12)
    assert (edition.numbers.salary, edition.numbers.jail_fine, edition.numbers.interest_percent) == (200, 50, 10)
    assert edition.players.max <= len(edition.tokens)


def test_money_is_written_as_the_edition_writes_it() -> None:
    classic, spider_man = load("classic"), load("spider-man")
    assert classic.money(200) == "$200"
    assert classic.money(1500, "en") == "$1,500"
    assert classic.money(-50, "en") == "-$50"
    assert classic.money(1500, "fr") == "1\u202f500\u00a0$"  # the sign comes last in French, as on its cards
    assert spider_man.money(200, "fr") == "200\u00a0€"
    assert spider_man.money(1500, "fr") == "1\u202f500\u00a0€"


def test_building_names_follow_the_count() -> None:
    house = load("classic").buildings.small
    assert [house.name("en", n) for n in (0, 1, 2)] == ["houses", "house", "houses"]
    assert [house.name("fr", n) for n in (0, 1, 2)] == ["maison", "maison", "maisons"]
    assert load("disney-parks").buildings.large.name("fr", 3) == "Châteaux"


def test_variants() -> None:
    variants = {name: load(name).variants for name in ALL}
    assert variants.pop("game-of-thrones") == ("classic", "short")
    assert set(variants.values()) == {("classic", "short", "timed")}
    short = {name: load(name).short for name in ALL}
    assert {name: (s.deal, s.paid, s.ends_at) for name, s in short.items() if s} == {
        "star-wars-1": (3, False, 1),
        "star-wars-2": (2, True, 2),
        "spider-man": (2, False, 1),
        "disney-parks": (3, False, 1),
        "game-of-thrones": (3, False, 1),
        "classic": (3, False, 1),
    }


def test_switches_and_their_defaults() -> None:
    assert load("star-wars-2").switch("force") == "yes"
    assert load("classic").switch("force") == "no"
    assert load("spider-man").switch("jail_third_turn") == "throw-again"
    assert load("game-of-thrones").switch("claim_deadline") == "next-player"
    with pytest.raises(KeyError):
        load("classic").switch("no-such-switch")


def test_a_file_sets_only_what_differs_from_the_default(edition: Edition) -> None:
    defaults = {switch.name: switch.values[0] for switch in SWITCHES}
    assert all(defaults[name] != value for name, value in edition.rules.items())


def test_the_force_has_sides_and_a_die() -> None:
    edition = load("star-wars-2")
    assert [token.side for token in edition.tokens] == ["light"] * 5 + ["dark"] * 3
    faces = edition.numbers.force_faces
    assert faces is not None
    assert (faces.light, faces.dark, faces.shift) == (2, 2, 2)
    assert edition.dice.colours == ("white", "black")


# --- A designer's own file ---


def change(text: str, after: str, old: str, new: str) -> str:
    """Replace the first `old` behind `after`; a test that changes nothing would prove nothing."""
    place = text.index(old, text.index(after))
    return text[:place] + new + text[place + len(old) :]


def square(index: int) -> str:
    return f"\nindex = {index}\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_template_is_a_playable_edition(tmp_path: Path) -> None:
    path = write(tmp_path, new_template())
    assert check(path) == []
    mine = load(str(path))
    assert (mine.id, mine.name["en"], mine.name["fr"]) == ("my-edition", "My edition", "Mon édition")
    assert mine.squares == load("classic").squares


def test_squares_may_stand_in_any_order(tmp_path: Path) -> None:
    head, *squares = new_template().split("[[squares]]")
    last, tail = squares.pop().split("[[cards]]", 1)
    mixed = "[[squares]]".join([head, *reversed([*squares, last])]) + "[[cards]]" + tail
    assert load(write(tmp_path, mixed)).squares == load("classic").squares


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    text = new_template()
    for after, old, new in [
        ("schema", "year = 1935", 'year = "long ago"'),
        ("[name]", 'fr = "Mon édition"\n', ""),
        ("[currency]", '"before"', '"befor"'),
        ("[players]", "max = 8", "max = 9"),
        ("[start_money]", "value = 500, count = 2", "value = 500, count = 3"),
        ("[rules]", "claim_deadline", "claim_deadlin"),
        ("[rules]", '"must-leave"', '"must-go"'),
        ("[short]", "paid = false", "payed = false"),
        ('id = "boot"', '"Chaussure"', '""'),
        ('id = "orange"', "[16, 18, 19]", "[16]"),
        (square(1), "price = 60", "price = 0"),
        (square(3), 'group = "brown"', 'group = "browm"'),
        (square(4), "amount = 200", "amount = 20000"),
        (square(5), "[25, 50, 100, 200]", "[25, 100, 50, 200]"),
        (square(6), "mortgage = 50\n", ""),
        (square(8), "index = 8", "index = 9"),
        (square(10), 'kind = "jail"', 'kind = "parking"'),
        (square(11), 'fr = "Boulevard de la Villette"', "fr = 11"),
        (square(12), "price = 150", "price = true"),
        (square(14), "rents = [12, 60, 180, 500, 700, 900]", "rents = [12, 60, 180, 500, 700]"),
        (square(15), 'kind = "station"', 'kind = "railway"'),
        (square(39), 'source = ["us-board", "fr-board"]', 'source = ["us-bord"]'),
        ('id = "bank-error"', "amount = 200", "amout = 200"),
        ('id = "doctor"', '"pay_bank"', '"pay_bnak"'),
        ('id = "advance-red-3"', "target = 24", "target = 40"),
        ('id = "back-three"', "steps = -3", "steps = 0"),
    ]:
        text = change(text, after, old, new)
    path = write(tmp_path, text)
    faults = check(path)
    assert sorted(fault.place for fault in faults) == sorted(
        [
            "year",
            "name.fr",
            "currency.symbol_position",
            "players.max",
            "start_money.notes",
            "rules.claim_deadlin",
            "rules.short_jail",
            "short.payed",
            "tokens[2].name.fr",
            "groups[3].squares",
            "squares[1].price",
            "squares[3].group",
            "squares[4].amount",
            "squares[5].rents",
            "squares[6].mortgage",
            "squares[9].index",
            "squares[10].kind",
            "squares[11].name.fr",
            "squares[12].price",
            "squares[14].rents",
            "squares[15].kind",
            "squares[39].source",
            "cards[1].amout",
            "cards[2].kind",
            "cards[17].target",
            "cards[24].steps",
        ]
    )
    with pytest.raises(EditionError, match=r"mine\.toml") as error:
        load(path)
    assert list(error.value.faults) == faults
    assert all(str(fault) in str(error.value) for fault in faults)
    mends = {fault.place: fault.mend for fault in faults}
    assert mends["currency.symbol_position"] == 'Did you mean "before"?'
    assert mends["rules.claim_deadlin"] == 'Did you mean "claim_deadline"?'
    assert mends["squares[3].group"] == 'Did you mean "brown"?'
    assert mends["squares[4].amount"] == "Write a whole number from 1 to 10000."


THREE_MORE_KEYS = "".join(
    f'[[cards]]\ndeck = "chance"\nid = "extra-{n}"\nkind = "jail_free"\ntext = {{ en = "Out", fr = "Dehors" }}\n'
    for n in range(3)
)
NINTH_GROUP = """[[groups]]
id = "grey"
printed_colour = { en = "Grey", fr = "Gris" }
hex = "#888888"
squares = [1, 3]

[[groups]]
id = "brown"
"""


@pytest.mark.parametrize(
    ("after", "old", "new", "places"),
    [
        ("schema", "schema = 1", "schema = 2", ["schema"]),
        ("schema", "year", 'colour = "red"\nyear', ["colour"]),
        ("schema", '"my-edition"', '"My Edition"', ["id"]),
        ("[players]", "max = 8", "max = 1", ["players.max"]),
        ("[players]", "min = 2", "min = 1", ["players.min"]),
        ("[dice]", '["white", "white"]', '["white"]', ["dice.colours"]),
        ("[rules]", '"allowed"', "true", ["rules.double_rent_beside_mortgage"]),
        ("[rules]", "[rules]", '[rules]\nforce = "yes"', ["numbers.battle_loss", "numbers.force_faces", *(
            f"tokens[{n}].side" for n in range(8))]),
        ("[short]", "deal = 3", "deal = 4", ["short.deal"]),
        ("[[tokens]]", '"thimble"', '"car"', ["tokens[1].id"]),
        ("[[tokens]]", '[[tokens]]\nid = "car"\nname = { en = "Race car", fr = "Automobile" }\n'
            'provenance = { en = "found", fr = "found" }\nsource = ["tokens"]\n', "", ["tokens"]),
        ("[[groups]]", "[1, 3]", "[1, 2, 3]", ["groups[0].squares"]),
        ("[[groups]]", "[1, 3]", '[1, "3"]', ["groups[0].squares[1]"]),
        ("[[groups]]", "[6, 8, 9]", "[6, 8, 9, 11, 13]", ["groups[1].squares"]),
        ("[[groups]]", '[[groups]]\nid = "brown"\n', NINTH_GROUP, ["groups"]),
        (square(7), 'kind = "chance"', 'kind = "chance"\nprice = 60', ["squares[7].price"]),
        (square(13), "mortgage = 70", "mortgage = 150", ["squares[13].mortgage"]),
        (square(17), 'kind = "chest"', 'kind = "jail"', ["squares[17].kind"]),
        (square(29), 'group = "yellow"', 'group = "green"', ["squares[29].group"]),
        (square(35), 'group = "station"', 'group = "brown"', ["squares[35].group"]),
        ('deck = "chance"\nid = "go-to-jail"', '"go-to-jail"', '"advance-go"', ["cards[25].id"]),
        ('deck = "chance"\nid = "go-to-jail"', 'kind = "jail"', 'kind = "draw"', ["cards[25].kind"]),
        ('id = "nearest-utility"', "dice_multiplier = 10\n", "", ["cards[19].dice_multiplier"]),
        ('id = "nearest-utility"', '"utility"', '"station"',
            ["cards[19].rent_multiplier", "cards[19].dice_multiplier"]),
        ('id = "nearest-utility"', '"utility"', '"brown"', ["cards[19].group"]),
        ('id = "advance-red-3"', '"forward"', '"backward"', ["cards[17].collect_go"]),
        ('id = "chairman"', 'kind = "pay_each"\namount = 50', 'kind = "choice"\noptions = [{ kind = "jail" }]',
            ["cards[30].options"]),
        ('id = "chairman"', 'kind = "pay_each"\namount = 50',
            'kind = "choice"\noptions = [{ kind = "pay_bank" }, { kind = "draw", deck = "chest" }]',
            ["cards[30].options[0].amount"]),
        ("[[cards]]", "[[cards]]", THREE_MORE_KEYS + "[[cards]]", ["cards", "cards"]),
    ],
)  # fmt: skip
def test_one_fault_is_reported_once(tmp_path: Path, after: str, old: str, new: str, places: list[str]) -> None:
    faults = check(write(tmp_path, change(new_template(), after, old, new)))
    assert [fault.place for fault in faults] == places
    for fault in faults:
        assert fault.problem.endswith(".")
        assert fault.mend.endswith((".", "?"))


def test_a_board_of_39_squares(tmp_path: Path) -> None:
    text = new_template()
    start = text.rindex("[[squares]]", 0, text.index(square(17)))
    end = text.index("[[squares]]", start + 1)
    (fault,) = check(write(tmp_path, text[:start] + text[end:]))
    assert str(fault) == "squares: There are 39 squares, not 40. Add the missing ones: 17."


def test_an_empty_deck(tmp_path: Path) -> None:
    text = new_template().replace('deck = "chest"', 'deck = "chance"')
    problems = [fault.problem for fault in check(write(tmp_path, text)) if fault.place == "cards"]
    assert problems == ["There are 0 cards in the deck chest.", "There are 32 cards in the deck chance."]


def test_a_deck_that_would_never_come_to_rest(tmp_path: Path) -> None:
    """With nothing but moves in it, a deck could send a token from card square to card square for ever."""
    text = new_template()
    head, chance = text[: text.index('[[cards]]\ndeck = "chance"')], '[[cards]]\ndeck = "chance"\nid = "again"\n'
    chance += (
        'kind = "move_to"\ntarget = 7\ndirection = "forward"\ncollect_go = true\ntext = { en = "On", fr = "Va" }\n'
    )
    (fault,) = check(write(tmp_path, head + chance))
    assert fault.place == "cards"
    assert fault.problem == "Every card of the deck chance moves a token or may leave the deck."


def test_an_empty_file_names_every_missing_table(tmp_path: Path) -> None:
    faults = check(write(tmp_path, ""))
    needed = {"schema", "id", "year", "name", "currency", "players", "dice", "buildings", "decks", "start_money"}
    assert {fault.place for fault in faults} == needed | {"numbers", "tokens", "groups", "squares", "cards"}


def test_a_syntax_error_names_its_line(tmp_path: Path) -> None:
    text = change(new_template(), square(12), "price = 150", "price 150")
    line = text[: text.index("price 150")].count("\n") + 1
    (fault,) = check(write(tmp_path, text))
    assert fault.place == f"line {line}"
    with pytest.raises(EditionError, match=f"line {line}"):
        load(tmp_path / "mine.toml")


def test_a_string_that_never_ends(tmp_path: Path) -> None:
    (fault,) = check(write(tmp_path, 'schema = 1\nid = """my\n'))
    assert fault.place == "line 2"


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b'id = "caf\xe9"')
    (fault,) = check(path)
    assert "UTF-8" in fault.problem


def test_an_unknown_id_names_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(EditionError) as error:
        load("starwars-2")
    message = str(error.value)
    assert message.startswith('There is no edition "starwars-2"')
    assert all(f'"{name}"' in message for name in ALL)
    assert message.endswith('did you mean "star-wars-2"?')
    with pytest.raises(EditionError, match=r'"classic"\.$'):
        load("zzz")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(EditionError, match=r"There is no edition file no-such\.toml\."):
        load("no-such.toml")


def test_the_files_say_where_their_names_come_from() -> None:
    """Every name of the six editions has its provenance in both languages."""
    for name in ALL:
        edition = load(name)
        decks = edition.decks
        provenances = [edition.currency.provenance, decks.chest.provenance, decks.chance.provenance]
        provenances += [part.provenance for part in edition.tokens]
        provenances += [part.provenance for part in edition.squares]
        assert all({"en", "fr"} <= provenance.keys() for provenance in provenances), name


def test_the_template_is_plain_toml() -> None:
    assert tomllib.loads(new_template())["id"] == "my-edition"
