"""Mutation testing of `rules/`: break one place at a time and see whether a test notices.

The tests are collected once and run once without a mutant, which records the lines that each of them executes. A mutant
is a forked process in which one function's code is exchanged. It runs only tests that execute the changed statement,
quick ones and those that noticed other mutants of the function first, and stops at the first failure. Results are kept
in a file, so that a run can be stopped and continued; a first run with `--each 6` sorts out most mutants quickly, and a
second one tries only those that are left, with all tests. Mutants that no test can notice because they make no
difference are listed in `tests/rules/mutants.toml`, each with its reason.

`--reference 10000 --sample 150` asks something else: what share of the mutants does the reference model notice alone,
in so many actions each? No test is run then. Results are kept in a file of their own, which is to be deleted when the
model or its actions change.

Exit code: 0 every survivor is listed; 1 some are not, or the list has stale entries; 2 the tests fail without a mutant;
3 the time was up before all mutants were tried (run again to continue).
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

sys.path.insert(0, str(Path(__file__).parent))
from mutants import ROOT, Mutant, all_mutants
from recorder import Recorder

LISTED = ROOT / "tests" / "rules" / "mutants.toml"
RESULTS = ROOT / ".mutants.json"
RESULTS_OF_MODEL = ROOT / ".mutants-reference.json"
SLOW = {"test_random_games", "test_any_play"}  # they take minutes, or a package that need not be there
NO_KERNEL = {"test_rulebook", "test_readings"}
ALSO = (
    "tests/engine/test_tally.py",  # the only one that switches counting on
    "tests/game/test_fixtures.py",
    "tests/game/test_golden.py",
    "tests/game/test_prices.py",
)
SURVIVED = 3


def test_files(wanted: str) -> list[str]:
    files = sorted(path for path in (ROOT / "tests" / "rules").glob("test_*.py") if path.stem not in SLOW | NO_KERNEL)
    return [name for name in [*map(str, files), *(str(ROOT / name) for name in ALSO)] if wanted in Path(name).stem]


def passes(items: list[pytest.Item], seconds: float = 0) -> str:
    """Run tests until one fails or the CPU seconds are over (0: no limit); its name, or nothing.

    A test that hangs, or takes many times its usual processor time, ends the process.
    """
    started = time.process_time()
    for k, item in enumerate(items):
        if 0 < seconds < time.process_time() - started:
            break
        following = items[k + 1] if k + 1 < len(items) else None
        signal.setitimer(signal.ITIMER_PROF, 2 + 20 * item.stash.get(SECONDS, 0.0))
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            return item.nodeid
    return ""


SECONDS = pytest.StashKey[float]()


class Trial:
    """Takes over pytest's run: the tests without a mutant, then with each of them."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.started = time.monotonic()
        self.code = 2
        self.kills: dict[str, Counter[str]] = defaultdict(Counter)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        covering = self.run_without_mutant(session.items)
        if covering is None:
            return True
        results = kept_results(self.given)
        mutants = all_mutants()
        chosen = select(mutants, self.given)
        todo = [m for m in chosen if not still_holds(m, results.get(m.id), covering)]
        todo.sort(key=lambda m: m.id in listed())  # these run all their tests in vain, so they come last
        print(f"{len(chosen)} mutants, {len(chosen) - len(todo)} of them already noticed.", flush=True)
        finished = self.try_all(todo, covering, results)
        self.code = report(chosen, results, whole=len(chosen) == len(mutants)) if finished else 3
        return True

    def run_without_mutant(self, items: list[pytest.Item]) -> dict[tuple[str, int], list[pytest.Item]] | None:
        """Which tests execute a line of the rules, quickest first. The work is shared by processes."""
        recorder = Recorder()
        gc.freeze()
        shares = [items[k :: self.given.jobs] for k in range(self.given.jobs)]
        children = [(forked(lambda share=share: recorder.record(share, runtestprotocol)), share) for share in shares]
        covering: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
        failed = []
        for (child, pipe), share in children:
            told = json.loads(answer(child, pipe)[1] or "[]")
            failed += [item.nodeid for item, one in zip(share, told, strict=False) if not one["passed"]]
            failed += [item.nodeid for item in share[len(told) :]]
            for item, one in zip(share, told, strict=False):
                item.stash[SECONDS] = one["seconds"]
                for module, line in one["lines"]:
                    covering[module, line].append(item)
        for name in failed[:10]:
            print(f"  fails without a mutant: {name}", flush=True)
        for tests in covering.values():
            tests.sort(key=lambda item: item.stash[SECONDS])
        print(f"{len(items)} tests, {time.monotonic() - self.started:.0f} s.", flush=True)
        return None if failed else covering

    def try_all(self, todo: list[Mutant], covering: dict[Any, list[pytest.Item]], results: dict[str, Any]) -> bool:
        """Try the mutants, several at a time; whether all were tried before the time was up."""
        running: dict[int, tuple[Mutant, int]] = {}
        queue = list(reversed(todo))
        done = survived = 0
        told = self.started
        while queue or running:
            while queue and len(running) < self.given.jobs and not self.late():
                mutant = queue.pop()
                child, pipe = forked(lambda mutant=mutant: self.attempt(mutant, covering))
                running[child] = (mutant, pipe)
            if not running:
                break
            child, status = os.wait()
            mutant, pipe = running.pop(child)
            killer = answer(child, pipe, status)[1]
            noticed = not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == SURVIVED)
            results[mutant.id] = {"noticed": noticed, "by": killer, "source": mutant.source, "line": mutant.line}
            self.kills[mutant.function][killer] += noticed
            done += 1
            survived += not noticed
            if not noticed:
                print(f"  not noticed: {mutant}", flush=True)
            if time.monotonic() - told > 10:
                told = time.monotonic()
                print(f"{done} of {len(todo)}, {survived} not noticed, {told - self.started:.0f} s", flush=True)
                keep(results, self.given)
        keep(results, self.given)
        if queue:
            print(f"The time is up; {len(queue)} mutants have not been tried. Run again to continue.")
        return not queue

    def late(self) -> bool:
        return bool(0 < self.given.budget < time.monotonic() - self.started)

    def attempt(self, mutant: Mutant, covering: dict[Any, list[pytest.Item]]) -> tuple[int, str]:
        """In a process of its own: exchange the function's code and run the tests that execute the statement."""
        tests = {
            item for line in range(mutant.first, mutant.last + 1) for item in covering.get((mutant.module, line), [])
        }
        known = self.kills[mutant.function]
        order = sorted(tests, key=lambda item: (-known[item.nodeid], item.stash[SECONDS]))
        function = getattr(importlib.import_module(f"freehold.rules.{mutant.module}"), mutant.function)
        function.__code__ = mutant.code
        killer = noticed_by_model(self.given.reference) if self.given.reference else passes(order, self.given.each)
        return (0 if killer else SURVIVED), killer


def noticed_by_model(actions: int) -> str:
    """Play until the reference model disagrees; in how many actions, or nothing. A game that hangs ends the process."""
    from tests.reference.run import compare_until_found

    signal.setitimer(signal.ITIMER_PROF, 30 + actions / 100)  # processor seconds, many times what it takes
    report = compare_until_found("mutants", actions)
    return f"the model in {report.actions} actions" if report.found else ""


def share_noticed_by_model(given: argparse.Namespace) -> int:
    """Print the share of mutants that the model notices, for all of rules/ and without the counting of simulations."""
    from freehold.arena.statistics import wilson

    if noticed_by_model(given.reference):  # it also loads all that the forks need
        return 2
    signal.setitimer(signal.ITIMER_PROF, 0)
    gc.freeze()
    chosen, results = select(all_mutants(), given), kept_results(given)
    todo = [m for m in chosen if results.get(m.id, {}).get("source") != m.source]
    finished = Trial(given).try_all(todo, {}, results)
    chosen = [m for m in chosen if m.id in results]
    for name, some in (("all", chosen), ("without counts.py", [m for m in chosen if m.module != "counts"])):
        noticed = sum(results[m.id]["noticed"] for m in some)
        low, high = wilson(noticed, len(some))
        print(f"{name}: {noticed} of {len(some)} noticed: {noticed / len(some):.1%} ({low:.1%} to {high:.1%})")
    return 0 if finished else 3


def forked(work: Any) -> tuple[int, int]:
    """Run a function in a fork, silently; the process and the pipe on which its answer comes."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    code, text = 1, ""
    with contextlib.suppress(BaseException), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        sys.stdout = sys.stderr = nowhere
        code, text = work()
    with os.fdopen(writing, "w") as pipe:
        pipe.write(text)
    os._exit(code)


def answer(child: int, pipe: int, status: int | None = None) -> tuple[int, str]:
    """What a fork has written, and how it ended."""
    with os.fdopen(pipe) as text:
        told = text.read()
    return (os.waitpid(child, 0)[1] if status is None else status), told


def select(mutants: list[Mutant], given: argparse.Namespace) -> list[Mutant]:
    chosen = [m for m in mutants if given.only in ("", m.module)]
    if given.sample:
        chosen = random.Random(given.seed).sample(chosen, min(given.sample, len(chosen)))
    part, parts = map(int, given.part.split("/"))
    return chosen[part::parts]


def results_file(given: argparse.Namespace) -> Path:
    usual = RESULTS_OF_MODEL if given.reference else RESULTS
    return Path(given.results) if given.results else usual


def kept_results(given: argparse.Namespace) -> dict[str, Any]:
    path = results_file(given)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def keep(results: dict[str, Any], given: argparse.Namespace) -> None:
    """Write the results, so that a run which is killed meanwhile leaves those before."""
    text = json.dumps(results, ensure_ascii=False, indent=0, sort_keys=True)
    beside = results_file(given).with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(results_file(given))


def listed() -> dict[str, str]:
    """The mutants that make no difference, each with its reason."""
    return {entry["id"]: entry["reason"] for entry in tomllib.loads(LISTED.read_text("utf-8")).get("mutant", [])}


def still_holds(mutant: Mutant, result: Any, covering: dict[Any, list[pytest.Item]]) -> bool:
    """A mutant that was noticed is not tried again as long as its function and the test that noticed it are there."""
    if result is None or not result["noticed"] or result["source"] != mutant.source:
        return False
    lines = range(mutant.first, mutant.last + 1)
    names = {item.nodeid for line in lines for item in covering.get((mutant.module, line), [])}
    return not result["by"] or result["by"] in names


def report(chosen: list[Mutant], results: dict[str, Any], whole: bool) -> int:
    """Print the survivors against the list of those that make no difference; the exit code."""
    known = listed()
    survivors = [m for m in chosen if not results[m.id]["noticed"]]
    missing = [m for m in survivors if m.id not in known]
    for mutant in missing:
        print(f"  not noticed and not listed: {mutant}")
    ids = {m.id for m in survivors}
    stale = [id for id in known if whole and id not in ids]
    for id in stale:
        print(f"  listed, but noticed or gone: {id}")
    share = 1 - len(survivors) / max(len(chosen), 1)
    print(
        f"{share:.1%} noticed: {len(chosen) - len(survivors)} of {len(chosen)};"
        f" {len(survivors) - len(missing)} survivors make no difference, {len(missing)} are not accounted for."
    )
    return 1 if missing or stale else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--budget", type=float, default=0, help="seconds after which no further mutant is started")
    parser.add_argument("--each", type=float, default=0, help="CPU seconds of tests for one mutant (0: all tests)")
    parser.add_argument("--sample", type=int, default=0, help="how many mutants to try (0: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", default="", help="a module of rules/")
    parser.add_argument("--tests", default="", help="only test files with this in their name, for a quick look")
    parser.add_argument("--reference", type=int, default=0, help="no tests: the reference model, with so many actions")
    parser.add_argument("--results", type=Path, help="the file of results, in place of the usual one")
    parser.add_argument("--part", default="0/1", help="k/n: every n-th mutant from the k-th on")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    if given.reference:
        return share_noticed_by_model(given)
    trial = Trial(given)
    # a mutant that hangs is ended by a timer of this file's, not by pytest's
    limits = ["--timeout=0", "-o", "faulthandler_timeout=0"]
    options = ["--noconftest", "-s", "-qq", "-p", "no:cacheprovider", "-p", "no:xdist", *limits]
    ended = pytest.main([*options, *test_files(given.tests)], plugins=[trial])
    if trial.code == 2:
        print(f"The tests could not be run, or fail without a mutant ({ended!s}).", file=sys.stderr)
    return trial.code


if __name__ == "__main__":
    sys.exit(main())
