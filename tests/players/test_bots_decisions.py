"""What the bots do, phase by phase: given a position, when it is a bot's turn to speak, then this."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.bots import trading
from freehold.game import Game
from freehold.players.ladder import LadderBot
from tests.table import JAIL, STATIONS, UTILITIES, A, B, C, D, X, crowd, deeds, do, table

THINKERS = ("novice", "trader", "baron")
DEALERS = ("trader", "baron")
ORANGE = (16, 18, 19)
PINK = (11, 13, 14)
RED = (21, 23, 24)


def decides(game: Game, bot: str, seat: int = A, others: str = "baron") -> Any:
    sitting = dict.fromkeys(range(len(game.names)), others) | {seat: bot}
    return LadderBot(bot, seed=1, others=sitting).decide(game, seat)


def offered(give: dict[str, Any], ask: dict[str, Any], owned: dict[str, Any], **position: Any) -> Game:
    """B has made A an offer."""
    game = table(players=3, deeds=owned, turn=B, phase="roll", decider=B, **position)
    do(game, "offer", B, to=A, give=give, ask=ask)
    return game


# ------------------------------------------------------------------------------------ buying


@pytest.mark.parametrize("bot", THINKERS)
def test_a_deed_is_bought_when_there_is_cash_for_it(bot: str) -> None:
    game = table(at={A: 39}, phase="buy", decider=A)
    assert decides(game, bot) == {"type": "buy"}


@pytest.mark.parametrize("bot", THINKERS)
def test_what_cannot_be_paid_is_left_to_the_auction(bot: str) -> None:
    game = table(at={A: 39}, cash={A: 399}, phase="buy", decider=A)
    assert decides(game, bot) == {"type": "decline"}


@pytest.mark.parametrize("bot", THINKERS)
def test_nobody_bids_more_than_he_has_or_leads_against_himself(bot: str) -> None:
    game = table(at={A: 39}, cash={A: 60, B: 500, C: 500}, phase="buy", decider=A)
    do(game, "decline")
    while game.phase == "auction":
        seat = game.decider
        assert seat is not None
        action = decides(game, bot, seat)
        assert action["type"] == "pass" or action["amount"] <= game.position()["players"][seat]["cash"]
        game.apply(action, seat)
    assert game.position()["deeds"]["39"]["owner"] in (B, C)


@pytest.mark.parametrize("bot", DEALERS)
def test_a_deed_that_would_make_a_rival_s_group_whole_is_bid_for_above_its_price(bot: str) -> None:
    game = table(players=3, at={A: 19}, cash={B: 0}, deeds=deeds(C, 16, 18), phase="buy", decider=A)
    do(game, "decline")
    while game.phase == "auction" and game.position()["auction"]["bid"] < 200:
        game.apply(decides(game, bot, game.decider or 0), game.decider)
    assert game.phase == "auction", "the deed went for less than its price"


def test_a_novice_s_bids_end_at_the_price() -> None:
    game = table(at={A: 19}, deeds=deeds(C, 16, 18), phase="buy", decider=A)
    do(game, "decline")
    do(game, "bid", B, amount=200)
    assert decides(game, "novice", C) == {"type": "pass"}


# ------------------------------------------------------------------------------------ building


@pytest.mark.parametrize("bot", THINKERS)
def test_houses_are_built_on_a_whole_group(bot: str) -> None:
    game = table(deeds=deeds(A, *X), phase="end", decider=A, cash={A: 800})
    action = decides(game, bot)
    assert action["type"] == "build"
    assert action["square"] in X


def test_a_novice_spends_its_last_money_on_a_house_and_the_others_do_not() -> None:
    game = table(deeds=deeds(A, *X), phase="end", decider=A, cash={A: 55})
    assert decides(game, "novice")["type"] == "build"
    assert decides(game, "trader") == {"type": "end_turn"}
    assert decides(game, "baron") == {"type": "end_turn"}


def test_a_baron_keeps_more_where_the_next_throw_is_dear() -> None:
    calm = table(deeds=deeds(A, *X), phase="end", decider=A, cash={A: 250})
    assert decides(calm, "baron")["type"] == "build"
    red = deeds(A, *X) | deeds(B, *RED, buildings=5)
    dear = table(deeds=red, at={A: 16}, phase="end", decider=A, cash={A: 250})
    assert decides(dear, "baron") == {"type": "end_turn"}
    assert decides(dear, "trader")["type"] == "build"


def test_a_baron_mortgages_loose_deeds_to_build_and_a_trader_does_not() -> None:
    game = table(deeds=deeds(A, *ORANGE, 5, 12), phase="end", decider=A, cash={A: 60})
    action = decides(game, "baron")
    assert action["type"] == "mortgage"
    assert action["square"] in (5, 12)
    assert decides(game, "trader") == {"type": "end_turn"}


def test_a_baron_holds_houses_back_from_rivals() -> None:
    """Four houses on each lot: a hotel would give houses back just when somebody else could use them."""
    mine = deeds(A, *X, buildings=4)
    rival = deeds(B, *D) | crowd(C, 16)
    game = table(deeds=mine | rival, phase="end", decider=A, cash={A: 900, B: 900})
    assert game.position()["bank"]["houses"] == 4
    assert decides(game, "baron") == {"type": "end_turn"}
    assert decides(game, "trader")["type"] == "build"


@pytest.mark.parametrize("bot", DEALERS)
def test_a_mortgage_on_a_whole_group_is_lifted_first(bot: str) -> None:
    game = table(deeds=deeds(A, 6, 8) | deeds(A, 9, mortgaged=True), phase="end", decider=A, cash={A: 700})
    assert decides(game, bot) == {"type": "redeem", "square": 9}


def test_a_bot_never_goes_in_circles_at_the_end_of_its_turn() -> None:
    """Building, redeeming and mortgaging come to an end, whatever there is and whatever it costs."""
    for cash in (50, 150, 400, 900, 3000):
        for bot in THINKERS:
            owned = deeds(A, *ORANGE, 5, 12) | deeds(A, 1, 15, mortgaged=True)
            game = table(deeds=owned, phase="end", decider=A, cash={A: cash})
            for _ in range(60):
                action = decides(game, bot)
                game.apply(action)
                if action["type"] == "end_turn":
                    break
            assert game.turn != A, f"{bot} with {cash} does not end its turn"


# ------------------------------------------------------------------------------------ debts


@pytest.mark.parametrize("bot", THINKERS)
def test_a_debt_is_paid_from_loose_deeds_before_houses(bot: str) -> None:
    debts = [{"debtor": A, "creditor": B, "amount": 300, "why": "rent", "square": 1, "open": True}]
    owned = deeds(A, *ORANGE, buildings=2) | deeds(A, 5, 12) | deeds(B, 1)
    game = table(deeds=owned, phase="debt", decider=A, debts=debts, cash={A: 150})
    while game.phase == "debt":
        action = decides(game, bot)
        assert action["type"] in ("mortgage", "pay")
        game.apply(action)
    assert game.position()["deeds"]["16"]["buildings"] == 2


@pytest.mark.parametrize("bot", THINKERS)
def test_who_cannot_pay_at_all_goes_bankrupt_and_only_then(bot: str) -> None:
    def owing(amount: int) -> Game:
        debts = [{"debtor": A, "creditor": "bank", "amount": amount, "why": "tax", "open": True}]
        return table(deeds=deeds(A, *X, buildings=1), phase="debt", decider=A, debts=debts, cash={A: 10})

    assert decides(owing(10_000), bot) == {"type": "bankrupt"}
    game = owing(10 + 75 + 160)  # cash, houses at half price, mortgages: just enough
    while game.phase == "debt":
        game.apply(decides(game, bot))
    assert not game.position()["players"][A]["bankrupt"]


@pytest.mark.parametrize("bot", DEALERS)
def test_a_ruinous_rent_is_settled_in_deeds_where_the_rulebook_allows_it(bot: str) -> None:
    debts = [{"debtor": A, "creditor": B, "amount": 700, "why": "rent", "square": 39, "open": True}]
    position: dict[str, Any] = {"deeds": deeds(A, *STATIONS, 12) | deeds(B, *D), "phase": "debt", "decider": A}
    game = table("star-wars-2", debts=debts, cash={A: 40}, **position)
    action = decides(game, bot)
    assert action["type"] == "settle"
    game.apply(action)
    assert decides(game, "baron", B) == {"type": "accept"}
    do(game, "reject")
    assert decides(game, bot)["type"] != "settle" or decides(game, bot) != action


# ------------------------------------------------------------------------------------ trading


@pytest.mark.parametrize("bot", DEALERS)
def test_a_swap_that_makes_both_groups_whole_is_offered_and_accepted(bot: str) -> None:
    owned = deeds(A, 16, 18, 14) | deeds(B, 11, 13, 19)
    game = table(players=3, deeds=owned, phase="end", decider=A)
    offer = decides(game, bot, others=bot)
    assert offer["type"] == "offer"
    game.apply(offer)
    assert decides(game, bot, B) == {"type": "accept"}
    do(game, "accept")
    held = game.position()["deeds"]
    assert {held[str(square)]["owner"] for square in ORANGE} | {held[str(square)]["owner"] for square in PINK} == {A, B}
    assert len({held[str(square)]["owner"] for square in ORANGE}) == 1
    assert len({held[str(square)]["owner"] for square in PINK}) == 1


def test_a_novice_never_offers() -> None:
    owned = deeds(A, 16, 18, 14) | deeds(B, 11, 13, 19)
    assert decides(table(deeds=owned, phase="end", decider=A), "novice") == {"type": "end_turn"}


@pytest.mark.parametrize("bot", [*THINKERS, "mogul"])
def test_nobody_gives_a_group_away_for_a_utility(bot: str) -> None:
    owned = deeds(A, 19) | deeds(B, 16, 18, 12)
    game = offered({"squares": [12]}, {"squares": [19]}, owned)
    assert decides(game, bot) == {"type": "reject"}
    assert LadderBot(bot).reply(game, A) == trading.REPLY_GIVES_YOU_GROUP


@pytest.mark.parametrize("bot", THINKERS)
def test_a_whole_group_is_not_broken_up_for_small_money(bot: str) -> None:
    game = offered({"cash": 250}, {"squares": [19]}, deeds(A, *ORANGE) | deeds(B, 1))
    assert decides(game, bot) == {"type": "reject"}
    assert LadderBot(bot).reply(game, A) == trading.REPLY_BREAKS_MY_GROUP


@pytest.mark.parametrize("bot", THINKERS)
def test_a_good_price_for_a_loose_deed_is_taken_and_a_bad_one_is_not(bot: str) -> None:
    owned = deeds(A, 5) | deeds(B, 39)
    assert decides(offered({"cash": 500}, {"squares": [5]}, owned), bot) == {"type": "accept"}
    poor = offered({"cash": 20}, {"squares": [5]}, owned)
    assert decides(poor, bot) == {"type": "reject"}
    assert LadderBot(bot).reply(poor, A) == trading.REPLY_TOO_LITTLE


@pytest.mark.parametrize("bot", DEALERS)
def test_a_deal_that_takes_the_last_money_is_refused(bot: str) -> None:
    game = offered({"squares": [39]}, {"cash": 100}, deeds(B, 39), cash={A: 100})
    assert decides(game, bot) == {"type": "reject"}
    assert LadderBot(bot).reply(game, A) == trading.REPLY_LEAVES_ME_SHORT


@pytest.mark.parametrize("bot", DEALERS)
def test_no_offer_takes_more_cash_than_there_is(bot: str) -> None:
    """A group could be made whole, but there is no money for it: no offer is made that the rules would refuse."""
    game = table(deeds=deeds(A, 37) | deeds(B, 39), cash={A: 30}, phase="end", decider=A)
    assert decides(game, bot) == {"type": "end_turn"}


@pytest.mark.parametrize("bot", DEALERS)
def test_deeds_of_a_built_group_are_not_asked_for(bot: str) -> None:
    game = table(deeds=deeds(A, 16) | deeds(B, *PINK, buildings=1), phase="end", decider=A)
    assert decides(game, bot) == {"type": "end_turn"}


# ------------------------------------------------------------------------------------ jail, tax, cards


@pytest.mark.parametrize("bot", THINKERS)
def test_early_everybody_leaves_jail(bot: str) -> None:
    game = table(jailed={A: 0}, phase="roll", decider=A)
    assert decides(game, bot) == {"type": "pay_fine"}
    game = table(jailed={A: 0}, cards={A: ["chest"]}, phase="roll", decider=A)
    assert decides(game, bot) == {"type": "use_jail_card"}


def test_late_a_baron_stays_in_jail_while_the_board_is_dear() -> None:
    owned = deeds(B, *ORANGE, buildings=4) | deeds(B, *PINK, buildings=4) | deeds(C, 1, 3, 5, 6, 8, 9, 12, 15)
    owned |= deeds(C, *RED, 25, 26, 27, 28, 29, 31, 32, 34, 35)
    game = table(deeds=owned, jailed={A: 0}, phase="roll", decider=A)
    assert decides(game, "baron") == {"type": "roll"}
    assert decides(game, "trader") == {"type": "pay_fine"}


def test_a_tax_is_chosen_by_a_rough_guess() -> None:
    poor = table(at={A: 4}, cash={A: 300}, phase="tax", decider=A)
    rich = table(at={A: 4}, cash={A: 3000}, phase="tax", decider=A)
    for bot in DEALERS:
        assert decides(poor, bot) == {"type": "pay_tax", "choice": "percent"}
        assert decides(rich, bot) == {"type": "pay_tax", "choice": "flat"}
    assert decides(poor, "novice") == {"type": "pay_tax", "choice": "flat"}


@pytest.mark.parametrize("bot", THINKERS)
def test_a_rent_on_demand_is_claimed_out_of_turn(bot: str) -> None:
    game = table("spider-man", deeds=deeds(A, 39), at={B: 37}, options={"rent_claims": "claimed"}, turn=B, phase="roll")
    do(game, "roll", B, chance=[1, 1])
    assert decides(game, bot) == {"type": "claim", "square": 39}
    assert decides(game, bot, C) == {}


# ------------------------------------------------------------------------------------ the Force, doubles


def test_a_beaten_symbol_is_not_put_where_it_threatens_its_own_victor() -> None:
    for bot in DEALERS:
        game = table(
            "star-wars-2",
            players=2,
            at={A: 5, B: 25},
            phase="battle",
            turn=A,
            decider=A,
            force={"dark": 5, "light": 21},
            battle={"seat": A, "symbol": "dark"},
        )
        action = decides(game, bot)
        if action["type"] == "place_force":
            assert not 2 <= (action["square"] - 5) % 40 <= 12


@pytest.mark.parametrize("bot", THINKERS)
def test_a_double_two_is_taken_as_cash(bot: str) -> None:
    game = table("spider-man", at={A: 0}, phase="roll", decider=A)
    do(game, "roll", chance=[2, 2])
    if game.phase == "buy":
        do(game, "buy")
    while game.phase != "double":
        game.apply(decides(game, bot))
    assert decides(game, bot) == {"type": "use_option"}


@pytest.mark.parametrize("bot", DEALERS)
def test_the_swing_of_a_double_one_makes_a_group_whole(bot: str) -> None:
    game = table("spider-man", deeds=deeds(A, 16, 18), at={A: 8}, phase="roll", decider=A)
    do(game, "roll", chance=[1, 1])
    assert game.phase == "double" or game.phase == "buy"
    while game.phase != "double":
        game.apply(decides(game, bot))
    assert decides(game, bot) == {"type": "go_to", "square": 19}


@pytest.mark.parametrize("bot", DEALERS)
def test_the_attack_of_a_double_six_goes_for_the_deed_that_is_missing(bot: str) -> None:
    game = table("spider-man", deeds=deeds(A, 16, 18) | deeds(B, 19, 5, 12), at={A: 38}, phase="roll", decider=A)
    do(game, "roll", chance=[6, 6])
    assert game.position()["players"][A]["square"] == JAIL
    assert decides(game, bot) == {"type": "attack", "square": 19}


# ------------------------------------------------------------------------------------ shortages, transfers


@pytest.mark.parametrize("bot", THINKERS)
def test_scarce_houses_are_wanted_and_bid_for_within_reason(bot: str) -> None:
    owned = deeds(A, *X) | deeds(B, *D) | deeds(C, *RED, buildings=4) | deeds(C, *ORANGE, buildings=4)
    owned |= deeds(C, 1, 3, buildings=3)
    game = table(deeds=owned, turn=B, phase="end", decider=B, cash={A: 1000, B: 1000})
    assert game.position()["bank"]["houses"] == 2
    do(game, "build", B, square=D[0], count=2)
    assert game.phase == "contest"
    while game.phase == "contest":
        seat = game.decider or 0
        action = decides(game, bot, seat)
        assert seat != A or action["type"] == "want"
        game.apply(action, seat)
    while game.phase == "auction":
        seat = game.decider or 0
        bid = decides(game, bot, seat)
        assert bid["type"] == "pass" or bid["amount"] <= 2 * 200
        game.apply(bid, seat)


@pytest.mark.parametrize("bot", THINKERS)
def test_a_mortgage_that_comes_with_a_deed_is_kept_when_cash_is_short(bot: str) -> None:
    game = table(deeds=deeds(B, UTILITIES[0], mortgaged=True), cash={A: 120}, turn=B, phase="roll", decider=B)
    do(game, "offer", B, to=A, give={"squares": [UTILITIES[0]]}, ask={"cash": 5})
    do(game, "accept", A)
    assert game.phase == "transfer"
    assert decides(game, bot) == {"type": "keep_mortgage", "square": UTILITIES[0]}
