"""Setting up: players and tokens, money, decks, and who begins."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise
from typing import Any

import pytest

from freehold import Game
from freehold.editions import load
from freehold.game import PositionError
from tests.table import ALL, FIVE, A, B, C, cash, clauses, do, owner, square, stock, table, throw

# ------------------------------------------------------------------ players


@pytest.mark.clause("setup.players.two-to-eight", "setup.players.two-to-six")
@pytest.mark.parametrize(
    ("edition", "most"),
    [
        ("disney-parks", 8),
        ("star-wars-1", 8),
        ("star-wars-2", 8),  # silent, but with eight tokens
        ("spider-man", 6),
        ("game-of-thrones", 6),
    ],
)
def test_how_many_may_play(edition: str, most: int) -> None:
    for players in range(2, most + 1):
        assert len(Game.new(edition, players).position()["players"]) == players
    for players in (1, most + 1):
        with pytest.raises(ValueError, match=f"2 to {most} players"):
            Game.new(edition, players)
        with pytest.raises(PositionError, match=f"2 to {most}"):
            Game.load({"edition": edition, "players": [{}] * players})


# ------------------------------------------------------------------ money, deeds and buildings


@pytest.mark.clause("setup.start-money-1500")
@pytest.mark.parametrize("edition", ALL)
def test_everybody_starts_with_1500(edition: str) -> None:
    game = Game.new(edition, 4)
    assert cash(game) == [1500] * 4
    started = [event for event in game.setup if event["type"] == "start"]
    assert [(event["seat"], event["other"], event["amount"]) for event in started] == [
        (seat, "bank", 1500) for seat in range(4)
    ]
    assert set(clauses(started)) == {"setup.start-money-1500"}


SPLIT_16 = {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}
SPLIT_27 = {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}


@pytest.mark.clause("setup.note-split.sixteen-notes", "setup.note-split.twenty-seven-notes")
@pytest.mark.parametrize(
    ("edition", "split", "count"),
    [
        ("star-wars-2", SPLIT_16, 16),
        ("spider-man", SPLIT_16, 16),
        ("game-of-thrones", SPLIT_16, 16),
        ("disney-parks", SPLIT_27, 27),
        ("star-wars-1", SPLIT_27, 27),
    ],
)
def test_how_the_first_notes_are_split(edition: str, split: dict[int, int], count: int) -> None:
    money = load(edition).start_money
    assert {note.value: note.count for note in money.notes} == split
    assert sum(note.count for note in money.notes) == count
    assert sum(note.value * note.count for note in money.notes) == money.total == 1500


@pytest.mark.clause("setup.rest-to-bank")
@pytest.mark.parametrize("edition", ALL)
def test_what_is_not_dealt_belongs_to_the_bank(edition: str) -> None:
    game = Game.new(edition, 4)
    assert [owner(game, at) for at in range(40)] == [None] * 40
    assert stock(game) == (32, 12)
    for player in game.position()["players"]:
        assert (player["cash"], player["jail_cards"]) == (1500, [])


@pytest.mark.clause("setup.deeds-in-board-slots")
@pytest.mark.parametrize("edition", FIVE)
def test_an_unsold_deed_is_at_its_square_and_a_sold_one_with_its_owner(edition: str) -> None:
    game = table(edition)
    throw(game, 1, 2)
    place = re.compile(rf"<title>{escape(load(edition).squares[3].name.en)} · ([^<]*)</title>")
    assert all("3" not in game.view(seat)["deeds"] for seat in (A, B, C, None))
    assert place.findall(game.svg())[-1].endswith(" · unsold")
    do(game, "buy")
    assert all(game.view(seat)["deeds"]["3"]["owner"] == A for seat in (A, B, C, None))
    assert "unsold" not in place.findall(game.svg())[-1]


# ------------------------------------------------------------------ decks


def decks(edition: str, seed: int) -> dict[str, Any]:
    return {**Game.new(edition, 2, seed=seed).position()["decks"]}


@pytest.mark.clause("setup.decks-shuffled")
@pytest.mark.parametrize("edition", ALL)
def test_each_deck_is_shuffled_by_itself(edition: str) -> None:
    printed = {name: [card.id for card in load(edition).deck(name)] for name in ("chest", "chance")}
    assert decks(edition, 7) == decks(edition, 7)
    orders = [decks(edition, seed) for seed in range(20)]
    for name in ("chest", "chance"):
        assert all(sorted(order[name]) == sorted(printed[name]) for order in orders)
        assert all(first[name] != second[name] for first, second in pairwise(orders))
        assert printed[name] not in [order[name] for order in orders]
    shuffles = [event for event in Game.new(edition, 2).setup if event["type"] == "shuffle"]
    assert [event["what"] for event in shuffles] == ["chest", "chance"]
    assert set(clauses(shuffles)) == {"setup.decks-shuffled"}


@pytest.mark.clause("setup.decks-shuffled")
def test_every_card_may_come_to_every_place() -> None:
    orders = [decks("classic", seed) for seed in range(200)]
    for name in ("chest", "chance"):
        for place in range(16):
            assert len({order[name][place] for order in orders}) == 16


@pytest.mark.clause("setup.decks-shuffled")
def test_one_deck_is_not_shuffled_like_the_other() -> None:
    places = {name: {card.id: k for k, card in enumerate(load("classic").deck(name))} for name in ("chest", "chance")}
    order = decks("classic", 3)
    assert [places["chest"][card] for card in order["chest"]] != [places["chance"][card] for card in order["chance"]]


@pytest.mark.clause("setup.decks-face-down")
@pytest.mark.parametrize("edition", FIVE)
def test_nobody_sees_the_next_card(edition: str) -> None:
    one, other = (table(edition, decks={"chance": [top]}) for top in ("dividend", "go-to-jail"))
    assert one.position() != other.position()
    for seat in (A, B, C, None):
        assert one.view(seat)["decks"] == {"chest": 16, "chance": 16}
        assert one.view(seat) == other.view(seat)
        assert one.legal(seat or A) == other.legal(seat or A)


# ------------------------------------------------------------------ tokens


@pytest.mark.clause("setup.one-token-each")
@pytest.mark.parametrize("edition", ALL)
def test_each_token_is_there_once(edition: str) -> None:
    first, second, third = (token.id for token in load(edition).tokens[:3])
    game = Game.new(edition, 3, tokens=[third, first, second])
    assert [player["token"] for player in game.position()["players"]] == [third, first, second]
    with pytest.raises(ValueError, match="taken already"):
        Game.new(edition, 3, tokens=[first, second, first])
    with pytest.raises(ValueError, match="not a token"):
        Game.new(edition, 2, tokens=[first, "sock"])
    with pytest.raises(ValueError, match="3 players but 2 tokens"):
        Game.new(edition, 3, tokens=[first, second])
    with pytest.raises(PositionError, match="taken twice"):
        table(edition, tokens={A: first, C: first})


@pytest.mark.clause("setup.tokens-start-on-go")
@pytest.mark.parametrize("edition", ALL)
def test_all_tokens_begin_on_go_without_salary(edition: str) -> None:
    most = load(edition).players.max
    game = Game.new(edition, most)
    assert [square(game, seat) for seat in range(most)] == [0] * most
    assert cash(game) == [1500] * most
    assert [event for event in game.setup if event["type"] == "salary"] == []


def sides(edition: str) -> dict[str | None, list[str]]:
    camps: dict[str | None, list[str]] = {}
    for token in load(edition).tokens:
        camps.setdefault(token.side, []).append(token.name.en)
    return camps


@pytest.mark.clause("setup.tokens.episode-two-sides")
def test_five_light_and_three_dark_tokens_in_episode_two() -> None:
    assert sides("star-wars-2") == {
        "light": ["Obi-Wan Kenobi", "Padmé Amidala", "Anakin Skywalker", "Mace Windu", "Clone Trooper"],
        "dark": ["Super Battle Droid", "Jango Fett", "Count Dooku"],
    }


@pytest.mark.clause("setup.tokens.episode-two-sides")
@pytest.mark.parametrize("token", [token.id for token in load("star-wars-2").tokens])
@pytest.mark.parametrize("symbol", ["light", "dark"])
def test_the_camp_decides_who_has_to_fight(token: str, symbol: str) -> None:
    other = {"light": "dark", "dark": "light"}[symbol]
    game = table("star-wars-2", tokens={A: token}, deeds={"3": {"owner": A}}, force={symbol: 3, other: 21})
    side = next(known.side for known in load("star-wars-2").tokens if known.id == token)
    events = throw(game, 1, 2, *(["light"] if side != symbol else []))
    assert [event["symbol"] for event in events if event["type"] == "battle"] == ([symbol] if side != symbol else [])


@pytest.mark.clause("setup.tokens.episode-one-sides")
def test_four_light_and_four_dark_tokens_in_episode_one() -> None:
    assert sides("star-wars-1") == {
        "light": ["Anakin Skywalker", "Jar Jar Binks", "Qui-Gon Jinn", "Queen Amidala"],
        "dark": ["Darth Sidious", "Battle Droid", "Darth Maul", "Sebulba"],
    }


@pytest.mark.clause("setup.tokens.episode-one-camp-has-no-effect")
def test_the_camp_changes_nothing_in_episode_one() -> None:
    def played(first: str, second: str) -> list[Any]:
        game = table("star-wars-1", 2, tokens={A: first, B: second}, deeds={"9": {"owner": B}})
        seen: list[Any] = [game.legal(A), game.legal(B)]
        seen.append(throw(game, 1, 2))
        seen.append(game.legal(A))
        do(game, "buy")
        do(game, "end_turn")
        seen += [throw(game, 2, 1), game.legal(A), game.legal(B), cash(game)]
        return seen

    assert played("qui-gon", "maul") == played("maul", "qui-gon")
    assert "force" not in Game.new("star-wars-1", 2).position()


@pytest.mark.clause("setup.tokens.six-film-tokens", "setup.tokens.eight-park-tokens", "setup.tokens.six-thrones-tokens")
@pytest.mark.parametrize(("edition", "count"), [("spider-man", 6), ("disney-parks", 8), ("game-of-thrones", 6)])
def test_how_many_tokens_there_are(edition: str, count: int) -> None:
    tokens = [token.id for token in load(edition).tokens]
    assert len(tokens) == len(set(tokens)) == count
    assert len(Game.new(edition, count, tokens=tokens[::-1]).position()["players"]) == count


@pytest.mark.clause("setup.tokens.six-thrones-tokens")
def test_the_tokens_of_game_of_thrones() -> None:
    assert {token.id for token in load("game-of-thrones").tokens} == {
        "direwolf",
        "dragon-egg",
        "white-walker",
        "three-eyed-raven",
        "crown",
        "iron-throne",
    }


# ------------------------------------------------------------------ who begins


def opened(edition: str, *rolls: int, banker: int = 0, players: int = 3) -> tuple[Game, list[tuple[int, int]]]:
    """A game begun with these dice: the game, and the opening throws as (seat, total)."""
    symbols = [1, 2, 3, 4] if edition == "star-wars-2" else []  # the Force symbols are placed first
    game = Game.new(edition, players, banker=banker, chance=[*symbols, *rolls])
    thrown: list[Any] = [event for event in game.setup if event["type"] == "opening"]
    assert set(clauses(thrown)) == {"setup.first-player-highest-roll"}
    return game, [(event["seat"], event["amount"]) for event in thrown]


@pytest.mark.clause("setup.first-player-highest-roll")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("rolls", "first"),
    [((3, 4, 5, 6, 1, 3), B), ((5, 6, 3, 4, 1, 3), A), ((1, 1, 1, 2, 2, 2), C), ((6, 6, 5, 6, 5, 6), A)],
)
def test_the_highest_throw_begins(edition: str, rolls: tuple[int, ...], first: int) -> None:
    game, thrown = opened(edition, *rolls)
    assert thrown == [(A, sum(rolls[:2])), (B, sum(rolls[2:4])), (C, sum(rolls[4:]))]
    assert (game.turn, game.decider, game.phase) == (first, first, "roll")


@pytest.mark.clause("setup.first-player-highest-roll")
@pytest.mark.parametrize("edition", FIVE)
def test_only_those_who_tie_throw_again(edition: str) -> None:
    game, thrown = opened(edition, 5, 6, 3, 4, 6, 5, 2, 2, 1, 3, 1, 1, 1, 2)
    assert thrown == [(A, 11), (B, 7), (C, 11), (A, 4), (C, 4), (A, 2), (C, 3)]
    assert game.turn == C


@pytest.mark.clause("setup.first-player-highest-roll")
def test_a_tie_below_the_highest_means_nothing() -> None:
    game, thrown = opened("classic", 3, 4, 3, 4, 6, 5)
    assert (len(thrown), game.turn) == (3, C)


@pytest.mark.clause("setup.first-roll-starts-with-banker")
@pytest.mark.parametrize("edition", ALL)
def test_the_banker_throws_first(edition: str) -> None:
    game, thrown = opened(edition, 1, 1, 2, 1, 2, 2, banker=C)
    assert thrown == [(C, 2), (A, 3), (B, 4)]
    assert game.turn == B
