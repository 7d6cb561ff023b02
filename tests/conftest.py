"""Fixtures shared by all test folders."""

from __future__ import annotations

import hashlib
import itertools
import os
from pathlib import Path

import pytest

from . import world

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache"
# before anything of Freehold is imported, which reads some variables then
WORLD = world.enter(KEPT / "compiled" if os.access(KEPT if KEPT.exists() else ROOT, os.W_OK) else None)

from freehold.arena import simulation  # noqa: E402
from freehold.engine import compile as kernel  # noqa: E402
from freehold.server.fairness import fair_dice  # noqa: E402
from freehold.server.table import bots  # noqa: E402

from .cli.terminal import Terminal  # noqa: E402


def pytest_unconfigure() -> None:
    if WORLD is not None:
        world.leave(WORLD)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Larger samples take longer, and hang no less: other time limits for them than that of pyproject.toml."""
    for item in items:
        for marker, hours in (("thorough", 1), ("nightly", 8)):
            if item.get_closest_marker(marker) and not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(hours * 3600))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With `-n auto` there are more workers than cores: many tests wait for servers, browsers and timers."""
    return (os.cpu_count() or 1) + 3 if config.option.numprocesses == "auto" else None


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed tables and bots from the test's name, so that every run has the same random numbers."""
    count = itertools.count()
    test = request.node.nodeid.rpartition("/")[2]  # without its folder, so that a file can move

    def secret() -> bytes:
        return hashlib.sha256(f"tests/{test} {next(count)}".encode()).digest()

    monkeypatch.setattr(fair_dice, "new_secret", secret)
    monkeypatch.setattr(bots, "new_seed", lambda: int.from_bytes(secret()[:7], "big"))


@pytest.fixture(autouse=True)
def compiled_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games are compiled too: how a test plays must not depend on what was compiled before it."""
    monkeypatch.setattr(simulation, "FEW_ACTIONS", 0)


@pytest.fixture
def freehold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setattr(kernel.log, "disabled", True)  # what is compiled for the first time is not to be heard of
    return Terminal(capsys, monkeypatch)
