"""The kernel stays in the subset that is compiled, and generated files are up to date."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import cast

import pytest
from tools import kernel_names

import freehold
from freehold import rulebook
from freehold.editions import ids
from freehold.editions.switches import BY_NAME, SWITCHES
from freehold.engine import sources
from freehold.game import names
from freehold.game.types import Action
from freehold.rules import clauses, codes, state, switches

RULES = sorted(Path(state.__file__).parent.glob("*.py"))
KERNEL = {module.__name__: Path(str(module.__file__)) for module in sources.kernel_modules()}
DATA = {"freehold.rules.state"}  # describes the records, and is read by Python alone
FRACTIONS = ("freehold.envs.",)  # observations and rewards are fractions; whatever decides a game is an integer
FORBIDDEN = (
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Delete,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Global,
    ast.JoinedStr,
    ast.Lambda,
    ast.ListComp,
    ast.Nonlocal,
    ast.Raise,
    ast.SetComp,
    ast.Starred,
    ast.Try,
    ast.With,
    ast.Yield,
    ast.YieldFrom,
)


def faults(module: str, code: str) -> list[str]:
    """What is not plain in a module of the kernel: its line, and what it is."""
    found: list[str] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not _of_the_kernel(module, node)):
            found.append(f"{node.lineno}: an import from outside")
        elif isinstance(node, FORBIDDEN) and module not in DATA:
            found.append(f"{node.lineno}: {type(node).__name__}")
        elif isinstance(node, ast.FunctionDef):
            found += [f"{node.lineno}: a decorator"] if node.decorator_list else []
            found += [
                f"{part.lineno}: {part.value!r}" for part in _constants(node) if not _is_plain(module, part.value)
            ]
    return found


def _of_the_kernel(module: str, node: ast.ImportFrom) -> bool:
    """The rules import from the rules alone, by relative names; the others from modules of the kernel."""
    if node.module == "__future__":
        return True
    if module.startswith("freehold.rules."):
        return node.level == 1
    home = ".".join([*module.split(".")[: -node.level], *([node.module] if node.module else [])])
    home = home if node.level else str(node.module)
    return home in KERNEL or all(f"{home}.{name.name}" in KERNEL for name in node.names)


def _constants(function: ast.FunctionDef) -> list[ast.Constant]:
    """The constants of a function, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return [part for line in body for part in ast.walk(line) if isinstance(part, ast.Constant)]


def _is_plain(module: str, value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and module.startswith(FRACTIONS))


def test_the_kernel_is_more_than_the_rules() -> None:
    assert {path.stem for path in RULES} - {"__init__"} < {name.rpartition(".")[2] for name in KERNEL}
    assert {name.split(".")[1] for name in KERNEL} == {
        "rules",
        "layouts",
        "bots",
        "engine",
        "envs",
        "forecast",
        "learn",
    }


@pytest.mark.parametrize("module", KERNEL)
def test_the_kernel_is_plain_functions(module: str) -> None:
    """No decorator, class, exception, string or foreign import: Numba takes it for a CPU and for a GPU."""
    assert faults(module, KERNEL[module].read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "code", "told"),
    [
        ("freehold.bots.worth", "import math", "1: an import from outside"),
        ("freehold.bots.worth", "from freehold.engine.records import GAME", "1: an import from outside"),
        ("freehold.rules.rent", "from freehold.rules.state import GO", "1: an import from outside"),
        ("freehold.forecast.kernel.deals", "@cache\ndef f(g):\n    return 1", "2: a decorator"),
        ("freehold.forecast.kernel.deals", "def f(g):\n    return sum(x for x in g)", "2: GeneratorExp"),
        ("freehold.envs.kernel.play", "def f(g):\n    'Text.'\n    return 'no'", "3: 'no'"),
        ("freehold.engine.kernel.loops", "def f(g):\n    return 0.5", "2: 0.5"),
        ("freehold.engine.kernel.loops", "def f(g):\n    return None", "2: None"),
    ],
)
def test_what_is_not_plain_is_noticed(module: str, code: str, told: str) -> None:
    assert faults(module, code) == [told]


def test_what_is_plain_is_not() -> None:
    assert (
        faults("freehold.envs.kernel.play", "from freehold.rules import state\ndef f(g):\n    'A.'\n    return 0.5")
        == []
    )


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
    bare = [node.lineno for node in switch_comparisons(path) if isinstance(node.comparators[0], ast.Constant)]
    assert bare == []


def test_the_rules_compare_switches() -> None:
    assert sum(len(switch_comparisons(path)) for path in RULES) > 50


def switch_comparisons(path: Path) -> list[ast.Compare]:
    found = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Compare))
    return [node for node in found if isinstance(node.left, ast.Attribute) and node.left.attr in state.SWITCHES]


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
    assert len(events) > 5
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
    line = freehold.format_action(cast(Action, action))
    assert "\n" not in line
    assert freehold.parse_action(line) == action
