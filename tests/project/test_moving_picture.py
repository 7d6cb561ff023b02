"""The moving pictures of README and LISEZMOI are what the program draws today."""

from __future__ import annotations

import pytest
from tools import moving_picture


@pytest.mark.thorough
@pytest.mark.parametrize("name", list(moving_picture.TITLES))
def test_it_is_as_drawn(name: str) -> None:
    drawn = moving_picture.moving(*moving_picture.TITLES[name])
    assert (moving_picture.PICTURES / name).read_text(encoding="utf-8") == drawn, "run python -m tools.moving_picture"
