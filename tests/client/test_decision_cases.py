"""The positions that the client's reckoning is compared with are what the rules say today."""

from __future__ import annotations

import json
from pathlib import Path

from tools.decision_cases import cases

FILE = Path(__file__).parents[2] / "web" / "src" / "decide" / "cases.json"


def test_the_clients_cases_are_what_the_rules_say() -> None:
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    assert json.loads(json.dumps(cases())) == kept, "run tools/decision_cases.py web/src/decide/cases.json"
