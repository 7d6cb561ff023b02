"""Tests that come in more than one size, and the target of `make` that runs each.

`make test` runs what has no marker, `make thorough` what is marked `thorough`, `make nightly` what is marked `nightly`.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold.editions import ids
from freehold.engine.batch import variants


def sizes(name: str, **amounts: Any) -> pytest.MarkDecorator:
    """A parameter with one value for each target: `@sizes("games", test=2_500, thorough=20_000)`."""
    marks: dict[str, Any] = {"test": (), "thorough": pytest.mark.thorough, "nightly": pytest.mark.nightly}
    return pytest.mark.parametrize(
        name, [pytest.param(amount, id=target, marks=marks[target]) for target, amount in amounts.items()]
    )


def each_edition(*at_once: str) -> pytest.MarkDecorator:
    """The parameter `edition`: these in `make test`, the others in `make thorough`."""
    return pytest.mark.parametrize(
        "edition", [pytest.param(one, marks=() if one in at_once else pytest.mark.thorough) for one in ids()]
    )


def each_variant(*editions: str) -> pytest.MarkDecorator:
    """The parameters `edition` and `variant`: plain games (of these) in `make test`, the others in `make thorough`."""
    at_once = [(edition, "classic") for edition in editions or ids()]
    return pytest.mark.parametrize(
        ("edition", "variant"),
        [pytest.param(*pair, marks=() if tuple(pair) in at_once else pytest.mark.thorough) for pair in variants()],
    )
