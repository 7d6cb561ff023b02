"""Chances and advice: the mogul's eye, on what a seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import freehold
from freehold import Game
from freehold.bots import ranks
from freehold.coach.advise import Advisor, offered_this_turn
from freehold.coach.bargain import best_deals, promise
from freehold.coach.effects import auction_limit, deal_effect, plan_effect
from freehold.game import IllegalAction, internals
from freehold.players.ladder import LadderBot
from tests.table import A, B, C, deeds, table

ORANGE = (16, 18, 19)


def middle_of(edition: str, players: int, seed: int, turns: int) -> Game:
    return freehold.play_out(Game.new(edition, players, seed), "baron", seed, turns=turns)


def test_the_chances_add_up_and_a_bankrupt_has_none() -> None:
    found = freehold.evaluate(table(out=[C], deeds=deeds(A, *ORANGE)).view())
    assert found["chances"][C] == 0
    assert sum(found["chances"]) == pytest.approx(1, abs=0.001)
    assert found["chances"][A] > found["chances"][B]
    assert found["margins"][C] == 0 < found["margins"][A]


def test_a_game_that_is_over_is_certain() -> None:
    game = table(phase="over", out=[A, C], winner=B)
    assert freehold.evaluate(game) == {"chances": [0, 1, 0], "margins": [0, 0, 0], "over": True}
    assert freehold.advise(game) == []


class InAPersonsSeat(LadderBot):
    """A mogul that the others take for a person."""

    def __init__(self, others: dict[int, str]) -> None:
        super().__init__("mogul", 0, others)

    def _catch_up(self, game: Game, seat: int) -> None:
        super()._catch_up(game, seat)
        self._n.bot[seat] = ranks.BOT_PERSON


def offers_advised(game: Game) -> list[Any]:
    return [row["action"] for row in freehold.advise(game, A) if row["action"]["type"] == "offer"]


def trading(turns: int) -> Game:
    """A may offer something at the end of its turn, after so many turns of the game."""
    return table(
        phase="end",
        turn=A,
        deeds=deeds(A, 16, 18, 37) | deeds(B, 19, 39, 6) | deeds(C, 8, 9, 26),
        cash={A: 900, B: 900},
        flow={"turns": turns},
    )


def test_after_a_refused_offer_no_other_is_advised_in_the_same_turn() -> None:
    game = trading(30)
    offers = offers_advised(game)
    assert offers
    game.apply(offers[0], A)
    game.apply({"type": "reject"}, offers[0]["to"])
    assert not offers_advised(game)


@pytest.mark.parametrize("times", [1, 4])
def test_what_was_refused_in_earlier_turns_does_not_keep_the_coach_from_advising_an_offer(times: int) -> None:
    """On a server, a game is known by its view and its dealings alone."""
    earlier = trading(27)
    for price in range(times):
        earlier.apply({"type": "offer", "to": C, "give": {"squares": [37]}, "ask": {"cash": 800 + price}}, A)
        earlier.apply({"type": "reject"}, C)
    assert offered_this_turn(earlier, A)
    assert not offered_this_turn(earlier, C)
    game = trading(30)
    internals.recall(game, internals.dealings(earlier))
    assert not offered_this_turn(game, A)
    assert offers_advised(game)


def wanted_of(offer: Mapping[str, Any]) -> tuple[int, list[int]]:
    return offer["to"], offer["ask"].get("squares", [])


@pytest.mark.parametrize("edition", ["classic", "spider-man", "star-wars-2"])
def test_the_first_advice_is_what_the_mogul_does(edition: str) -> None:
    """Following the first hint in every decision plays like the bot whose eye it is, in the seat of a person."""
    game = Game.new(edition, 3, seed=8)
    others = {B: "baron", C: "trader"}
    mogul, advisor = InAPersonsSeat(others), Advisor(others)
    compared = set()
    for _ in range(110):
        if game.over:
            break
        seat = game.decider
        assert seat is not None
        if seat == A:
            action = mogul.decide(game, A)
            row = advisor.advise(game, A, limit=1)[0]
            first = row["action"]
            if action["type"] == "offer":  # the mogul predicts what the bot takes; the coach names the bot's terms
                if first["type"] == "offer" and wanted_of(first) != wanted_of(action):
                    (own, *_) = best_deals(game, A, [dict(action)], others) or [row]
                    assert promise(row, A) >= promise(own, A)
            elif action["type"] == "bid" and action["amount"] > (worth := auction_limit(game, A) or 0):
                assert first["type"] != "bid" or first["amount"] == worth  # it bids to make another pay more
            else:
                assert first == action
            compared.add(action["type"])
        else:
            action = LadderBot(others[seat], 1, others).decide(game, seat)
        game.apply(action, seat)
    assert len(compared) >= 4


def test_nothing_hidden_is_used() -> None:
    """The order of the decks and the dice to come change neither the chances nor the advice."""
    for turns in (12, 30):
        game = middle_of("classic", 4, 5, turns)
        other = Game.load({key: value for key, value in game.position().items() if key != "decks"}, seed=99)
        assert other.position()["decks"] != game.position()["decks"]
        assert freehold.evaluate(other) == freehold.evaluate(game)
        internals.recall(other, internals.dealings(game))
        assert freehold.advise(other) == freehold.advise(game)


def test_advice_leaves_the_game_alone() -> None:
    game = table(phase="buy", at={A: 19}, deeds=deeds(A, 16, 18))
    before, logged = game.position(), list(game.log)
    freehold.advise(game)
    assert game.position() == before
    assert game.log == logged


def test_whoever_may_bid_is_advised_also_out_of_turn() -> None:
    lot = {"square": 19, "bid": 20, "floor": 1, "leader": B, "bidder": C, "bidders": [A, B, C]}
    game = table(phase="auction", turn=B, decider=C, auction=lot, deeds=deeds(A, 16, 18))
    assert {row["action"]["type"] for row in freehold.advise(game, A)} == {"bid", "pass"}
    assert freehold.advise(table(), B) == []


def test_the_limit_of_an_auction_is_where_owning_stops_to_be_better() -> None:
    lot = {"square": 19, "bid": 20, "floor": 1, "leader": B, "bidder": A, "bidders": [A, B, C]}
    game = table(phase="auction", turn=B, decider=A, auction=lot, deeds=deeds(A, 16, 18), cash={A: 900})
    wanted = auction_limit(game, A)
    loose = auction_limit(Game.load(game.position() | {"auction": lot | {"square": 1}}), A)
    assert wanted is not None
    assert 20 < wanted <= 900
    assert loose is None or loose < wanted
    assert auction_limit(table(), A) is None


def test_the_limit_of_an_auction_is_within_ones_own_cash() -> None:
    lot = {"square": 19, "bid": 20, "floor": 1, "leader": C, "bidder": B, "bidders": [A, B, C]}
    bidding: dict[str, Any] = {"phase": "auction", "turn": C, "decider": B, "auction": lot, "deeds": deeds(B, 16, 18)}
    assert auction_limit(table(**bidding, cash={A: 900, B: 60}), B) == 60
    rich = auction_limit(table(**bidding, cash={A: 60, B: 900}), B)
    assert rich is not None
    assert rich > 60


def test_a_deal_moves_everybodys_chance() -> None:
    game = table(deeds=deeds(B, 16, 18) | deeds(A, 19), turn=A, phase="end")
    gift = {"to": B, "give": {"squares": [19]}, "ask": {"cash": 10}}
    found = deal_effect(game, A, gift)["changes"]
    assert found[A] < 0 < found[B]
    assert sum(found) == pytest.approx(0, abs=0.002)
    with pytest.raises(IllegalAction):
        deal_effect(game, A, gift | {"give": {"squares": [16]}})


def test_the_effect_of_a_deal_leaves_out_what_could_be_built_anyway() -> None:
    others = deeds(B, 6, 8, 24, 31, 5) | deeds(C, 9, 21, 39, 37)
    game = table(deeds=deeds(A, *ORANGE) | others, turn=A, phase="end", cash={A: 1200, B: 900, C: 900})
    built = plan_effect(game, A, [{"type": "build", "square": square} for square in ORANGE] * 3)["changes"][A]
    small = deal_effect(game, A, {"to": B, "give": {"cash": 240}, "ask": {"squares": [24]}})["changes"][A]
    assert abs(small) < built / 2, (small, built)


def test_a_plan_is_judged_without_being_carried_out() -> None:
    others = deeds(B, 6, 8, 24, 31, 5) | deeds(C, 9, 21, 39, 37)
    game = table(deeds=deeds(A, *ORANGE) | others, turn=B, cash={A: 1000, B: 900, C: 900}, at={A: 30, B: 10, C: 12})
    steps: list[dict[str, Any]] = [{"type": "build", "square": square} for square in ORANGE] * 3
    assert plan_effect(game, A, steps)["changes"][A] > 0
    assert game.position()["deeds"]["16"]["buildings"] == 0
    with pytest.raises(IllegalAction):
        plan_effect(game, A, [{"type": "roll"}])
