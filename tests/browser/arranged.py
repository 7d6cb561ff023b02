"""A server whose games begin where a test wants: `python -m tests.browser.arranged serve …`, in place of `freehold`.

The position lies in its folder as `position.json`: what it names stands in the place of what setting up gave, and each
row of `dice` is the chance of the next throw, and `grace` the seconds of absent
players. All else is the server as it is, a process of its own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from freehold.cli import main
from freehold.game import Game
from freehold.server.fairness import fair_dice
from freehold.server.table import countdown

Json = dict[str, Any]

_set_up, _play = fair_dice.set_up, fair_dice.play


def arrange(folder: Path, dice: Sequence[Sequence[object]] = (), grace: int | None = None, **position: Any) -> None:
    """Lay a position down for a server of this folder. Rows of `players` add to what each has from the beginning."""
    (folder / "position.json").write_text(
        json.dumps({"dice": dice, "grace": grace, "position": position}), encoding="utf-8"
    )


def deeds(owner: int, *squares: int, buildings: int = 0) -> Json:
    return {str(square): {"owner": owner, "buildings": buildings, "mortgaged": False} for square in squares}


def serve(arguments: list[str]) -> int:
    wish = json.loads((Path(arguments[arguments.index("--data") + 1]) / "position.json").read_text(encoding="utf-8"))
    dice = list(wish["dice"])

    def set_up(*given: Any) -> Game:
        game = _set_up(*given)
        begun = game.position()
        for name in ("bank", "chance", "decider", "flow"):  # these follow from the rest
            del begun[name]
        rows = wish["position"].get("players", [])
        players = [row | (rows[seat] if seat < len(rows) else {}) for seat, row in enumerate(begun["players"])]
        then = Game.load(begun | wish["position"] | {"players": players}, game.edition)
        then.setup = game.setup
        return then

    def play(
        game: Game, n: int, action: Mapping[str, Any], seat: int | None, secret: bytes, salts: Sequence[str]
    ) -> Any:
        if action["type"] != "roll" or not dice:
            return _play(game, n, action, seat, secret, salts)
        return game.apply(action, seat, dice.pop(0)), game.log.pop()

    fair_dice.set_up, fair_dice.play = set_up, play
    if wish["grace"] is not None:
        countdown.GRACE_SECONDS, countdown.STAND_IN_SECONDS = wish["grace"], 1
    return main(arguments)


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
