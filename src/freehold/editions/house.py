"""House rules by name: each is a value of a rule switch with a clause of its own in the topic `house`.

The id of a house rule is that of its clause without the topic: `free-parking-pot` is `house.free-parking-pot`. Options
may name house rules in a list (`{"house": ["free-parking-pot"]}`), or set their switches one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from freehold.editions.faults import SetupError, nearest
from freehold.editions.switches import SWITCHES

OPTION = "house"


class HouseRule(msgspec.Struct, frozen=True):
    """A named house rule: the switch that it sets, and its value."""

    id: str
    switch: str
    value: str

    @property
    def clause(self) -> str:
        return f"{OPTION}.{self.id}"


HOUSE_RULES: dict[str, HouseRule] = {
    rule.id: rule
    for switch in SWITCHES
    if switch.house
    for value, clause in list(zip(switch.values, switch.clauses, strict=True))[1:]
    for rule in [HouseRule(clause.removeprefix(f"{OPTION}."), switch.name, value)]
}


def house_options(rules: Iterable[str]) -> dict[str, str]:
    """The options of named house rules. An unknown one, or two that contradict each other, raise `SetupError`."""
    chosen: dict[str, HouseRule] = {}
    for id in [rules] if isinstance(rules, str) else rules:
        rule = HOUSE_RULES.get(id) if isinstance(id, str) else None
        if rule is None:
            near = nearest(str(id), HOUSE_RULES)
            parts = {"known": ", ".join(HOUSE_RULES)} | ({"near": near} if near else {})
            raise SetupError("unknown-house-rule", {"given": repr(id), **parts})
        other = chosen.setdefault(rule.switch, rule)
        if other != rule:
            raise SetupError("house-rules-contradict", {"one": other.id, "other": rule.id})
    return {rule.switch: rule.value for rule in chosen.values()}


def expanded(options: Mapping[str, Any], rules: Iterable[str] = ()) -> dict[str, Any]:
    """Options with their list of house rules, and further ones, replaced by the switches that these set."""
    plain = {name: value for name, value in options.items() if name != OPTION}
    listed = options.get(OPTION, ())
    if not isinstance(listed, str | list | tuple):
        raise SetupError("bad-house-rules", {"given": repr(listed)})
    for name, value in house_options([*([listed] if isinstance(listed, str) else listed), *rules]).items():
        if plain.setdefault(name, value) != value:
            raise SetupError("house-rule-and-option", {"name": name, "one": plain[name], "other": value})
    return plain


def house_rules_of(settings: Mapping[str, Any]) -> list[HouseRule]:
    """The house rules among options, in the order of the rulebook."""
    return [rule for rule in HOUSE_RULES.values() if settings.get(rule.switch) == rule.value]
