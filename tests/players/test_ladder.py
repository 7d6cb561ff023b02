"""The ladder at a table: it sees what a player sees, it remembers who said no, and it plays every game to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from freehold import Game
from freehold.analysis import values
from freehold.bots import memory, ranks
from freehold.engine import batch, records
from freehold.game import internals
from freehold.game.types import Action
from freehold.players import Player, plain
from freehold.players.game_players import claimants, next_move
from freehold.players.ladder import KERNEL, LadderBot
from freehold.players.mogul import Mogul
from tests.sizes import each_variant
from tests.table import A, B, C, deeds, do, table
from tests.tidy import reloaded

from .workshop import is_sound

VARIANTS = batch.variants()
TRADERS = ("trader", "baron")
LONGEST = 8_000  # actions; no game of a mixed table is nearly as long


class Person:
    """Somebody who is no bot: plays the plain moves, and says no to every offer."""

    name = "Ann"

    def decide(self, game: Game, seat: int) -> Action:
        return plain(game, seat)

    def close(self) -> None: ...


def set_up(edition: str, variant: str, players: int, seed: int, **options: Any) -> Game:
    return Game.new(edition, players, seed, variant, batch.options_of(variant) | options)


def seated(*names: str) -> list[Player]:
    """Players by name, each with a seed of its own. Ann is a person."""
    others = {seat: name for seat, name in enumerate(names) if name != "Ann"}
    return [LadderBot(others[k], k + 1, others) if k in others else Person() for k in range(len(names))]


def played(game: Game, players: list[Player], most: int = LONGEST) -> Iterator[Game]:
    """The game before every action, until it is over."""
    while not game.over and len(game.log) < most:
        yield game
        seat, action = next_move(game, players)
        game.apply(action, seat)


# --- A bot sees what a player sees ---


def with_other_secrets(game: Game, key: int) -> Game:
    """The same table as far as anybody can see; the cards and the dice to come are others."""
    position, chance = game.position(), random.Random(key)
    for cards in (position["decks"]["chest"], position["decks"]["chance"]):
        chance.shuffle(cards)
    position["chance"] = {"key": [chance.getrandbits(32), chance.getrandbits(32)], "drawn": 5 * key, "dealt": 7 * key}
    return Game.load(position, game.edition)


@pytest.fixture
def quick_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots know of an edition is the same at every move of a game; a test with many bots works it out once."""
    known: dict[str, Any] = {}
    build = values.build

    def once(t: Any) -> Any:
        key = repr([getattr(t, name) for name, _, _ in t.fields])
        return known[key] if key in known else known.setdefault(key, build(t))

    monkeypatch.setattr(values, "build", once)


@pytest.mark.usefixtures("quick_values")
@each_variant()
def test_what_is_hidden_changes_no_decision(edition: str, variant: str) -> None:
    """At every few positions of a game each level is asked twice: here, and where the secrets are others."""
    compared: dict[str, int] = dict.fromkeys(KERNEL, 0)
    for seed, claims in ((1, "automatic"), (2, "claimed")):
        game = set_up(edition, variant, 4, seed, rent_claims=claims)
        for k, here in enumerate(played(game, seated("random", "novice", "trader", "baron"), 700)):
            if k % 6:
                continue
            left, right = reloaded(here), with_other_secrets(here, k + 1)
            assert left.view() == right.view()
            assert here.decider is not None
            for seat in {here.decider, *claimants(here)}:
                for level in KERNEL:
                    one, other = LadderBot(level, k), LadderBot(level, k)
                    assert one.decide(left, seat) == other.decide(right, seat), f"{level} at action {k} of seed {seed}"
                    compared[level] += 1
    assert min(compared.values()) > 60


def test_the_secrets_are_others_indeed() -> None:
    """A bot that peeked would be found out by the test above."""
    game = set_up("classic", "classic", 4, 1)
    twin = with_other_secrets(game, 1)
    assert game.view() == twin.view()
    assert list(internals.record(game).deck) != list(internals.record(twin).deck)
    assert sorted(internals.record(game).deck) == sorted(internals.record(twin).deck)
    assert game.apply({"type": "roll"})[0] != twin.apply({"type": "roll"})[0]


def to_be_judged(edition: str, seed: int, count: int) -> list[Game]:
    """Positions of a game of barons in which a mogul has something to choose."""
    found: list[Game] = []
    for here in played(set_up(edition, "classic", 3, seed), seated("baron", "baron", "baron")):
        if here.phase in ("buy", "answer", "auction", "end") and here.turns > 5:
            found.append(reloaded(here))
        if len(found) == 10 * count:
            break
    return found[::10]


class Mind:
    """A mogul's view of the records of a position."""

    def __init__(self, game: Game) -> None:
        self.t = records.to_record(internals.tables(game), records.TABLES)
        self.v = records.to_record(values.build(internals.tables(game)), records.VALUES)
        self.g = records.to_record(internals.record(game), records.GAME)
        self.n = np.zeros(1, records.NOTES)
        self.n["bot"] = ranks.BOT_BARON
        self.mogul = Mogul(self.t, self.v, 7)
        assert game.decider is not None
        self.seat = game.decider

    def decision(self) -> tuple[Any, bytes]:
        """Its choice, and what it thinks of every candidate."""
        return self.mogul.choose(self.g, self.n, self.seat).tolist(), self.mogul.study["thought"].tobytes()


@pytest.mark.parametrize("edition", ["classic", "star-wars-2", "spider-man"])
def test_what_is_hidden_changes_nothing_that_a_mogul_foresees(edition: str) -> None:
    """Its futures have cards in an order of their own, which does not come from the order on the table."""
    positions = to_be_judged(edition, 3, 8)
    assert len(positions) == 8
    for k, here in enumerate(positions):
        assert Mind(here).decision() == Mind(with_other_secrets(here, k + 1)).decision()


# --- It remembers who said no ---


Offer = tuple[int, int, tuple[int, ...], tuple[int, ...]]


def terms(seat: int, action: Any) -> Offer:
    """Who asks whom, and for which squares; the same for a little more cash is the same offer."""
    give, ask = (tuple(action.get(side, {}).get("squares", [])) for side in ("give", "ask"))
    return seat, action["to"], give, ask


@pytest.mark.parametrize(
    "edition",
    ["classic", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("spider-man", "game-of-thrones"))],
)
@pytest.mark.parametrize("level", TRADERS)
def test_a_refused_offer_is_not_repeated(edition: str, level: str) -> None:
    """Everybody says no to everything, for three games; half-way each is replayed from its log, to new bots."""
    offers = 0
    for seed in range(3):
        heard: dict[Offer, int] = {}
        game, players = set_up(edition, "classic", 4, seed), seated(level, "Ann", "Ann", "Ann")
        while not game.over and len(game.log) < 900:
            seat, action = next_move(game, players)
            game.apply(action, seat)
            if action["type"] == "offer":
                offer = terms(seat, action)
                pause = memory.REMEMBERED * sum(not player["bankrupt"] for player in game.view()["players"])
                assert offer not in heard or game.turns - heard[offer] >= pause
                heard[offer] = game.turns
                offers += 1
            elif action["type"] == "reject" and len(heard) == 5:
                game, players = Game.replay(game.start, game.log), seated(level, "Ann", "Ann", "Ann")
    assert offers > 20


@pytest.mark.parametrize("level", TRADERS)
@pytest.mark.parametrize("between", [False, True])
def test_it_is_the_log_that_is_remembered(level: str, between: bool) -> None:
    """A wants B's last light blue lot, B wants A's last orange one, and B says no; C may mortgage something first."""
    holds = deeds(A, 6, 8, 19) | deeds(B, 9, 16, 18) | deeds(C, 5, 15)
    game = table(turn=A, phase="end", deeds=holds)
    offer = LadderBot(level).decide(game, A)
    assert offer["type"] == "offer"
    game.apply(offer, A)
    if between:
        do(game, "mortgage", C, square=5)
    do(game, "reject", B)
    told = Game.replay(game.start, game.log)
    for bot in (LadderBot(level), LadderBot(level)):
        again = bot.decide(told, A)
        assert again["type"] != "offer" or terms(A, again) != terms(A, offer)
    forgetful = LadderBot(level).decide(reloaded(game), A)  # a position has no log
    assert forgetful == offer


@pytest.mark.parametrize("level", ["trader", "baron", "mogul"])
def test_a_bot_that_comes_later_remembers_what_one_that_stayed_does(level: str) -> None:
    """Also in which turn it was: what was refused long ago may be offered again, and does not count for this turn."""
    names = {A: "baron", B: "trader", C: "baron"}
    players: list[Player] = [LadderBot(names[seat], seat, names) for seat in names]
    stayed, compared = LadderBot(level, 5, names), 0
    game = set_up("classic", "classic", 4, 3)
    for here in played(game, [*players, Person()], 900):
        there = stayed.notes(here, A)
        if here.log and here.log[-1]["action"]["type"] in ("accept", "reject", "end_turn"):
            come = LadderBot(level, 5, names).notes(Game.replay(here.start, here.log), A)
            assert answers_in(come) == answers_in(there)
            compared += any(there.refused)
    assert compared > 20


def answers_in(n: Any) -> list[list[int]]:
    """What is in the notes about offers."""
    told = ("refused", "refused_at", "refused_price", "refused_n", "agreed", "declined", "least_taken", "most_declined")
    return [list(getattr(n, name)) for name in told]


@pytest.mark.parametrize("level", TRADERS)
def test_a_bot_that_comes_later_offers_again_what_was_refused_long_ago(level: str) -> None:
    holds = deeds(A, 6, 8, 19) | deeds(B, 9, 16, 18)
    game = table(players=2, turn=A, phase="end", deeds=holds)
    offer = LadderBot(level).decide(game, A)
    game.apply(offer, A)
    do(game, "reject", B)
    position = game.position()
    for turns, again in ((1, False), (2 * memory.REMEMBERED - 1, False), (2 * memory.REMEMBERED, True)):
        later = Game.load(position | {"flow": position["flow"] | {"turns": turns}})
        internals.recall(later, internals.dealings(game))
        assert (LadderBot(level).decide(later, A) == offer) is again


@pytest.mark.parametrize("level", TRADERS)
def test_deeds_that_were_refused_for_a_rent_are_not_offered_again(level: str) -> None:
    game = table(
        "star-wars-2",
        turn=A,
        cash={A: 10},
        deeds=deeds(A, 6, 8) | deeds(B, 9),
        phase="debt",
        debts=[{"debtor": A, "creditor": B, "amount": 250, "why": "rent", "square": 9, "open": True}],
    )
    bot = LadderBot(level)
    assert bot.decide(game, A)["type"] == "settle"
    game.apply(bot.decide(game, A), A)
    do(game, "reject", B)
    assert bot.decide(game, A)["type"] != "settle"
    assert LadderBot(level).decide(Game.replay(game.start, game.log), A)["type"] != "settle"


# --- It plays every game to its end ---


@pytest.mark.parametrize("claims", ["automatic", "claimed"])
@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_every_level_plays_every_game_to_its_end(edition: str, variant: str, claims: str) -> None:
    game = set_up(edition, variant, 5, 11, rent_claims=claims)
    for _ in played(game, seated("random", "novice", "trader", "baron", "Ann")):
        pass
    assert game.over
    assert is_sound(game)
    assert {entry["seat"] for entry in game.log} >= {0, 1, 2, 3, 4}


@pytest.mark.thorough
@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_a_mogul_plays_every_game_to_its_end(edition: str, variant: str) -> None:
    game = set_up(edition, variant, 4, 12)
    for _ in played(game, seated("mogul", "trader", "baron", "Ann")):
        pass
    assert game.over
    assert is_sound(game)
