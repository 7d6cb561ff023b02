"""Attacks on the dice by whoever runs the server and plays in seat 0, against one honest player in seat 1.

The operator knows the secret and all that the server is told, and wants a seven. Everything here is seeded. The same
attacks on the first format of the log show that they would succeed where the dice could be known.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.server.fairness import fair_dice
from freehold.server.fairness.hash_chains import chain
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import UNBOUND, Log, bind, view_digest
from freehold.server.table.table import Table

from .attacks import attacks
from .attacks.browser import Browser
from .attacks.table import CASES, Case, result_of
from .served import played, record_of, unfinished
from .test_drawing import NOON, People

ROOT = Path(__file__).resolve().parents[2]
OPERATOR, HONEST = 0, 1
THROWS = 500
FAIR = 1 / 6
ASIDE = ("mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")


def secret_of(number: int) -> bytes:
    return hashlib.sha256(f"secret {number}".encode()).digest()


def bounds(chance: float, times: int) -> tuple[float, float]:
    """Four standard deviations on either side: one honest run in 16,000 is outside."""
    wide = 4 * (chance * (1 - chance) / times) ** 0.5
    return chance - wide, chance + wide


def usual(table: Table) -> Any:
    assert table.game is not None
    legal = table.game.legal(offers=False)
    action = next((action for action in legal if action["type"] not in ASIDE), legal[0])
    return {key: value for key, value in action.items() if key != "max"}


def at_own_throw(table: Table) -> bool:
    game = table.game
    assert game is not None
    return game.phase == "roll" and game.decider == OPERATOR and any(a["type"] == "roll" for a in game.legal())


def shift(table: Table, act: Callable[[Any], object]) -> bool:
    """Two free actions that leave everything as it was: an offer, withdrawn at once. False if there is none to make."""
    assert table.game is not None
    offer = next((action for action in table.game.legal(OPERATOR) if action["type"] == "offer"), None)
    if offer is None or not offer["give"]["squares"] or not offer["ask"]["cash"]:
        return False
    none: Any = {"cash": 0, "squares": [], "jail_cards": []}
    squares = offer["give"]["squares"][:1]
    act({"type": "offer", "to": HONEST, "give": none | {"squares": squares}, "ask": none | {"cash": 1}})
    act({"type": "withdraw"})
    return True


def seven(table: Table, n: int, mix: Any, secret: bytes) -> bool:
    """Would the operator's throw be a seven?"""
    _, line = fair_dice.play(copy.copy(table.game), n, {"type": "roll"}, OPERATOR, secret, mix)  # type: ignore[arg-type]
    table.game.log.clear()  # type: ignore[union-attr]
    return bool(sum(line["chance"][:2]) == 7)


# ---------------------------------------------------------------------- shifting


def sevens_by_shifting_numbers() -> float:
    """The attack on games of the first format: the throw of every number is known, and free actions move the number."""
    wanted, throws, number = 0, 0, 0
    while throws < THROWS // 4:
        number += 1
        secret = secret_of(number)
        log = unfinished(secret=secret, until=lambda game, actions: True, format=1)
        table = Table(record_of(log), secret)
        table.restore([], NOON)

        def act(action: Any, table: Table = table, seat: int | None = OPERATOR) -> Any:
            return table.act(NOON, seat, table.number + 1, action).writes.entries[0][0]

        while table.game is not None and not table.game.over and table.number < 300 and throws < THROWS // 4:
            if not at_own_throw(table):
                act(usual(table), seat=table.game.decider)
                continue
            for _ in range(20):
                if seven(table, table.number + 1, log.header.salts, secret) or not shift(table, act):
                    break
            throws += 1
            wanted += sum(act({"type": "roll"}).chance[:2]) == 7
    return wanted / throws


def test_the_attack_works_where_throws_are_numbered_by_actions() -> None:
    assert sevens_by_shifting_numbers() > 0.5


def test_shifting_gives_no_seven_more_than_is_fair() -> None:
    """The operator guesses the honest link as best as can be, and makes free actions until the guess shows a seven."""
    wanted, throws, number, shifts = 0, 0, 0, 0
    while throws < THROWS:
        number += 1
        people = People(secret=secret_of(number), seed=number)
        people.start()
        while people.table.game is not None and not people.table.game.over and people.table.number < 400:
            if not at_own_throw(people.table):
                people.act(usual(people.table))
                continue
            for _ in range(3):
                draw = people.table.drawing.draw
                known = {"0": people.hands[0].link(0, draw), "1": people.hands[1].given[draw - 1, 1][0]}
                if seven(people.table, draw, known, people.secret):
                    break
                if not shift(people.table, partial(people.act, seat=OPERATOR)):
                    break
                shifts += 1
            throws += 1
            chance: list[Any] = people.act({"type": "roll"}).writes.entries[0][0].chance
            wanted += sum(chance[:2]) == 7
        if number == 1:
            assert people.table.game is not None
            assert people.table.game.over or people.proof().proved
    low, high = bounds(FAIR, throws)
    assert shifts > THROWS
    assert low < wanted / throws < high, f"{wanted} of {throws}"


def test_free_actions_do_not_move_the_next_throw() -> None:
    """With the same links, a throw is the same whatever was done before it."""
    chances = []
    for times in (0, 1, 4):
        people = People()
        people.start()
        people.play(9)
        while not at_own_throw(people.table):
            people.act(usual(people.table))
        for _ in range(times):
            assert shift(people.table, partial(people.act, seat=OPERATOR))
        chances.append(people.act({"type": "roll"}).writes.entries[0][0].chance)
    assert chances[0] == chances[1] == chances[2]


# ---------------------------------------------------------------------- the last to choose before the start


@pytest.mark.parametrize("format", [1, 2])
def test_who_commits_last_cannot_choose_the_start(format: int) -> None:
    """The operator tries eight salts or chains before the start, and wants to begin; fair is one half."""
    begins, games = 0, 100
    for number in range(games):
        secret = secret_of(number)
        honest = chain(secret_of(1000 + number), 2)
        best: Any = None
        for choice in range(8):
            mine = chain(secret_of(10_000 + 8 * number + choice), 2)
            known: Any = ["my salt", mine[1]] if format == 1 else {"0": mine[1], "1": honest[0]}  # its end is public
            game = fair_dice.set_up("classic", "classic", {}, ["Eve", "Bob"], ["car", "dog"], secret, known)
            best = mine
            if game.turn == OPERATOR:
                break
        real: Any = ["my salt", best[1]] if format == 1 else {"0": best[1], "1": honest[1]}
        game = fair_dice.set_up("classic", "classic", {}, ["Eve", "Bob"], ["car", "dog"], secret, real)
        begins += game.turn == OPERATOR
    low, high = bounds(0.5, games)
    assert (begins / games > 0.95) if format == 1 else (low < begins / games < high)


# ---------------------------------------------------------------------- another's share replaced


def test_a_replaced_chain_is_found_by_the_digest_that_its_player_kept() -> None:
    """A server that makes up the honest player's numbers writes another header than the one it told the player."""
    honest = played()
    other = msgspec.structs.replace(honest.header.seats[HONEST], chain=chain(bytes(32), 1)[0])
    seats = (honest.header.seats[OPERATOR], other)
    shares = {**honest.header.shares, "1": chain(bytes(32), 1)[1]}  # type: ignore[dict-item]
    header = msgspec.structs.replace(honest.header, seats=seats, shares=shares, start=UNBOUND)
    game = fair_dice.set_up_again(header, bytes.fromhex(honest.secret or ""))
    header = bind("", msgspec.structs.replace(header, start=view_digest(game.view(), 3)))
    assert honest.ending is not None
    ending = bind(header.hash, msgspec.structs.replace(honest.ending, number=0))
    forged = Log(header, [], ending, honest.secret)
    assert verify(forged).proved  # in itself it holds together
    report = verify(forged, honest.entries[0].hash)
    assert report.finding is not None
    assert report.finding.code == "verify-head"


def test_a_single_replaced_link_is_found_by_the_log_alone() -> None:
    log = played()
    k = next(k for k, entry in enumerate(log.entries) if entry.chance)
    shares = {**log.entries[k].shares, "1": "ab" * 32}  # type: ignore[dict-item]
    entry = bind(
        log.entries[k - 1].hash if k else log.header.hash, msgspec.structs.replace(log.entries[k], shares=shares)
    )
    report = verify(msgspec.structs.replace(log, entries=[*log.entries[:k], entry, *log.entries[k + 1 :]]))
    assert report.finding is not None
    assert (report.finding.number, report.finding.code) == (k + 1, "verify-share")


# ---------------------------------------------------------------------- against the client's real code

FEW = 25  # throws
CHOSEN = (  # the attacker gets most throws by these, and everybody sees it
    attacks.ShuttingOut,
    attacks.Restoring,
    attacks.BotsChain,
    attacks.DroppingChain,
    attacks.AskingLater,
    attacks.OldRules,
    attacks.ForgedAgreement,
)
HARMLESS = (attacks.Nothing, attacks.Delaying, attacks.LateChains, attacks.Doubling, attacks.TakingBack)


@pytest.mark.parametrize("attack", CHOSEN)
def test_whoever_chooses_throws_is_seen_by_the_victim_and_by_verify(attack: Any) -> None:
    case = next(case for case in CASES if case.attack is attack)
    result = result_of(case, FEW)
    assert result.deviations(result.games) > 5
    assert all(game.warned and game.verdict != "proved" for game in result.games)


@pytest.mark.parametrize("attack", HARMLESS)
def test_what_cannot_help_the_attacker_alarms_nobody(attack: Any) -> None:
    case = next(case for case in CASES if case.attack is attack)
    result = result_of(case, FEW)
    assert result.deviations(result.games) < 3
    assert [(game.warned, game.verdict) for game in result.games] == [(False, "proved")] * len(result.games)


@pytest.mark.parametrize("colluding", [1, 5])
def test_each_colluding_player_can_withhold_once_in_a_game_and_it_is_seen(colluding: int) -> None:
    with Browser() as browser:
        game = attacks.Withholding(browser, 3, colluding)
        game.play(2 * FEW)
        report, seen = game.end()
    assert report.verdict == "partly"
    assert [part.left_out for part in report.parts] == [0, *[1] * colluding]
    assert seen["faults"] == []
    assert 1 <= seen["others"] <= colluding


def test_the_victim_does_not_give_to_a_server_that_lets_somebody_withhold_again() -> None:
    with Browser() as browser:
        game = attacks.AskingFirst(browser, 3, 1)
        game.play(FEW)
        report, seen = game.end()
    assert "verify-asked-first" in seen["faults"]
    assert report.verdict == "partly"


def test_a_throws_number_is_no_agreement_to_take_something_back() -> None:
    """The victim gives no number to the next draw, so that the log alone shows it."""
    with Browser() as browser:
        game = attacks.ReusedAgreement(browser, 3, 1)
        game.play(FEW)
        report, seen = game.end()
    assert "verify-asked-again" in seen["faults"]
    assert report.verdict == "partly"


def test_a_person_who_is_shown_as_a_bot_is_reported() -> None:
    with Browser() as browser:
        game = attacks.Disguised(browser, 3, 1)
        game.play(1)
        assert "verify-not-a-bot" in game.end()[1]["faults"]


@pytest.mark.thorough
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.attack.__name__}-{case.colluding}-{case.bots}")
def test_the_table_of_attacks_is_what_they_give(case: Case) -> None:
    """500 throws each. Where the victim is not warned, or the log is proved, the throws are as by chance."""
    result = result_of(case)
    assert result.deviations(result.unseen) < 3
    assert result.row(case) in (ROOT / "docs" / "fair-dice.md").read_text(encoding="utf-8").splitlines()
