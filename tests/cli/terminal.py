"""The `freehold` command as a test sees it: what is typed, what is shown, and how it ended."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from freehold.cli import main


class Run(NamedTuple):
    code: int
    out: str
    err: str


class Terminal:
    """Runs the command as a shell would, with lines for it to read."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *args: str, typed: str = "") -> Run:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(args))
        shown = self.capsys.readouterr()
        return Run(code, shown.out, shown.err)
