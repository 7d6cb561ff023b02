"""A board of the GNOME-p3 simulator as a position of Freehold. Nothing else: no decision, no action.

The simulator's rules differ (see `README.md`); what a position cannot hold is put as near to it as it can be.
"""

from __future__ import annotations

from typing import Any

from freehold.json_types import Json

LARGE = 5  # a hotel, as a number of buildings


def seats(board: Any) -> dict[str, int]:
    """The seat of each player by name: the order in which they move."""
    return {player.player_name: seat for seat, player in enumerate(board["players"])}


def square_of(board: Any, name: str) -> int:
    return next(k for k, place in enumerate(board["location_sequence"]) if place.name == name)


def own(board: Any, player: Any) -> dict[int, Any]:
    """A player's deeds by their squares."""
    return {
        k: place for k, place in enumerate(board["location_sequence"]) if getattr(place, "owned_by", None) is player
    }


def cash(player: Any) -> int:
    """Whole money; what a player owes to the bank is not negative cash here, but a debt."""
    return max(0, int(player.current_cash))


def position(board: Any, phase: str, seat: int, *, turns: int = 0, less: int = 0, **more: Any) -> Json:
    """Where the game stands, for a decision of this seat. `less`: money that it has promised in open offers."""
    players = [_player(player) for player in board["players"]]
    players[seat]["cash"] = max(0, players[seat]["cash"] - less)
    return {
        "edition": "classic",
        "players": players,
        "turn": seat,
        "phase": phase,
        "decider": seat,
        "deeds": _deeds(board),
        "flow": {"turns": turns},
        **more,
    }


def _player(player: Any) -> Json:
    lost = player.status == "lost"
    cards = [
        *(["chance"] if player.has_get_out_of_jail_chance_card else []),
        *(["chest"] if player.has_get_out_of_jail_community_chest_card else []),
    ]
    return {
        "name": player.player_name,
        "cash": 0 if lost else cash(player),
        "square": 0 if lost else int(player.current_position),
        "in_jail": bool(player.currently_in_jail),
        "jail_cards": [] if lost else cards,
        "bankrupt": lost,
    }


def _deeds(board: Any) -> Json:
    sitting = seats(board)
    groups: dict[str, list[int]] = {}
    deeds: Json = {}
    for square, place in enumerate(board["location_sequence"]):
        owner = getattr(getattr(place, "owned_by", None), "player_name", None)
        if owner is None:  # the bank's, or no deed
            continue
        mortgaged = bool(place.is_mortgaged)
        deeds[str(square)] = {"owner": sitting[owner], "mortgaged": mortgaged, "buildings": built(place)}
        if place.loc_class == "real_estate":
            groups.setdefault(place.color, []).append(square)
    for group in groups.values():
        _even([deeds[str(square)] for square in group])
    return deeds


def built(place: Any) -> int:
    if place.loc_class != "real_estate":
        return 0
    return LARGE if place.num_hotels else int(place.num_houses)


def _even(group: list[Json]) -> None:
    """The simulator sells a hotel whole and mortgages beside buildings: spread them as our rules would have them."""
    total = sum(deed["buildings"] for deed in group)
    if total == 0:
        return
    for k, deed in enumerate(sorted(group, key=lambda deed: -deed["buildings"])):
        deed["buildings"] = total // len(group) + (k < total % len(group))
        deed["mortgaged"] = False
