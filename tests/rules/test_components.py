"""Components: what is in the box. Deeds, decks, dice, buildings, notes, and what each edition calls them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from freehold import Game, sentences
from freehold.editions import load
from freehold.engine.records import Chance
from freehold.game import PositionError
from freehold.rules.chance import throw_die
from tests.table import (
    ALL,
    D1,
    D2,
    FIVE,
    UTILITIES,
    X1,
    A,
    B,
    D,
    X,
    buildings,
    cash,
    deeds,
    do,
    owner,
    refused,
    square,
    stock,
    table,
    throw,
)

ORANGE = (16, 18, 19)
BROWN = (1, 3)
QUIET = {"chest": ["tax-refund"], "chance": ["dividend"]}  # cards that leave the token where it is


def arrive(edition: str, at: int, **position: Any) -> tuple[Game, list[dict[str, Any]]]:
    """A's token stops on a square, by a throw of 1 and 2."""
    game = table(edition, at={A: (at - 3) % 40}, decks=QUIET, **position)
    return game, throw(game, 1, 2)


# ------------------------------------------------------------------ deeds and decks


@pytest.mark.clause("components.title-deeds-28")
@pytest.mark.parametrize("edition", ALL)
def test_the_bank_has_28_deeds_to_sell(edition: str) -> None:
    for_sale = [at for at in range(40) if arrive(edition, at)[0].phase == "buy"]
    assert len(for_sale) == len(load(edition).deeds) == 28
    assert Game.new(edition, 2).position()["deeds"] == {}


@pytest.mark.clause("components.one-deed-per-property")
@pytest.mark.parametrize("edition", ALL)
def test_every_property_has_a_deed_and_no_deed_is_left_over(edition: str) -> None:
    properties = [at for at in range(40) if arrive(edition, at)[0].phase == "buy"]
    assert [deed.index for deed in load(edition).deeds] == properties


@pytest.mark.clause("components.one-deed-per-property")
def test_a_deed_that_was_bought_cannot_be_bought_again() -> None:
    game, _ = arrive("star-wars-1", X1, players=2)
    do(game, "buy")
    do(game, "end_turn")
    throw(game, 2, 4)
    assert (owner(game, X1), list(game.position()["deeds"]), game.phase) == (A, [str(X1)], "end")
    assert cash(game, A, B) == [1500 - 100 + 6, 1500 - 6]


@pytest.mark.clause("components.two-decks-of-16")
@pytest.mark.parametrize("edition", ALL)
def test_two_decks_of_16_cards(edition: str) -> None:
    decks: Any = Game.new(edition, 4).position()["decks"]
    assert {name: len(set(cards)) for name, cards in decks.items()} == {"chest": 16, "chance": 16}
    assert {name: len(cards) for name, cards in decks.items()} == {"chest": 16, "chance": 16}


# ------------------------------------------------------------------ buildings


@pytest.mark.clause("components.buildings-32-and-12")
@pytest.mark.parametrize("edition", ALL)
def test_the_bank_starts_with_32_and_12_buildings(edition: str) -> None:
    assert stock(Game.new(edition, 2)) == (32, 12)


@pytest.mark.clause("components.buildings-32-and-12")
@pytest.mark.parametrize("edition", FIVE)
def test_board_and_stock_always_make_32_and_12(edition: str) -> None:
    game = table(edition, cash={A: 5000}, deeds=deeds(A, *D))
    for step in range(1, 11):
        do(game, "build", square=D[(step - 1) % 2])
        hotels = buildings(game, *D).count(5)
        houses = sum(built for built in buildings(game, *D) if built < 5)
        assert stock(game) == (32 - houses, 12 - hotels)
    assert (buildings(game, *D), stock(game)) == ([5, 5], (32, 10))


@pytest.mark.clause("components.buildings-32-and-12")
@pytest.mark.parametrize("edition", FIVE)
def test_there_is_no_33rd_house(edition: str) -> None:
    built = deeds(A, *X, *D, *ORANGE, buildings=4)
    game = table(edition, deeds={**built, **deeds(A, *BROWN)})
    assert stock(game) == (0, 12)
    assert refused(game, "build", square=BROWN[0]) == "no-houses-left"
    one_less = {**built, str(D1): {"owner": A, "buildings": 3}}
    game = table(edition, deeds={**one_less, **deeds(A, *BROWN)})
    do(game, "build", square=BROWN[0])
    assert stock(game) == (0, 12)


@pytest.mark.clause("components.buildings-32-and-12")
@pytest.mark.parametrize("edition", FIVE)
def test_there_is_no_13th_hotel(edition: str) -> None:
    twelve = deeds(A, *X, *ORANGE, 11, 13, 14, 21, 23, 24, buildings=5)
    game = table(edition, deeds={**twelve, **deeds(A, *D, buildings=4)})
    assert stock(game) == (32 - 8, 0)
    assert refused(game, "build", square=D2) == "no-hotels-left"
    with pytest.raises(PositionError, match="hotels"):
        table(edition, deeds={**twelve, **deeds(A, *D, buildings=5)})


# ------------------------------------------------------------------ dice


@pytest.mark.clause("components.two-dice")
def test_a_die_shows_one_to_six_and_two_dice_are_independent() -> None:
    c: Any = Chance()
    pairs = [(throw_die(c), throw_die(c)) for _ in range(1000)]
    assert set(pairs) == {(first, second) for first in range(1, 7) for second in range(1, 7)}


@pytest.mark.clause("components.two-dice")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize(("first", "second"), [(1, 2), (5, 6), (6, 3)])
def test_the_token_moves_by_the_sum_of_two_dice(edition: str, first: int, second: int) -> None:
    for force in ("light", "dark", "shift"):
        game = table(edition, at={A: 10})
        roll, *_ = throw(game, first, second, force=force)
        assert roll["dice"] == [first, second]
        assert square(game, A) == 10 + first + second


@pytest.mark.clause("components.two-dice")
@pytest.mark.parametrize("edition", FIVE)
@pytest.mark.parametrize("faces", [(0, 3), (7, 3), (3, 0), (3, 7)])
def test_no_die_has_a_seventh_face(edition: str, faces: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="outcome"):
        throw(table(edition), *faces)


def after(edition: str, first: int, second: int, force: str = "shift") -> dict[str, Any]:
    """The position after A's throw, but for the record of the faces."""
    game = table(edition, at={A: 12})  # in Star Wars II the light symbol is on 21 and the dark one on 1
    throw(game, first, second, force=force)
    return {key: value for key, value in game.position().items() if key != "dice"}


@pytest.mark.clause("components.dice-colours.white-and-black")
def test_the_white_die_moves_the_light_symbol_and_the_black_die_the_dark_one() -> None:
    assert load("star-wars-2").dice.colours == ("white", "black")
    assert after("star-wars-2", 3, 5)["force"] == {"light": 21 + 3, "dark": 1 + 5}
    assert after("star-wars-2", 5, 3)["force"] == {"light": 21 + 5, "dark": 5}  # 4 is no property: on to 5
    game = table("star-wars-2")
    roll, *_ = throw(game, 3, 5)
    assert roll["dice"] == game.position()["dice"] == [3, 5]


@pytest.mark.clause("components.dice-colours.red-and-blue")
@pytest.mark.parametrize(("red", "blue", "holder"), [(5, 3, A), (3, 5, B)])
def test_red_is_the_attacker_and_blue_the_defender(red: int, blue: int, holder: int) -> None:
    assert load("spider-man").dice.colours == ("red", "blue")
    game = table("spider-man", at={A: 38}, deeds=deeds(B, X1))
    throw(game, 6, 6)
    events = do(game, "attack", chance=[red, blue], square=X1)
    assert [(event["red"], event["blue"]) for event in events if event["type"] == "attack_throw"] == [(red, blue)]
    assert owner(game, X1) == holder


@pytest.mark.clause("components.dice-colours.both-black", "components.dice-colours.both-white")
@pytest.mark.parametrize(
    ("edition", "colour", "first", "second"), [("star-wars-1", "black", 3, 5), ("game-of-thrones", "white", 2, 6)]
)
def test_dice_of_one_colour_may_be_swapped(edition: str, colour: str, first: int, second: int) -> None:
    assert load(edition).dice.colours == (colour, colour)
    assert after(edition, first, second) == after(edition, second, first)


# ------------------------------------------------------------------ money


@pytest.mark.clause("components.note-values")
@pytest.mark.parametrize("edition", FIVE)
def test_the_notes_of_each_edition(edition: str) -> None:
    assert [note.value for note in load(edition).start_money.notes] == [500, 100, 50, 20, 10, 5, 1]


@pytest.mark.clause("components.note-values")
@pytest.mark.parametrize("edition", FIVE)
def test_money_comes_in_whole_units(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *UTILITIES, mortgaged=True))
    do(game, "redeem", square=12)  # 75 and a tenth: 82.50 in small change
    assert cash(game, A) == 1500 - 83
    assert isinstance(cash(game, A), int)
    assert refused(game, "offer", to=B, give={"squares": [12]}, ask={"cash": 10.5}) == "bad-field"
    with pytest.raises(PositionError, match="whole number"):
        table(edition, cash={A: 82.5})  # type: ignore[dict-item]


@pytest.mark.clause("components.currency.republic-credits", "components.currency.euro", "components.currency.wishes")
@pytest.mark.parametrize(
    ("edition", "name", "nom", "written"),
    [
        ("star-wars-1", "Republic Credits", "Crédits de la République", "C1,500"),
        ("star-wars-2", "Republic Credits", "Crédits de la République", "C1,500"),
        ("spider-man", "euros", "euros", "€1,500"),
        ("disney-parks", "Wishes", "Vœux", "W1,500"),
    ],
)
def test_the_money_of_each_edition(edition: str, name: str, nom: str, written: str) -> None:
    money = load(edition).currency
    assert (money.name["en"], money.name["fr"]) == (name, nom)
    started = next(event for event in Game.new(edition, 2).setup if event["type"] == "start")
    assert written in " ".join(words(edition, started, "en"))


# ------------------------------------------------------------------ names


def words(edition: str, event: Mapping[str, Any], lang: str) -> list[str]:
    """What the log says of an event, word by word."""
    return sentences.event(load(edition), event, ["Ann", "Bob", "Cid"], lang).split()


@pytest.mark.clause(
    "components.building-names.apartments-and-towers",
    "components.building-names.apartments-and-skyscrapers",
    "components.building-names.buildings-and-castles",
    "components.building-names.villages-and-keeps",
)
@pytest.mark.parametrize(
    ("edition", "small", "large", "petit", "grand"),
    [
        ("star-wars-1", "apartment", "tower", "appartement", "tour"),
        ("star-wars-2", "apartment", "tower", "appartement", "tour"),
        ("spider-man", "apartment", "skyscraper", "appartement", "gratte-ciel"),
        ("disney-parks", "Building", "Castle", "Immeuble", "Château"),
        ("game-of-thrones", "Village", "Keep", "Village", "Donjon"),
    ],
)
def test_other_names_for_houses_and_hotels(edition: str, small: str, large: str, petit: str, grand: str) -> None:
    names = load(edition).buildings
    assert [names.small.name("en"), names.large.name("en")] == [small, large]
    assert [names.small.name("fr"), names.large.name("fr")] == [petit, grand]
    # and they stand for houses and hotels, in the log too
    game = table(edition, cash={A: 50}, deeds=deeds(A, *X))
    (bought,) = do(game, "build", square=X1)
    assert (cash(game, A), buildings(game, *X), stock(game)) == (0, [1, 0, 0], (31, 12))
    assert small in words(edition, bought, "en")
    assert petit in words(edition, bought, "fr")
    game = table(edition, cash={A: 50}, deeds=deeds(A, *X, buildings=4))
    (bought,) = do(game, "build", square=X1)
    assert (cash(game, A), buildings(game, *X), stock(game)) == (0, [5, 4, 4], (32 - 8, 11))
    assert large in words(edition, bought, "en")
    assert grand in words(edition, bought, "fr")


@pytest.mark.clause(
    "components.deck-names.jedi-and-sith",
    "components.deck-names.spider-man-and-black",
    "components.deck-names.magic-lamp-and-wishing-well",
    "components.deck-names.valar-morghulis-and-iron-throne",
)
@pytest.mark.parametrize(
    ("edition", "chest", "chance"),
    [
        ("star-wars-1", "Jedi Cards", "Sith Cards"),
        ("star-wars-2", "Jedi Cards", "Sith Cards"),
        ("spider-man", "Spider-Man", "Spider-Man Black"),
        ("disney-parks", "Magic Lamp", "Wishing Well"),
        ("game-of-thrones", "The Iron Throne", "Valar Morghulis"),
    ],
)
def test_a_square_draws_from_the_deck_whose_name_it_carries(edition: str, chest: str, chance: str) -> None:
    decks = load(edition).decks
    assert (decks.chest.name.en, decks.chance.name.en) == (chest, chance)
    for deck, name, squares in (("chest", chest, (2, 17, 33)), ("chance", chance, (7, 22, 36))):
        for at in squares:
            assert load(edition).squares[at].name.en in (name, name.removesuffix("s"))
            _, events = arrive(edition, at)
            assert [event["deck"] for event in events if event["type"] == "card"] == [deck]
