"""The coach at a table: allowed among bots and by agreement, refused to everybody else, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel
from freehold.game import Game
from freehold.server.table import bots, consent
from freehold.server.workers.coach_answers import CoachQuestion, answer, bot_answer
from tests.table import A, B, deeds, table

from .network import Client, House, house, seated
from .served import SECRET, ended, record_of, unfinished


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Workers answer only once the kernel is compiled."""
    kernel.compiled().prepare(*ENTRY_POINTS)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("coach")) as running:
        yield running


def ask(client: Client, seat: int, what: str, **more: Any) -> Any:
    client.say(type="coach", seat=seat, id=7, what=what, **more)
    return client.hear("coached", "refused")


def lobby(place: House) -> tuple[Any, Client, Client]:
    """Two people in the lobby, each at a browser of their own."""
    made = place.table()
    ann, bob = Client(place.port), Client(place.port)
    ann.hello(made["table"]["id"], made["host"], made["keys"][0])
    bob.hello(made["table"]["id"], made["keys"][1])
    return made, ann, bob


def begin(ann: Client, bob: Client) -> Any:
    ann.say(type="start")
    return ann.hear("begun"), bob.hear("begun")


def test_alone_among_bots_everything_may_be_asked(place: House) -> None:
    made = place.table(seats=3, people=[{"name": "Ann"}], level="random")
    ann = Client(place.port)
    ann.hello(made["table"]["id"], made["host"], made["keys"][0])
    ann.say(type="start")
    begun = ann.hear("begun")
    assert begun["header"]["coach"] is True
    found = ask(ann, 0, "chances")
    assert found["type"] == "coached"
    assert found["id"] == 7
    assert sum(found["answer"]["chances"]) == pytest.approx(1, abs=0.01)
    hint = ask(ann, 0, "hint")["answer"]
    assert "advice" in hint
    refusal = ask(ann, 0, "deal", offer={"to": 1, "give": {"squares": [39]}, "ask": {}})["answer"]
    assert refusal["refused"]
    ann.close()


def test_between_people_it_is_off(place: House) -> None:
    made, ann, bob = lobby(place)
    ann.say(type="agree_to_coach", seat=0)  # one of two is not enough
    begun, _ = begin(ann, bob)
    assert "coach" not in begun["header"]
    for what in ("chances", "hint", "limit", "plan"):
        assert ask(ann, 0, what)["code"] == "coach-not-allowed"
        assert ask(bob, 1, what)["code"] == "coach-not-allowed"
    ann.say(type="agree_to_coach", seat=0)
    assert ann.hear("refused")["code"] == "already-begun"
    assert place.get(f"/api/tables/{made['table']['id']}/review", 409)["code"] == "not-over"
    ann.close()
    bob.close()


def test_all_agree_beforehand_and_the_log_records_it(place: House) -> None:
    made, ann, bob = lobby(place)
    ann.say(type="agree_to_coach", seat=0)
    bob.say(type="agree_to_coach", seat=1)
    ann.hear("table", that=lambda message: all(seat["coached"] for seat in message["table"]["seats"]))
    begun, _ = begin(ann, bob)
    assert begun["header"]["coach"] is True
    assert ask(bob, 1, "chances")["type"] == "coached"
    watcher = Client(place.port)
    watcher.hello(made["table"]["id"])
    for seat in (0, 1):
        assert ask(watcher, seat, "chances")["code"] == "not-your-seat"
    assert ask(bob, 0, "hint")["code"] == "not-your-seat"  # nor for another's seat
    log = place.get(f"/api/tables/{made['table']['id']}/log")
    assert log["header"]["coach"] is True
    for client in (ann, bob, watcher):
        client.close()


def test_an_answer_that_nobody_agreed_to_any_more_is_not_sent(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer, who has agreed to nothing, may take a seat while the coach thinks."""
    made, ann, bob = lobby(place)
    ann.say(type="agree_to_coach", seat=0)
    bob.say(type="agree_to_coach", seat=1)
    ann.hear("table", that=lambda message: all(seat["coached"] for seat in message["table"]["seats"]))
    begin(ann, bob)
    thought = asyncio.Event()

    async def coach(*_: Any) -> bytes:
        await thought.wait()
        return b"{}"

    def newcomer() -> None:
        place.server.registry.lives[made["table"]["id"]].table.record.seats[1].coached = False
        thought.set()

    monkeypatch.setattr(place.server.resources.workers, "coach", coach)
    for meanwhile, heard in ((thought.set, ["coached", "pong"]), (newcomer, ["pong"])):
        thought.clear()
        ann.say(type="coach", seat=0, id=7, what="chances")
        ann.say(type="ping")
        ann.hear("pong")  # the question is with the coach
        place.call(meanwhile)
        ann.say(type="ping")
        assert [ann.hear("coached", "pong")["type"] for _ in heard] == heard
    ann.close()
    bob.close()


def test_it_is_compiled_when_those_who_may_ask_begin_a_game_or_come_to_it(
    place: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(bots, "prepare_coach", lambda: prepared.append("coach"))

    def come(made: Any, *keys: str) -> Client:
        client = Client(place.port)
        client.hello(made["table"]["id"], *keys)
        client.say(type="ping")
        client.hear("pong")
        return client

    made = place.table(seats=3, people=[{"name": "Ann"}], level="random")
    ann = come(made, made["host"], made["keys"][0])
    assert prepared == []  # the game may yet become one of several people
    ann.say(type="start")
    ann.hear("begun")
    assert prepared == ["coach"]
    watcher = come(made)
    assert prepared == ["coach"]
    again = come(made, made["keys"][0])
    assert prepared == ["coach", "coach"]
    _, one, other = lobby(place)
    begin(one, other)
    assert prepared == ["coach", "coach"]
    for client in (ann, watcher, again, one, other):
        client.close()


def test_what_is_compiled_already_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(bots.compiling, "begin", lambda: begun.append("compiling"))
    bots.prepare_coach()
    assert begun == []
    monkeypatch.setattr(kernel, "is_compiled", lambda *_: False)
    bots.prepare_coach()
    assert begun == ["compiling"]


def test_compiling_that_failed_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []

    def process(*_: Any, **__: Any) -> Any:
        begun.append(SimpleNamespace(code=None, poll=lambda: begun[-1].code))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", process)
    clock = iter([0.0, 1.0, bots.AGAIN - 1.0, bots.AGAIN, bots.AGAIN * 3.0])
    compiling = bots.Compiling(lambda: next(clock))
    for code, processes in ((None, 1), (None, 1), (1, 1), (1, 2), (0, 2)):
        for one in begun:
            one.code = code
        compiling.begin()
        assert len(begun) == processes


def test_the_process_that_compiles_ends_with_the_server() -> None:
    """However the server ends: nobody closes the pipe but the system."""
    server = (
        "import subprocess, sys; from freehold.server.table import bots;"
        "code = bots.COMPILE.split('from freehold')[0] + 'print(1, flush=True); threading.Event().wait()';"
        "child = subprocess.Popen([sys.executable, '-c', code], stdin=subprocess.PIPE); child.wait()"
    )
    with subprocess.Popen([sys.executable, "-c", server], stdout=subprocess.PIPE) as begun:
        assert begun.stdout is not None
        assert begun.stdout.readline() == b"1\n"  # the compiling process has begun
        begun.kill()
        assert begun.communicate(timeout=60)[0] == b""  # it held the other end, too


def test_two_people_at_one_browser_are_two_people(place: House) -> None:
    _, both = seated(place)
    assert ask(both, 0, "hint")["code"] == "coach-not-allowed"
    both.close()


def test_agreement_can_be_taken_back_and_a_newcomer_has_not_agreed() -> None:
    record = record_of(unfinished())
    for seat in record.seats:
        seat.coached = True
    assert not consent.allowed(record)  # the header does not say so
    record.status = "lobby"
    consent.agree(record, 0, False)
    assert not consent.agreed(record)


def test_what_the_coach_says_needs_only_the_view() -> None:
    game = table(phase="buy", at={A: 19}, deeds=deeds(A, 16, 18))
    question = CoachQuestion("hint", game.view(), A, {B: "baron"})
    assert answer(question)["advice"][0]["action"] == {"type": "buy"}


def test_a_finished_game_is_reviewed_from_its_log(place: House) -> None:
    log = ended(unfinished(id="reviewed"), "consent", SECRET)
    place.post("/api/import", msgspec.to_builtins(log))
    found = place.get("/api/tables/reviewed/review")
    assert len(found["chances"]) == len(log.entries)
    assert place.get("/api/tables/reviewed/review") == found
    assert place.get("/api/tables/nosuchgame/review", 404)["code"] == "no-such-table"


def test_around_a_box_the_coach_answers_if_all_agreed_and_the_game_is_reviewed(place: House) -> None:
    """Steps that were taken back or set right are nobody's doing."""
    made = place.table(listed=False, box=True)
    game, key = made["table"]["id"], {"X-Freehold-Key": made["host"]}
    client = Client(place.port)
    client.hello(game, made["host"])
    for seat in (0, 1):
        client.say(type="agree_to_coach", seat=seat)
    client.say(type="start", first=0)
    assert client.hear("begun")["header"]["coach"] is True
    right = {"type": "set_right", "what": "cash", "seat": 0, "to": 9}
    steps = [({"type": "roll"}, [2, 4]), ({"type": "buy"}, []), ({"type": "take_back", "to": 1}, []), (right, [])]
    for number, (action, chance) in enumerate(steps, 1):
        client.say(type="act", seat=0, number=number, id=str(number), action=action, chance=chance)
        client.hear("done")
    assert sum(ask(client, 0, "chances")["answer"]["chances"]) == pytest.approx(1, abs=0.01)
    client.say(type="consent")
    client.hear("ended")
    found = place.get(f"/api/tables/{game}/review", **key)
    assert found["drawn"] == [True, False, False, False]
    assert found["losses"][1:] == [0, 0, 0]
    client.close()


def test_a_bot_names_its_price_to_anybody_and_nothing_else(place: House) -> None:
    """Between people the coach is off, but a bot's price is its own."""
    made = place.table(seats=3, people=[{"name": "Ann"}, {"name": "Bob"}], level="novice")
    ann, bob = Client(place.port), Client(place.port)
    ann.hello(made["table"]["id"], made["host"], made["keys"][0])
    bob.hello(made["table"]["id"], made["keys"][1])
    begin(ann, bob)
    assert ask(ann, 0, "suggest")["code"] == "coach-not-allowed"
    offer = {"type": "offer", "to": 1, "give": {}, "ask": {"squares": [1]}}
    assert ask(ann, 0, "price", offer=offer)["answer"] == {"refused": "not-a-bot"}
    assert set(ask(ann, 0, "price", offer=offer | {"to": 2})["answer"]) == {"refused"}  # nobody has that deed yet
    ann.close()
    bob.close()


def test_a_price_says_nothing_of_the_coachs_figures() -> None:
    game = table(turn=A, phase="end", deeds=deeds(A, 16, 18) | deeds(B, 19))
    offer: Any = {"type": "offer", "to": B, "give": {}, "ask": {"squares": [19]}}
    found = bot_answer(CoachQuestion("price", game.view(), A, {B: "novice"}, offer=offer))
    assert set(found) == {"price"}


MIDDLE: dict[str, Any] = {
    "players": [
        {"name": "Ann", "cash": 700, "square": 19},
        {"name": "Bob", "cash": 900},
        {"name": "Cleo", "cash": 900},
    ],
    "deeds": deeds(A, 16, 18) | deeds(B, 6, 8),
    "phase": "buy",
}


def test_the_coach_speaks_about_a_position_by_its_link(place: House) -> None:
    link = Game.load(MIDDLE).link()
    found = place.get(f"/api/positions/{link}/coach")
    assert sum(found["chances"]) == pytest.approx(1, abs=0.01)
    best = found["advice"][0]
    assert best["action"]["type"] == "buy"
    assert best["why"].keys() == {"en", "fr"}
    assert found["chances"][A] + best["changes"][A] == pytest.approx(best["chance"], abs=0.001)
    over = Game.load({**MIDDLE, "phase": "over", "winner": B}).link()
    assert "advice" not in place.get(f"/api/positions/{over}/coach")
    assert place.get("/api/positions/1AAAA/coach", 400)["code"] == "bad-position"


def test_it_is_silent_about_where_people_play_who_have_not_agreed(place: House) -> None:
    _, ann, bob = lobby(place)
    _, begun = begin(ann, bob)
    here = place.post("/api/positions", {"position": begun["view"]}, 200)["position"]["link"]
    assert place.get(f"/api/positions/{here}/coach", 403)["code"] == "coach-not-allowed"
    players = [{**player, "name": "X"} for player in begun["view"]["players"]]
    renamed = place.post("/api/positions", {"position": {**begun["view"], "players": players}}, 200)["position"]["link"]
    assert place.get(f"/api/positions/{renamed}/coach", 403)["code"] == "coach-not-allowed"
    richer = [{**player, "cash": player["cash"] + 1} for player in begun["view"]["players"]]
    edited = place.post("/api/positions", {"position": {**begun["view"], "players": richer}}, 200)["position"]["link"]
    assert place.get(f"/api/positions/{edited}/coach", 403)["code"] == "coach-not-allowed"
    ann.close()
    bob.close()
