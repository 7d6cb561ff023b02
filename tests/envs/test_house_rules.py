"""Environments with sets of house rules: masks are what the rules allow, episodes end, the rules are told."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from tools.random_audit import random_house

import freehold
from freehold import Game, SetupError
from freehold.editions import ids
from freehold.editions.house import HOUSE_RULES, house_options, house_rules_of
from freehold.envs import VecEnv, encode, observation_slices, pettingzoo_env

from .test_at_table import check_actions, compared, positions

ID = "freehold.envs.gymnasium_env:Freehold-v0"
RULES = ["twenty-rounds", "no-auctions", "build-without-group", "free-parking-pot", "half-starting-cash"]
SMALL: dict[str, Any] = {"backend": "python", "players": 2, "opponents": "trader", "options": {"house": RULES}}


def any_set(edition: str) -> dict[str, str]:
    return random_house(Random(edition), 0.4)


# ------------------------------------------------------------------ masks


@pytest.mark.parametrize("edition", ids())
def test_a_mask_is_what_the_rules_allow(edition: str) -> None:
    """Each allowed number is a legal action, and each legal action of the action space is allowed."""
    for game in positions(edition, 30, 12, house=any_set(edition)):
        assert house_rules_of(game.options)
        check_actions(game)


@pytest.mark.parametrize("edition", ids()[::3])
def test_an_environment_shows_what_is_encoded(edition: str) -> None:
    way = {"skip": "nothing", "learner": "all", "options": any_set(edition)}
    count, seen = compared(edition, "classic", way, 2, "python")
    assert count == 16
    assert seen


@pytest.mark.parametrize(("house", "kind"), [("no-trading", "offer"), ("no-mortgages", "mortgage")])
def test_what_a_house_rule_forbids_is_masked(house: str, kind: str) -> None:
    deeds = {"16": {"owner": 0}, "18": {"owner": 1}, "6": {"owner": 0}, "8": {"owner": 1}}
    kinds = {}
    for options in ({}, house_options([house])):
        game = Game.load({"players": [{}, {}], "deeds": deeds, "phase": "end", "turn": 0, "options": options})
        _, mask = encode(game, 0, freehold.envs.SeatMemory(skip="nothing"))
        names = [freehold.envs.action_name(number).lower() for number in np.flatnonzero(mask).tolist()]
        word = {"offer": "ask for", "mortgage": "mortgage"}[kind]
        kinds[bool(options)] = any(word in name for name in names)
    assert kinds == {False: True, True: False}


# ------------------------------------------------------------------ episodes


def test_an_episode_of_gymnasium_ends_by_the_round_limit() -> None:
    env: Any = gymnasium.make(ID, **SMALL).unwrapped
    _, info = env.reset(seed=3)
    ended, game = False, env.games.game(0)
    assert [rule.id for rule in house_rules_of(game.options)] == [id for id in HOUSE_RULES if id in RULES]
    while not ended:
        _, reward, ended, truncated, info = env.step(int(info["action_mask"].argmax()))
        assert not truncated
    assert info["episode"]["r"] == reward
    assert env.games.game(0).turns <= 2 * 20


def test_an_episode_of_pettingzoo_ends_by_the_round_limit_and_somebody_has_won() -> None:
    env = pettingzoo_env.env(**SMALL | {"opponents": "learner"})
    env.reset(seed=2)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        assert not truncated
        env.step(None if terminated else int(observation["action_mask"].argmax()))
    assert sorted(total.values()) in ([0.0, 1.0], [0.5, 0.5])


def test_episodes_of_a_vec_env_end_and_new_ones_begin_by_the_same_rules() -> None:
    env = VecEnv(**SMALL, num_envs=3)
    env.reset(5)
    ended = np.zeros(3, bool)
    for _ in range(2_000):
        *_, ends = env.step(env.masks.argmax(axis=1))
        assert not env.truncated.any()
        ended |= ends
        if ended.all():
            break
    assert ended.all()
    assert [env.game(k).options for k in range(3)] == [house_options(RULES)] * 3


# ------------------------------------------------------------------ what is told


def test_a_program_reads_the_house_rules_off_an_environment() -> None:
    env = VecEnv(**SMALL)
    env.reset(1)
    assert env.setting.options == house_options(RULES)
    assert env.save(0)["options"] == env.game(0).options == house_options(RULES)


def test_a_policy_sees_what_house_rules_make_of_a_position() -> None:
    """Cash, rents, buildings in the bank; not the switches, nor the money in the middle."""
    where = observation_slices(2)
    whole = {"deeds": {"37": {"owner": 0}, "39": {"owner": 0}}}
    seen = {}
    for rule in (None, "double-starting-cash", "single-rent", "unlimited-buildings"):
        options = house_options([rule] if rule else [])
        start = Game.new("classic", 2, 1, options=options).position()
        row, _ = encode(Game.load({**start, **(whole if rule != "double-starting-cash" else {})}), 0)
        seen[rule] = (row[where["seats.cash"]].max(), row[where["squares.rent"]].max(), row[where["turn.houses"]][0])
    cash, rent, houses = seen[None]
    assert seen["double-starting-cash"][0] == 2 * cash
    assert seen["single-rent"][1] == rent / 2
    assert seen["unlimited-buildings"][2] != houses


def test_a_position_of_other_house_rules_is_refused() -> None:
    """An environment plays by its own: it would go on by other rules than the position."""
    env = VecEnv(**SMALL)
    env.reset(1)
    env.load(0, Game.new("classic", 2, 1, options={"house": RULES}).position())
    position: Any = Game.new("classic", 2, 1, options={"house": RULES[1:]}).position()
    with pytest.raises(SetupError, match="house rules of this environment") as refused:
        env.load(0, position)
    assert refused.value.code == "environment-house-rules"
    plain = VecEnv("classic", 2, "trader", backend="python")
    with pytest.raises(SetupError) as other:
        plain.load(0, position)
    said = other.value.sentence("fr").replace("\u00a0", " ")
    assert "aucune, celles de la position : free-parking-pot" in said
