"""`python -m tests.simulation.planted`: faults planted in leases, writer, dice rounds and reconnection, one at a time.

A fault is a change of one place of the server's source, as somebody might make it by mistake. It is put into a process
of its own before the server is imported there; the files stay as they are. The simulation must find each.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import NamedTuple

MOST = 5_000  # schedules after which a fault counts as not found


class Planted(NamedTuple):
    """The module below `freehold.server`, the text to replace and what replaces it, and what that means."""

    module: str
    old: str
    new: str
    what: str


FAULTS = [
    Planted(
        "storage.postgres.leases",
        "fence = leases.fence + 1 WHERE",
        "fence = leases.fence WHERE",
        "the fencing number does not grow with a new owner",
    ),
    Planted(
        "storage.postgres.leases",
        "leases.process AND alive WHERE game",
        "leases.process WHERE game",
        "visitors are sent to a process that is dead",
    ),
    Planted(
        "registry.ownership",
        "            owner.lose_all()\n",
        "",
        "a process that was declared dead keeps its tables in memory",
    ),
    Planted(
        "storage.writer",
        "future.set_exception(answer)",
        "future.set_result(None)",
        "a step that could not be written counts as written",
    ),
    Planted(
        "registry.steps",
        "            await self._write(live, step.writes)\n            _tell(live, step, asker)\n",
        "            _tell(live, step, asker)\n            await self._write(live, step.writes)\n",
        "a step is told before it is on disk",
    ),
    Planted(
        "registry.steps",
        "            await self._write(live, fixed.writes)\n            live.tell",
        "            live.tell",
        "links are asked for before the action is stored",
    ),
    Planted(
        "table.table",
        "        if record.pending is not None and (record.pending.number != self.number + 1 or",
        "        if record.pending is not None and (True or",
        "an action that waits for its draw is forgotten when the table is loaded again",
    ),
    Planted(
        "session.joining",
        "if last is not None and past[0] > last]",
        "if last is not None and past[0] > last + 1]",
        "whoever comes back misses an action",
    ),
    Planted(
        "session.message_table",
        "        return None if number is None else Step(to_asker=[Done(act.id, number)])",
        "        return None",
        "an action that is sent again is not recognized",
    ),
    Planted(
        "session.session",
        "        live.listeners.discard(self.listener)\n",
        "",
        "a connection that is gone is still told everything",
    ),
    Planted(
        "fairness.take_backs",
        "game.draws + (shares is not UNSET)",
        "self._games[to].draws",
        "a throw that was taken back falls again",
    ),
    Planted(
        "table.notices",
        '        notify.told, notify.at, notify.reminded = countdown.question, now, kind == "reminder"\n',
        "",
        "somebody is told of the same question again and again",
    ),
    Planted(
        "registry.driver",
        "            self._resources.notifier.tell(live.table.record, notice)\n",
        "            self._resources.notifier.tell(live.table.record, notice)\n"
        "            await self._resources.notifier.test(live.table.record, notice)\n",
        "a table waits until a notice has arrived",
    ),
    Planted(
        "table.orders",
        "(own is None and not orders.pass_others) or ",
        "",
        "somebody who has other orders is made to pass",
    ),
    Planted(
        "table.orders",
        '"amount": min(limit, ',
        '"amount": max(limit + 1, ',
        "an order bids more than it may",
    ),
    # from here on by somebody who did not write the simulation, before reading those above
    Planted(
        "storage.postgres.leases",
        'WHERE id = %s AND alive"\n        if not',
        'WHERE id = %s"\n        if not',
        "a process that was declared dead renews its lease",
    ),
    Planted(
        "registry.table_loader",
        "        self.drop(live)\n        live.cut()\n",
        "        self.drop(live)\n",
        "connections to a table that is loaded anew are left with the old one",
    ),
    Planted(
        "table.drawing",
        "if draw != self.draw or (self.chains.people is not None and seat not in self.asked_now):",
        "if self.chains.people is not None and seat not in self.asked_now:",
        "a link that comes late is taken for the next draw",
    ),
    Planted(
        "table.drawing",
        "if lapses[seat] > lapses[turn[0]]}",
        "if lapses[seat] >= lapses[turn[0]]}",
        "links are shown to those who reveal at the same time",
    ),
    Planted(
        "table.table",
        "(record.pending.number != self.number + 1 or",
        "(record.pending.number < self.number or",
        "an action that was drawn is drawn again when the table is loaded",
    ),
    Planted(
        "registry.live_table",
        "            self.ids.add(table.record.pending.client)\n",
        "            pass\n",
        "an action that waits for its draw is not recognized when the table was loaded anew",
    ),
    Planted(
        "table.table",
        "        self.drawing.heard(seats)\n",
        "",
        "whoever comes back after not answering is not asked any more",
    ),
    Planted(
        "registry.driver",
        "and not live.lock.locked():\n            self.schedule(live)",
        "and not live.lock.locked():\n            pass",
        "a draw whose last link comes late waits for its deadline",
    ),
    Planted(
        "session.session",
        "changed = live.table.depart(self.resources.clock(), self.keys, self.arrived)",
        "changed = None",
        "whoever is gone counts as present",
    ),
    Planted(
        "storage.writer",
        "zip(futures, answers, strict=True)",
        "zip(futures, answers[:1] * len(answers), strict=True)",
        "all steps of a commit get the answer of the first",
    ),
    Planted(
        "storage.postgres.leases",
        'WHERE game = ANY(%s) AND process = %s"\n'
        "        values = (HANDED_OVER if hand_over else None, list(games), self._store.process)",
        'WHERE game = ANY(%s)"\n        values = (HANDED_OVER if hand_over else None, list(games))',
        "a process gives up tables that another one has taken over",
    ),
    Planted(
        "registry.table_loader",
        "        return claim.fence\n",
        '        return int(self.__dict__.setdefault("had", {}).setdefault(game, claim.fence))\n',
        "a process writes with the number of a lease that it had earlier",
    ),
]


class FaultyLoader(SourceFileLoader):
    """Imports a module with its fault."""

    def __init__(self, name: str, path: str, fault: Planted) -> None:
        super().__init__(name, path)
        self._fault = fault

    def get_code(self, name: str) -> CodeType:
        source, fault = self.get_data(self.path).decode(), self._fault
        assert source.count(fault.old) == 1, f"{fault.module}: {source.count(fault.old)} places for {fault.what!r}"
        return compile(source.replace(fault.old, fault.new), self.path, "exec")


class Planter:
    """Finds one module, and nothing else."""

    def __init__(self, fault: Planted) -> None:
        self._fault, self._module = fault, f"freehold.server.{fault.module}"

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path) if name == self._module else None
        if found is None or found.origin is None:
            return None
        return importlib.util.spec_from_file_location(
            name, found.origin, loader=FaultyLoader(name, found.origin, self._fault)
        )


def plant(fault: Planted) -> None:
    """From now on the module has the fault. It must not have been imported before."""
    assert f"freehold.server.{fault.module}" not in sys.modules
    sys.meta_path.insert(0, Planter(fault))


def try_one(given: tuple[Planted, str, int]) -> tuple[int, str, str]:
    """In how many schedules a fault is found, what it violates, and the shortened schedule."""
    fault, seed, most = given
    plant(fault)
    from tests.simulation.shrink import command, shortened
    from tests.simulation.world import World

    for number in range(most):
        outcome = World(f"{seed}-{number}").run()
        if outcome.violation:
            short = shortened(outcome)
            return number + 1, short.violation, command(short)
    return most, "", ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.planted", description=__doc__)
    parser.add_argument("--seed", default="planted")
    parser.add_argument("--most", type=int, default=MOST, help="schedules after which a fault counts as not found")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", type=int, help="the number of one fault")
    asked = parser.parse_args()
    os.environ["PYTHONHASHSEED"] = "0"
    missed, faults = 0, FAULTS if asked.only is None else [FAULTS[asked.only]]
    with multiprocessing.get_context("spawn").Pool(asked.jobs, maxtasksperchild=1) as workers:
        tasks = [(fault, asked.seed, asked.most) for fault in faults]
        for fault, (count, violation, command) in zip(faults, workers.imap(try_one, tasks, 1), strict=True):
            missed += not violation
            print(f"{count:6,} schedules  {fault.module:24} {fault.what}: {violation or 'not found'}", flush=True)
            print(f"{'':18}{command}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} planted faults found")
    return 1 if missed else 0


if __name__ == "__main__":
    from tests.simulation import planted

    sys.exit(planted.main())
