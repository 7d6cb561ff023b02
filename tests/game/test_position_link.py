"""The address of a position: it holds all that everybody sees, is short, and refuses what is damaged or impossible."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from tools import random_audit

from freehold import Game, LinkError, PositionError, SetupError
from freehold.editions import ids, load
from freehold.editions.switches import BY_NAME
from freehold.game import internals, position_link
from freehold.players import game_players

MOST = 700  # characters
NAMES = ("Ann", "Bénédicte", "Cleo", "Daniel the Great of Bath", "É", "Fay", "Gus", "Hal")
USUAL = {"roll", "buy", "auction", "end", "double"}
TAKEN_BACK = 0.01  # of the actions
ACTIONS = 400  # of a game, after which another one begins


def setting(number: int) -> Game:
    """The start of game `number`: editions, variants, players, options and house rules in turn."""
    edition = load(ids()[number % len(ids())])
    variant = edition.variants[number // len(ids()) % len(edition.variants)]
    options: dict[str, Any] = {"rent_claims": ("automatic", "claimed")[number % 2]}
    if variant == "timed":
        options["time_limit"] = 60
    if number % 3 == 0:
        options["shortage_trigger"] = random.Random(number).choice(BY_NAME["shortage_trigger"].values)
    if number % 4 > 1:
        options |= random_audit.random_house(random.Random(number), 0.3)
    players = edition.players.min + number % (edition.players.max - edition.players.min + 1)
    return Game.new(edition.id, NAMES[:players], seed=number, variant=variant, options=options)


def positions(every: int) -> Iterator[tuple[Game, int]]:
    """Random games, stopped at every so many actions, at debts and the like and after a step taken back, with the
    number of the action.
    """
    number = 0
    while True:
        game, chance = setting(number), random.Random(number)
        seats = range(len(game.names))
        with game_players.seated([("random", number * 8 + seat) for seat in seats]) as sitting:
            while len(game.log) < ACTIONS and not game.over:
                seat, action = game_players.next_move(game, sitting)
                game.apply(action, seat)
                if back := chance.random() < TAKEN_BACK:
                    game.undo()
                if back or len(game.log) % every == 0 or game.phase not in USUAL:
                    yield game, len(game.log)
        number += 1


def check(count: int, every: int) -> set[str]:
    """Round trips of so many positions; returns the phases that were met, and what else was in a position."""
    phases = set()
    for _, (game, at) in zip(range(count), positions(every), strict=False):
        text = game.link()
        back = Game.from_link(text, seed=at)
        assert back.view() == game.view(), text
        assert back.link() == text
        assert game.over or back.legal(offers=False) == game.legal(offers=False)
        assert len(text) <= MOST, text
        view = game.view()
        phases |= {game.phase} | {part for part in ("offer", "claims", "debts", "options") if view.get(part)}
    return phases


def test_links_of_random_positions_lead_back_to_them() -> None:
    assert check(400, 23) >= {"roll", "buy", "auction", "debt", "answer", "end"}


@pytest.mark.thorough
def test_links_of_ten_thousand_random_positions_lead_back_to_them() -> None:
    met = check(10_000, 5)
    assert met >= {"answer", "debt", "transfer", "offer", "claims", "debts", "options"}
    assert len(met) >= 15


def test_the_names_of_switches_are_words() -> None:
    """Spelled out, those of house rules would make a link too long."""
    names = set(BY_NAME) | {v for each in BY_NAME.values() for v in each.values if isinstance(v, str)}
    assert names <= position_link.NUMBERS.keys()
    assert len(position_link.WORDS) == len(position_link.NUMBERS)


def test_a_link_has_no_secret() -> None:
    """Games that differ in what nobody knows have the same link."""
    game = Game.new("classic", 4, seed=1)
    twin = Game.load({**game.position(), "decks": {"chance": [], "chest": []}}, seed=9)
    internals.reseed(twin, 7)
    assert twin.position()["decks"] != game.position()["decks"]
    assert twin.link() == game.link()
    orders = {tuple(Game.from_link(game.link(), seed=seed).position()["decks"]["chance"]) for seed in range(5)}
    assert len(orders) == 5


def test_an_address_that_ends_in_a_link_is_one() -> None:
    game = Game.new("classic", ["Ann", "Bob"], seed=1)
    assert Game.from_link(f"https://table.example/p/{game.link()}").view() == game.view()
    plain = Game.from_link(game.link(with_names=False))
    assert plain.names == ["Player 1", "Player 2"]
    assert plain.link(with_names=False) == game.link(with_names=False)


def test_every_changed_character_is_noticed() -> None:
    text = Game.new("star-wars-2", 3, seed=2).link()
    letters = "AQgw-_09"
    for at in range(len(text)):
        for letter in letters.replace(text[at], ""):
            with pytest.raises(LinkError) as caught:
                Game.from_link(text[:at] + letter + text[at + 1 :])
            assert caught.value.code in ("link-damaged", "link-version")
    for cut in range(len(text)):
        with pytest.raises(LinkError):
            Game.from_link(text[:cut])


def forged(**changes: Any) -> str:
    """A link with a correct checksum of a position that was changed."""
    view: dict[str, Any] = {**Game.new("classic", 3, seed=2).view()}
    return position_link.write(view | changes)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"phase": "debt"}, "impossible-position"),
        ({"turn": 5}, "impossible-position"),
        ({"deeds": {"1": {"owner": 0, "mortgaged": False, "buildings": 4}}}, "impossible-position"),
        ({"deeds": {"0": {"owner": 0, "mortgaged": False, "buildings": 0}}}, "impossible-position"),
        ({"edition": "atlantis"}, "unknown-edition"),
        ({"edition": "/etc/passwd"}, "unknown-edition"),
        ({"edition": "../classic.toml"}, "unknown-edition"),
        ({"variant": "endless"}, "unknown-variant"),
        ({"options": {"luck": "good"}}, "unknown-option"),
        ({"secret": 1}, "impossible-position"),
    ],
)
def test_a_forged_link_is_refused_with_a_sentence(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as caught:
        Game.from_link(forged(**changes))
    assert caught.value.code == code
    for lang in ("en", "fr"):
        assert caught.value.sentence(lang)
    if code == "impossible-position":
        assert isinstance(caught.value, PositionError)


def test_other_texts_with_a_correct_checksum_are_refused() -> None:
    draw = random.Random(3)
    good = urlsafe_b64decode(Game.new("classic", 2, seed=1).link()[1:] + "==")[4:]
    for _ in range(3_000):
        body = bytearray(good)
        for _ in range(draw.randint(1, 4)):
            body[draw.randrange(len(body))] = draw.randrange(256)
        if draw.random() < 0.3:
            del body[draw.randrange(len(body)) :]
        text = "1" + urlsafe_b64encode(position_link._check(bytes(body)) + bytes(body)).decode().rstrip("=")
        try:
            game = Game.from_link(text)
        except SetupError as refused:
            assert refused.sentence("fr")  # noqa: PT017 (any refusal, or none)
        else:
            assert game.legal() or game.over
    others: list[Any] = ["", "1", "x", "1!!!!", "1" + "A" * 5_000, "2AAAA", "é", None, 7, b"1"]
    for other in others:
        with pytest.raises(LinkError):
            Game.from_link(other)


def test_the_words_of_links_are_only_added_to() -> None:
    """A link of the first version leads to the same position for ever."""
    old = Game.from_link(FIRST)
    assert old.link() == FIRST
    assert (old.edition_name, old.names, old.phase) == ("classic", ["Ann", "Bob", "Cleo"], "debt")
    assert len(set(position_link.WORDS)) == len(position_link.WORDS)


FIRST = (
    "1G6PjOX8Lvn4BfwfCeFDE4JzAAb8AxXyEEMPgA4V-BXiIBHiwC3iaD3iaEXibEox-AgMEiwCG4AqNfwKP4ACcAYh_"
    "AIqrgH4DfwSDFIF9A0FuboQQguA0fwSDeIwGgX0DQm9ihACC4DV_BoN45AqRfJN-AdyBfQRDbGVvhAqC4DaJAIfgCg"
)
