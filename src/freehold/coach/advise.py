"""`freehold.advise`: what a seat may do, best first, each with its chance to win and a sentence that says why.

The candidates are the mogul's, and the first is what the mogul would do (see `forecast/kernel/mogul.py`), unless a deal
at a bot's own price promises more, or the mogul bids above what the deed is worth, so that another pays more for it.
The figures are those of `effects.py`, as in the deal meter and the planner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from freehold.bots import ranks
from freehold.coach import consequences
from freehold.coach.answers import Advice
from freehold.coach.bargain import best_deals, promise
from freehold.coach.compiled_forecast import action_record, barons, forecast_of, record_of, written
from freehold.coach.consequences import Fact
from freehold.coach.effects import PLANNED, auction_limit, changes, deed_is_auctioned, plan_effect, whole_plan
from freehold.coach.why import clause_of, reasons
from freehold.engine import records
from freehold.forecast.kernel.judge import keep_from_looking
from freehold.game import Game, internals
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.players.ladder import LadderBot

CLOSE = 0.003  # choices within this chance are about equal
ONE_OF_A_KIND = ("bid", "build", "mortgage", "redeem", "sell", "want")  # the best of these is listed, for each group


class Advisor:
    """Follows one seat of one game, and remembers like a mogul, which looks for offers now and then."""

    def __init__(self, bots: Mapping[int, str] | None = None) -> None:
        self._bots = dict(bots or {})
        self._bot = LadderBot("mogul", 0, self._bots)

    def advise(self, game: Game, seat: int, limit: int = 5) -> list[Json]:
        """The advice for a seat, best first; nothing if it has nothing to do."""
        game = game.as_bidder(seat)
        memory = self._bot.notes(game, seat)
        n = records.to_record(memory, records.NOTES)
        n["bot"][0, seat] = ranks.BOT_PERSON  # it remembers like a mogul, and others see a person there
        return self._ranked(game, seat, n, limit, memory)

    def _ranked(self, game: Game, seat: int, n: Any, limit: int, memory: Any) -> list[Json]:
        found, pick = forecast_of(game).weigh(record_of(game), n, seat)
        memory.copy_from(n[0])
        valued = sorted(range(len(found)), key=lambda k: (k != pick, -(found[k].chance or 0)))
        actions = [written(game, found[k].action, seat) for k in valued if k == pick or found[k].chance is not None]
        rows: dict[str, Json] = {}
        for action in actions:
            row = None if action["type"] == "offer" or _kind(game, action) in rows else _row(game, seat, action)
            if row is not None and (not rows or row["chance"] <= next(iter(rows.values()))["chance"] + CLOSE):
                rows[_kind(game, action)] = row
        deals = best_deals(game, seat, [action for action in actions if action["type"] == "offer"], self._bots)
        ranked = [*rows.values(), *(_figures(seat, deal.pop("offer"), deal) for deal in deals)]
        first = ranked[:1]
        ranked.sort(key=lambda row: -promise(row, seat))
        if first and promise(first[0], seat) > promise(ranked[0], seat) - CLOSE:
            ranked.sort(key=lambda row: row is not first[0])
        _explain(game, seat, ranked[:limit])
        return ranked[:limit]


def _row(game: Game, seat: int, action: Json) -> Json | None:
    """An action with its figures, those of the whole plan that it begins; None for a bid that the deed is not worth."""
    if action["type"] == "bid" and deed_is_auctioned(game):
        action = action | {"amount": min(action["amount"], auction_limit(game, seat) or 0)}
        if game.refusal(cast(Action, action), seat) is not None:
            return None
    if action["type"] in PLANNED and game.phase != "debt":
        steps = whole_plan(game, seat, action)
        row = _figures(seat, action, plan_effect(game, seat, steps))
        return row | ({"plan": steps} if len(steps) > 1 else {})
    forecast, g, n = forecast_of(game), record_of(game), barons()
    now = forecast.chances(g, n)
    if action["type"] == "end_turn":
        then: list[float] | None = now
    elif action["type"] == "accept":
        twin = game.copy()
        twin.apply(cast(Action, action), seat)
        then = forecast.chances(record_of(twin), n)
    else:
        then = forecast.after(g, n, action_record(game, action, seat), seat)
    then = then or now
    return _figures(seat, action, {"chances": then, "changes": changes(now, then)})


def _figures(seat: int, action: Json, effect: Json) -> Json:
    row: Json = {
        "action": action,
        "chance": round(effect["chances"][seat], 4),
        "change": effect["changes"][seat],
        "changes": effect["changes"],
    }
    return row | ({"likely": effect["likely"]} if "likely" in effect else {})


def _kind(game: Game, action: Json) -> str:
    """What counts as one choice: the best bid, the best lot of a group to build on, and so on."""
    kind = action["type"]
    if kind not in ONE_OF_A_KIND:
        return repr(action)
    return f"{kind} {internals.tables(game).group[action['square']]}" if "square" in action else str(kind)


def _explain(game: Game, seat: int, rows: list[Json]) -> None:
    """Add the sentence and the clause to each row."""
    limit = auction_limit(game, seat) if game.phase == "auction" else None
    for k, row in enumerate(rows):
        found = consequences.facts(game, seat, row["action"], limit)
        if "plan" in row:
            found = [consequences.plan_fact(game, seat, row["plan"]), *found]
        if len(rows) == 1 and not found:
            found = [Fact("only-choice", {})]
        elif k == 0 and not found and rows[0]["chance"] - rows[1]["chance"] < CLOSE:
            found = [Fact("close-call", {})]
        row["facts"] = [fact.code for fact in found]
        row["why"] = reasons(game, found)
        row["clause"] = clause_of(game, row["action"], seat)


def advise(
    game: Game, seat: int | None = None, limit: int = 5, *, bots: Mapping[int, str] | None = None
) -> list[Advice]:
    """The choices of a seat (of the decider), best first: `[{"action": {…}, "chance": 0.43, "change": 0.02, …}, …]`.

    `change` is what the choice does to the seat's chance, against ending the turn or refusing; `changes` are those of
    all seats. `why` says the reason in English and French, `clause` names the rule. An offer's figures are those of a
    partner who agrees, and `likely` says how likely that is; `plan` has all steps of a plan that the action begins,
    whose figures these are. `bots` names the bots in other seats: an offer to one of them is at its own price.
    Only what the seat may see is used.
    """
    who = game.decider if seat is None else seat
    if who is None:
        return []
    game.view(who)  # a ValueError if there is no such seat
    advisor = Advisor(bots)
    if offered_this_turn(game, who):
        keep_from_looking(internals.record(game), advisor._bot.notes(game, who), who)
    return cast(list[Advice], advisor.advise(game, who, limit))


def offered_this_turn(game: Game, seat: int) -> bool:
    """Has the seat made an offer in the turn that is running? One in a turn is enough."""
    return any(
        (dealing["turn"], dealing["seat"], dealing["action"]["type"]) == (game.turns, seat, "offer")
        for dealing in internals.dealings(game)
    )
