"""A server whose games begin where a test wants: `python -m tests.browser.arranged serve …`, in place of `freehold`.

The position lies in its folder as `position.json`: what it names stands in the place of what setting up gave, and each
row of `dice` is the chance of the next throw, and `grace` the seconds of absent players. A wish to take something back
stays open however busy the machine is. All else is the server as it is, a process of its own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from freehold.cli import main
from freehold.game import Game
from freehold.game.types import Action
from freehold.server.fairness import fair_dice
from freehold.server.table import countdown, taking_back
from freehold.server.workers import worker_pools

Json = dict[str, Any]

WISH = "FREEHOLD_ARRANGED"  # the wish in the environment of the server's workers
LONG = 3600_000  # milliseconds

_set_up, _play = fair_dice.set_up, fair_dice.play


def arrange(folder: Path, dice: Sequence[Sequence[object]] = (), grace: int | None = None, **position: Any) -> None:
    """Lay a position down for a server of this folder. Rows of `players` add to what each has from the beginning."""
    (folder / "position.json").write_text(
        json.dumps({"dice": dice, "grace": grace, "position": position}), encoding="utf-8"
    )


def deeds(owner: int, *squares: int, buildings: int = 0) -> Json:
    return {str(square): {"owner": owner, "buildings": buildings, "mortgaged": False} for square in squares}


def lay_out(wish: Json) -> None:
    """Let games begin at the wished position, in this process."""

    def set_up(*given: Any) -> Game:
        game = _set_up(*given)
        begun: Json = {**game.position()}
        for name in ("bank", "chance", "decider", "flow"):  # these follow from the rest
            del begun[name]
        rows = wish["position"].get("players", [])
        players = [row | (rows[seat] if seat < len(rows) else {}) for seat, row in enumerate(begun["players"])]
        then = Game.load(begun | wish["position"] | {"players": players}, game.edition)
        then.setup = game.setup
        return then

    module: Any = fair_dice
    module.set_up = set_up


def lay_out_in_worker() -> None:
    lay_out(json.loads(os.environ[WISH]))


def serve(arguments: list[str]) -> int:
    text = (Path(arguments[arguments.index("--data") + 1]) / "position.json").read_text(encoding="utf-8")
    wish = json.loads(text)
    dice = list(wish["dice"])

    def play(
        game: Game, n: int, action: Mapping[str, Any], seat: int | None, secret: bytes, salts: Sequence[str]
    ) -> Any:
        if action["type"] != "roll" or not dice:
            return _play(game, n, action, seat, secret, salts)
        return game.apply(cast(Action, action), seat, dice.pop(0)), game.log.pop()

    os.environ[WISH], worker_pools.MODULE = text, "tests.browser.arranged_jobs"
    lay_out(wish)
    module: Any = fair_dice
    module.play = play
    taking_back.PATIENCE = LONG
    if wish["grace"] is not None:
        countdown.GRACE_SECONDS, countdown.STAND_IN_SECONDS = wish["grace"], 1
    return main(arguments)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
