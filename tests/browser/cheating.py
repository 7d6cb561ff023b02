"""A server that cheats with the dice: `python -m tests.browser.cheating serve …`, in place of `freehold`.

From the third draw on it says that the second seat did not answer, though it did. It waits long for answers, so that
nobody is left out because the machine is busy.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from msgspec.structs import replace

from freehold.cli import main
from freehold.server.app import Server, Settings
from freehold.server.storage.game_log import Shares
from freehold.server.table.drawing import Drawing

VICTIM, HONEST_DRAWS = "1", 3
PATIENCE = 60.0  # seconds
_shares, _start = Drawing.shares, Server.__init__


def shares(self: Drawing, asked: Iterable[int]) -> Shares:
    found = _shares(self, asked)
    if self.draw >= HONEST_DRAWS and VICTIM in found:
        found[VICTIM] = None
    return found


def start(self: Server, settings: Settings) -> None:
    _start(self, replace(settings, grace=PATIENCE))


if __name__ == "__main__":
    Drawing.shares = shares  # type: ignore[method-assign]
    Server.__init__ = start  # type: ignore[method-assign]
    sys.exit(main(sys.argv[1:]))
