"""An action of Freehold as an action of the simulator, or None if it knows no such action."""

from __future__ import annotations

from typing import Any

from freehold.json_types import Json
from gnome import state

Move = tuple[Any, Any]  # the name of an action, and its parameters
CONCLUDE: Move = ("concluded_actions", {})
SKIP: Move = ("skip_turn", {})


def translate(action: Json, player: Any, board: Any) -> Move | None:
    """The same in the simulator's words. Whether it allows it now is for the simulator to say."""
    kind = action.get("type")
    if kind == "pay_fine":
        return "pay_jail_fine", _whose(player)
    if kind == "use_jail_card":
        return "use_get_out_of_jail_card", _whose(player)
    if kind == "buy":
        return "buy_property", _about(player, board, int(player.current_position))
    if kind == "mortgage":
        return "mortgage_property", _about(player, board, action["square"])
    if kind == "redeem":
        return "free_mortgage", _about(player, board, action["square"])
    if kind == "build":
        hotel = state.built(board["location_sequence"][action["square"]]) == state.LARGE - 1
        return "improve_property", {**_about(player, board, action["square"]), **_size("add", hotel)}
    if kind in ("sell", "sell_group"):
        hotel = state.built(board["location_sequence"][action["square"]]) == state.LARGE
        return "sell_house_hotel", {**_about(player, board, action["square"]), **_size("sell", hotel)}
    if kind == "offer":
        return _offer(action, player, board)
    return None


def _whose(player: Any) -> Json:
    return {"player": player.player_name, "current_gameboard": "current_gameboard"}


def _size(what: str, hotel: bool) -> Json:
    return {f"{what}_house": not hotel, f"{what}_hotel": hotel}


def _about(player: Any, board: Any, square: int) -> Json:
    return {**_whose(player), "asset": board["location_sequence"][square].name}


def _offer(action: Json, player: Any, board: Any) -> Move | None:
    to = board["players"][action["to"]]
    give, ask = action.get("give", {}), action.get("ask", {})
    places = [board["location_sequence"][square] for side in (give, ask) for square in side.get("squares", [])]
    if to.status == "lost" or to.is_trade_offer_outstanding or give.get("jail_cards") or ask.get("jail_cards"):
        return None
    if any(place.is_mortgaged or state.built(place) for place in places):
        return None
    offer = {
        "property_set_offered": {board["location_sequence"][square].name for square in give.get("squares", [])},
        "property_set_wanted": {board["location_sequence"][square].name for square in ask.get("squares", [])},
        "cash_offered": give.get("cash", 0),
        "cash_wanted": ask.get("cash", 0),
    }
    return "make_trade_offer", {"from_player": player.player_name, "offer": offer, "to_player": to.player_name}
