"""Bots are not fleeced: a deal that their formula accepts is refused where the forecast sees that it costs them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from freehold.analysis import values
from freehold.bots import ranks
from freehold.engine import records
from freehold.game import Game
from freehold.players.caution import Caution
from freehold.players.ladder import LadderBot
from freehold.rules import codes
from tests.table import A, B, deeds, table

TWO_DEEDS = deeds(B, 6, 39, 11, 24) | deeds(A, 13, 26)
FOR_A_GROUP = deeds(B, 11, 27) | deeds(A, 13, 14, 26, 29)
CHEAP: Any = ({"give": {"cash": 520}, "ask": {"squares": [6, 39]}}, TWO_DEEDS)
DEAR: Any = ({"give": {"cash": 700}, "ask": {"squares": [6, 39]}}, TWO_DEEDS)
GROUP: Any = ({"give": {"squares": [26, 29]}, "ask": {"squares": [11]}}, FOR_A_GROUP)  # each completes one


def offered(deal: Any) -> Game:
    """Ann has offered this to Bob."""
    offer, held = deal
    game = table("classic", turn=A, phase="end", cash={A: 1300, B: 700}, deeds=held)
    game.apply({"type": "offer", "to": B, **offer}, A)
    return game


def answer(game: Game, name: str, proposer: str = "") -> str:
    return str(LadderBot(name, 1, others={A: proposer} if proposer else {}).decide(game, B)["type"])


@pytest.mark.parametrize(("deal", "name"), [(CHEAP, "baron"), (GROUP, "baron"), (GROUP, "trader")])
@pytest.mark.parametrize("proposer", ["", "mogul"])
def test_what_only_the_formula_likes_is_refused(deal: Any, name: str, proposer: str) -> None:
    game = offered(deal)
    assert answer(game, name, "baron") == "accept"  # bots of the kernel answer each other by the formula
    assert answer(game, name, proposer) == "reject"


def test_a_good_offer_is_accepted() -> None:
    assert answer(offered(DEAR), "baron") == "accept"


@pytest.mark.parametrize("deal", [CHEAP, DEAR, GROUP])
def test_the_second_look_is_the_same_compiled(deal: Any) -> None:
    game = offered(deal)
    t = records.to_record(game.tables(), records.TABLES)
    v = records.to_record(values.build(game.tables()), records.VALUES)
    n = np.zeros(1, records.NOTES)
    n["careful"], n["bot"] = 1, ranks.BOT_PERSON
    n["bot"][0, B] = ranks.BOT_BARON
    found = Caution(t, v).answer(records.to_record(game.record(), records.GAME), n, B)
    assert ("accept" if found["kind"][0] == codes.DO_ACCEPT else "reject") == answer(game, "baron")
