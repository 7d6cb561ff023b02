"""Positions made by hand: the advice is what a strong player would say, and the sentence is right."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import advise
from freehold.game import Game
from tests.table import A, B, C, crowd, deeds, table

Case = tuple[Game, str, str, str]  # the position, the action, a code among the facts, words of the sentence

ORANGE, LIGHT_BLUE, RED = (16, 18, 19), (6, 8, 9), (21, 23, 24)


def auction(square: int, bid: int, **position: Any) -> Game:
    """B leads the auction of a deed, and A is asked."""
    lot = {"square": square, "bid": bid, "floor": 1, "leader": B, "bidder": A, "bidders": [A, B, C]}
    return table(phase="auction", turn=B, decider=A, auction=lot, **position)


def offer(give: dict[str, Any], ask: dict[str, Any], **position: Any) -> Game:
    """B has made A an offer."""
    return table(phase="answer", turn=B, offer={"from": B, "to": A, "give": give, "ask": ask}, **position)


def owing(debtor: int, creditor: int, amount: int, square: int) -> list[dict[str, Any]]:
    return [{"debtor": debtor, "creditor": creditor, "amount": amount, "why": "rent", "square": square, "open": True}]


BUILT_UP = (
    deeds(B, *ORANGE, buildings=4)
    | deeds(B, *RED, buildings=3)
    | deeds(A, 31, 32, 34, buildings=3)
    | deeds(A, 1, 5, 12)
    | deeds(C, 37, 39, 15, 25, 28, 13, 14, 26, 27)
)
SPREAD = deeds(B, 6, 8, 24, 31, 5) | deeds(C, 9, 21, 39, 37)

CASES: dict[str, Case] = {
    "the third deed of a group": (
        table(phase="buy", at={A: 19}, deeds=deeds(A, 16, 18), cash={A: 600}),
        "buy",
        "completes",
        "completes your orange group. You keep $400",
    ),
    "the deed that another needs": (
        table(phase="buy", at={A: 19}, deeds=deeds(B, 16, 18), cash={A: 600}),
        "buy",
        "blocks",
        "keeps B from completing the orange group",
    ),
    "the fourth station": (
        table(phase="buy", at={A: 35}, deeds=deeds(A, 5, 15, 25) | deeds(B, 16, 18) | deeds(C, 6, 8), cash={A: 500}),
        "buy",
        "one-more",
        "You then hold 4 of 4",
    ),
    "a deed that nobody can bid for": (
        table(players=2, phase="buy", at={A: 39}, deeds=deeds(A, 37) | deeds(B, *ORANGE), cash={A: 450, B: 200}),
        "decline",
        "outbids-all",
        "Nobody else can bid more than $200",
    ),
    "no cash for a deed before a street of hotels": (
        table(
            phase="buy",
            at={A: 3},
            deeds=deeds(B, *LIGHT_BLUE, buildings=5) | deeds(A, 16, 18, 19, buildings=3) | deeds(A, 37, 5),
            cash={A: 70, B: 500, C: 900},
        ),
        "decline",
        "keeps-cash",
        "after buying you would have $10, and rent on the squares ahead is up to",
    ),
    "a trade that gives a group away": (
        offer({"cash": 300}, {"squares": [19]}, deeds=deeds(B, 16, 18) | deeds(A, 19, 5) | deeds(C, 6, 37)),
        "reject",
        "would-give",
        "would give B the whole orange group",
    ),
    "a trade that completes both, and mine is the better": (
        offer({"squares": [19]}, {"squares": [9]}, deeds=deeds(B, 19, 6, 8) | deeds(A, 16, 18, 9)),
        "accept",
        "completes",
        "completes your orange group. But B completes the light blue group.",
    ),
    "a utility for nine hundred": (
        offer({"squares": [12]}, {"cash": 900}, deeds=deeds(A, 16, 18) | deeds(B, 12) | deeds(C, 6, 37)),
        "reject",
        "too-little",
        "too little",
    ),
    "an auction worth winning": (
        auction(19, 150, deeds=deeds(A, 16, 18) | deeds(B, 6, 8, 37), cash={A: 900}),
        "bid",
        "completes",
        "completes your orange group. It is worth $",
    ),
    "an auction that went too high": (
        auction(1, 350, deeds=deeds(A, *ORANGE) | deeds(B, 6, 8, 37), cash={A: 500}),
        "pass",
        "not-worth",
        "At this price Mediterranean Avenue is not worth it",
    ),
    "in jail early, with deeds to buy": (
        table(phase="roll", jailed={A: 0}, deeds=deeds(B, 1, 6) | deeds(C, 11), cash={A: 1300}),
        "pay_fine",
        "jail-buy",
        "still has 25 deeds",
    ),
    "in jail late, among hotels": (
        table(phase="roll", jailed={A: 0}, deeds=BUILT_UP, cash={A: 500, B: 600, C: 300}),
        "roll",
        "jail-safe",
        "In jail you pay no rent and still collect yours; a throw outside costs $343",
    ),
    "mortgaging to build to the third house": (
        table(
            phase="end",
            deeds=deeds(A, *ORANGE, buildings=2) | deeds(A, 5, 37, 12) | deeds(B, 6, 8, 24, 31) | deeds(C, 9, 21),
            cash={A: 90, B: 900, C: 900},
        ),
        "mortgage",
        "raises-for-building",
        "for building on your orange group",
    ),
    "building with cash in hand": (
        table(phase="end", deeds=deeds(A, *ORANGE) | SPREAD, cash={A: 1200, B: 900, C: 900}),
        "build",
        "rent-rises",
        "rises from $32 to $80. You keep $1,100",
    ),
    "redeeming a group to build on it": (
        table(
            phase="end",
            deeds=deeds(A, 16, 18) | deeds(A, 19, mortgaged=True) | deeds(B, 6, 8, 37) | deeds(C, 9, 39),
            cash={A: 1500},
        ),
        "redeem",
        "rent-again",
        "New York Avenue earns rent again",
    ),
    "a debt that a loose deed can pay": (
        table(
            phase="debt",
            at={A: 24},
            deeds=deeds(A, *ORANGE, buildings=2) | deeds(A, 5, 37) | deeds(B, *RED, buildings=1) | deeds(C, 6, 8),
            cash={A: 20, B: 900, C: 900},
            debts=owing(A, B, 100, 24),
        ),
        "mortgage",
        "raises-for-debt",
        "towards the $100 that you owe",
    ),
    "a debt for which the cheap houses go first": (
        table(
            phase="debt",
            at={A: 24},
            deeds=deeds(A, *ORANGE, buildings=4)
            | deeds(A, *LIGHT_BLUE, buildings=1)
            | deeds(B, *RED, buildings=4)
            | deeds(C, 5, 15),
            cash={A: 700, B: 900, C: 900},
            debts=owing(A, B, 925, 24),
        ),
        "sell",
        "sells-for-debt",
        "It brings $25 towards the $925",
    ),
    "a debt that nothing can pay": (
        table(
            phase="debt",
            at={A: 24},
            deeds=deeds(A, 1) | deeds(B, *RED, buildings=4),
            cash={A: 20, B: 900, C: 900},
            debts=owing(A, B, 900, 24),
        ),
        "bankrupt",
        "no-way-out",
        "Nothing you own",
    ),
    "refusing a debtor's settlement": (
        table(
            "star-wars-2",
            phase="answer",
            decider=A,
            turn=C,
            at={C: 19},
            deeds=deeds(A, *ORANGE, buildings=4) | deeds(C, 1, 5, 37, 39, 21) | deeds(B, 6, 8, 9, 31, 32),
            cash={A: 400, B: 700, C: 50},
            debts=owing(C, A, 950, 19),
            offer={"kind": "settlement", "from": C, "to": A, "give": {"cash": 50, "squares": [1]}, "ask": {}},
        ),
        "reject",
        "debtor-fails",
        "everything C has becomes yours",
    ),
    "taking over a mortgaged deed that completes a group": (
        table(
            phase="transfer",
            turn=B,
            decider=A,
            deeds=deeds(A, 16, 18) | deeds(A, 19, mortgaged=True) | deeds(B, 6, 8),
            transfer={"squares": [19], "interest_paid": []},
            cash={A: 900},
        ),
        "redeem",
        "rent-again",
        "earns rent again",
    ),
    "a rich player and the tax": (
        table(phase="tax", at={A: 4}, cash={A: 3500}, deeds=deeds(A, *ORANGE)),
        "pay_tax",
        "likely-cheaper",
        "the rules let nobody count first",
    ),
    "a rent that has to be asked for": (
        table(
            options={"rent_claims": "claimed"},
            turn=B,
            phase="end",
            at={B: 19},
            decider=B,
            deeds=deeds(A, *ORANGE, buildings=2),
            claims=[{"square": 19, "visitor": B, "owner": A, "amount": 220, "throws_left": 1}],
        ),
        "claim",
        "ask-for-it",
        "only yours if you ask",
    ),
    "the last houses": (
        table(
            phase="end",
            deeds=deeds(A, *LIGHT_BLUE, buildings=2) | crowd(B, 24) | deeds(C, 37, 39),
            cash={A: 500, B: 900, C: 900},
        ),
        "build",
        "scarce",
        "There are not enough for everybody",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_advice_is_what_a_strong_player_would_say(name: str) -> None:
    game, action, fact, words = CASES[name]
    best = advise(game, A)[0]
    assert 0 <= best["chance"] <= 1
    assert best["action"]["type"] == action
    assert fact in best["facts"]
    assert words in best["why"]["en"]
    assert best["why"]["fr"]
    assert best["why"]["fr"] != best["why"]["en"]
    assert best["clause"]
