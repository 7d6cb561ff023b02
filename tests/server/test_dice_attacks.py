"""Attacks on the dice by whoever runs the server and plays in seat 0, against one honest player in seat 1.

The operator knows the secret and all that the server is told, and wants a seven. Everything here is seeded. The same
attacks on the first format of the log show that they would succeed where the dice could be known.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from freehold.server.fairness import fair_dice
from freehold.server.fairness.hash_chains import chain
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import UNBOUND, Log, bind, view_digest
from freehold.server.table import seating
from freehold.server.table.table import Table

from .served import played, record_of, unfinished
from .test_drawing import NOON, People

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
                known = {"0": people.hands[0].next_link(0), "1": people.hands[1].given[people.table.game.draws, 1][0]}
                if seven(people.table, people.table.drawing.draw, known, people.secret):
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
    header = bind("", msgspec.structs.replace(header, start=view_digest(game)))
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


# ---------------------------------------------------------------------- withholding


def withholding(seats: int, draws: int, number: int) -> tuple[int, int, int, People]:
    """One game of an operator who sees all links, and withholds the own one when the throw is a seven without it."""
    people = People(seats, secret=secret_of(number), seed=number)
    people.start()
    table, wanted, throws, withheld = people.table, 0, 0, 0
    while table.game is not None and not table.game.over and table.drawing.draw < draws:
        if not at_own_throw(table):
            people.act(usual(table))
            continue
        silent: list[int] = []
        step = people.keep(table.act(NOON, OPERATOR, table.number + 1, {"type": "roll"}))
        if step.asking is not None and OPERATOR in step.asking.asked:
            people.answer()
            links = table.drawing.shares(step.asking.asked)
            without = links | {"0": None}
            if not seven(table, table.drawing.draw, links, people.secret):
                silent = [OPERATOR] * seven(table, table.drawing.draw, without, people.secret)
            table.drawing._given = {int(seat): link for seat, link in links.items() if int(seat) not in silent and link}
        elif step.asking is not None:
            people.answer()
        throws += 1
        withheld += len(silent)
        chance: list[Any] = people.keep(table.draw(NOON)).writes.entries[0][0].chance
        wanted += sum(chance[:2]) == 7
        if silent:
            seating.give_chain(table.record, OPERATOR, people.hands[OPERATOR].publish(OPERATOR)["end"])
    return wanted, throws, withheld, people


@pytest.mark.parametrize("seats", [2, 4])
def test_withholding_is_seen_and_can_be_done_a_few_times_only(seats: int) -> None:
    """After the first time the seat is out for a round, then for 8 and for 64: three times in a game of 70 rounds."""
    total = [0, 0, 0]
    for number in range(8):
        *counts, people = withholding(seats, 60 * seats, number)
        total = [old + new for old, new in zip(total, counts, strict=True)]
        assert counts[2] <= 3
        if people.table.game is not None and not people.table.game.over:
            report = people.proof()
            assert report.proved, report.finding
            assert report.parts[OPERATOR].left_out == counts[2]
    wanted, throws, withheld = total
    low, high = bounds(FAIR, throws)
    assert withheld > 0
    assert low < (wanted - withheld) / throws < high, "all that was gained are the throws that were withheld from"
