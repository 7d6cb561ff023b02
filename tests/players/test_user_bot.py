"""A bot of the user's own may raise, stall, die or talk nonsense: it loses the move to the default, never the game."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold import Game
from freehold.players import OwnBot, plain
from freehold.players.player import NOTHING
from tests.table import ALL, X1, A, B, X, deeds, table, throw

from .workshop import AMPLE, DOCS, ROOT, blocks, is_sound, play, written

ROLL = {"type": "roll"}

Sit = Callable[..., OwnBot]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Seats a bot whose `decide` has this body; all of them leave at the end."""
    seated: list[OwnBot] = []

    def seat(body: str, limit: float = AMPLE, **more: Any) -> OwnBot:
        spec = written(tmp_path / f"bot_{len(seated)}.py", body)
        seated.append(OwnBot(spec, limit, **more))
        return seated[-1]

    yield seat
    for bot in seated:
        bot.close()


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    caplog.set_level(logging.WARNING, "freehold.players")
    return lambda: [record.getMessage() for record in caplog.records if record.name == "freehold.players"]


# --- Whole games ---


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[OwnBot]]:
    """The bot of ten lines, and the one in examples/."""
    file = tmp_path_factory.mktemp("bots") / "my_bot.py"
    file.write_text(blocks(DOCS[0])[0], encoding="utf-8")
    bots = [OwnBot(f"{file}:MyBot", AMPLE), OwnBot(f"{ROOT / 'examples' / 'greedy.py'}:Greedy", AMPLE)]
    yield bots
    for bot in bots:
        bot.close()


@pytest.mark.parametrize("claims", ["automatic", "claimed"])
@pytest.mark.parametrize("edition", ALL)
def test_two_bots_of_ones_own_play_every_edition(edition: str, claims: str, examples: list[OwnBot]) -> None:
    game = Game.new(edition, ["Ten lines", "Greedy", "Plain"], seed=11, options={"rent_claims": claims})
    for bot in examples:
        bot.new_game()
    play(game, [*(bot.decide for bot in examples), plain], most=400)
    assert [bot.last_incident for bot in examples] == [None, None]
    assert is_sound(game)
    kinds = {entry["action"]["type"] for entry in game.log if entry["seat"] in (0, 1)}
    assert {"roll", "buy", "end_turn"} <= kinds
    if claims == "claimed":
        assert "claim" in kinds


def test_greedy_buys_builds_bids_and_never_trades(examples: list[OwnBot]) -> None:
    greedy = examples[1]
    greedy.new_game()
    group = deeds(A, *X)
    assert greedy.decide(table(at={A: X1}, phase="buy"), A) == {"type": "buy"}
    assert greedy.decide(table(deeds=group, cash={A: 301}), A) == {"type": "build", "square": X[-1]}
    assert greedy.decide(table(deeds=group, cash={A: 300}), A) == ROLL
    hammer: dict[str, Any] = {"phase": "auction", "auction": {"square": X1, "bid": 50, "leader": B}}
    assert greedy.decide(table(cash={A: 351}, **hammer), A) == {"type": "bid", "amount": 51}
    assert greedy.decide(table(cash={A: 350}, **hammer), A) == {"type": "pass"}
    asked = {"from": B, "to": A, "give": {"cash": 500}, "ask": {"squares": [X1]}}
    offer: dict[str, Any] = {"phase": "answer", "offer": asked}
    assert greedy.decide(table(deeds=deeds(A, X1), **offer), A) == {"type": "reject"}
    assert greedy.incidents == 0


def test_a_bot_sees_its_seat_and_what_is_legal(sit: Sit, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    bot = sit(f"""
        import json, pathlib
        pathlib.Path({str(seen)!r}).write_text(json.dumps([view, legal]))
        return legal[0]
        """)
    game = table("star-wars-2", turn=B, deeds=deeds(B, X1))
    before = game.position()
    assert bot.decide(game, B) == ROLL
    view, legal = json.loads(seen.read_text())
    assert view == game.view(B) | {"you": B}
    assert legal == game.legal(B)
    assert game.position() == before
    assert "chance" not in view


# --- What goes wrong ---


def test_a_bot_that_raises_loses_the_move_with_one_line(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    bot = sit("raise RuntimeError('no\\nidea')")
    game = table()
    assert bot.decide(game, A) == ROLL
    assert bot.incidents == 1
    assert bot.last_incident is not None
    assert (bot.last_incident.seat, bot.last_incident.code, bot.last_incident.instead) == (A, "raised", ROLL)
    assert warnings() == [f"{bot.name} raised RuntimeError: no idea (bot_0.py:6). Seat 1 plays roll instead."]


def test_the_default_is_the_callers(sit: Sit) -> None:
    game = table(at={A: X1}, phase="buy")
    assert sit("raise RuntimeError").decide(game, A) == {"type": "buy"}
    assert sit("raise RuntimeError", default=lambda game, seat: {"type": "decline"}).decide(game, A) == {
        "type": "decline"
    }


def test_a_bot_that_stalls_is_stopped_and_started_again(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    bot = sit("while view['phase'] == 'roll': pass\nreturn {'type': 'end_turn'}", limit=0.1)
    assert bot.decide(table(), A) == ROLL
    assert not bot._process.running
    assert warnings() == [f"{bot.name} did not answer within 0.1 s. Seat 1 plays roll instead."]
    bot.limit = AMPLE
    assert bot.decide(table(phase="end"), A) == {"type": "end_turn"}
    assert bot.incidents == 1


@pytest.mark.parametrize("end", ["import os; os._exit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_a_bot_that_ends_its_process_is_started_again(sit: Sit, end: str) -> None:
    bot = sit(f"if view['phase'] == 'roll':\n    {end}\nreturn {{'type': 'end_turn'}}")
    assert bot.decide(table(), A) == ROLL
    assert bot.last_incident is not None
    assert bot.last_incident.code == "died"
    assert bot.decide(table(phase="end"), A) == {"type": "end_turn"}
    assert bot.incidents == 1


SENSELESS = ("None", "{}", "7", "'roll'", "[]", "{'type': 3}", "{'type': ['roll']}", "{0}", "object()", "b'roll'")
ILLEGAL = {
    "{'type': 'fly'}": "unknown-action",
    "{'type': 'roll', 'chance': [6, 6]}": "bad-field",
    "{'type': 'end_turn'}": "wrong-phase",
    "{'type': 'mortgage', 'square': 39}": "not-your-deed",  # what B may do, and A may not
    "{'type': 'sell', 'square': True}": "bad-field",
    "{'type': 'build', 'square': 10**30}": "no-such-square",
    "{'type': 'offer', 'to': 1, 'give': {'cash': 10**6}, 'ask': {'squares': [39]}}": "not-enough-cash",
    "{'type': 'offer', 'to': 1, 'give': {'cash': float('nan')}}": "bad-field",
    "{'type': 'bankrupt'}": "wrong-phase",
    "{'type': 'time_up'}": "unknown-action",
}


def test_nonsense_and_what_is_illegal_cost_the_move(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    deep = "deep(3000)"
    answers = [*SENSELESS, deep, *ILLEGAL]
    bot = sit(
        f"""
        self.asked += 1
        def deep(n):
            found = []
            for _ in range(n):
                found = [found]
            return found
        return [{", ".join(f"lambda: {answer}" for answer in answers)}][self.asked - 1]()
        """,
        patience=100,
    )
    game = table(variant="timed", options={"time_limit": 50}, deeds=deeds(B, 39))
    before = game.position()
    codes = []
    for _ in answers:
        assert bot.decide(game, A) == ROLL
        assert bot.last_incident is not None
        codes.append((bot.last_incident.code, bot.last_incident.parts.get("why", "").partition(":")[0]))
    assert codes == [("senseless", "")] * (len(SENSELESS) + 1) + [("illegal", why) for why in ILLEGAL.values()]
    assert bot.incidents == len(warnings()) == len(answers)
    assert not any("\n" in line for line in warnings())
    assert (game.position(), game.log) == (before, [])


def test_after_too_many_incidents_the_default_plays_on(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    bot = sit("raise ValueError", patience=3)
    game = Game.new("classic", 2, seed=5)
    play(game, [bot.decide, plain], most=80)
    assert len(game.log) == 80
    assert is_sound(game)
    assert bot.retired
    assert bot.incidents == 3
    assert not bot._process.running
    *lost, last = warnings()
    assert len(lost) == 3
    assert last == f"{bot.name} has lost 3 moves: in seat 1 the default plays on until the end of the game."


def test_a_new_game_has_a_new_bot_and_no_incidents(sit: Sit) -> None:
    bot = sit("self.asked += 1\nassert self.asked == 1\nreturn legal[0]", patience=2)
    for lost in (1, 2):  # after one move lost the process is still there, after two the bot is retired
        bot.new_game()
        assert (bot.retired, bot.incidents, bot.last_incident) == (False, 0, None)
        assert bot.decide(table(), A) == ROLL
        assert bot.incidents == 0
        for _ in range(lost):
            bot.decide(table(), A)
        assert (bot.incidents, bot.retired) == (lost, lost == 2)
    bot.new_game()
    assert bot.decide(table(), A) == ROLL
    assert bot.incidents == 0


def test_what_a_bot_prints_is_no_answer(sit: Sit, capfd: pytest.CaptureFixture[str]) -> None:
    bot = sit("""
        import os, sys
        print('{"action": {"type": "end_turn"}}')
        os.write(1, b"thinking\\n")
        assert sys.stdin.read() == ""
        return {"type": "roll"}
        """)
    assert bot.decide(table(), A) == ROLL
    assert bot.incidents == 0
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "end_turn" in shown.err
    assert "thinking" in shown.err


@pytest.mark.parametrize("line", ["noise", "[]", "{}"])
def test_a_bot_that_writes_on_the_pipe_talks_nonsense(sit: Sit, line: str) -> None:
    bot = sit(f"""
        import gc, io
        for pipe in gc.get_objects():
            if isinstance(pipe, io.BufferedWriter) and pipe.fileno() > 2:
                pipe.write({line.encode()!r} + b"\\n")
                pipe.flush()
        return legal[0]
        """)
    assert bot.decide(table(), A) == ROLL
    assert bot.last_incident is not None
    assert bot.last_incident.code == "senseless"


# --- Offers, bids and what is done out of turn ---


def test_an_offer_goes_to_its_partner(sit: Sit) -> None:
    bot = sit("return {'type': 'offer', 'to': 1, 'give': {'cash': 150}, 'ask': {'squares': [6]}}")
    game = table(deeds=deeds(B, X1))
    game.apply(bot.decide(game, A), A)
    assert (game.phase, game.decider, game.view()["offer"]["give"]["cash"]) == ("answer", B, 150)
    assert bot.incidents == 0


def test_who_offers_for_ever_comes_to_an_end(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    bot = sit("return {'type': 'offer', 'to': 1, 'give': {'cash': 1}, 'ask': {'squares': [6]}}")
    game = table(players=2, deeds=deeds(B, X1), phase="end")
    play(game, [bot.decide, plain], most=21)
    assert [entry["action"]["type"] for entry in game.log] == ["offer", "reject"] * 10 + ["end_turn"]
    assert len(warnings()) == 1
    assert "offer more than 10 times" in warnings()[0]


def test_a_bid_may_be_a_number_of_numpys(sit: Sit) -> None:
    bot = sit("import numpy\nreturn {'type': 'bid', 'amount': numpy.int16(legal[0]['max'] // 10)}")
    game = table(phase="auction", auction={"square": X1})
    assert bot.decide(game, A) == {"type": "bid", "amount": 150}


def claimable() -> Game:
    """B has come to A's lot and throws again: until then A may ask for the rent."""
    game = table("spider-man", turn=B, at={B: 2}, deeds=deeds(A, X1), options={"rent_claims": "claimed"})
    throw(game, 2, 2)
    assert game.decider == B
    return game


def test_rent_is_claimed_out_of_turn(sit: Sit) -> None:
    bot = sit("return next(action for action in legal if action['type'] == 'claim')")
    game = claimable()
    game.apply(bot.decide(game, A), A)
    assert game.log[-1]["seat"] == A
    assert game.log[-1]["action"] == {"type": "claim", "square": X1}


@pytest.mark.parametrize("answer", ["None", "{}"])
def test_out_of_turn_nothing_may_be_done(sit: Sit, answer: str) -> None:
    bot = sit(f"return {answer}")
    assert bot.decide(claimable(), A) == NOTHING
    assert bot.incidents == 0


def test_out_of_turn_a_failure_costs_what_the_default_does(sit: Sit, warnings: Callable[[], list[str]]) -> None:
    bot = sit("return {'type': 'throw_again'}")
    assert bot.decide(claimable(), A) == {"type": "claim", "square": X1}
    assert bot.decide(table(turn=B, deeds=deeds(A, X1)), A) == NOTHING
    assert bot.incidents == 2
    told = warnings()[1]
    assert "(not-your-turn): This decision is not yours to make" in told
    assert told.endswith("Nothing is done.")
