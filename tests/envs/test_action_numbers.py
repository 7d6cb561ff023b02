"""The numbers of the environments' actions and the kernel's actions: each is the inverse of the other."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tools import kernel_actions

from freehold.action_table import ACTIONS, BY_NUMBER
from freehold.engine import records, sources
from freehold.game import internals
from freehold.rules import codes, state, step

from ..table import A, table

CALL: dict[str, Any] = dict(sources.functions())
ID = {
    name.removeprefix("ID_").lower(): number for name, number in sources.constants().items() if name.startswith("ID_")
}
TAKEN = {action.row.learner for action in BY_NUMBER.values()}
SPARE = [number for number in range(ID["cancel"] + 1, ID["want"]) if number not in TAKEN]
PLAIN = [number for number in range(ID["want"]) if number not in SPARE and number not in (ID["cancel"], ID["settle"])]
SQUARES = range(ID["build"], ID["candidate"])  # those on a square, and those on a group


def taken(number: int) -> tuple[Any, Any]:
    """The action that a number stands for, and the position that it was taken in."""
    game = table("star-wars-1", turn=A, phase="end")
    frame, episode = records.Frame(), records.Episode()
    frame.tables, episode.game, episode.env.asked = internals.tables(game), internals.record(game), A
    episode.game.battle_symbol = codes.DARK
    CALL["take_action"](frame, episode, number)
    return episode.action, game


@pytest.mark.parametrize("number", [*PLAIN, *SQUARES])
def test_a_number_is_taken_for_the_action_that_has_it(number: int) -> None:
    x, game = taken(number)
    assert CALL["number_of"](internals.tables(game), x.kind, x.a, x.b) == number


def test_every_number_has_an_action_of_its_own() -> None:
    kinds = {BY_NUMBER[taken(number)[0].kind].name for number in (*PLAIN, *SQUARES)}
    wanted = {action.name for action in BY_NUMBER.values() if action.row.learner is not None}
    assert kinds == wanted - {"settle", "bid", "want"}


def test_two_actions_have_no_number_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    row = msgspec.structs.replace(ACTIONS["buy"].row, learner=9)  # the second choice of `pay_tax`
    monkeypatch.setitem(ACTIONS, "buy", msgspec.structs.replace(ACTIONS["buy"], row=row))
    with pytest.raises(ValueError, match="of pay_tax and buy overlap"):
        kernel_actions.learnable()


@pytest.mark.parametrize("number", SPARE)
def test_a_spare_number_runs_no_rule(number: int) -> None:
    x, game = taken(number)
    assert step.may(internals.record(game), internals.tables(game), A, x) == codes.REFUSED_UNKNOWN_ACTION
    assert CALL["number_of"](internals.tables(game), x.kind, x.a, x.b) == state.NOBODY
