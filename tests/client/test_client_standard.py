"""The client is held to a standard, and can be installed from any registry."""

from __future__ import annotations

import json
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_check_of_the_client_lints_it() -> None:
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    assert package["scripts"]["lint"] == "biome check --error-on-warnings"
    assert '["run", "lint"]' in (WEB.parent / "tools" / "client.py").read_text(encoding="utf-8")
    rules = json.loads((WEB / "biome.json").read_text(encoding="utf-8"))["linter"]["rules"]
    assert rules["preset"] == "recommended"


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]["node_modules/@biomejs/biome"]["integrity"]
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
