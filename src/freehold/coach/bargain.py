"""Bargaining with bots: a deal that would be worth proposing, and what a bot would take for what is asked of it.

A suggestion comes from the learned player, at the price of the bot that it goes to. An asking price is the bot's own:
it is asked again and again whether it would accept, as if each offer were on the table. Both use only what everybody
may see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from freehold.coach.compiled_forecast import forecast_of, record_of, written
from freehold.coach.effects import deal_effect, notes_of
from freehold.engine import compile as kernel
from freehold.game import Game, internals
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.players import replies
from freehold.players.built_in import ENTRY_POINTS, current
from freehold.players.ladder import LadderBot
from freehold.rules import codes

HALVINGS = 12  # of the range of prices
ROUND = 5  # a price is rounded up to a multiple of this
SWAPS = 4  # deeds that a bot considers in exchange
TRADED_IN = ("roll", "buy", "end")  # phases in which a suggestion is looked for
LONG_AGO = -(1 << 20)  # turns since the learned player last looked for an offer
UNDECIDED = "undecided"  # the random bot has no opinion before an offer is on the table


def suggest_deal(game: Game, seat: int, bots: Mapping[int, str] | None = None) -> Json | None:
    """The offer that promises a seat most, with its effect; None if there is none."""
    if game.phase not in TRADED_IN:
        return None
    n = notes_of(game, seat, bots)
    n["looked_at"] = LONG_AGO
    found, _ = forecast_of(game).weigh(_at_end_of_turn(game, seat), n, seat)
    offers = [written(game, one.action, seat) for one in found if one.action["kind"][0] == codes.DO_OFFER]
    return next(iter(best_deals(game, seat, offers, bots or {})), None)


def best_deals(game: Game, seat: int, offers: Sequence[Json], bots: Mapping[int, str]) -> list[Json]:
    """The offers at their best terms, each with its effect, if it is good for the seat; the most promising first."""
    terms = (best_terms(game, seat, offer, bots) for offer in offers)
    deals: list[Json] = [
        {"offer": offer} | deal_effect(game, seat, offer, bots) for offer in terms if offer is not None
    ]
    return sorted((deal for deal in deals if deal["changes"][seat] > 0), key=lambda deal: -promise(deal, seat))


def promise(effect: Json, seat: int) -> float:
    """The change of a seat's chance that a choice stands for: an offer that is refused changes nothing."""
    return float(effect["changes"][seat] * effect.get("likely", 1.0))


def best_terms(game: Game, seat: int, offer: Json, bots: Mapping[int, str]) -> Json | None:
    """The offer at the price of the bot that it goes to, or what that bot would rather take: the better for the seat.

    To a person it is the offer as it is. None if the bot would refuse at any price.
    """
    other = offer["to"]
    if other not in bots or current(bots[other]) == "random":
        return offer if game.refusal(cast(Action, offer), seat) is None else None
    g = internals.record(game)
    accepts = _acceptance(game, seat, other, bots)
    most = int(g.cash[seat]) + int(g.cash[other])
    more = _least(lambda extra: accepts(_terms(offer, extra - int(g.cash[other]))), most)
    deals = [] if more is None else [_terms(offer, more - int(g.cash[other]))]
    if offer["ask"].get("squares"):
        asked = {"type": "offer", "to": other, "give": {}, "ask": {"squares": offer["ask"]["squares"]}}
        price = asking_price(game, seat, asked, bots) if game.refusal(cast(Action, asked), seat) is None else {}
        if "price" in price:
            deals.append(_terms(asked, price["price"]))
        if "swap" in price:
            swap = asked | {"give": {"squares": [price["swap"]["square"]]}}
            deals.append(_terms(swap, price["swap"]["cash"]))
    return max(deals, key=lambda deal: deal_effect(game, seat, deal, bots)["changes"][seat], default=None)


def _terms(offer: Json, cash: int) -> Json:
    """The offer with this much cash given; below 0: asked for."""
    give, ask = ({key: value for key, value in offer[side].items() if key != "cash"} for side in ("give", "ask"))
    (give if cash > 0 else ask).update({"cash": abs(cash)} if cash else {})
    return offer | {"give": give, "ask": ask}


def _acceptance(game: Game, seat: int, other: int, bots: Mapping[int, str]) -> Callable[[Json], bool]:
    """Whether the bot in another seat would accept an offer of this seat; a person is taken to agree."""
    bot = _bot_of(other, bots)

    def accepts(deal: Json) -> bool:
        if game.refusal(cast(Action, deal), seat) is not None:
            return False
        return bot is None or bot.decide(_on_the_table(game, deal, seat), other)["type"] == "accept"

    return accepts


def _bot_of(seat: int, bots: Mapping[int, str]) -> LadderBot | None:
    """The bot in a seat, as it would decide at the table: until the kernel is compiled, a thinking bot is a baron."""
    if seat not in bots:
        return None
    level = current(bots[seat])
    ready = level not in ENTRY_POINTS or kernel.is_compiled(*ENTRY_POINTS[level])
    return LadderBot(level if ready else "baron", 0, {at: name for at, name in bots.items() if at != seat})


def _at_end_of_turn(game: Game, seat: int) -> Any:
    """The position as if it were the end of the seat's turn, when the learned player looks for offers."""
    g = record_of(game)
    g["turn"] = g["decider"] = seat
    g["phase"] = g["base"] = codes.PHASE_END
    g["stage"], g["extra"], g["doubles"] = codes.STAGE_END, 0, 0
    return g


def asking_price(game: Game, seat: int, offer: Mapping[str, Any], bots: Mapping[int, str]) -> Json:
    """What the bot that an offer goes to would take for what is asked of it.

    `{"price": 340}`: the cash that the seat has to add to what it gives already, `{"swap": {"square": 6, "cash": 20}}`:
    a deed of the seat with some cash, or both; `{"no": "breaks-my-group", "parts": {…}}` if it would not at any price
    that the seat can pay. `IllegalAction` if the rules do not allow such an offer.
    """
    other = offer["to"]
    give = {key: value for key, value in offer.get("give", {}).items() if key != "cash"}
    ask = {key: value for key, value in offer.get("ask", {}).items() if key != "cash"}
    cash = int(internals.record(game).cash[seat])

    def terms(price: int, *more: int) -> Json:
        side = give | ({"cash": price} if price else {})
        squares = sorted({*give.get("squares", []), *more})
        return {"type": "offer", "to": other, "give": side | ({"squares": squares} if squares else {}), "ask": ask}

    refusal = game.refusal(cast(Action, terms(cash)), seat)
    if refusal is not None:
        raise refusal
    if bots[other] == "random":
        return {"no": UNDECIDED, "parts": {}}
    accepts = _acceptance(game, seat, other, bots)
    found: Json = {}
    price = _least(lambda amount: accepts(terms(amount)), cash)
    if price is not None:
        found["price"] = price
    swap = _best_swap(game, seat, other, ask, give, price, lambda amount, square: accepts(terms(amount, square)))
    if swap is not None:
        found["swap"] = swap
    if not found:
        bot = _bot_of(other, bots)
        assert bot is not None
        why = replies.reply(bot, _on_the_table(game, terms(cash), seat), other)
        assert why is not None
        found = {"no": why.code, "parts": why.parts}
    return found


def _on_the_table(game: Game, offer: Json, seat: int) -> Game:
    twin = game.copy()
    twin.apply(cast(Action, offer), seat)
    return twin


def _least(accepted: Callable[[int], bool], most: int) -> int | None:
    """The least amount that is accepted, rounded up; None if even the most is not enough."""
    if not accepted(most):
        return None
    low, high = 0, most
    for _ in range(HALVINGS):
        if low >= high:
            break
        middle = (low + high) // 2
        low, high = (low, middle) if accepted(middle) else (middle + 1, high)
    rounded = min(most, -(-high // ROUND) * ROUND)
    return rounded if accepted(rounded) else high


def _best_swap(
    game: Game,
    seat: int,
    other: int,
    ask: Json,
    give: Json,
    price: int | None,
    accepted: Callable[[int, int], bool],
) -> Json | None:
    """The deed of the seat, with the least cash, for which the other would rather do it than for cash alone."""
    t, g = internals.tables(game), internals.record(game)
    owners = [int(g.owner[square]) for square in range(len(g.owner))]
    wanted = {int(t.group[square]) for square in ask.get("squares", [])}
    begun = {int(t.group[square]) for square, owner in enumerate(owners) if owner == other}
    mine = [
        square
        for square, owner in enumerate(owners)
        if owner == seat and square not in give.get("squares", []) and int(t.group[square]) in begun - wanted
    ]
    best: Json | None = None
    most = int(g.cash[seat]) if price is None else max(0, price - ROUND)
    for square in sorted(mine, key=lambda at: int(t.price[at]))[:SWAPS]:
        cash = _least(lambda amount, at=square: accepted(amount, at), most)  # type: ignore[misc]
        if cash is not None and (best is None or cash < best["cash"]):
            best, most = {"square": square, "cash": cash}, max(0, cash - ROUND)
            if cash == 0:
                break
    return best
