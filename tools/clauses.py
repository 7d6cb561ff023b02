"""Counts the clauses of the rulebook that a test names. Exit code 1 if any clause has no test."""

from __future__ import annotations

import contextlib
import io
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from freehold import rulebook


class Collector:
    """Collects the clauses that tests name during pytest's collection. Skipped tests do not count."""

    def __init__(self) -> None:
        self.proofs: dict[str, set[str]] = defaultdict(set)
        self.unknown: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        known = {clause.id for clause in rulebook.clauses()}
        for item in session.items:
            if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
                continue
            for mark in item.iter_markers("clause"):
                for name in mark.args:
                    if name in known:
                        self.proofs[name].add(item.nodeid)
                    else:
                        self.unknown.append(f"{item.nodeid} names {name}, which is not a clause")


def main() -> int:
    collector = Collector()
    tests = str(Path(__file__).parent.parent / "tests")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", tests], plugins=[collector])
    if code != pytest.ExitCode.OK:
        print(said.getvalue())
        print("The tests could not be collected.")
        return 1
    clauses = rulebook.clauses()
    missing = [clause.id for clause in clauses if clause.id not in collector.proofs]
    print(f"{len(clauses) - len(missing)} of {len(clauses)} clauses are proven by a test that names them.")
    for name in missing:
        print(f"  not proven: {name}")
    for line in collector.unknown:
        print(f"  {line}")
    return 1 if missing or collector.unknown else 0


if __name__ == "__main__":
    sys.exit(main())
