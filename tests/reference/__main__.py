"""`python -m tests.reference --actions 1000000 --seed S --jobs 4`: the long comparison of engine and model."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.reference.run import Report, compare
from tests.reference.shrink import described

PART = 5_000  # actions of one task


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    parser.add_argument("--actions", type=int, default=100_000, help="how many actions are compared")
    parser.add_argument("--seed", default="1", help="another seed compares other games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--show", type=int, default=3, help="how many disagreements are shown, one of each kind")
    asked = parser.parse_args()
    begun = time.monotonic()
    report = Report()
    parts = [(f"{asked.seed}-{i}", min(PART, asked.actions - i * PART)) for i in range(-(-asked.actions // PART))]
    shown: set[str] = set()
    with ProcessPoolExecutor(asked.jobs) as workers:
        for done in as_completed([workers.submit(compare, *part) for part in parts]):
            report.add(done.result())
            for disagreement in done.result().found:
                if disagreement.kind not in shown and len(shown) < asked.show:
                    shown.add(disagreement.kind)
                    print(described(disagreement), flush=True)  # at once: the whole run may take an hour
            print(f"\r{report.actions:,} actions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(" ".join(f"{kind}:{count}" for kind, count in sorted(report.kinds.items())))
    print(f"{report.summary()}, in {time.monotonic() - begun:.0f} s")
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
