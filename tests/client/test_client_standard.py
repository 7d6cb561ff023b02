"""The client is held to a standard, and can be installed from any registry."""

from __future__ import annotations

import json
import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
INLINE = re.compile(r"\bfr: *[\"'`].*")


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


def test_every_text_of_the_client_is_in_the_catalogue() -> None:
    """No text in several languages is written inside the code: `i18n/<language>/client/` has them."""
    files = [file for file in sources() if not file.name.endswith(".test.ts")]
    assert len(files) > 100
    for file in files:
        found = INLINE.findall(file.read_text(encoding="utf-8"))
        assert found == [], f"{file.relative_to(WEB)}: put it into the catalogue, and say it by its key"


def sources() -> list[Path]:
    found = (file for file in (WEB / "src").rglob("*") if file.suffix in (".ts", ".svelte", ".css"))
    return [file for file in found if "generated" not in file.parts]


def test_the_manifest_names_icons_of_the_size_that_it_says() -> None:
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text(encoding="utf-8"))
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pictures} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert (WEB / "public" / icon["src"].lstrip("/")).is_file()
    for icon in pictures:
        head = (WEB / "public" / icon["src"].lstrip("/")).read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert "x".join(str(int.from_bytes(head[at : at + 4])) for at in (16, 20)) == icon["sizes"]
