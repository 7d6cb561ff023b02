"""Moguls and careful bots as opponents in `VecEnv`: they decide as in a simulation and at a table."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
import pytest

import freehold
from freehold import envs
from freehold.arena.tables import Setting, table_of
from freehold.bots import ranks
from freehold.envs.thinkers import Thinkers
from freehold.players.caution import Caution
from freehold.players.mogul import Mogul


def policy(observation: Any, mask: Any) -> int:
    """An allowed action that only these numbers decide."""
    allowed = np.flatnonzero(mask)
    return int(allowed[crc32(observation.tobytes()) % len(allowed)])


class Noted:
    """The policy, and what it was asked and answered."""

    def __init__(self) -> None:
        self.asked: list[tuple[bytes, bytes, int]] = []

    def __call__(self, observation: Any, mask: Any) -> int:
        action = policy(observation, mask)
        self.asked.append((observation.tobytes(), mask.tobytes(), action))
        return action


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize(
    ("opponents", "careful"),
    [
        (["novice", "novice"], None),  # who ask nobody
        (["trader", "baron"], True),
        (["mogul", "baron", "mogul"], None),
    ],
)
def test_an_episode_is_the_game_of_a_table(opponents: list[str], careful: bool | None, seed: int) -> None:
    """The policy sits there as a bot, which knows no more than its seat sees."""
    there, here = Noted(), Noted()
    env = envs.VecEnv(
        "classic", len(opponents) + 1, opponents, seed=seed, learner=0, turns=60, autoreset=False, careful=careful
    )
    observations, masks = env.reset()
    while not env.ends[0]:
        observations, masks, _, _ = env.step(np.array([there(observations[0], masks[0])]))
    freehold.simulate("classic", [envs.PolicyBot(here, opponents=opponents), *opponents], 1, seed, turns=60)
    assert len(here.asked) > 100
    assert here.asked == there.asked


def test_each_of_their_actions_is_that_of_a_mogul_or_of_a_careful_bot_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = table_of(Setting("classic"))
    elsewhere = Mogul(table.t, table.v, 12345), Caution(table.t, table.v)
    seen = {"moguls": 0, "deals": 0}
    answer = Thinkers.answer

    def compared(self: Thinkers, memory: Any, waiting: list[int]) -> None:
        before = [(memory.read(index), memory.action(index)) for index in waiting]
        answer(self, memory, waiting)
        for index, (found, chosen) in zip(waiting, before, strict=True):
            g, n, seat = found["games"], found["notes"], int(found["envs"]["asked"][0])
            is_mogul = n["bot"][0, seat] == ranks.BOT_MOGUL
            action = elsewhere[0].choose(g, n, seat) if is_mogul else elsewhere[1].confirm(g, n, seat, chosen)
            assert memory.action(index).tolist() == action.tolist()  # by fields: what is between them is anything
            seen["moguls" if is_mogul else "deals"] += 1

    monkeypatch.setattr(Thinkers, "answer", compared)
    env = envs.VecEnv("classic", 4, ["mogul", "baron", "trader"], num_envs=8, seed=2, threads=2)
    observations, masks = env.reset()
    for _ in range(160):
        chosen = np.array([policy(*pair) for pair in zip(observations, masks, strict=True)])
        observations, masks, _, _ = env.step(chosen)
    assert seen["moguls"] > 500
    assert seen["deals"] > 0


def test_what_is_encoded_is_what_is_shown_among_moguls() -> None:
    env = envs.VecEnv("classic", 3, ["mogul", "baron"], num_envs=4, seed=6)
    observations, masks = env.reset()
    for _ in range(40):
        for index in range(4):
            observation, mask = envs.encode(env.game(index), int(env.seats[index]), env.memory(index))
            assert observation.tobytes() == observations[index].tobytes()
            assert mask.tobytes() == masks[index].tobytes()
        chosen = np.array([policy(*pair) for pair in zip(observations, masks, strict=True)])
        observations, masks, _, _ = env.step(chosen)


def test_an_environment_with_moguls_is_saved_and_goes_on() -> None:
    env = envs.VecEnv("classic", 3, "mogul", num_envs=2, seed=8)
    observations, masks = env.reset()
    for _ in range(20):
        observations, masks, _, _ = env.step(masks.argmax(axis=1))
    env.load(1, env.save(0))
    for _ in range(20):
        assert observations[0].tobytes() == observations[1].tobytes()
        observations, masks, _, _ = env.step(masks.argmax(axis=1))


@pytest.mark.parametrize("settings", [{"opponents": "mogul"}, {"opponents": "trader", "careful": True}])
def test_on_a_gpu_one_sentence_says_that_they_do_not_run(settings: dict[str, Any]) -> None:
    with pytest.raises(freehold.SetupError, match="do not run on a GPU") as caught:
        envs.VecEnv(backend="cuda", **settings)
    assert caught.value.code == "environment-no-forecast"
    assert "ne tournent pas sur un GPU" in caught.value.sentence("fr")
    with pytest.raises(freehold.SetupError, match="True, False"):
        envs.VecEnv(careful="yes")  # type: ignore[arg-type]
