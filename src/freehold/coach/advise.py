"""`freehold.advise`: what a seat may do, best first, each with its chance to win and a sentence that says why.

The candidates are the mogul's, and the first is what the mogul would do: see `forecast/kernel/mogul.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.bots import ranks
from freehold.coach import consequences
from freehold.coach.compiled_forecast import Candidate, Forecast, action_record, forecast_of, record_of, written
from freehold.coach.consequences import Fact
from freehold.coach.effects import auction_limit
from freehold.coach.why import clause_of, reasons
from freehold.engine import records
from freehold.forecast.kernel.judge import keep_from_looking
from freehold.game import Game
from freehold.json_types import Json
from freehold.players.ladder import LadderBot

CLOSE = 0.003  # choices within this chance are about equal
ONE_OF_A_KIND = ("bid", "build", "mortgage", "redeem", "sell", "want")  # the best of these is listed, for each group


class Advisor:
    """Follows one seat of one game, and remembers like a mogul, which looks for offers now and then."""

    def __init__(self, bots: Mapping[int, str] | None = None) -> None:
        self._bot = LadderBot("mogul", 0, dict(bots or {}))

    def advise(self, game: Game, seat: int, limit: int = 5) -> list[Json]:
        """The advice for a seat, best first; nothing if it has nothing to do."""
        game = game.as_bidder(seat)
        memory = self._bot.notes(game, seat)
        n = records.to_record(memory, records.NOTES)
        n["bot"][0, seat] = ranks.BOT_PERSON  # it remembers like a mogul, and others see a person there
        return self._ranked(game, seat, n, limit, memory)

    def _ranked(self, game: Game, seat: int, n: Any, limit: int, memory: Any) -> list[Json]:
        forecast, g = forecast_of(game), record_of(game)
        found, pick = forecast.weigh(g, n, seat)
        memory.copy_from(n[0])
        n["bot"][0, seat] = ranks.BOT_BARON  # who plays on like one
        if not found:
            return []
        order = [pick, *sorted((k for k in range(len(found)) if k != pick), key=lambda k: -(found[k].chance or -1))]
        now = forecast.chances(g, n)
        rows: list[Json] = []
        kinds = set()
        for k in order:
            if found[k].chance is None and k != pick:
                continue
            action = written(game, found[k].action, seat)
            kind = _kind(game, action)
            if kind not in kinds and len(rows) < limit:
                kinds.add(kind)
                rows.append(_row(game, forecast, g, n, seat, found[k], action, now))
        _explain(game, seat, rows)
        return rows


def _kind(game: Game, action: Json) -> str:
    """What counts as one choice: the best bid, the best lot of a group to build on, and so on."""
    kind = action["type"]
    if kind not in ONE_OF_A_KIND:
        return repr(action)
    return f"{kind} {game.tables().group[action['square']]}" if "square" in action else str(kind)


def _row(
    game: Game, forecast: Forecast, g: Any, n: Any, seat: int, candidate: Candidate, action: Json, now: list[float]
) -> Json:
    chances = forecast.after(g, n, action_record(game, action, seat), seat) or now
    chance = candidate.chance if candidate.chance is not None else chances[seat]
    return {
        "action": action,
        "chance": round(chance, 4),
        "change": round(chance - now[seat], 4),
        "changes": [round(then - before, 4) for then, before in zip(chances, now, strict=True)],
    }


def _explain(game: Game, seat: int, rows: list[Json]) -> None:
    """Add the sentence and the clause to each row."""
    limit = auction_limit(game, seat) if game.phase == "auction" else None
    for k, row in enumerate(rows):
        found = consequences.facts(game, seat, row["action"], limit)
        if len(rows) == 1 and not found:
            found = [Fact("only-choice", {})]
        elif k == 0 and not found and rows[0]["chance"] - rows[1]["chance"] < CLOSE:
            found = [Fact("close-call", {})]
        row["facts"] = [fact.code for fact in found]
        row["why"] = reasons(game, found)
        row["clause"] = clause_of(game, row["action"], seat)


def advise(game: Game, seat: int | None = None, limit: int = 5, *, bots: Mapping[int, str] | None = None) -> list[Json]:
    """The choices of a seat (of the decider), best first: `[{"action": {…}, "chance": 0.43, "change": 0.02, …}, …]`.

    `change` is what the choice does to the seat's chance, against ending the turn or refusing; `changes` are those of
    all seats. `why` says the reason in English and French, `clause` names the rule. An offer's figures are those of a
    partner who agrees. `bots` names the bots in other seats, whose answers to an offer are then known.
    Only what the seat may see is used.
    """
    who = game.decider if seat is None else seat
    if who is None:
        return []
    game.view(who)  # a ValueError if there is no such seat
    advisor = Advisor(bots)
    if offered_this_turn(game, who):
        keep_from_looking(game.record(), advisor._bot.notes(game, who), who)
    return advisor.advise(game, who, limit)


def offered_this_turn(game: Game, seat: int) -> bool:
    """Has the seat made an offer since it last threw? One in a turn is enough."""
    for entry in reversed(game.log):
        if entry["seat"] == seat:
            if entry["action"]["type"] == "offer":
                return True
            if entry["action"]["type"] in ("roll", "end_turn"):
                return False
    return False
