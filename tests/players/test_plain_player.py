"""The plain player has a legal answer to every phase of every edition, and goes on until the game has gone on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from freehold import Game
from freehold.engine import batch
from freehold.game.names import PHASES
from freehold.players import plain
from freehold.players.player import NOTHING
from tests.table import MOMENTS, ST, X1, A, B, C, D, X, crowd, deeds, do, table

STEPS = 150
RARE = {"transfer", "contest", "answer", "card"}  # by chance alone; each has its own test below
FINE = {"deck": "chest", "card": "fine-or-draw"}


def wayward(game: Game, chance: random.Random) -> Any:
    """Anything legal, offers apart: it leads where the plain player alone would not go."""
    return chance.choice([action for action in game.legal() if action["type"] != "offer"])


def scattered(edition: str, variant: str, seed: int) -> set[str]:
    """A game of which every other action is wayward; the phases in which the plain player had to decide."""
    chance, seen = random.Random(seed), set()
    game = Game.new(edition, 3, seed, variant, {"rent_claims": "claimed"} | batch.options_of(variant))
    for step in range(STEPS):
        if game.over:
            break
        for seat in range(3):
            if seat != game.decider and (claim := plain(game, seat)):
                assert claim["type"] == "claim"
                game.apply(claim, seat)
                break
        else:
            seen.add(game.phase)
            game.apply(wayward(game, chance) if step % 2 else plain(game, game.decider or 0))
    return seen


def test_it_decides_in_every_phase_of_every_edition() -> None:
    seen = {phase for place in batch.variants() for phase in scattered(*place, seed=3)}
    assert set(PHASES.values()) - seen <= {"over", *RARE}


@pytest.mark.parametrize(
    ("game", "answer"),
    [
        (table(at={A: X1}, phase="buy"), {"type": "buy"}),
        (table(at={A: X1}, phase="buy", cash={A: 99}), {"type": "decline"}),
        (table(phase="auction", auction={"square": X1}), {"type": "pass"}),
        (table("spider-man", phase="double", dice=[6, 6]), {"type": "throw_again"}),
        (table(jailed={A: 0}, cards={A: ["chest"]}), {"type": "roll"}),
        (table(at={A: 4}, phase="tax"), {"type": "pay_tax", "choice": "flat"}),
        (table("spider-man", phase="card", card={"choice": FINE}), {"type": "choose", "choice": "pay"}),
        (
            table("star-wars-2", phase="battle", battle={"seat": A, "symbol": "dark"}, deeds=deeds(A, X1)),
            {"type": "leave_force"},
        ),
        (table(turn=B, **MOMENTS["over an offer"], deeds=deeds(B, 39)), {"type": "reject"}),
        (table(phase="end"), {"type": "end_turn"}),
    ],
    ids=lambda value: value.phase if isinstance(value, Game) else value["type"],
)
def test_it_does_the_plain_thing(game: Game, answer: dict[str, Any]) -> None:
    assert game.decider is not None
    assert plain(game, game.decider) == answer
    game.apply(answer)


def test_it_leaves_scarce_buildings_to_others() -> None:
    game = table(deeds=crowd(C, 31) | deeds(A, *X) | deeds(B, *D), cash={C: 0})
    do(game, "build", A, square=X1)
    assert (game.phase, game.decider) == ("contest", B)
    assert plain(game, B) == {"type": "pass"}


def test_it_keeps_the_mortgage_of_a_deed_it_was_given() -> None:
    game = table(deeds=deeds(A, X1, mortgaged=True))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 1})
    do(game, "accept", B)
    assert plain(game, B) == {"type": "keep_mortgage", "square": X1}


def test_in_debt_it_mortgages_then_sells_then_pays() -> None:
    debt = {"debtor": A, "creditor": B, "amount": 200, "why": "rent", "square": 39, "open": True}
    owned = deeds(A, ST) | deeds(A, *X, buildings=2) | deeds(B, 39)
    game = table(cash={A: 0}, deeds=owned, phase="debt", debts=[debt])
    done = []
    while game.phase == "debt":
        done.append(plain(game, A)["type"])
        game.apply(plain(game, A))
    assert done == ["mortgage", *["sell"] * 4, "pay"]


def test_it_is_bankrupt_only_when_nothing_is_left() -> None:
    debt = {"debtor": A, "creditor": "bank", "amount": 500, "why": "tax", "open": True}
    game = table(cash={A: 0}, deeds=deeds(A, ST), phase="debt", debts=[debt])
    assert plain(game, A) == {"type": "mortgage", "square": ST}
    game.apply(plain(game, A))
    assert plain(game, A) == {"type": "bankrupt"}


def test_out_of_turn_and_out_of_the_game_it_does_nothing() -> None:
    assert plain(table(turn=B, deeds=deeds(A, ST)), A) == NOTHING
    assert plain(table(turn=B, out=[A]), A) == NOTHING
