"""The browser client contains no rules: prices and legality of the present position come from the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from freehold.editions.switches import SWITCHES
from freehold.game import names

SOURCES = Path(__file__).parents[2] / "web" / "src"
FILES = sorted(
    file
    for file in SOURCES.rglob("*")
    if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts") and "generated" not in file.parts
)
# Where a file may name a switch: the proof of the dice replays the decks by itself, to check the server; who opens a
# table may choose an option before there is a position; and a button's words say what becomes of a declined deed.
NAMES_SWITCHES = {
    "fairness/decks.ts": {"card_return"},
    "setup/plan.svelte.ts": {"rent_claims"},
    "game/choices.ts": {"declined_deed"},
}
# Where a file may name a reason that the rules give: a deed that cannot be mortgaged has no button for it.
NAMES_REASONS = {"decisions/estate/Holdings.svelte": {"buildings-stand"}}
FORBIDDEN = {
    r"interest_percent": "interest is in `prices`",
    r"house_cost\s*[/*]|/\s*2\)\s*;?\s*//|\bprice\s*/\s*2": "half prices are in `prices` and in plans",
    r"edition\.rules\b(?!\.card_return)": "no switch is read in the browser",
    r"view\.options\[": "no option is read in the browser",
    r"hotel_after\s*\?\?": "`prices.hotel_after` is always there",
    r"\bmortgage\s*[+*]|[+*]\s*\w*\.?mortgage\b": "the price of a redemption is in `prices`",
}


def _name(file: Path) -> str:
    return file.relative_to(SOURCES).as_posix()


def _code(file: Path) -> str:
    """A source without its comments."""
    return re.sub(r"<!--.*?-->|/\*.*?\*/|(?<!:)//[^\n]*", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_there_is_something_to_check() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_a_source_of_the_client_knows_no_rule(file: Path) -> None:
    code = _code(file)
    for pattern, instead in FORBIDDEN.items():
        found = re.search(pattern, code)
        assert not found, f"{_name(file)}: {found.group(0)!r}: {instead}"
    words = set(re.findall(r"[\w-]+", code))
    switches = words & {switch.name for switch in SWITCHES if "_" in switch.name}
    assert switches <= NAMES_SWITCHES.get(_name(file), set()), "a rule switch is the server's business"
    quoted = set(re.findall(r"[\"'`]([a-z]+(?:-[a-z]+)+)[\"'`]", code))
    reasons = quoted & set(names.REASONS.values())
    assert reasons <= NAMES_REASONS.get(_name(file), set()), "the server gives reasons; the client only says them"
