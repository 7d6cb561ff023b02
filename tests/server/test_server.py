"""Play over a real connection: acknowledged after writing, refused alone, once per id, never lost on the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold import i18n, sentences
from freehold.editions import load
from tests.waiting import eventually

from .contributing import Hand
from .network import Client, House, house, seated


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def first(client: Client) -> Any:
    """What the decider may do that keeps the game going."""
    return next(a for a in client.legal if a["type"] not in ("offer", "settle", "mortgage", "sell", "sell_group"))


def test_two_people_play_and_both_hear_it(place: House) -> None:
    made, ann = seated(place)
    bob = Client(place.port)
    assert bob.hello(made["table"]["id"], made["keys"][1])["yours"] == [1]
    watcher = Client(place.port)
    assert watcher.hello(made["table"]["id"])["yours"] == []
    seat = ann.decider
    assert ann.act(seat, {"type": "roll"}, "a") == {"type": "done", "id": "a", "number": 1}
    heard = [client.hear("told") for client in (ann, bob, watcher)]
    assert heard[0] == heard[1] == heard[2]
    assert heard[0]["past"]["action"] == {"type": "roll"}
    assert "done" not in {message["type"] for message in bob.heard + watcher.heard}
    for client in (ann, bob, watcher):
        client.close()


def test_refusals_go_to_the_client_alone(place: House) -> None:
    made, ann = seated(place)
    bob = Client(place.port)
    bob.hello(made["table"]["id"], made["keys"][1])
    seat = ann.decider
    assert seat is not None
    cases = [
        ({"seat": seat, "action": {"type": "buy"}, "number": 1}, "wrong-phase"),
        ({"seat": 1 - seat, "action": {"type": "roll"}, "number": 1}, "not-your-turn"),
        ({"seat": seat, "action": {"type": "roll"}, "number": 2}, "stale-number"),
        ({"seat": seat, "action": {"type": "roll"}, "number": 0}, "stale-number"),
        ({"seat": seat, "action": {"type": "time_up"}, "number": 1}, "unknown-action"),
        ({"seat": 5, "action": {"type": "roll"}, "number": 1}, "not-your-seat"),
    ]
    for k, (message, code) in enumerate(cases):
        ann.say(type="act", id=f"r{k}", **message)
        answer = ann.hear("refused")
        assert (answer["code"], answer["id"], answer["number"]) == (code, f"r{k}", 0)
    bob.say(type="act", seat=0, id="x", number=1, action={"type": "roll"})
    assert bob.hear("refused")["code"] == "not-your-seat"
    bob.say(type="start")
    assert bob.hear("refused")["code"] == "host-only"
    bob.say(type="say", text="hello", seat=1)
    assert bob.hear()["type"] == "said"  # and nothing of Ann's refusals came before it
    ann.close()
    bob.close()


def test_the_same_id_twice_has_one_effect(place: House) -> None:
    made, ann = seated(place)
    seat = ann.decider
    done = ann.act(seat, {"type": "roll"}, "only once")
    ann.hear("told")
    for number in (1, 2, 99):  # also with a number that would be right
        assert ann.act(seat, {"type": "roll"}, "only once", number=number) == done
    log = place.get(f"/api/tables/{made['table']['id']}/log")
    assert len(log["entries"]) == 1
    ann.close()


def test_who_comes_back_gets_exactly_what_was_missed(place: House) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    heard: list[Any] = []
    for k in range(40):
        assert ann.act(ann.decider, first(ann), f"m{k}")["type"] == "done"
        heard.append(ann.hear("told")["past"])
    for seen in (0, 3, 20, 35, 39, 40):
        bob = Client(place.port)
        welcome = bob.hello(id, made["keys"][1], seen=seen)
        assert welcome["missed"] == heard[seen:]
        assert welcome["number"] == 40
        bob.close()
    bob = Client(place.port)
    assert bob.hello(id, made["keys"][1])["missed"] == []  # who has seen nothing yet gets the table as it stands
    ann.close()
    bob.close()


def test_a_table_that_was_left_is_found_again_from_disk(place: House) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    ann.act(ann.decider, {"type": "roll"}, "a")
    told = ann.hear("told")
    ann.close()
    # as soon as the server has seen the connection go
    eventually("the table is dropped", lambda: place.call(lambda: id not in place.server.registry.lives))
    back = Client(place.port)
    welcome = back.hello(id, *made["keys"], seen=0)
    assert welcome["view"] == told["view"]
    assert welcome["missed"] == [told["past"]]
    assert back.act(back.decider, first(back), "b")["number"] == 2
    back.close()


def test_bots_in_the_empty_chairs_play_to_the_end_and_the_dice_are_proved(place: House) -> None:
    made = place.table(people=[], bots=["random"] * 2, variant="short")
    id = made["table"]["id"]
    host = Client(place.port)
    host.hello(id, made["host"])
    host.say(type="start")
    host.hear("begun")
    host.say(type="consent")
    ended = host.hear("ended")
    assert ended["how"] in ("consent", "over")
    report = place.get(f"/api/tables/{id}/verify")
    assert report["proved"]
    log = place.get(f"/api/tables/{id}/log")
    assert log["secret"] == ended["secret"]
    assert log["ending"]["hash"] == ended["hash"] == report["head"]
    log["entries"] and log["entries"][0].update(at=1)
    assert log["entries"] == [] or not place.post("/api/verify", log, 200)["proved"]
    host.close()


def test_a_person_and_a_bot(place: House) -> None:
    made = place.table(people=[{"name": "Ann"}], bots=["random"])
    ann = Client(place.port)
    ann.hello(made["table"]["id"], made["host"], *made["keys"])
    ann.say(type="start")
    ann.hear("begun")
    by = set()
    for k in range(60):
        while ann.decider != 0:
            by.add(ann.hear("told")["past"]["by"])
        if ann.act(0, first(ann), f"p{k}")["type"] == "done":
            ann.hear("told")
        if "bot" in by:
            break
    assert "bot" in by
    ann.close()


def test_join_by_invitation_chain_and_token(place: House) -> None:
    made = place.table(seats=3, listed=False)
    id = made["table"]["id"]
    place.get(f"/api/tables/{id}", 403)
    assert id not in json.dumps(place.get("/api/tables"))
    assert place.post(f"/api/tables/{id}/join", {"name": "Cleo"}, 403)["code"] == "wrong-invite"
    joined = place.post(f"/api/tables/{id}/join", {"name": "Cleo", "invite": made["invite"]})
    assert joined["seat"] == 2
    stranger = Client(place.port)
    assert stranger.hello(id)["code"] == "wrong-invite"
    cleo = Client(place.port, Hand())
    assert cleo.hello(id, joined["key"])["yours"] == [2]
    cleo.say(type="chain", seat=2, end="ab" * 32)
    assert cleo.hear("table")["table"]["seats"][2]["present"]
    assert cleo.hear("table")["table"]["seats"][2]["chain"] == "ab" * 32
    tokens = place.get("/api/editions")["editions"][-1]["tokens"]
    cleo.say(type="token", seat=2, token=tokens[7]["id"])
    assert cleo.hear("table")["table"]["seats"][2]["token"] == tokens[7]["id"]
    host = Client(place.port)
    host.hello(id, made["host"])
    cleo.publish(2)
    cleo.hear("table")
    host.say(type="start")
    asking = cleo.hear("asking")
    assert (asking["draw"], asking["action"], asking["asked"]) == (0, {"type": "start"}, [2])
    assert cleo.hand is not None
    assert host.hear("begun")["header"]["shares"] == {"2": cleo.hand.given[0, 2][0]}
    assert place.get(f"/api/tables/{id}", 200, **{"X-Freehold-Invite": made["invite"]})["status"] == "playing"
    assert place.get(f"/api/tables/{id}", 200, **{"X-Freehold-Key": joined["key"]})["id"] == id
    for client in (stranger, cleo, host):
        client.close()


def test_pause_replace_mute_leave_and_rematch(place: House) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    ann.say(type="pause", paused=True)
    assert ann.hear("table")["table"]["paused"]
    assert ann.act(ann.decider, {"type": "roll"}, "p")["code"] == "paused"
    ann.say(type="pause", paused=False)
    assert not ann.hear("table")["table"]["paused"]
    ann.say(type="mute", seat=1, muted=True)
    ann.hear("table")
    ann.say(type="say", seat=1, text="hm")
    assert ann.hear("refused")["code"] == "muted"
    ann.say(type="rematch")
    assert ann.hear("refused")["code"] == "not-over"
    ann.say(type="consent", seat=0)
    ann.hear("table")
    ann.say(type="consent", seat=1)
    assert ann.hear("ended")["how"] == "consent"
    ann.say(type="rematch")
    again = ann.hear("rematch")["table"]
    assert again != id
    second = Client(place.port)
    welcome = second.hello(again, made["host"], *made["keys"])
    assert welcome["yours"] == [0, 1]
    assert welcome["host"]
    assert welcome["table"]["commitment"] != made["table"]["commitment"]
    second.say(type="leave", seat=1)
    second.hear("table")
    assert second.hear("table")["table"]["seats"][1]["kind"] == "open"
    second.say(type="chain", seat=1, end="ab" * 32)
    assert second.hear("refused")["code"] == "not-your-seat"  # the key opens nothing any more
    ann.close()
    second.close()


def test_two_who_ask_for_a_rematch_at_once_get_the_same_one(place: House) -> None:
    made, ann = seated(place)
    bob = Client(place.port)
    bob.hello(made["table"]["id"], made["keys"][1])
    for seat in (0, 1):
        ann.say(type="consent", seat=seat)
    ann.hear("ended")
    before = len(place.server.store.read.records("lobby", False, 1000))
    for client in (ann, bob, ann):
        client.say(type="rematch")
    tables = {ann.hear("rematch")["table"] for _ in range(3)}
    assert len(tables) == 1
    assert len(place.server.store.read.records("lobby", False, 1000)) == before + 1
    ann.close()
    bob.close()


def test_history_statistics_export_and_import(place: House, tmp_path: Path) -> None:
    made, ann = seated(place, edition="star-wars-2")
    id = made["table"]["id"]
    views = []
    for k in range(12):
        ann.act(ann.decider, first(ann), f"h{k}")
        views.append(ann.hear("told")["view"])
    running = place.get(f"/api/tables/{id}/log")
    assert running["secret"] is None
    assert place.get(f"/api/tables/{id}/verify")["finding"]["code"] == "verify-no-secret"
    assert place.get(f"/api/tables/{id}/at/7")["view"] == views[6]
    assert place.get(f"/api/tables/{id}/at/0")["past"] is None
    assert place.get(f"/api/tables/{id}/at/13", 404)["code"] == "no-such-number"
    assert place.post("/api/import", running, 400)["code"] == "not-proved"
    for seat in (0, 1):
        ann.say(type="consent", seat=seat)
    ann.hear("ended")
    statistics = place.get(f"/api/tables/{id}/statistics")
    assert statistics["actions"] == 12
    assert len(statistics["worth"]) == 2
    assert len(statistics["numbers"]) == len(statistics["worth"][0])
    for turn, number in enumerate(statistics["numbers"]):
        then = place.get(f"/api/tables/{id}/at/{number}")["standings"]
        assert {row["seat"]: row["worth"] for row in then} == {
            0: statistics["worth"][0][turn],
            1: statistics["worth"][1][turn],
        }
    assert sum(statistics["dice"].values()) > 0
    log = place.get(f"/api/tables/{id}/log")
    assert place.post("/api/import", log, 409)["code"] == "already-here"
    with house(tmp_path) as elsewhere:
        assert elsewhere.post("/api/import", log) == {"id": id}
        assert elsewhere.get(f"/api/tables/{id}/log") == log
        assert elsewhere.get(f"/api/tables/{id}/at/12")["view"] == views[11]
        assert elsewhere.get(f"/api/tables/{id}/verify")["finding"] is None
        watcher = Client(elsewhere.port)
        assert watcher.hello(id)["view"] == views[11]
        watcher.close()
    ann.close()


def test_the_past_in_pages(place: House) -> None:
    made, ann = seated(place)
    path = f"/api/tables/{made['table']['id']}/past"
    told = []
    for k in range(25):
        ann.act(ann.decider, first(ann), f"q{k}")
        told.append(ann.hear("told"))
    whole = place.get(path)
    assert whole["last"] == 25
    assert whole["rows"][0]["past"] is None
    assert whole["setup"] == next(message for message in ann.heard if message["type"] == "begun")["setup"]
    for row, message in zip(whole["rows"][1:], told, strict=True):
        assert row["number"] == message["past"]["number"]
        assert {key: row[key] for key in ("past", "view", "prices")} == {
            key: message[key] for key in ("past", "view", "prices")
        }
        assert {standing["seat"] for standing in row["standings"]} == set(range(len(row["view"]["players"])))
    pages, after = [], -1
    while after < 25:
        page = place.get(f"{path}?after={after}&most=7")
        pages += page["rows"]
        after = page["rows"][-1]["number"]
    assert pages == whole["rows"]
    assert place.get(f"{path}?after=25") == {"last": 25, "setup": [], "rows": []}
    assert place.get(f"{path}?after=999999999")["rows"] == []
    for wrong in ("after=-2", "most=0", "most=201", "after=x"):
        assert place.get(f"{path}?{wrong}", 400)["code"] == "bad-request"
    private = place.table(listed=False)["table"]["id"]
    assert place.get(f"/api/tables/{private}/past", 403)["code"] == "wrong-invite"
    ann.close()


def test_people_wish_for_a_pace_and_watchers_do_not(place: House) -> None:
    made = place.table(pace="slow")
    assert made["table"]["pace"] == "slow"
    ann, watcher = Client(place.port), Client(place.port)
    ann.hello(made["table"]["id"], made["keys"][0])
    ann.hear("table")  # that she has come
    ann.say(type="pace", pace="instant")
    assert ann.hear("table")["table"]["pace"] == "instant"
    watcher.hello(made["table"]["id"], invite=made["invite"])
    watcher.say(type="pace", pace="slow")
    assert watcher.hear("refused")["code"] == "host-only"
    ann.close()
    watcher.close()


def test_a_seat_that_does_not_decide_asks_what_it_may_do(place: House) -> None:
    _, ann = seated(place, variant="short")  # deeds are dealt: there is something to mortgage
    seat = 1 - (ann.decider or 0)
    ann.say(type="legal", seat=seat)
    answer = ann.hear("legal")
    assert answer["seat"] == seat
    kinds = {action["type"] for action in answer["actions"]}
    assert {"mortgage", "offer"} <= kinds
    row = next(action for action in answer["actions"] if action["type"] == "mortgage")
    cash = ann.heard[-2]["view"]["players"][seat]["cash"]
    assert ann.act(seat, row, "raise money")["type"] == "done"
    told = ann.hear("told")
    assert told["past"]["action"] == {"type": "mortgage", "square": row["square"]}
    assert told["view"]["players"][seat]["cash"] == cash + row["amount"]
    assert answer["raisable"] >= cash + row["amount"]
    ann.close()


def test_prices_come_with_every_view(place: House) -> None:
    made = place.table()
    ann = Client(place.port)
    welcome = ann.hello(made["table"]["id"], *made["keys"])
    assert welcome["prices"] is None
    ann.close()
    _, bob = seated(place, variant="short")
    begun = next(message for message in reversed(bob.heard) if message.get("prices"))
    dealt = set(begun["view"]["deeds"])
    assert {at for at, deed in begun["prices"]["deeds"].items() if "rent" in deed} == dealt
    bob.close()


def test_a_plan_is_priced_and_nothing_is_done(place: House) -> None:
    _, ann = seated(place, variant="short")
    seat = ann.decider or 0
    view = next(message["view"] for message in reversed(ann.heard) if message.get("view"))
    square = next(int(at) for at, deed in view["deeds"].items() if deed["owner"] == seat)
    ann.say(type="plan", seat=seat, id=7, wishes=[{"square": square, "mortgaged": True}])
    planned = ann.hear("planned")
    assert (planned["id"], planned["seat"]) == (7, seat)
    [step] = planned["plan"]["steps"]
    assert step["type"] == "mortgage"
    assert planned["plan"]["cash"] == view["players"][seat]["cash"] + step["amount"]
    ann.say(type="check", seat=seat, id=8, actions=[{"type": "redeem", "square": square}])
    assert ann.hear("checked")["reason"] == "not-mortgaged"
    ann.say(
        type="check",
        seat=seat,
        id=9,
        actions=[{"type": "mortgage", "square": square}, {"type": "redeem", "square": square}],
    )
    checked = ann.hear("checked")
    assert (checked["reason"], checked["number"]) == (None, 0)
    ann.say(type="plan", seat=seat, id=10, raise_to=view["players"][seat]["cash"] + 1)
    assert ann.hear("planned")["plan"]["steps"]
    ann.close()


def test_plans_have_a_limit_of_their_own(place: House) -> None:
    _, ann = seated(place)
    for id in range(30):
        ann.say(type="plan", seat=ann.decider, id=id)
    assert ann.hear("refused")["code"] == "too-fast"
    ann.close()


def test_a_plan_is_made_for_ones_own_seat(place: House) -> None:
    made, ann = seated(place)
    bob = Client(place.port)
    bob.hello(made["table"]["id"], made["keys"][0])
    bob.say(type="plan", seat=1, id=1)
    assert bob.hear("refused")["code"] == "not-your-seat"
    bob.say(type="check", seat=1, id=1, actions=[{"type": "roll"}])
    assert bob.hear("refused")["code"] == "not-your-seat"
    ann.close()
    bob.close()


def test_the_server_stops_cleanly_and_goes_on_later(tmp_path: Path) -> None:
    with house(tmp_path) as before:
        made, ann = seated(before)
        assert ann.act(ann.decider, {"type": "roll"}, "a")["number"] == 1
        told = ann.hear("told")
    with house(tmp_path) as after:
        back = Client(after.port)
        welcome = back.hello(made["table"]["id"], *made["keys"], seen=1)
        assert (welcome["number"], welcome["hash"], welcome["view"]) == (1, told["past"]["hash"], told["view"])
        seat = told["past"]["seat"]
        assert back.act(seat, {"type": "roll"}, "a", number=1) == {"type": "done", "id": "a", "number": 1}
        back.close()


def test_a_game_of_bots_goes_on_by_itself_after_a_restart(tmp_path: Path) -> None:
    with house(tmp_path, bot_pause=10_000_000) as before:
        made = before.table(people=[], bots=["random"] * 2)
        host = Client(before.port)
        host.hello(made["table"]["id"], made["host"])
        host.say(type="start")
        host.hear("begun")
    with house(tmp_path) as after:
        path = f"/api/tables/{made['table']['id']}/log"
        entries = eventually("a bot acts, with nobody at the table", lambda: after.get(path)["entries"])
        assert entries[0]["by"] == "bot"


def test_after_the_countdown_a_bot_plays_until_the_player_is_back(place: House) -> None:
    """The clock of the server is set forward; nobody waits."""
    made, ann = seated(place, seconds=3600)
    seat = ann.decider
    assert seat is not None
    registry = place.server.registry
    live, usual = registry.lives[made["table"]["id"]], registry.resources.clock

    def an_hour_later() -> None:
        registry.resources.clock = lambda: usual() + 3_600_000
        registry.driver.schedule(live)

    place.call(an_hour_later)
    try:
        ann.hear("table", that=lambda message: message["table"]["seats"][seat]["away"])
        assert ann.hear("told")["past"]["by"] == "bot"
        ann.say(type="back", seat=seat)
        ann.hear("table", that=lambda message: not message["table"]["seats"][seat]["away"])
    finally:
        registry.resources.clock = usual
        ann.close()


def test_a_bot_that_refuses_an_offer_says_why(place: House) -> None:
    wish: dict[str, Any] = {"variant": "short", "seats": 2, "people": [{"name": "Ann"}], "bots": ["trader"]}
    made, ann = seated(place, **wish)
    while ann.decider != 0:  # until Ann throws first: nothing is built then, and the bot has its dealt deeds
        ann.close()
        made, ann = seated(place, **wish)
    view = ann.heard[-1]["view"]
    assert view["phase"] == "roll"
    theirs = next(int(square) for square, deed in view["deeds"].items() if deed["owner"] == 1)
    offer = {"type": "offer", "to": 1, "give": {"cash": 1}, "ask": {"squares": [theirs]}}
    assert ann.act(0, offer, "a mean offer")["type"] == "done"
    reply = ann.hear("replied", "told")
    while reply["type"] == "told":  # the offer itself
        assert reply["past"]["action"]["type"] == "offer"
        reply = ann.hear("replied", "told")
    assert (reply["seat"], reply["number"]) == (1, ann.number + 1)
    assert sentences.reply(load("classic"), reply["code"], reply["parts"], "en")
    assert reply["code"] in i18n.keys("replies")
    refusal = ann.hear("told")["past"]
    assert (refusal["number"], refusal["action"]) == (reply["number"], {"type": "reject"})
    again = Client(place.port)
    assert again.hello(made["table"]["id"], *made["keys"])["replies"] == [reply]  # also to who comes later
    again.close()
    ann.close()
