"""The mutants of the rules: each has an id of its own, and those listed as harmless exist and have their reason."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tools.mutation.mutants import ROOT, all_mutants


def test_every_mutant_has_an_id_of_its_own_and_lies_in_its_file() -> None:
    mutants = all_mutants("tax")
    assert len({mutant.id for mutant in mutants}) == len(mutants) > 10
    lines = (Path(ROOT) / "src/freehold/rules/tax.py").read_text(encoding="utf-8").splitlines()
    for mutant in mutants:
        assert mutant.first <= mutant.line <= mutant.last <= len(lines)
        assert mutant.code.co_name == mutant.function


def test_what_is_listed_exists_and_says_why() -> None:
    listed = tomllib.loads((ROOT / "tests/rules/mutants.toml").read_text(encoding="utf-8"))["mutant"]
    ids = [entry["id"] for entry in listed]
    assert len(set(ids)) == len(ids)
    assert all(entry["reason"].endswith(".") for entry in listed)
    known = {mutant.id for module in {id.partition(".")[0] for id in ids} for mutant in all_mutants(module)}
    assert set(ids) <= known
