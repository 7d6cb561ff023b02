"""docs/protocol.md: its reference is what the server's types say, and its session is played against a real server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tools import protocol

from .network import house

SESSION = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_reference_is_up_to_date() -> None:
    text = protocol.PAGE.read_text(encoding="utf-8")
    assert protocol.page(text) == text, "run: python tools/protocol.py"


def test_the_session_of_the_page(tmp_path: Path) -> None:
    (code,) = SESSION.findall(protocol.PAGE.read_text(encoding="utf-8"))
    with house(tmp_path) as place:
        names: dict[str, Any] = {}
        exec(compile(code.replace("127.0.0.1:8000", f"127.0.0.1:{place.port}"), "protocol.md", "exec"), names)
    assert names["done"] == {"type": "done", "id": "first", "number": names["welcome"]["number"] + 1}
