"""The turning points of a game: the largest changes of the chances, by luck or by a decision, and what was better."""

from __future__ import annotations

from collections.abc import Sequence

from freehold import sentences
from freehold.coach import consequences
from freehold.coach.decisions import Step
from freehold.coach.effects import auction_limit
from freehold.coach.why import clause_of, label, reasons
from freehold.game import Game
from freehold.i18n import LANGUAGES, write
from freehold.json_types import Json

POINTS = 8
SWING = 0.04  # the least change that is a turning point
LOSS = 0.01  # the least loss for which a better choice is named
SENTENCES = 4


def turning_points(steps: Sequence[Step]) -> list[Json]:
    """The points that changed the game most, in the order of play: of a turn the largest, and the same thing left
    undone turn after turn once."""
    size = {k: _size(step) for k, step in enumerate(steps)}
    largest: list[int] = []
    told: set[object] = set()
    for k in sorted((k for k in size if size[k] >= SWING), key=lambda k: -size[k]):
        step, left = steps[k], undone(steps[k])
        same = {step.game.turns} | ({(step.seat, left["type"])} if left is not None else set())
        if told.isdisjoint(same):
            largest.append(k)
            told |= same
    return [point(steps[k], k + 1) for k in sorted(largest[:POINTS])]


def undone(step: Step) -> Json | None:
    """What somebody left undone by ending the turn, if it cost something."""
    return step.best if step.action["type"] == "end_turn" and step.loss >= LOSS else None


def _size(step: Step) -> float:
    """How much a step changed or cost; an offer counts when it is accepted."""
    return 0.0 if step.action["type"] == "offer" else max(step.loss, *map(abs, step.changes))


def point(step: Step, number: int) -> Json:
    """One turning point: what happened, what it changed, and what would have been better."""
    game = step.game
    found: Json = {
        "number": number,
        "seat": step.seat,
        "kind": "luck" if step.drawn or step.seat is None else "decision",
        "action": step.action,
        "changes": [round(change, 4) for change in step.changes],
        "loss": round(step.loss, 4),
        "told": {lang: _happened(step, lang) for lang in LANGUAGES},
        "better": None,
    }
    if step.best is not None and step.seat is not None and step.loss >= LOSS:
        limit = auction_limit(game, step.seat) if game.phase == "auction" else None
        facts = consequences.facts(game, step.seat, step.best, limit)
        found["better"] = {
            "action": step.best,
            "chance": round(step.best_chance, 4),
            "label": {lang: label(game, step.best, lang) for lang in LANGUAGES},
            "why": _said(game, step.seat, reasons(game, facts)),
            "clause": clause_of(game, step.best, step.seat),
        }
    return found


def _said(game: Game, seat: int, why: dict[str, str]) -> dict[str, str]:
    """Reasons are spoken to whoever decides; who reads of the game afterwards is told to whom."""
    return {lang: write("coach", "would-have-said", {"who": game.names[seat], "why": why[lang]}, lang) for lang in why}


def _happened(step: Step, lang: str) -> str:
    """The events of an action, in a few sentences."""
    game = step.game
    if step.action["type"] == "end_turn" and step.seat is not None:
        parts, left = {"who": game.names[step.seat]}, undone(step)
        if left is None:
            return write("coach", "ends-turn", parts, lang)
        return write("coach", "leaves-undone", parts | {"action": label(game, left, lang)}, lang)
    lines = [sentences.event(game.edition, event, game.names, lang) for event in step.events]
    return " ".join(lines[:SENTENCES]) or label(game, step.action, lang)
