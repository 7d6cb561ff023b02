"""The examples of the pages on environments run, except those that need torch, and are the same in both languages."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from tools import doc_tables

import freehold
from freehold import envs

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("environments.md", "environnements.md")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    """The Python blocks of a page without their comments, which are in its language."""
    return [re.sub(r" +#.*", "", block) for block in BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))]


def test_both_pages_have_the_same_examples() -> None:
    english, french = (blocks(page) for page in PAGES)
    assert english == french
    assert len(english) == 6
    tables = [re.findall(r"^\| `(\w+)`", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE) for page in PAGES]
    assert tables[0] == tables[1] != []


def test_the_examples_run() -> None:
    for code in blocks(PAGES[0]):
        if "torch" not in code and "sb3" not in code:
            exec(compile(code, "docs", "exec", dont_inherit=True), {"__name__": "docs"})


@pytest.mark.thorough
def test_maskable_ppo_learns_and_its_policy_is_a_bot() -> None:
    """`make thorough` has sb3-contrib, by locks/learn.txt; it needs torch, which `make test` does without."""
    pytest.importorskip("sb3_contrib")
    (code,) = [code for code in blocks(PAGES[0]) if "sb3" in code]
    names: dict[str, Any] = {"__name__": "docs"}
    exec(compile(code, "docs", "exec", dont_inherit=True), names)
    game = freehold.Game.new("classic", 4, seed=1)
    view: Any = {**game.view(), "you": game.decider}
    assert freehold.envs.PolicyBot(names["policy"]).decide(view, game.legal()) == {"type": "roll"}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", doc_tables.TABLES)
def test_tables_made_from_the_code_are_current(name: str, lang: str) -> None:
    _, text, wanted = doc_tables.written(name, lang)
    assert text == wanted, "run python tools/doc_tables.py"


def test_the_sizes_on_the_page_are_those_of_an_environment() -> None:
    env = freehold.envs.VecEnv("classic", players=4, opponents=["baron"] * 3, num_envs=2, seed=1, backend="python")
    text = (DOCS / PAGES[0]).read_text(encoding="utf-8")
    assert f"environments × {env.observation_size} (for 4 players)" in text
    assert f"environments × {env.num_actions}, bool" in text


def test_whatever_is_called_has_a_table_of_its_parameters() -> None:
    packages = ((freehold, freehold.__all__), (envs, envs.__all__))
    public = {name: getattr(package, name) for package, names in packages for name in names}
    called = {
        name
        for name, what in public.items()
        if inspect.isroutine(what) or (isinstance(what, type) and not issubclass(what, Exception))
        if any(one not in ("self", "cls") for one in inspect.signature(what).parameters)
    }
    known = {name.partition(".")[0] for name in doc_tables.ENTRY_POINTS}
    assert called - {"Edition"} == known  # an edition is loaded, and not made from its parts


def test_settings_are_those_of_the_function_that_they_go_to() -> None:
    rows, env = (doc_tables.parameter_rows(one.__init__) for one in (envs.AgainstPolicies, envs.VecEnv))
    assert {"opponents", *env} - {"players"} == {*rows}
    assert all(rows[name] == env[name] for name in rows if name != "opponents")
