"""The board: forty squares with classic figures, and the names each edition gives them."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.editions import load
from tests.table import ALL, FIVE, STATIONS, UTILITIES, A, B, cash, deeds, refused, square, table, throw

# The lots of the classic board: price, rents bare to hotel, house, mortgage.
LOTS: dict[int, tuple[int, tuple[int, ...], int, int]] = {
    1: (60, (2, 10, 30, 90, 160, 250), 50, 30),
    3: (60, (4, 20, 60, 180, 320, 450), 50, 30),
    6: (100, (6, 30, 90, 270, 400, 550), 50, 50),
    8: (100, (6, 30, 90, 270, 400, 550), 50, 50),
    9: (120, (8, 40, 100, 300, 450, 600), 50, 60),
    11: (140, (10, 50, 150, 450, 625, 750), 100, 70),
    13: (140, (10, 50, 150, 450, 625, 750), 100, 70),
    14: (160, (12, 60, 180, 500, 700, 900), 100, 80),
    16: (180, (14, 70, 200, 550, 750, 950), 100, 90),
    18: (180, (14, 70, 200, 550, 750, 950), 100, 90),
    19: (200, (16, 80, 220, 600, 800, 1000), 100, 100),
    21: (220, (18, 90, 250, 700, 875, 1050), 150, 110),
    23: (220, (18, 90, 250, 700, 875, 1050), 150, 110),
    24: (240, (20, 100, 300, 750, 925, 1100), 150, 120),
    26: (260, (22, 110, 330, 800, 975, 1150), 150, 130),
    27: (260, (22, 110, 330, 800, 975, 1150), 150, 130),
    29: (280, (24, 120, 360, 850, 1025, 1200), 150, 140),
    31: (300, (26, 130, 390, 900, 1100, 1275), 200, 150),
    32: (300, (26, 130, 390, 900, 1100, 1275), 200, 150),
    34: (320, (28, 150, 450, 1000, 1200, 1400), 200, 160),
    37: (350, (35, 175, 500, 1100, 1300, 1500), 200, 175),
    39: (400, (50, 200, 600, 1400, 1700, 2000), 200, 200),
}
GROUPS = {(1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19), (21, 23, 24), (26, 27, 29), (31, 32, 34), (37, 39)}
QUIET = {"chest": ["tax-refund"], "chance": ["dividend"]}  # cards that leave the token where it is


def arrive(edition: str, at: int, **position: Any) -> tuple[Game, list[dict[str, Any]]]:
    """A's token stops on a square, by a throw of 1 and 2."""
    game = table(edition, at={A: (at - 3) % 40}, decks=QUIET, **position)
    return game, throw(game, 1, 2)


def names(edition: str, *squares: int, lang: str = "en") -> list[str]:
    return [load(edition).squares[at].name[lang] for at in squares]


# ------------------------------------------------------------------ figures and layout


@pytest.mark.clause("board.values-as-classic")
@pytest.mark.parametrize("edition", ALL)
def test_every_deed_has_the_figures_of_its_classic_square(edition: str) -> None:
    deeds_ = {deed.index: deed for deed in load(edition).deeds}
    lots = {at: (d.price, d.rents, d.house_cost, d.mortgage) for at, d in deeds_.items() if d.kind == "street"}
    assert lots == LOTS
    stations = [(deeds_[at].price, deeds_[at].rents, deeds_[at].mortgage) for at in STATIONS]
    assert stations == [(200, (25, 50, 100, 200), 100)] * 4
    utilities = [(deeds_[at].price, deeds_[at].dice_multipliers, deeds_[at].mortgage) for at in UTILITIES]
    assert utilities == [(150, (4, 10), 75)] * 2


@pytest.mark.clause("board.values-as-classic")
@pytest.mark.parametrize("edition", ALL)
def test_the_last_lot_before_go_at_play(edition: str) -> None:
    game, _ = arrive(edition, 39, cash={A: 399})
    assert refused(game, "buy") == "not-enough-cash"
    game, _ = arrive(edition, 39, cash={A: 400})
    game.apply({"type": "buy"})
    assert cash(game, A) == 0
    game.apply({"type": "mortgage", "square": 39})
    assert cash(game, A) == 200
    game, _ = arrive(edition, 39, cash={A: 2000}, deeds=deeds(B, 37, 39, buildings=5))
    assert cash(game, A) == 0
    game, _ = arrive(edition, 39, cash={A: 50}, deeds=deeds(B, 39))
    assert cash(game, A) == 0


@pytest.mark.clause("board.corners-classic")
@pytest.mark.parametrize("edition", ALL)
def test_the_corners_are_the_classic_ones(edition: str) -> None:
    assert [load(edition).squares[at].kind for at in (0, 10, 20, 30)] == ["go", "jail", "parking", "go_to_jail"]
    game, events = arrive(edition, 0)
    assert (square(game, A), cash(game, A), [e["type"] for e in events if e["type"] == "salary"]) == (
        0,
        1700,
        ["salary"],
    )
    game, events = arrive(edition, 10)
    assert (square(game, A), cash(game, A), events[-1]["type"], game.phase) == (10, 1500, "visit", "end")
    game, events = arrive(edition, 20)
    assert (square(game, A), cash(game, A), events[-1]["type"], game.phase) == (20, 1500, "rest", "end")
    game, _ = arrive(edition, 30)
    assert (square(game, A), cash(game, A), game.position()["players"][A]["in_jail"]) == (10, 1500, True)


@pytest.mark.clause("board.card-squares-at-2-and-7")
@pytest.mark.parametrize("edition", ALL)
def test_the_first_card_squares_are_two_and_seven_past_go(edition: str) -> None:
    kinds = [square.kind for square in load(edition).squares]
    assert (kinds.index("chest"), kinds.index("chance")) == (2, 7)
    assert [at for at, kind in enumerate(kinds) if kind == "chest"] == [2, 17, 33]
    assert [at for at, kind in enumerate(kinds) if kind == "chance"] == [7, 22, 36]
    game = table(edition, at={A: 38}, decks=QUIET)
    events = throw(game, 1, 3)
    assert square(game, A) == 2
    assert [event["deck"] for event in events if event["type"] == "card"] == ["chest"]
    game, events = arrive(edition, 7)
    assert [event["deck"] for event in events if event["type"] == "card"] == ["chance"]


@pytest.mark.clause("board.three-property-kinds")
@pytest.mark.parametrize("edition", ALL)
def test_22_lots_4_stations_2_utilities(edition: str) -> None:
    of_kind = {
        kind: tuple(deed.index for deed in load(edition).deeds if deed.kind == kind)
        for kind in ("street", "station", "utility")
    }
    assert of_kind == {"street": tuple(LOTS), "station": (5, 15, 25, 35), "utility": (12, 28)}
    assert len(load(edition).deeds) == 28


@pytest.mark.clause("board.group-sizes")
@pytest.mark.parametrize("edition", ALL)
def test_groups_have_two_or_three_lots(edition: str) -> None:
    groups = {group.id: group.squares for group in load(edition).groups}
    assert set(groups.values()) == GROUPS
    assert {load(edition).members(group) for group in groups} == GROUPS
    assert [len(groups[group]) for group in ("green", "light_blue", "dark_blue", "brown")] == [3, 3, 2, 2]


@pytest.mark.clause("board.group-sizes")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("lot", "others"), [(39, (37,)), (34, (31, 32)), (6, (8, 9))])
def test_a_group_is_whole_only_with_all_its_lots(edition: str, lot: int, others: tuple[int, ...]) -> None:
    bare = LOTS[lot][1][0]
    game, _ = arrive(edition, lot, deeds=deeds(B, lot, *others))
    assert cash(game, A) == 1500 - 2 * bare
    game, _ = arrive(edition, lot, deeds=deeds(B, lot, *others[1:]))
    assert cash(game, A) == 1500 - bare


# ------------------------------------------------------------------ stations and utilities


@pytest.mark.clause("board.stations.accessories", "board.stations.transports", "board.stations.houses")
@pytest.mark.parametrize(
    ("edition", "lang", "stations"),
    [
        (
            "spider-man",
            "fr",
            ("Tentacules d'Octopus", "Surf du Nouveau Bouffon", "Planche du Bouffon Vert", "Lance-Toile de Spider-Man"),
        ),
        (
            "disney-parks",
            "en",
            (
                "Disneyland Resort Monorail",
                "Tokyo Disneyland Boat",
                "Walt Disney World Bus",
                "Disneyland Paris Train",
            ),
        ),
        (
            "game-of-thrones",
            "fr",
            ("Maison Lannister", "Maison Baratheon", "Maison Targaryen", "Maison Stark"),
        ),
    ],
)
def test_what_stands_for_the_stations(edition: str, lang: str, stations: tuple[str, ...]) -> None:
    assert tuple(names(edition, *STATIONS, lang=lang)) == stations
    for at in STATIONS:
        game, events = arrive(edition, at, deeds=deeds(B, *STATIONS))
        assert (events[-1]["type"], events[-1]["clause"]) == ("rent", "station.rent-grows-with-count")
        assert cash(game, A, B) == [1300, 1700]
        assert refused(game, "build", seat=B, square=at) == "not-a-lot"


@pytest.mark.clause(
    "board.utilities.oscorp-and-daily-bugle", "board.utilities.cruise-ships", "board.utilities.wall-and-red-waste"
)
@pytest.mark.parametrize(
    ("edition", "utilities", "chance"),
    [
        ("spider-man", ("Oscorp", "Daily Bugle"), ()),
        ("disney-parks", ("Disney Magic", "Disney Wonder"), ()),
        ("game-of-thrones", ("Red Waste", "The Wall"), (3, 4)),
    ],
)
def test_what_stands_for_the_utilities(edition: str, utilities: tuple[str, ...], chance: tuple[int, ...]) -> None:
    assert tuple(names(edition, *UTILITIES)) == utilities
    for at in UTILITIES:
        game = table(edition, at={A: at - 7}, deeds=deeds(B, *UTILITIES))
        events = throw(game, 3, 4, *chance)
        assert (events[-1]["type"], events[-1]["clause"]) == ("rent", "utility.rent-both-times-ten")
        assert cash(game, A, B) == [1500 - 70, 1500 + 70]


# ------------------------------------------------------------------ taxes


@pytest.mark.clause(
    "board.tax-squares.income-and-luxury",
    "board.tax-squares.bad-press-and-lost-mask",
    "board.tax-squares.hand-and-treasurer",
)
@pytest.mark.parametrize(
    ("edition", "lang", "taxes"),
    [
        ("star-wars-2", "fr", {"Prime du chasseur", "Dégât d'Astéroïde"}),
        ("spider-man", "fr", {"Mauvaise Presse", "Perdez votre Masque"}),
        ("game-of-thrones", "fr", {"Main du Roi", "Grand Argentier"}),
    ],
)
def test_two_tax_squares_with_a_printed_amount(edition: str, lang: str, taxes: set[str]) -> None:
    income, luxury = (load(edition).squares[at] for at in (4, 38))
    assert (income.kind, income.role, luxury.kind, luxury.role) == ("tax", "income_tax", "tax", "luxury_tax")
    assert {income.name[lang], luxury.name[lang]} == taxes
    for at, amount in ((4, 200), (38, 100)):
        game, events = arrive(edition, at)
        assert (cash(game, A), game.phase, events[-1]["type"]) == (1500 - amount, "end", "tax")


@pytest.mark.clause("board.tax-squares.bad-press-and-lost-mask")
def test_bad_press_is_the_income_tax_and_the_lost_mask_the_luxury_tax() -> None:
    assert names("spider-man", 4, 38, lang="fr") == ["Mauvaise Presse", "Perdez votre Masque"]


@pytest.mark.clause("board.tax-squares.villains-tax")
def test_both_tax_squares_are_villains_tax() -> None:
    assert names("disney-parks", 4, 38) == ["Villain's Tax", "Villain's Tax"]
    game, _ = arrive("disney-parks", 4)
    assert game.phase == "tax"
    game, _ = arrive("disney-parks", 38)
    assert (game.phase, cash(game, A)) == ("end", 1500 - 75)


@pytest.mark.clause("board.tax-squares.villains-tax")
def test_a_table_may_read_the_choice_into_both_tax_squares() -> None:
    game, _ = arrive("disney-parks", 38, options={"luxury_tax_choice": "yes"})
    assert game.phase == "tax"
    game.apply({"type": "pay_tax", "choice": "flat"})
    assert cash(game, A) == 1500 - 200


@pytest.mark.clause("board.tax-squares.income-tax")
def test_square_4_of_episode_one_is_the_income_tax() -> None:
    income, luxury = (load("star-wars-1").squares[at] for at in (4, 38))
    assert (income.kind, income.role, income.amount, income.percent_option) == ("tax", "income_tax", 200, 10)
    assert (luxury.kind, luxury.role, luxury.amount, luxury.percent_option) == ("tax", "luxury_tax", 75, 0)
    game, _ = arrive("star-wars-1", 4)
    assert game.phase == "tax"
    game, _ = arrive("star-wars-1", 38)
    assert (game.phase, cash(game, A)) == ("end", 1500 - 75)


@pytest.mark.parametrize("edition", FIVE)
def test_no_square_but_4_and_38_is_a_tax(edition: str) -> None:
    assert [square.index for square in load(edition).squares if square.kind == "tax"] == [4, 38]
