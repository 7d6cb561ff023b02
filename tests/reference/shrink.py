"""A disagreement, made as short as possible and written down so that it can be repeated."""

from __future__ import annotations

import json
from typing import Any

import freehold
from tests.reference.compare import OPEN, Disagreement, Duel, Json, Setup

TRIES = 400  # replays that shrinking may take


def replay(setup: Setup, steps: list[Json]) -> Disagreement | None:
    """The disagreement to which these steps lead, if the engine accepts them all."""
    try:
        duel = Duel.begin(setup)
        for step in steps:
            duel.step(step["action"], step["seat"], step["chance"])
        if duel.game.over:
            return None
        for seat in range(len(duel.game.names)):
            duel.compare_legal(seat, offers=True)
    except Disagreement as found:
        return found
    except (freehold.IllegalAction, freehold.PositionError):
        return None
    return None


def is_plain(position: Json) -> bool:
    """May a game begin here? Before the first throw of a turn, with nothing open."""
    flow = position["flow"]
    in_turn = position["phase"] != "roll" or flow["thrown"] or flow["extra"]
    return not in_turn and not any(key in position for key in OPEN)


def shortened(found: Disagreement) -> Disagreement:
    """First a later start, then fewer actions, as long as the same things differ."""
    best = found
    tries = TRIES
    game = freehold.Game.load(found.setup.start, found.setup.edition)
    starts: list[tuple[int, Json]] = []
    for i, step in enumerate(found.steps):
        position: Json = dict(game.position())
        if is_plain(position):
            starts.append((i, position))
        game.apply(step["action"], step["seat"], step["chance"])
    for i, position in reversed(starts[-30:]):
        setup = Setup(found.setup.edition, found.setup.data, found.setup.variant, found.setup.options, position)
        again = replay(setup, found.steps[i:])
        if again and again.kind == found.kind:
            best = again
            break
    size = max(1, len(best.steps) // 2)
    while size and tries > 0:
        at = 0
        while at < len(best.steps) and tries > 0:
            tries -= 1
            shorter = replay(best.setup, best.steps[:at] + best.steps[at + size :])
            if shorter and shorter.kind == found.kind and len(shorter.steps) < len(best.steps):
                best = shorter
            else:
                at += size
        size //= 2
    best.seed = found.seed
    return best


def described(found: Disagreement) -> str:
    """What differs, the last ten steps, both positions, and a script that repeats it."""
    try:
        short = shortened(found)
    except (freehold.IllegalAction, freehold.PositionError):
        short = found
    game = f"{found.setup.data['id']} {found.setup.variant} of seed {found.seed}"
    lines = [f"DISAGREEMENT in {game}, shortened to {len(short.steps)} steps:"]
    lines += [f"  {line}" for line in short.what]
    lines += ["last steps:", *(f"  {json.dumps(step)}" for step in short.steps[-10:])]
    lines += ["engine:", f"  {json.dumps(short.engine)}", "model:", f"  {json.dumps(short.model)}", "script:"]
    lines += [f"  {line}" for line in script(short).splitlines()]
    return "\n".join(lines)


def script(found: Disagreement) -> str:
    """A program that leads the engine to the disagreement."""
    own = not isinstance(found.setup.edition, str)
    lines = ["import freehold"]
    edition: Any = "None"
    if own:
        lines += ["import msgspec", f"edition = msgspec.convert({found.setup.data!r}, freehold.Edition)"]
        edition = "edition"
    lines += [f"game = freehold.Game.load({found.setup.start!r}, {edition})"]
    for step in found.steps:
        lines.append(f"game.apply({step['action']!r}, {step['seat']!r}, chance={step['chance']!r})")
    lines.append("print(game.position())")
    lines += [f"# {line}" for line in found.what]
    return "\n".join(lines)
