"""`python -m tests.reference.planted`: faults, planted in `rules/` one at a time; the model must find each.

Twenty are of the rulebooks, the others of house rules.

A fault is a change of one place of the source, of the kind that a player who knows the rulebook would notice. It is
compiled into a process of its own; the files stay as they are.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import os
import sys
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from tests.reference.run import Report, compare_until_found

MOST = 100_000  # actions after which a fault counts as not found


class Fault(NamedTuple):
    module: str
    old: str
    new: str
    what: str


FAULTS = [
    Fault("rent", "2 if late else 1", "3 if late else 1", "a claim may come one throw too late"),
    Fault("turn", "if g.thrown == 0:", "if True:", "the second throw of a turn counts for the deadline of a claim"),
    Fault(
        "rent",
        "return g.debt_why[debt] != WHY_RENT or g.debt_older[debt] > claim",
        "return False",
        "a claimed rent goes behind the debts of later events",
    ),
    Fault(
        "rent",
        "if g.buildings[square] != 0:\n        return rent",
        "if g.buildings[square] > 1:\n        return rent",
        "the rent of a lot with one house is doubled",
    ),
    Fault("movement", "if by == BY_DICE:\n        g.rent_times", "if False:\n        g.rent_times",
          "a card's double rent for a station is charged again at the next one"),
    Fault("debts", "g.mortgaged[square] = 0\n", "pass\n", "a bankrupt's mortgaged deed is auctioned with its mortgage"),
    Fault("debts", "interest += interest_on", "interest = interest_on", "an heir pays the interest of one deed alone"),
    Fault("mortgages", "if (g.prepaid >> square) & 1 == 0:\n        owe", "if True:\n        owe",
          "who inherits a mortgage and keeps it pays the ten per cent twice"),
    Fault("money", "t.mortgage[square], t.interest", "t.price[square], t.interest", "interest is of the deed's price"),
    Fault("trade", "seat, maker, ask)\n\n", "seat, maker, give | ask)\n\n", "deeds change hands twice in one deal"),
    Fault("trade", "t.price[square] // 2", "0", "a debtor may give his mortgaged deeds away"),
    Fault("auctions", "        if in_game(g, seat):", "        if in_game(g, seat) and g.in_jail[seat] == 0:",
          "who is in jail may not bid"),
    Fault("shortage", "winner, square, price, S", "winner, square, t.house_cost[square], S",
          "who wins a scarce building pays the printed price"),
    Fault("money", "range(left + 1, STEPS + 1)", "range(left + 2, STEPS + 1)",
          "a new building is worth what the one sold there was won for"),
    Fault("buildings", "g.houses += g.buildings[square]\n        g.hotels -= 1", "g.houses += 4\n        g.hotels -= 1",
          "a hotel of the short game brings the bank four houses"),
    Fault("jail", "    g.in_jail[seat] = 1\n", "    g.in_jail[seat] = 1\n    g.cash[seat] += t.salary\n",
          "the salary is paid on the way to jail"),
    Fault("jail", "set_free(g, e, seat, JAIL_DOUBLE_IS_THE_MOVE)", "set_free(g, e, seat, 0)\n        g.extra = 1",
          "the double that opens the jail gives another throw"),
    Fault("decks", "    g.deck_size[deck] += 1\n    top_goes_under(g, deck)", "    g.deck_size[deck] += 1",
          "a used jail card goes on top of its deck"),
    Fault("tax", "worth(g, t, seat, False)", "worth(g, t, seat, True)",
          "mortgaged deeds count half for the ten per cent"),
    Fault("force", "LIGHT if face == SHIFT else face", "DARK if face == SHIFT else face",
          "the shift face counts black in a battle"),
    # house rules
    Fault("parking", "    g.pot = 0\n", "", "who takes the money in the middle leaves it there as well"),
    Fault("parking", "(why == WHY_FINE or why == WHY_CARD)", "why == WHY_FINE", "cards never pay into the middle"),
    Fault("buying", "g.turns < g.players", "g.turns <= g.players", "the first round has a turn too many"),
    Fault("movement", "g.lapped |= 1 << seat", "g.lapped = 1 << seat", "one first lap makes the others wait again"),
    Fault("debts", " and t.mortgages != MORTGAGES_NONE", "", "a bankrupt mortgages though there are no mortgages"),
    Fault("buildings", "if g.owner[other] == seat and g.mortgaged[other] != 0", "if g.mortgaged[other] != 0",
          "without whole groups, somebody else's mortgage stops the building"),
    Fault("endings", "g.turns + 1 >= t.rounds", "g.turns >= t.rounds", "the last round has a turn too many"),
]  # fmt: skip


def plant(fault: Fault) -> None:
    """From now on the functions of the module are those of the changed source."""
    module = importlib.import_module(f"freehold.rules.{fault.module}")
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    assert source.count(fault.old) == 1, f"{fault.module}: {source.count(fault.old)} places for {fault.what!r}"
    for code in compile(source.replace(fault.old, fault.new), str(path), "exec").co_consts:
        if isinstance(code, CodeType):
            getattr(module, code.co_name).__code__ = code


def try_one(given: tuple[Fault, str, int]) -> Report:
    fault, seed, most = given
    plant(fault)
    return compare_until_found(seed, most)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reference.planted", description=__doc__)
    parser.add_argument("--seed", default="planted")
    parser.add_argument("--most", type=int, default=MOST, help="actions after which a fault counts as not found")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    asked = parser.parse_args()
    missed = 0
    context = multiprocessing.get_context("spawn")
    with context.Pool(asked.jobs, maxtasksperchild=1) as workers:
        tasks = [(fault, asked.seed, asked.most) for fault in FAULTS]
        for fault, report in zip(FAULTS, workers.imap(try_one, tasks), strict=True):
            missed += not report.found
            kind = report.found[0].kind if report.found else "not found"
            print(f"{report.actions:7,} actions  {fault.module:10} {fault.what}: {kind}", flush=True)
    print(f"{len(FAULTS) - missed} of {len(FAULTS)} planted faults found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
