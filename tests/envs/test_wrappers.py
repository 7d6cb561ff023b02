"""The wrappers pass the checks of Gymnasium and PettingZoo, and a seed gives the same episode from start to end."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import freehold
from freehold.editions import load
from freehold.envs import NotAllowed, VecEnv, pettingzoo_env

ID = "freehold.envs.gymnasium_env:Freehold-v0"
SMALL: dict[str, Any] = {"backend": "python", "turns": 24, "opponents": "trader", "players": 3}


def test_gymnasium_checks_an_env() -> None:
    env = gymnasium.make(ID, illegal="replace", **SMALL)  # the checks take any action
    check_env(env.unwrapped)
    env.close()


def episode(seed: int) -> list[Any]:
    """All that a random policy sees in one episode."""
    env = gymnasium.make(ID, **SMALL)
    rng = np.random.default_rng(3)
    observation, info = env.reset(seed=seed)
    told: list[Any] = [observation.tobytes(), info["action_mask"].tobytes()]
    ended = False
    while not ended:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
        told += [observation.tobytes(), info["action_mask"].tobytes(), reward, terminated, truncated, info["illegal"]]
    assert info["action_mask"].sum() == 0
    assert not any(told[7::6])
    return told


def test_a_seed_gives_the_same_whole_episode() -> None:
    first = episode(5)
    assert len(first) > 100
    assert episode(5) == first
    assert episode(6) != first


def test_an_episode_at_its_turn_limit_is_truncated_and_not_terminated() -> None:
    env = gymnasium.make(ID, **{**SMALL, "turns": 3})
    _, info = env.reset(seed=1)
    terminated = truncated = False
    while not (terminated or truncated):
        _, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
    assert (terminated, truncated) == (False, True)
    assert info["episode"]["r"] == 0
    assert info["episode"]["l"] > 0


def test_an_action_that_is_not_allowed_is_replaced_or_refused() -> None:
    env = gymnasium.make(ID, illegal="replace", **SMALL)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[4]["illegal"]
    strict = gymnasium.make(ID, **SMALL)
    strict.reset(seed=1)
    with pytest.raises(NotAllowed):
        strict.step(wrong)
    many = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="vector_entry_point", **SMALL)
    many.reset(seed=1)
    with pytest.raises(NotAllowed):
        many.step(np.array([wrong, wrong]))


def test_actions_are_whole_numbers() -> None:
    env = VecEnv(**SMALL)
    env.reset()
    with pytest.raises(ValueError, match="whole numbers, not float64"):
        env.step([0.5])  # type: ignore[list-item]  # what a program without types may do


def test_a_vector_env_shows_the_last_observation_of_an_episode() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point", **SMALL)
    observations, infos = envs.reset(seed=2)
    assert envs.observation_space.contains(observations)
    ended, steps = np.zeros(3, bool), 0
    while not ended.any():
        observations, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
        ended, steps = terminated | truncated, steps + 1
        assert ("episode" in infos) == ended.any()
    assert rewards.shape == (3,)
    assert (infos["_final_obs"] == ended).all()
    k = int(np.argmax(ended))
    assert infos["_episode"][k]
    assert infos["episode"]["l"][k] == steps
    assert (infos["final_obs"][k] != observations[k]).any()
    assert infos["action_mask"].any(axis=1).all()


def test_a_vec_env_has_the_spaces_of_gymnasium() -> None:
    env = VecEnv(**SMALL)
    observations, _ = env.reset()
    assert env.single_observation_space.contains(observations[0])
    assert env.single_action_space.n == env.num_actions


def test_pettingzoo_shows_whoever_acts_what_the_environment_encoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is what any other seat would be shown."""
    env = pettingzoo_env.env(**SMALL)
    env.reset(seed=1)
    for _ in range(30):
        observation = env.observe(env.agent_selection)
        again = env.games.observed(0, int(env.agent_selection[-1]))
        assert observation["observation"].tobytes() == again.tobytes()
        env.step(int(observation["action_mask"].argmax()))
    monkeypatch.setattr(env.games, "observed", None)
    env.last()


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo's test says so of every observation with a mask
@pytest.mark.parametrize(
    "settings",
    [{}, {"learner": 1, "opponents": ["learner", "trader"]}],
    ids=["every seat", "two of three seats"],
)
def test_pettingzoo_checks_the_api(settings: dict[str, Any]) -> None:
    api_test(pettingzoo_env.env(**{**SMALL, **settings}), num_cycles=60)


def test_every_agent_is_told_its_reward() -> None:
    """From a position in which one player owns everything and the other has nothing left."""
    start = freehold.Game.new("classic", 2, seed=1).position()
    start["players"][1]["cash"] = 0
    start["players"][0]["cash"] = 9000
    lots = [1, 3, *range(6, 10), *range(11, 15), *range(16, 20), *range(21, 25), *range(26, 30), *range(31, 40)]
    deeds = [square for square in lots if load("classic").squares[square].ownable]
    start["deeds"] = {str(square): {"owner": 0, "mortgaged": False, "buildings": 0} for square in deeds}
    start["turn"] = start["decider"] = 1
    env = pettingzoo_env.env(**{**SMALL, "players": 2, "turns": 500, "trades": "none"})
    env.reset(seed=4, options={"position": start})
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(2000):
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    assert total == {"seat_0": 1.0, "seat_1": 0.0}
    assert env.agents == []


def test_an_agent_is_told_once_what_it_has_earned() -> None:
    """What `last` tells at an agent's turns adds up to its rewards of all steps."""
    env = pettingzoo_env.env(**SMALL, shaping=1.0)
    env.reset(seed=2)
    earned, told = (dict.fromkeys(env.agents, 0.0) for _ in range(2))
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        told[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(int(observation["action_mask"].argmax()))
            for one, gain in env.rewards.items():
                earned[one] += gain
    assert any(earned.values())
    assert told == pytest.approx(earned)
