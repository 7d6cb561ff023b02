"""What a partner would say is predicted, by a model of partners in general: nobody's decision code is asked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from freehold import bots, forecast
from freehold.analysis import values
from freehold.bots import choose, ranks
from freehold.bots.memory import FULL_SHARE, clear_notes, face_share, note_answer, refused_price, take_note
from freehold.engine import compile as kernel
from freehold.engine import records, sources
from freehold.forecast import weights
from freehold.forecast.kernel.mogul import OFFERS_IN_TURN
from freehold.game import Game, internals
from freehold.layouts import network_shape as shape
from freehold.players.caution import plain_weights
from freehold.players.ladder import LadderBot
from freehold.players.mogul import study_of
from freehold.rules import codes
from tests.table import A, B, C, deeds, table

MODULES = [path for package in (bots, forecast) for path in sorted(Path(str(package.__file__)).parent.rglob("*.py"))]

# Who may call what decides for a seat. `choose` is a bot's own decision; the two that play on in a copy have
# taken everybody for a baron before.
CALLERS = {
    "reply_to_offer": {"accepts"},
    "accepts": {"decision"},
    "decision": {"bot_action"},
    "bot_action": {"choose"},
    "choose": {"weigh_as_baron", "deal_with_care", "barons_play_on", "play_rounds", "learned_step"},
    "deal_with_care": {"learned_step"},
    "weigh_as_baron": {"weigh"},
    "weigh": {"mogul_action"},
    "mogul_action": {"learned_step"},
    "barons_play_on": {"play_to_throw"},
    "play_rounds": {"value_in_future"},
}
PLAY_ON = ("barons_play_on", "play_rounds")

# Who looks at the label of a seat, and why.
LABELS = {
    "bot_action": "the bot's own rank",
    "who_acts": "random players claim no rents",
    "asks_the_forecast": "whether the other is one of the kernel's bots",
    "take_note": "whether the offer came from one of them",
    "try_deal": "the formula of the other's rank, which everybody sees at the table",
    "settle_in_deeds": "the same",
    "read_seat": "an input of the network",
    "learned_step": "whose turn it is to decide",
    "seat_players": "writes it",
    "weigh": "its own",
    "odds_of_offer": "its own",
    "take_for_scripted_bots": "writes it",
    "show_who_plays": "writes it",
    "is_seen_otherwise": "with which labels the forecast is asked",
    "show_to_partner": "the same",
}


def functions() -> Iterator[ast.FunctionDef]:
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield node


def calls(function: ast.FunctionDef) -> dict[str, int]:
    """The functions that one calls by name, with the first line of each."""
    found: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found[node.func.id] = min(node.lineno, found.get(node.func.id, node.lineno))
    return found


def test_only_a_seat_itself_runs_its_decision_code() -> None:
    callers: dict[str, set[str]] = {name: set() for name in CALLERS}
    for function in functions():
        for name in calls(function):
            if name in callers:
                callers[name].add(function.name)
    assert callers == CALLERS


def test_who_plays_on_in_a_copy_is_a_baron_or_a_trader_whoever_has_the_seat() -> None:
    seen = 0
    for function in functions():
        lines = calls(function)
        for name in PLAY_ON:
            if name in lines:
                seen += 1
                assert lines["take_for_scripted_bots"] < lines[name]
    assert seen == len(PLAY_ON)


def test_labels_are_looked_at_in_few_places() -> None:
    found = set()
    for function in functions():
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and node.attr == "bot":
                found.add(function.name)
    assert found <= set(LABELS)


def study_for(game: Game, seat: int, others: int) -> Any:
    """An interpreted study of a mogul among others of one kind."""
    study = records.Study()
    t = internals.tables(game)
    study.tables, study.values, study.games[0] = t, values.build(t), internals.record(game)
    clear_notes(study.notes[0])
    for k in range(len(study.notes[0].bot)):
        study.notes[0].bot[k] = ranks.BOT_MOGUL if k == seat else others
    study.notes[0].careful, study.notes[0].looked_at[seat] = 1, -100
    return study


HELD = deeds(B, 6, 39, 11) | deeds(A, 8, 9, 37, 26) | deeds(C, 13, 24)


@pytest.mark.parametrize("others", [ranks.BOT_PERSON, ranks.BOT_NOVICE, ranks.BOT_TRADER])
def test_a_mogul_that_thinks_decides_for_barons_and_for_people_as_traders(
    others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interpreted, at a table without a baron: what is decided on a copy is decided by barons."""
    decided: list[tuple[int, int]] = []
    decide = choose.decision

    def decision(g: Any, t: Any, v: Any, n: Any, x: Any, seat: int, bot: int) -> int:
        decided.append((seat, bot))
        return int(decide(g, t, v, n, x, seat, bot))

    sources.functions()  # they are looked up once: not while one of them is replaced
    monkeypatch.setattr(choose, "decision", decision)
    game = table("classic", turn=A, phase="end", cash={A: 1300, B: 700}, deeds=HELD)
    study = study_for(game, A, others)
    assert kernel.interpreted().weigh(study, plain_weights(), A) > 1
    assert {bot for _, bot in decided} == {ranks.BOT_BARON}
    assert [study.notes[0].bot[seat] for seat in (A, B)] == [ranks.BOT_MOGUL, others]


def odds(game: Game, cash: int, *, agreed: int = 0, declined: int = 0, partner: int = ranks.BOT_PERSON) -> float:
    """How likely Bob gives Ann the last of the light blues for this much."""
    study = study_for(game, A, partner)
    for kind, times in ((codes.DO_ACCEPT, agreed), (codes.DO_REJECT, declined)):
        for _ in range(times):  # offers as good as this one
            note_answer(study.notes[0], A, B, kind, face_share(study.tables, 0, 1 << 6, cash))
    return int(kernel.interpreted().odds_of_offer(study, plain_weights(), offer(cash), A)) / shape.CERTAIN


def offer(cash: int) -> Any:
    x: Any = records.Action()
    x.kind, x.a, x.b, x.ask, x.give_cash = codes.DO_OFFER, B, -1, 1 << 6, cash
    return x


def to_trade() -> Game:
    return table("classic", turn=A, phase="end", cash={A: 1300, B: 700}, deeds=HELD)


def test_more_cash_is_accepted_more_often() -> None:
    game = to_trade()
    found = [odds(game, cash) for cash in (0, 300, 900)]
    assert found == sorted(found)
    assert found[0] < 0.1
    assert found[2] > found[0] + 0.3


def test_whoever_has_accepted_much_is_expected_to_accept_and_the_other_way_round() -> None:
    game = to_trade()
    fresh = odds(game, 400)
    assert odds(game, 400, agreed=6) > fresh
    assert odds(game, 400, declined=6) < fresh


def test_people_and_barons_get_the_same_answer() -> None:
    game = to_trade()
    assert odds(game, 400) == odds(game, 400, partner=ranks.BOT_BARON)


def test_the_odds_are_the_same_compiled() -> None:
    game = to_trade()
    t = records.to_record(internals.tables(game), records.TABLES)
    study = study_of(t, records.to_record(values.build(internals.tables(game)), records.VALUES))
    study["games"][0, 0] = records.to_record(internals.record(game), records.GAME)[0]
    study["notes"]["bot"], study["notes"]["bot"][:, :, A] = ranks.BOT_PERSON, ranks.BOT_MOGUL
    study["notes"]["careful"] = 1
    study["notes"]["least_taken"], study["notes"]["most_declined"] = FULL_SHARE, -FULL_SHARE
    x = records.to_record(offer(400), records.ACTION)
    found = kernel.compiled().odds_of_offer(study[0], weights.shipped()[0], x[0], A)
    assert found / shape.CERTAIN == odds(game, 400)


def test_answers_to_people_and_moguls_are_counted_and_those_to_scripted_bots_are_not() -> None:
    n: Any = records.Notes()
    clear_notes(n)
    n.bot[A], n.bot[B], n.bot[C] = ranks.BOT_MOGUL, ranks.BOT_BARON, ranks.BOT_PERSON
    answers = ((A, 60, codes.DO_ACCEPT), (A, 900, codes.DO_ACCEPT), (C, 20, codes.DO_REJECT), (A, 10, codes.DO_REJECT))
    for maker, cash, kind in answers:
        game = table("classic", turn=maker, phase="end", cash={A: 1300, B: 700, C: 900}, deeds=HELD)
        game.apply({"type": "offer", "to": B, "give": {"cash": cash}, "ask": {"squares": [6]}}, maker)
        take_note(internals.record(game), internals.tables(game), n, kind, 0)
    assert (n.agreed[B], n.declined[B]) == (2, 2)
    assert (n.least_taken[B], n.most_declined[B]) == ((60 - 100) * 64 // 160, (20 - 100) * 64 // 120)
    game = table("classic", turn=B, phase="end", cash={A: 1300, B: 700, C: 900}, deeds=HELD)
    game.apply({"type": "offer", "to": A, "give": {"cash": 60}, "ask": {"squares": [8]}}, B)
    take_note(internals.record(game), internals.tables(game), n, codes.DO_ACCEPT, 0)
    assert (n.agreed[A], n.declined[A]) == (0, 0)


def test_a_bot_that_reads_the_log_has_counted_the_same() -> None:
    game = to_trade()
    game.apply({"type": "offer", "to": B, "give": {"cash": 10}, "ask": {"squares": [6]}}, A)
    game.apply({"type": "reject"}, B)
    game.apply({"type": "offer", "to": B, "give": {"cash": 600}, "ask": {"squares": [6]}}, A)
    game.apply({"type": "accept"}, B)
    notes = LadderBot("mogul", 1).notes(game, C)
    assert (notes.agreed[B], notes.declined[B]) == (1, 1)
    assert (notes.least_taken[B], notes.most_declined[B]) == ((600 - 100) * 64 // 700, (10 - 100) * 64 // 110)
    assert refused_price(internals.record(game), notes, A, B, 0, 1 << 6) == 10


def test_a_mogul_is_no_nuisance() -> None:
    """If everybody refuses: no offer twice, one to each partner in a turn, and few in all."""
    rng, turns = np.random.default_rng(5), 0
    for _ in range(8):
        held: Any = {}
        for square in (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29):
            held |= deeds(int(rng.integers(3)), square)
        game = table("classic", turn=A, phase="end", cash={A: 1200, B: 900, C: 700}, deeds=held)
        bot, asked = LadderBot("mogul", 1), []
        while game.phase in ("end", "answer"):
            action = bot.decide(game, A) if game.decider == A else {"type": "reject"}
            if action["type"] == "offer":
                asked.append((action["to"], str(action["give"].get("squares")), str(action["ask"].get("squares"))))
            elif game.decider == A:
                break
            game.apply(action)
        turns += bool(asked)
        assert len({to for to, _, _ in asked}) == len(asked) <= OFFERS_IN_TURN
    assert turns > 3
