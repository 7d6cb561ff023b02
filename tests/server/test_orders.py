"""Standing orders: each does what its owner could do, as an action that the log marks. Nobody else sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import Game
from freehold.players.ladder import LadderBot
from freehold.server.protocol.messages import Person, SetOrders
from freehold.server.storage.seat_settings import Orders
from freehold.server.storage.store import RECORDS
from freehold.server.table import orders, seating, timing
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

from .network import Client, House, house
from .served import SECRET
from .table_steps import NOON, begun, refused
from .test_notices import sit

PEOPLE = [Person("Ann"), Person("Bob"), Person("Cleo")]
HOUR = 3_600_000


def standing(change: dict[str, Any] | None = None, **wish: Any) -> Table:
    """A table of days with three people, Ann to play, in a position of one's own."""
    table = begun(**{"seats": 3, "people": PEOPLE, "seconds": 86_400, **wish})
    assert table.game is not None
    position: Any = table.game.position()
    position.update(turn=0, decider=0, phase="roll")
    position.pop("flow")
    for path, value in (change or {}).items():
        at = position
        *way, last = path.split(".")
        for part in way:
            at = at[int(part)] if part.isdigit() and isinstance(at, list) else at[part]
        at[last] = value
    table.log.game = Game.load(position)
    table.ask(NOON, table.log.game.view())
    return table


def auction(**wish: Any) -> Table:
    """Ann has declined the deed of square 1."""
    table = standing({"phase": "buy", "players.0.square": 1}, **wish)
    table.act(NOON, 0, 1, {"type": "decline"})
    return table


def give(table: Table, seat: int, **wish: Any) -> None:
    orders.put(table.record, SetOrders(seat, Orders(**wish)))


def carried_out(table: Table) -> list[tuple[int | None, Any]]:
    """Everything that the orders lead to."""
    done = []
    while (found := timing.due(table)) is not None and found[1] == "order":
        (entry, client) = timing.carry_out(table, NOON).writes.entries[0]
        assert (entry.by, client) == ("order", None)
        done.append((entry.seat, entry.action))
    return done


OWNED = {"deeds": {"1": {"owner": 1}, "3": {"owner": 1}, "5": {"owner": 1}}}


def test_a_bid_goes_as_low_as_it_can_up_to_the_sum_and_then_passes() -> None:
    table = auction()
    give(table, 1, bids={"1": 70})
    assert carried_out(table) == [(1, {"type": "bid", "amount": 1})]
    table.act(NOON, 2, table.number + 1, {"type": "bid", "amount": 69})
    assert carried_out(table) == [(1, {"type": "bid", "amount": 70})]
    table.act(NOON, 2, table.number + 1, {"type": "bid", "amount": 71})
    assert carried_out(table) == [(1, {"type": "pass"})]


def test_two_orders_end_where_bid_by_bid_would_and_never_above_the_cash() -> None:
    table = auction()
    give(table, 1, bids={"1": 70})
    give(table, 2, bids={"1": 90})
    give(table, 0, pass_others=True)
    assert carried_out(table)[-1] == (1, {"type": "pass"})
    assert table.game is not None
    view = table.game.view()
    assert (view["deeds"]["1"]["owner"], view["players"][2]["cash"]) == (2, 1500 - 71)
    poor = standing({"phase": "buy", "players.0.square": 1, "players.1.cash": 30})
    poor.act(NOON, 0, 1, {"type": "decline"})
    give(poor, 1, bids={"1": 70})
    give(poor, 2, bids={"1": 70})
    carried_out(poor)
    assert poor.game is not None
    assert poor.game.view()["auction"]["bid"] == 31


def test_an_order_for_another_deed_leaves_the_auction_to_its_owner() -> None:
    table = auction()
    give(table, 1, bids={"3": 70})
    assert carried_out(table) == []
    assert table.deadline == NOON + 8 * HOUR  # nobody is expected to stay
    give(table, 1, bids={"3": 70}, pass_others=True)
    assert carried_out(table) == [(1, {"type": "pass"})]


@pytest.mark.parametrize(("ask", "done"), [([1, 5], [(1, {"type": "reject"})]), ([5], [])])
def test_a_group_that_is_kept_is_not_sold(ask: list[int], done: Any) -> None:
    table = standing(OWNED)
    give(table, 1, keep=["brown"])
    table.act(NOON, 0, 1, {"type": "offer", "to": 1, "give": {"cash": 900}, "ask": {"squares": ask}})
    assert carried_out(table) == done


BROWN, STATION = {"squares": [3]}, {"squares": [5]}


@pytest.mark.parametrize(
    ("action", "forbidden"),
    [
        ({"type": "offer", "to": 0, "give": {**STATION, **BROWN}, "ask": {"cash": 900}}, True),
        ({"type": "offer", "to": 0, "give": STATION, "ask": BROWN}, False),
        ({"type": "offer", "to": 0, "ask": BROWN}, False),
        ({"type": "settle", **BROWN, "cash": 10}, True),
        ({"type": "settle", **STATION, "cash": 10}, False),
        ({"type": "accept"}, False),
        ({"type": "roll"}, False),
    ],
)
def test_a_bot_that_stands_in_sells_no_group_that_is_kept(action: Any, forbidden: bool) -> None:
    table = standing(OWNED)
    assert table.game is not None
    assert not orders.forbid(table.record, table.game, 1, action)
    give(table, 1, keep=["brown"])
    assert orders.forbid(table.record, table.game, 1, action) == forbidden
    assert not orders.forbid(table.record, table.game, 2, action)
    seating.make_bot(table.record, 1, "baron")  # the seat is nobody's any more
    assert not orders.forbid(table.record, table.game, 1, action)


@pytest.mark.parametrize(("asked", "forbidden"), [(BROWN, True), (STATION, False)])
def test_a_bot_that_was_asked_before_its_owner_kept_the_group_does_not_accept(asked: Any, forbidden: bool) -> None:
    table = standing(OWNED)
    table.act(NOON, 0, 1, {"type": "offer", "to": 1, "give": {"cash": 900}, "ask": asked})
    give(table, 1, keep=["brown"])
    assert table.game is not None
    assert orders.forbid(table.record, table.game, 1, {"type": "accept"}) == forbidden


@pytest.mark.parametrize(("mortgaged", "forbidden"), [(False, True), (True, False)])
def test_a_deed_that_is_kept_pays_a_rent_only_before_a_bankruptcy(mortgaged: bool, forbidden: bool) -> None:
    """Ann owes 300 and has 10; her stations may be mortgaged for 400, or are already."""
    stations = {square: {"owner": 0, "mortgaged": mortgaged} for square in ("5", "15", "25", "35")}
    debt = {"debtor": 0, "creditor": 1, "amount": 300, "open": True}
    change = {"phase": "debt", "debts": [debt], "deeds": {"1": {"owner": 0}, **stations}, "players.0.cash": 10}
    table = standing(change, edition="star-wars-2")
    assert table.game is not None
    assert "settle" in {action["type"] for action in table.game.legal()}
    action = {"type": "settle", "squares": [1], "cash": 10}
    give(table, 0, keep=["brown"])
    assert orders.forbid(table.record, table.game, 0, action) == forbidden


def test_every_rent_is_claimed() -> None:
    table = standing({**OWNED, "options": {"rent_claims": "claimed"}}, options={"rent_claims": "claimed"})
    assert table.game is not None
    table.game.apply({"type": "roll"}, chance=[1, 2])
    give(table, 1, claim=True)
    assert [action["type"] for _, action in carried_out(table)] == ["claim"]


def test_building_leaves_the_cash_that_was_asked_for() -> None:
    table = standing({**OWNED, "players.1.cash": 480})
    give(table, 1, build_above=300)
    done = carried_out(table)
    assert [action["type"] for _, action in done] == ["build"] * 3
    assert table.game is not None
    assert table.game.view()["players"][1]["cash"] == 330


def test_buildings_that_run_short_are_left_to_the_owner() -> None:
    built = dict.fromkeys((6, 8, 9, 11, 13, 14, 37), 4) | {39: 3}
    theirs = {str(square): {"owner": 2, "buildings": houses} for square, houses in built.items()}
    table = standing({"deeds": {"1": {"owner": 1}, "3": {"owner": 1}} | theirs, "bank.houses": 1})
    give(table, 1, build_above=0)
    before = table.game
    assert carried_out(table) == []
    assert table.game is before


def test_jail_is_left_by_paying() -> None:
    table = standing({"players.0.in_jail": True, "players.0.square": 10})
    give(table, 0, leave_jail=True)
    assert carried_out(table) == [(0, {"type": "pay_fine"})]


def test_orders_act_before_a_bot_that_stands_in_and_not_after_they_are_withdrawn() -> None:
    table = standing({"players.0.in_jail": True, "players.0.square": 10})
    give(table, 0, leave_jail=True)
    table.record.seats[0].away = True
    assert timing.due(table) == (table.last, "order")
    give(table, 0)
    assert table.record.seats[0].orders is None
    assert timing.due(table) == (table.last, "bot")


def test_orders_are_kept_over_a_restart_and_end_with_the_game() -> None:
    table = begun(seconds=86_400)
    give(table, 0, bids={"1": 70}, keep=["brown"], claim=True, build_above=5, leave_jail=True, pass_others=True)
    stored = RECORDS.decode(msgspec.json.encode(table.record))
    assert Table(stored, SECRET).record.seats[0].orders == table.record.seats[0].orders
    table.end(NOON, "consent", Step())
    assert table.record.seats[0].orders is None


def test_an_order_that_the_rules_refuse_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = standing()
    monkeypatch.setattr(orders, "next_action", lambda record, game: (1, {"type": "roll"}))
    assert timing.carry_out(table, NOON).writes.entries == []
    due = timing.due(table)
    assert due is not None
    assert due[1] == "clock"


def test_orders_about_deeds_that_do_not_exist_are_refused() -> None:
    table = standing()
    for wish in ({"bids": {"0": 5}}, {"keep": ["plaid"]}):
        with refused("bad-orders"):
            give(table, 0, **wish)
    table.record.box = True
    with refused("no-notices"):
        orders.shown(table.record, 0)


def test_a_game_of_days_goes_on_without_visitors() -> None:
    table = standing()
    assert not timing.may_sleep(table)
    table.record.seats[0].away = table.record.seats[1].away = table.record.seats[2].away = True
    assert timing.may_sleep(table)
    assert timing.may_sleep(begun(seconds=60))


def deal(keep: list[str], place: House) -> list[Any]:
    """Ann and Bob would each complete a group, if she gave two pink deeds for two orange ones; she has the brown group
    to build on. She does not come, and a baron plays for her: what it does in her turn.
    """
    lots = {str(square): {"owner": seat} for seat, of in enumerate([(1, 3, 11, 13, 16), (14, 18, 19)]) for square in of}
    players = [{"name": name, "cash": 1500} for name in ("Ann", "Bob")]
    at = {"edition": "classic", "players": players, "deeds": lots, "turn": 0, "decider": 0, "phase": "end"}
    made = place.table(position=Game.load(at).link(), level="baron", seconds=86_400)
    game, ann, host = made["table"]["id"], Client(place.port), Client(place.port)
    ann.hello(game, made["keys"][0])
    ann.say(type="orders", seat=0, orders={"keep": keep})
    ann.hear("orders")
    ann.close()
    host.hello(game, made["host"])
    host.say(type="start")
    host.hear("begun")
    host.say(type="replace", seat=0)
    done: list[Any] = []
    while not done or done[-1]["type"] not in ("offer", "end_turn"):
        past = host.hear("told")["past"]
        assert (past["seat"], past["by"]) == (0, "bot")
        done.append(past["action"])
    host.close()
    return done


@pytest.mark.parametrize("keep", [[], ["brown", "orange"]])
def test_a_baron_that_stands_in_deals_where_no_order_forbids_it(tmp_path: Path, keep: list[str]) -> None:
    with house(tmp_path) as place:
        (offer,) = deal(keep, place)
        assert (offer["type"], offer["give"]["squares"], offer["ask"]["squares"]) == ("offer", [11, 13], [18, 19])


def test_a_baron_that_stands_in_keeps_the_group_and_builds(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        kinds = [action["type"] for action in deal(["pink"], place)]
        assert set(kinds) == {"build", "end_turn"}
        assert kinds.count("build") >= 3


def test_a_bot_that_insists_on_selling_a_kept_group_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    offer = {"type": "offer", "to": 1, "give": {"squares": [1]}, "ask": {"cash": 900}}
    monkeypatch.setattr(LadderBot, "decide", lambda *_: offer)
    with house(tmp_path) as place:
        assert deal([], place) == [offer]
        assert deal(["brown"], place) == [{"type": "end_turn"}]
    assert "bot-refused" not in {record.getMessage() for record in caplog.records}


def test_only_the_owner_sees_orders_and_the_log_says_only_that_one_acted(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made, ann = sit(place)
        game = made["table"]["id"]
        bob = Client(place.port)
        bob.hello(game, made["keys"][1])
        ann.say(type="orders", seat=0, orders={"bids": {"39": 12345}, "keep": ["brown"], "claim": True})
        assert ann.hear("orders")["orders"]["bids"] == {"39": 12345}
        ann.say(type="ask_orders", seat=0)
        assert ann.hear("orders")["orders"]["claim"] is True
        bob.say(type="ask_orders", seat=0)
        assert bob.hear("orders", "refused")["code"] == "not-your-seat"
        ann.say(type="start")
        host = Client(place.port)
        host.hello(game, made["host"])
        host.say(type="start")
        host.hear("begun")
        bob.hear("begun")
        seen = [bob.heard, host.heard, place.get(f"/api/tables/{game}"), place.get(f"/api/tables/{game}/log")]
        assert "12345" not in json.dumps(seen)
