"""A bot of your own: change it, and see what it is worth.

freehold bots check my_bot.py:MyBot                  does it play every edition, and how fast is it?
freehold tournament --bots novice,my_bot.py:MyBot --ladder --games 100 --rounds 50 --net-worth
freehold play --bots my_bot.py:MyBot                 play against it, in the browser
"""

RESERVE = 300  # cash that it keeps

# What it does if nothing better is possible: the first of these that is legal. In every phase one of them is.
ORDER = (
    "claim", "pay", "buy", "decline", "use_jail_card", "roll", "throw_again", "end_turn", "pass", "reject", "pay_tax",
    "choose", "leave_force", "keep_mortgage", "pay_fine", "mortgage", "sell", "sell_group", "bankrupt",
)  # fmt: skip


class MyBot:
    """Buys what it can, bids and builds while it has cash, and never trades."""

    def decide(self, view, legal):  # type: ignore[no-untyped-def]  # what you need not write in a bot of your own
        """One of the `legal` actions. `view` is what a player at the table sees; `view["you"]` is your seat."""
        can = {action["type"]: action for action in legal}
        cash = view["players"][view["you"]]["cash"]
        if view["decider"] != view["you"]:
            return can.get("claim")  # out of turn it claims its rents; None: nothing
        if "build" in can and cash > RESERVE:
            return can["build"]
        if "bid" in can and can["bid"]["amount"] <= cash - RESERVE:
            return {"type": "bid", "amount": can["bid"]["amount"]}
        return next(can[kind] for kind in ORDER if kind in can)
