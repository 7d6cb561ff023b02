"""A bot that buys what it can, builds while it has more than 300 in cash, and never trades. It plays every edition.

`docs/your-own-bot.md` describes `view` and `legal`.
"""

RESERVE = 300

# Its preferences when there is nothing to build. In every phase one of these is legal.
ORDER = (
    "claim", "pay", "buy", "decline", "use_jail_card", "roll", "throw_again", "end_turn", "want", "pass", "reject",
    "pay_tax", "choose", "leave_force", "keep_mortgage", "pay_fine", "mortgage", "sell", "sell_group", "bankrupt",
)  # fmt: skip


class Greedy:
    def decide(self, view, legal):
        if view["decider"] != view["you"]:
            legal = [action for action in legal if action["type"] == "claim"]  # out of turn it only claims its rents
        cash = view["players"][view["you"]]["cash"]
        builds = [action for action in legal if action["type"] == "build"]
        if builds and cash > RESERVE:
            return builds[-1]  # squares are in board order, so the last group is the most expensive
        bids = [action for action in legal if action["type"] == "bid"]
        if bids and bids[0]["amount"] <= self.limit(view["auction"], cash):
            return {"type": "bid", "amount": bids[0]["amount"]}
        known = [action for action in legal if action["type"] in ORDER]
        return min(known, key=lambda action: ORDER.index(action["type"]), default=None)

    def limit(self, auction, cash):
        """Its highest bid: for a deed all but its reserve, for a scarce building twice the opening bid."""
        return 2 * auction["floor"] if "lot" in auction else cash - RESERVE
