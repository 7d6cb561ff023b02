"""Every action has its row and its branch: no action runs the rule of another, and an unknown one is refused."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, cast

import pytest

from freehold import Game, IllegalAction
from freehold.action_table import ACTIONS, BY_NUMBER
from freehold.engine.records import Action, Chance, Events
from freehold.game import actions, internals, names, types
from freehold.rules import codes, dispatch, step
from tests.table import A, B, table

UNKNOWN = len(ACTIONS) + 1
SAMPLES: dict[str, list[Any]] = {
    "square": [5],
    "to": [1],
    "amount": [7],
    "cash": [8],
    "count": [2, 3],
    "keep": [1],
    "deck": ["chest", "chance"],
    "symbol": ["light", "dark"],
    "squares": [[], [5, 39]],
    "more": [[6]],
    "give": [{"cash": 9, "squares": [1]}, {}],
    "ask": [{"squares": [3, 39], "jail_cards": ["chance"]}, {"cash": 1}],
}
KEPT = {B: [("chance", 2)]}


def branches(function: str) -> set[str]:
    """The actions that a function of the dispatch names."""
    tree = ast.parse(Path(dispatch.__file__).read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return {node.id for node in ast.walk(found) if isinstance(node, ast.Name) and node.id.startswith("DO_")}


@pytest.mark.parametrize("function", ["may_by_rule", "do_by_rule"])
def test_every_action_has_its_branch(function: str) -> None:
    constants = {name for name in vars(codes) if name.startswith("DO_")}
    assert branches(function) == constants == {action.constant for action in ACTIONS.values()}


def test_every_phase_is_one_of_the_game() -> None:
    phases = {phase for action in ACTIONS.values() for phase in action.phases}
    assert phases <= set(names.PHASE_NUMBERS)
    for action in ACTIONS.values():
        wanted = names.PHASE_NUMBERS[action.row.phase] if action.row.phase else codes.NOTHING
        assert dispatch.phase_of(action.row.number) == wanted


@pytest.mark.parametrize("kind", [UNKNOWN, UNKNOWN + 1, 0, -1])
def test_a_number_without_a_row_runs_no_rule(monkeypatch: pytest.MonkeyPatch, kind: int) -> None:
    """Even if it is let through: as a forgotten branch would be, for a number that `may` takes for an action."""
    monkeypatch.setattr(step, "ACTIONS", UNKNOWN + 1)
    game = table(turn=A, phase="roll")
    g, t = internals.record(game), internals.tables(game)
    x: Any = Action()
    x.kind = kind
    assert step.act(g, t, Chance(), Events(), A, x) == codes.REFUSED_UNKNOWN_ACTION
    assert dispatch.do_by_rule(g, t, Chance(), Events(), A, x) == codes.REFUSED_UNKNOWN_ACTION
    assert g == internals.record(game)


@pytest.mark.parametrize("kind", [-1, 0, UNKNOWN])
def test_an_unknown_action_is_called_so_also_when_the_game_is_over(kind: int) -> None:
    game = table(turn=A, phase="roll")
    g, x = internals.record(game), Action()
    g.phase, x.kind = codes.PHASE_OVER, kind
    assert step.may(g, internals.tables(game), A, x) == codes.REFUSED_UNKNOWN_ACTION


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_read_as_it_is_written(name: str) -> None:
    row = ACTIONS[name]
    samples: dict[str, list[Any]] = {**SAMPLES, "choice": list(row.row.choices)}
    required: dict[str, Any] = {
        "type": name,
        **{field.name: samples[field.name][0] for field in row.fields if not field.optional},
    }
    cases = [required] + [required | {field.name: value} for field in row.fields for value in samples[field.name]]
    for action in cases:
        x = actions.read(action, KEPT, A)
        assert x.kind == row.row.number
        written = actions.write(x, KEPT, A)
        assert {key: value for key, value in written.items() if value != {}} == {
            key: value for key, value in action.items() if value != {}
        }
        assert actions.read(written, KEPT, A) == x


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_takes_its_own_fields_only(name: str) -> None:
    game = Game.new("classic", 2, seed=1)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(cast(types.Action, {"type": name, "colour": "red"}), A)
    assert refusal.value.reason == "bad-field"


def test_the_choices_have_the_kernels_numbers() -> None:
    assert ACTIONS["pay_tax"].row.choices.index("percent") == codes.TAX_PERCENT
    assert ACTIONS["choose"].row.choices.index("draw") == codes.CHOOSE_DRAW
    assert [BY_NUMBER[number].name for number in names.ACTIONS] == list(names.ACTIONS.values())
