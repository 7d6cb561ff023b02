"""What a GPU is told beforehand changes no game: shown without one, on the very functions that it compiles."""

from __future__ import annotations

import ast
import inspect
import types
from functools import cache
from typing import Any

import pytest

from freehold.arena.tables import BotTable, Setting
from freehold.bots import memory, worth
from freehold.engine import batch, records, sources, specialise
from freehold.engine.facts import always, facts_of
from freehold.engine.gpu.launch import TARGET
from freehold.engine.kernel import loops
from freehold.players.ladder import RANKS
from freehold.rules import codes
from freehold.rules.chance import key_chance
from tests.sizes import each_variant

TABLES = (["novice"] * 4, ["baron", "trader", "novice", "random"], ["baron"] * 3)


def hands(table: BotTable, bots: list[str], number: int) -> tuple[Any, ...]:
    table.seat(bots)
    run = records.run_of(len(bots), 400, 500, **batch.numbered(range(number, number + 1), 5))
    return records.Game(), table.plain_work(run)


@cache  # rewriting hundreds of functions takes longer than the games
def play_games_with(facts: specialise.Facts) -> Any:
    """A game of bots, and all that it calls, with these facts, interpreted."""
    found = sources.functions()
    needed = {**sources.called_by(found["play_games"], found), "play_games": found["play_games"]}
    namespace: dict[str, Any] = {"as_index": int, "as_short": int, "hidden": int}
    namespace |= specialise.specialised_copies(needed, facts, namespace)
    return namespace["play_games"]


@each_variant("classic")
def test_the_facts_change_no_game(edition: str, variant: str) -> None:
    table = BotTable(Setting(edition, variant, batch.options_of(variant)))
    for number, bots in enumerate(TABLES):
        ranks = [RANKS[name] for name in bots]
        played = []
        told_before = (always(0, **TARGET), facts_of(table.t[0], ranks, 0, 0, **TARGET))
        for play_games in (loops.play_games, *map(play_games_with, told_before)):
            g, work = hands(table, bots, number)
            told = [0] * loops.RESULT_WIDTH
            play_games([g], work, told)
            played.append((records.pack_game(g), told))
        assert played[0] == played[1] == played[2]
        assert played[0][1][loops.RESULT_ACTIONS] > 0


def test_what_a_fact_rules_out_is_gone() -> None:
    constants = tuple(sources.constants().items())
    facts = specialise.Facts(fields=(("t.force", 0),), names=constants, silent=frozenset({"emit"}))
    found = sources.functions()
    assert "throw_force_die" in found["throw_dice"].__code__.co_names
    assert "throw_force_die" not in specialise.specialised_code(found["throw_dice"], facts).co_names
    assert "emit" not in specialise.specialised_code(found["throw_dice"], facts).co_names


@pytest.mark.parametrize(("edition", "variant"), batch.variants())
def test_deeds_that_count_as_known_are_as_the_board_has_them(edition: str, variant: str) -> None:
    table = BotTable(Setting(edition, variant, batch.options_of(variant)))
    known_at_once = 0
    for number, bots in enumerate(TABLES):
        g, work = hands(table, bots, number)
        c, r = work.chance, work.own
        key_chance(c, number, work.run.dice)
        key_chance(r, number, work.run.minds)
        t, v, n = work.tables, work.values, work.notes
        memory.clear_notes(n)
        loops.new_game(g, t, c, work.events, len(bots), 0)
        for _ in range(400):
            if g.phase == codes.PHASE_OVER:
                break
            assert loops.bot_step(g, c, r, work) == codes.DONE
            if n.counted:
                fresh: Any = records.Notes()
                worth.count_estates(g, t, v, fresh)
                assert fresh.held == n.held
                assert n.counted < memory.DEEDS_COUNTED or fresh.pledged == n.pledged
                assert n.counted < memory.ESTATES_COUNTED or fresh.spare == n.spare
                known_at_once += 1
    assert known_at_once > 100


def test_no_function_has_a_name_of_its_own_for_something_else_that_is_folded_in() -> None:
    """A local variable `counted` once became the fact of that name: games with statistics were other games."""
    folded = {name for name, _ in always(1).names} | {"bot"}
    found = set()
    for name, function in sources.functions().items():
        for node in ast.walk(ast.parse(inspect.getsource(function))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in folded:
                found.add((name, node.id))
    in_a_seat = {("bot_action", "bot"), ("read_seat", "bot"), ("add_offers", "bot")}  # there it is the fact
    assert found <= in_a_seat


def counted(first: int, flag: int, many: int) -> list[int]:
    seen = []
    for k in range(first, many if flag else first + 2):
        seen.append(k)  # a plain loop, as in the kernel
    return seen


def test_a_loop_ends_where_a_conditional_bound_says() -> None:
    code = specialise.specialised_code(counted, always(0, **TARGET))
    again = types.FunctionType(code, {"as_index": int, "as_short": int, "hidden": int, "range": range})
    for flag in (0, 1):
        assert again(3, flag, 7) == counted(3, flag, 7)
