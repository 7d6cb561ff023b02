"""How the house is built: the kernel stays plain, and what stands in two places says the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tools import kernel_names

import freehold
from freehold import rulebook
from freehold.editions import ids
from freehold.editions.switches import BY_NAME, SWITCHES
from freehold.engine import sources
from freehold.game import names
from freehold.rules import clauses, codes, state, switches

RULES = sorted(Path(state.__file__).parent.glob("*.py"))
FORBIDDEN = (
    ast.ClassDef,
    ast.Try,
    ast.Raise,
    ast.JoinedStr,
    ast.Lambda,
    ast.ListComp,
    ast.DictComp,
    ast.Yield,
    ast.With,
)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_kernel_is_plain_functions(path: Path) -> None:
    """No decorator, class, exception, string or foreign import: Numba takes it for a CPU and for a GPU."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert not node.decorator_list
        if path.stem != "state":
            assert not isinstance(node, FORBIDDEN), f"line {node.lineno}"  # type: ignore[attr-defined]
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1, f"line {node.lineno} imports from outside the rules"
        assert not isinstance(node, ast.Import)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_no_rule_asks_which_edition_this_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    flat = {name.lower().replace("_", "-") for name in used}
    assert not flat & {*ids(), "edition"}


@pytest.mark.parametrize(("path", "text"), kernel_names.files().items(), ids=lambda part: getattr(part, "name", ""))
def test_the_kernels_generated_files_are_up_to_date(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run `python tools/kernel_names.py`"


def test_a_clause_and_a_switch_value_have_a_constant() -> None:
    assert rulebook.numbers()["mortgage.transfer-lift-now.value"] == clauses.MORTGAGE_TRANSFER_LIFT_NOW_VALUE
    assert (switches.TRANSFER_LIFT_PLUS_INTEREST, switches.TRANSFER_LIFT_VALUE_ONLY) == (0, 1)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_no_rule_compares_a_switch_with_a_bare_number(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr in state.SWITCHES:
            assert not isinstance(node.comparators[0], ast.Constant), f"line {node.lineno}"


def test_the_kernels_switches_are_the_editions() -> None:
    known = rulebook.numbers()
    for switch in SWITCHES:
        assert len(switch.clauses) == len(switch.values)
        assert set(switch.clauses) <= set(known)
        assert switch.sentence("en") != switch.sentence("fr")
    assert set(BY_NAME) == set(state.SWITCHES)
    assert len(SWITCHES) == len(BY_NAME)


@pytest.mark.parametrize("prefix", ["PHASE_", "DO_", "REFUSED_", "EVENT_", "STAGE_", "WHY_", "KIND_", "CARD_"])
def test_no_two_words_share_a_number(prefix: str) -> None:
    numbers = [number for name, number in vars(codes).items() if name.startswith(prefix)]
    assert len(numbers) == len(set(numbers))


def test_functions_can_be_compiled_in_order() -> None:
    found = sources.in_order(sources.functions())
    assert set(found) == set(sources.functions())
    assert list(found).index("act") > list(found).index("settle") > list(found).index("advance")


def test_every_event_of_a_game_names_a_clause() -> None:
    game = freehold.Game.new("classic", 3, seed=4)
    events = game.setup + game.apply({"type": "roll"})
    assert all(event["clause"] in names.CLAUSE_NUMBERS for event in events)


def test_the_public_face() -> None:
    assert set(freehold.__all__) <= set(dir(freehold))
    game = freehold.Game.new("classic", 2, seed=1)
    assert eval(repr(game), {"Game": freehold.Game}).position() == game.position()
    assert game._repr_svg_() == game.svg()


@pytest.mark.parametrize(
    "action",
    [
        {"type": "roll"},
        {"type": "build", "square": 6, "count": 2},
        {"type": "pay_tax", "choice": "flat"},
        {"type": "settle", "squares": [6, 8], "cash": 10},
        {
            "type": "offer",
            "to": 1,
            "give": {"cash": 50, "squares": [6], "jail_cards": ["chest"]},
            "ask": {"cash": 0, "squares": [], "jail_cards": []},
        },
    ],
)
def test_an_action_has_a_line_of_text(action: dict[str, object]) -> None:
    line = freehold.format_action(action)
    assert "\n" not in line
    assert freehold.parse_action(line) == action
