"""Questions to the coach and their answers. A worker process is given the public view only, never the decks or dice."""

from __future__ import annotations

from typing import Literal, cast

import msgspec
from msgspec import Struct

from freehold.coach.advise import advise
from freehold.coach.bargain import asking_price, suggest_deal
from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.coach.effects import auction_limit, deal_effect, plan_effect
from freehold.coach.evaluate import evaluate
from freehold.engine import compile as kernel
from freehold.game import Game, IllegalAction, internals
from freehold.game.dealings import Dealing
from freehold.game.position import from_view
from freehold.json_types import Json
from freehold.server.protocol.game_json import ActionJson, ViewJson
from freehold.server.protocol.messages import Refused, encode

What = Literal["chances", "hint", "deal", "plan", "limit", "suggest", "price"]


class CoachQuestion(Struct, frozen=True):
    """A seat's question: what it wants to know, the view, and what that is about."""

    what: What
    view: ViewJson
    seat: int
    others: dict[int, str]
    dealings: tuple[Dealing, ...] = ()
    offer: ActionJson | None = None
    steps: list[ActionJson] = []


QUESTIONS = msgspec.msgpack.Decoder(CoachQuestion)


def ready() -> bool:
    """Is the compiled kernel there? Without it an answer would take minutes."""
    return kernel.is_compiled(*ENTRY_POINTS)


def answer(asked: CoachQuestion) -> Json:
    """What the coach says."""
    game = Game.load(from_view(asked.view))
    internals.recall(game, asked.dealings)
    found = cast(Json, evaluate(game))
    try:
        if asked.what == "hint":
            found["advice"] = advise(game, asked.seat, 4, bots=asked.others)
        elif asked.what == "deal" and asked.offer is not None:
            found |= deal_effect(game, asked.seat, asked.offer, asked.others)
        elif asked.what == "plan":
            found |= plan_effect(game, asked.seat, asked.steps)
        elif asked.what == "limit":
            found["limit"] = auction_limit(game, asked.seat)
        elif asked.what == "suggest":
            found["deal"] = suggest_deal(game, asked.seat, asked.others)
    except IllegalAction as refusal:
        raise Refused(refusal.reason, refusal.detail) from None
    return found


def bot_answer(asked: CoachQuestion) -> Json:
    """What a bot would take for what is asked of it: its own opinion, and nothing of the coach's."""
    game = Game.load(from_view(asked.view))
    internals.recall(game, asked.dealings)
    if asked.offer is None or asked.offer.get("to") not in asked.others:
        raise Refused("not-a-bot")
    try:
        return asking_price(game, asked.seat, asked.offer, asked.others)
    except IllegalAction as refusal:
        raise Refused(refusal.reason, refusal.detail) from None


def job(_: object, argument: bytes) -> bytes:
    """The answer to a question, as JSON."""
    asked = QUESTIONS.decode(argument)
    if asked.what == "price":
        return encode(bot_answer(asked))
    if not ready():
        raise Refused("coach-not-ready")
    return encode(answer(asked))
