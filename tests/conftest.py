"""What several test files share."""

from __future__ import annotations

import hashlib
import itertools

import pytest

from freehold.server import fair

from .terminal import Terminal


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of a test have secrets of their own, and the same ones in every run: a test fails always, or never."""
    count = itertools.count()

    def secret() -> bytes:
        return hashlib.sha256(f"{request.node.nodeid} {next(count)}".encode()).digest()

    monkeypatch.setattr(fair, "new_secret", secret)


@pytest.fixture
def freehold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    return Terminal(capsys, monkeypatch)
