"""What several test files share."""

from __future__ import annotations

import pytest

from .terminal import Terminal


@pytest.fixture
def freehold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    return Terminal(capsys, monkeypatch)
