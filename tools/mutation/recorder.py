"""Which lines of `rules/` a test executes.

Python 3.12 tells them by `sys.monitoring`, which is switched off at each line once a test has executed it and so costs
little. Before that, all lines of a function count as executed once it is called: then a mutant has more tests to run.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from mutants import RULES


class Recorder:
    """Runs tests and records the lines of the rules that each executes."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self.modules: dict[str, str] = {}  # file name of a code object → module of rules/, or nothing

    def module_of(self, file: str) -> str:
        if file not in self.modules:
            self.modules[file] = Path(file).stem if Path(file).parent == RULES else ""
        return self.modules[file]

    def record(self, items: list[pytest.Item], protocol: Callable[..., list[pytest.TestReport]]) -> tuple[int, str]:
        """Run the tests; for each whether it passed, its seconds and its lines, as JSON."""
        told = []
        self.begin()
        for k, item in enumerate(items):
            self.lines = set()
            self.restart()
            started = time.perf_counter()
            reports = protocol(item, log=False, nextitem=items[k + 1] if k + 1 < len(items) else None)
            seconds = time.perf_counter() - started
            passed = not any(report.failed for report in reports)
            told.append({"passed": passed, "seconds": round(seconds, 5), "lines": sorted(self.lines)})
        return 0, json.dumps(told)

    if sys.version_info >= (3, 12):

        def begin(self) -> None:
            watch = sys.monitoring
            watch.use_tool_id(watch.COVERAGE_ID, "mutants")
            watch.register_callback(watch.COVERAGE_ID, watch.events.LINE, self.line)
            watch.set_events(watch.COVERAGE_ID, watch.events.LINE)

        def restart(self) -> None:
            sys.monitoring.restart_events()

        def line(self, code: CodeType, number: int) -> object:
            module = self.module_of(code.co_filename)
            if module:
                self.lines.add((module, number))
            return sys.monitoring.DISABLE

    else:

        def begin(self) -> None:
            sys.settrace(self.enter)

        def restart(self) -> None:
            pass

        def enter(self, frame: FrameType, event: str, arg: Any) -> None:
            code = frame.f_code
            module = self.module_of(code.co_filename)
            if module and (module, code.co_firstlineno) not in self.lines:
                self.lines.add((module, code.co_firstlineno))
                self.lines.update((module, line) for _, _, line in code.co_lines() if line is not None)
