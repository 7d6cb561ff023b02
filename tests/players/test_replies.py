"""Why a bot says no: for each reason a position in which it is the right one, and its phrase in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game, i18n, sentences
from freehold.editions import ids, load
from freehold.players import OwnBot, replies
from freehold.players.ladder import LadderBot
from freehold.players.replies import Reply, reply
from freehold.server.workers.brought_bots import FAILED, ILLEGAL, MISSING, RETIRED, SLOW
from tests.table import STATIONS, X1, A, B, D, X, deeds, do, table

THINKERS = ("novice", "trader", "baron")


def offered(give: dict[str, Any], ask: dict[str, Any], **position: Any) -> Game:
    """A has made B an offer."""
    game = table(turn=A, phase="end", **position)
    do(game, "offer", A, to=B, give=give, ask=ask)
    return game


def no(level: str, game: Game) -> Reply:
    """The reason of a bot in B's chair, which must indeed refuse."""
    bot = LadderBot(level)
    why = reply(bot, game, B)
    assert bot.decide(game, B) == {"type": "reject"}
    assert why is not None
    return why


# --- The reasons ---


@pytest.mark.parametrize("level", THINKERS)
def test_it_will_not_make_your_group_whole(level: str) -> None:
    game = offered({"cash": 200}, {"squares": [19]}, deeds=deeds(A, 16, 18) | deeds(B, 19))
    assert no(level, game) == Reply("gives-you-group", {"group": "orange"})


@pytest.mark.parametrize("level", THINKERS)
def test_it_will_not_break_up_its_own_group(level: str) -> None:
    game = offered({"squares": [5], "cash": 10}, {"squares": [X1]}, deeds=deeds(A, 5) | deeds(B, *X))
    assert no(level, game) == Reply("breaks-my-group", {"group": "light_blue"})


@pytest.mark.parametrize("level", THINKERS)
def test_it_keeps_some_cash(level: str) -> None:
    """For so little money the deed is a gift; but B has not much more than that."""
    game = offered({"squares": [39]}, {"cash": 60}, deeds=deeds(A, 39) | deeds(B, 37), cash={B: 70})
    assert no(level, game) == Reply("leaves-me-short", {})
    rich = offered({"squares": [39]}, {"cash": 60}, deeds=deeds(A, 39) | deeds(B, 37))
    assert LadderBot(level).decide(rich, B) == {"type": "accept"}


@pytest.mark.parametrize("level", THINKERS)
def test_it_does_not_sell_for_next_to_nothing(level: str) -> None:
    game = offered({"cash": 5}, {"squares": [5]}, deeds=deeds(B, 5))
    assert no(level, game) == Reply("too-little", {})


@pytest.mark.parametrize("level", ["trader", "baron"])
def test_a_fourth_station_has_its_price(level: str) -> None:
    """As the price rises it is too little, then a gain for both but more for you, then a deal.

    Before that the forecast may object to what the formula would accept.
    """
    heard = []
    for price in range(20, 1500, 40):
        game = offered({"cash": price}, {"squares": [35]}, deeds=deeds(A, *STATIONS[:3]) | deeds(B, 35))
        if LadderBot(level).decide(game, B) == {"type": "accept"}:
            heard.append("yes")
            break
        heard.append(no(level, game).code)
    told = [code for code in dict.fromkeys(heard) if code != "better-without"]
    assert told == ["too-little", "helps-you-more", "yes"]


@pytest.mark.parametrize("level", ["trader", "baron"])
def test_for_a_rent_it_would_rather_have_cash(level: str) -> None:
    game = table(
        "star-wars-2",
        turn=A,
        at={A: 39},
        cash={A: 10},
        deeds=deeds(A, 1) | deeds(B, *D, buildings=4),
        phase="debt",
        debts=[{"debtor": A, "creditor": B, "amount": 1700, "why": "rent", "square": 39, "open": True}],
    )
    do(game, "settle", A, squares=[1], cash=10)
    assert no(level, game) == Reply("rather-cash", {})


def test_a_mogul_has_looked_further_than_the_formula() -> None:
    """What a baron would take, a mogul has refused."""
    game = offered({"squares": [39]}, {"cash": 60}, deeds=deeds(A, 39) | deeds(B, 37))
    assert LadderBot("baron").decide(game, B) == {"type": "accept"}
    assert reply(LadderBot("mogul"), game, B) == Reply("better-without", {})
    small = offered({"cash": 5}, {"squares": [5]}, deeds=deeds(B, 5))
    assert reply(LadderBot("mogul"), small, B) == Reply("too-little", {})


@pytest.mark.parametrize("level", THINKERS)
def test_an_offer_may_have_become_void(level: str) -> None:
    game = offered({"cash": 1480}, {"squares": [35]}, deeds=deeds(A, *X) | deeds(B, 35))
    assert LadderBot(level).decide(game, B) == {"type": "accept"}
    do(game, "build", A, square=X1)
    assert no(level, game) == Reply("void", {})


def test_chance_has_no_reasons() -> None:
    game = offered({"cash": 5}, {"squares": [5]}, deeds=deeds(B, 5))
    assert reply(LadderBot("random"), game, B) == Reply("no-reason", {})


def test_a_bot_of_the_users_own_is_not_asked_for_reasons() -> None:
    game = offered({"cash": 5}, {"squares": [5]}, deeds=deeds(B, 5))
    assert reply(OwnBot("nowhere.py:Bot"), game, B) is None


def test_asking_for_a_reason_changes_nothing() -> None:
    game = offered({"cash": 200}, {"squares": [19]}, deeds=deeds(A, 16, 18) | deeds(B, 19))
    before = game.position()
    bot = LadderBot("baron")
    assert reply(bot, game, B) == reply(bot, game, B)
    assert game.position() == before


# --- The phrases ---


def test_every_reason_has_its_phrase_and_no_phrase_is_left_over() -> None:
    codes = {*replies.CODES.values(), replies.VOID, replies.NO_REASON}
    assert set(i18n.keys("replies")) == codes | {MISSING, SLOW, ILLEGAL, FAILED, RETIRED}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("edition", ids())
def test_a_phrase_is_one_sentence_whatever_is_known(edition: str, lang: str) -> None:
    printed = load(edition)
    parts = [{}, {"group": "nowhere"}, *({"group": group.id} for group in printed.groups)]
    for code in (*i18n.keys("replies"), "nonsense"):
        for known in parts:
            phrase = sentences.reply(printed, code, known, lang)
            assert phrase[0].isupper()
            assert phrase.endswith(".")
            assert not set("{}[]|…") & set(phrase)
            assert "  " not in phrase


@pytest.mark.parametrize(
    ("code", "group", "en", "fr"),
    [
        ("gives-you-group", "orange", "That would give you the orange group.", "Cela vous donnerait le groupe orange."),
        (
            "breaks-my-group",
            "light_blue",
            "That would break up my light blue group.",
            "Cela casserait mon groupe bleu ciel.",
        ),
    ],
)
def test_a_group_is_named_by_its_printed_colour(code: str, group: str, en: str, fr: str) -> None:
    assert sentences.reply(load("classic"), code, {"group": group}, "en") == en
    assert sentences.reply(load("classic"), code, {"group": group}, "fr") == fr
