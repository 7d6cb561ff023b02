"""A bot of Freehold in a seat of the simulator: its six questions become decisions in a phase of ours.

The bot decides from positions alone and hears the answers to its own offers. The simulator's faults are not used: money
that is promised in an open offer is kept, and no deed is taken after the purchase was declined.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import freehold
from freehold.game.position import PositionError
from freehold.json_types import Json
from gnome import actions, state
from gnome.actions import CONCLUDE, SKIP, Move

FAILED, DONE = -1, 1
ACTIONS = 4  # of one call; the simulator asks for a fifth and discards it


class Seat:
    """Our player in one game. A new one is made for each game."""

    def __init__(self, bot: str, seed: int, offers: bool = True) -> None:
        self.bot = freehold.Bot(bot, seed)
        self.offers = offers
        self.turns = 0
        self.made: dict[str, Json] = {}  # open offers by the name of who is asked
        self.refused: list[Json] = []
        self.asked = 0  # actions in this call
        self.redeemed: set[int] = set()  # deeds redeemed since the last throw are not mortgaged again
        self.count: Counter[str] = Counter()

    def methods(self) -> dict[str, Any]:
        """What the simulator's `Agent` is made from."""
        return {
            "handle_negative_cash_balance": self.raise_money,
            "make_pre_roll_move": self.before_throw,
            "make_out_of_turn_move": self.out_of_turn,
            "make_post_roll_move": self.after_throw,
            "make_buy_property_decision": self.never_for_free,
            "make_bid": self.bid,
            "type": "decision_agent_methods",
        }

    def before_throw(self, player: Any, board: Any, allowed: set[str], code: Any) -> Move:
        if "skip_turn" in allowed:
            self.turns += sum(other.status != "lost" for other in board["players"])
            self.redeemed.clear()
        return self._free(player, board, allowed, code, "roll")

    def out_of_turn(self, player: Any, board: Any, allowed: set[str], code: Any) -> Move:
        return self._free(player, board, allowed, code, "end")

    def _free(self, player: Any, board: Any, allowed: set[str], code: Any, phase: str) -> Move:
        """Answer an offer that was made to us, then whatever the bot would do in this phase."""
        self.asked = 1 if "skip_turn" in allowed else self.asked + 1
        done = SKIP if "skip_turn" in allowed else CONCLUDE
        self._settle(board, player)
        if code == FAILED or self.asked > ACTIONS:
            return done
        if player.is_trade_offer_outstanding and self._accepts(player, board):
            return "accept_trade_offer", {"player": player.player_name, "current_gameboard": "current_gameboard"}
        action = self._choose(player, board, phase)
        move = None if action is None else actions.translate(action, player, board)
        if action is None or move is None or move[0] not in allowed:
            return done
        if action["type"] == "mortgage" and action["square"] in self.redeemed:
            return done
        if action["type"] == "redeem":
            self.redeemed.add(action["square"])
        if action["type"] == "offer":
            if not self.offers:
                return done
            self.made[board["players"][action["to"]].player_name] = action
        self.count[action["type"]] += 1
        return move

    def after_throw(self, player: Any, board: Any, allowed: set[str], code: Any) -> Move:
        if "buy_property" not in allowed or code == FAILED:
            return CONCLUDE
        action = self._choose(player, board, "buy")
        bought = action is not None and action["type"] == "buy"
        self.count["bought" if bought else "declined"] += 1
        return (actions.translate({"type": "buy"}, player, board) or CONCLUDE) if bought else CONCLUDE

    def never_for_free(self, player: Any, board: Any, asset: Any) -> bool:
        """Asked after the purchase was declined; the simulator would not charge for it."""
        return False

    def bid(self, player: Any, board: Any, asset: Any, current: float) -> int:
        seat = state.seats(board)[player.player_name]
        bidders = [k for k, other in enumerate(board["players"]) if other.status != "lost"]
        leader = next((k for k in bidders if k != seat), None) if current > 0 else None
        auction = {
            "square": state.square_of(board, asset.name),
            "bid": int(current),
            "floor": int(current) + 1,
            "leader": leader,
            "bidder": seat,
            "bidders": bidders,
            "place": None,
        }
        action = self._choose(player, board, "auction", auction=auction)
        return int(action["amount"]) if action is not None and action["type"] == "bid" else 0

    def raise_money(self, player: Any, board: Any) -> Move:
        """Rent is paid already, and our cash is below zero: what is missing is a debt to the bank."""
        if player.current_cash >= 0:
            return None, DONE
        seat = state.seats(board)[player.player_name]
        debt = {"debtor": seat, "creditor": "bank", "amount": int(-player.current_cash) + 1}
        action = self._choose(player, board, "debt", debts=[debt])
        if action is not None and action["type"] in ("mortgage", "sell", "sell_group"):
            move = actions.translate(action, player, board)
            if move is not None:
                return move
        return self._anything(player, board)

    def _anything(self, player: Any, board: Any) -> Move:
        """What is left to sell, where the bot would give up: deeds without buildings, then buildings."""
        own = state.own(board, player)
        bare = [square for square, place in own.items() if not place.is_mortgaged and not state.built(place)]
        built = sorted(
            (square for square in own if state.built(own[square])), key=lambda square: -state.built(own[square])
        )
        for kind, squares in (("mortgage", bare), ("sell", built)):
            for square in squares[:1]:
                return actions.translate({"type": kind, "square": square}, player, board) or (None, FAILED)
        return None, FAILED

    def _settle(self, board: Any, player: Any) -> None:
        """Offers that are no longer open were accepted or refused."""
        for name, offer in list(self.made.items()):
            other = next(who for who in board["players"] if who.player_name == name)
            if other.is_trade_offer_outstanding and other.outstanding_trade_offer["from_player"] is player:
                continue
            del self.made[name]
            moved = [(k, other) for k in offer["give"].get("squares", [])]
            moved += [(k, player) for k in offer["ask"].get("squares", [])]
            accepted = all(board["location_sequence"][square].owned_by is owner for square, owner in moved)
            self.count["accepted" if accepted else "refused"] += 1
            if not accepted:
                self.refused.append(offer)

    def _promised(self) -> int:
        return sum(offer["give"].get("cash", 0) for offer in self.made.values())

    def _accepts(self, player: Any, board: Any) -> bool:
        open = player.outstanding_trade_offer
        seat, names = state.seats(board)[player.player_name], state.seats(board)
        give, ask = (
            {
                "cash": int(open[f"cash_{side}"]),
                "squares": [state.square_of(board, at.name) for at in open[f"property_set_{side}"]],
            }
            for side in ("offered", "wanted")
        )
        offer = {"from": names[open["from_player"].player_name], "to": seat, "give": give, "ask": ask}
        if player.current_cash - self._promised() <= open["cash_wanted"]:
            return False
        action = self._choose(player, board, "answer", turn=offer["from"], offer=offer)
        accepted = action is not None and action["type"] == "accept"
        self.count["yes" if accepted else "no"] += 1
        return accepted

    def _choose(self, player: Any, board: Any, phase: str, **more: Any) -> Json | None:
        """The bot's own decision in this phase; None where our rules know no such position."""
        seat = state.seats(board)[player.player_name]
        less = 0 if phase == "debt" else self._promised()
        try:
            game = freehold.Game.load(state.position(board, phase, seat, turns=self.turns, less=less, **more))
        except PositionError:
            self.count["no such position"] += 1
            return None
        if phase in ("roll", "end"):
            self._recall(game)
        self.count["decisions"] += 1
        return self.bot.choose(game, seat) or None

    def _recall(self, game: freehold.Game) -> None:
        """The bot remembers a game by its log: play the refused offers again."""
        for offer in self.refused[-12:]:
            try:
                game.apply(offer)
            except freehold.IllegalAction:
                continue
            game.apply({"type": "reject"})
