"""Tests that come in more than one size, and the target of `make` that runs each.

`make test` runs what has no marker, `make thorough` what is marked `thorough`, `make nightly` what is marked `nightly`.
"""

from __future__ import annotations

from typing import Any

import pytest


def sizes(name: str, **amounts: Any) -> pytest.MarkDecorator:
    """A parameter with one value for each target: `@sizes("games", test=2_500, thorough=20_000)`."""
    marks: dict[str, Any] = {"test": (), "thorough": pytest.mark.thorough, "nightly": pytest.mark.nightly}
    return pytest.mark.parametrize(
        name, [pytest.param(amount, id=target, marks=marks[target]) for target, amount in amounts.items()]
    )
