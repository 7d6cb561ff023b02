"""`VecEnv`: the same bits interpreted, compiled and in threads; new episodes, saved positions, bad settings."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import freehold
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.envs import NotAllowed, VecEnv
from freehold.envs.kernel import layout
from freehold.layouts.environment_shape import SHORTLIST
from freehold.rules import codes
from freehold.rules.state import GROUPS

MIXED = ["random", "baron", "learner"]


def any_allowed(masks: Any, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def played(steps: int, **settings: Any) -> tuple[VecEnv, list[bytes]]:
    """An environment after random steps, and all that it returned."""
    env = VecEnv(**{"num_envs": 3, "seed": 2, "turns": 60, **settings})
    rng = np.random.default_rng(1)
    told = [array.tobytes() for array in env.reset()]
    for _ in range(steps):
        told += [array.tobytes() for array in env.step(any_allowed(env.masks, rng))]
        told += [env.report.tobytes(), env.seat_rewards.tobytes(), env.final_observations.tobytes()]
    return env, told


@pytest.mark.parametrize(
    "settings",
    [
        {"opponents": MIXED, "shaping": 0.5, "skip": "nothing", "bids": "steps"},
        {"edition": "star-wars-2", "opponents": ["trader", "novice"], "players": 3, "learner": 1},
        {"edition": "spider-man", "variant": "short", "players": 2, "learner": "all", "skip": "forced"},
    ],
    ids=["classic", "star-wars-2", "spider-man"],
)
def test_interpreted_and_compiled_steps_are_the_same_bits(settings: dict[str, Any]) -> None:
    slow, told = played(120, backend="python", **settings)
    fast, compiled = played(120, **settings)
    assert compiled == told
    for index in range(3):
        assert slow.save(index) == fast.save(index)


def test_threads_change_nothing() -> None:
    assert played(60, threads=2)[1] == played(60)[1]


def test_a_game_has_the_dice_of_its_number() -> None:
    """So that a simulation of the same seed plays the same games."""
    env = VecEnv(num_envs=4, seed=1 << 40, opponents="novice")
    env.reset()
    for kind, name in ((DICE, "chances"), (PLAYER, "rs")):
        keyed = keyed_chances(range(4), 1 << 40, kind)
        for index in range(4):
            found = env._memory.read(index)[name][0]
            assert (found["key0"], found["key1"]) == (keyed[index]["key0"], keyed[index]["key1"])


def test_the_learner_has_every_seat_in_turn_and_sees_itself_first() -> None:
    env = VecEnv(num_envs=4, players=4, opponents="trader")
    env.reset()
    assert env.seats.tolist() == [0, 1, 2, 3]
    for index in range(4):
        position = env.save(index)
        assert position["decider"] == index
        assert env.observations[index, 0] == position["players"][index]["cash"] / 1024
        left = position["players"][(index + 1) % 4]
        assert env.observations[index, layout.SEAT_FACTS + 40] == left["cash"] / 1024


def test_nothing_hidden_is_seen() -> None:
    """Another order of the decks and other dice to come leave the observation as it is."""
    env, _ = played(40, num_envs=1, opponents="baron")
    before = env.observations.copy()
    position: Any = env.save(0)
    for deck in position["decks"].values():
        deck.reverse()
    position["chance"] = {"key": [7, 7], "drawn": 0, "dealt": 0}
    position.pop("environment")
    env.load(0, position)
    learner_facts = np.delete(before, _offers_made(env))
    assert (np.delete(env.observations, _offers_made(env)) == learner_facts).all()


def _offers_made(env: VecEnv) -> list[int]:
    """Where an observation tells how many offers were made, which a position does not."""
    at = layout.observation_moving(env.players) - SHORTLIST * layout.CANDIDATE_FACTS
    return list(range(at - 60, layout.observation_moving(env.players)))


def test_an_episode_ends_and_the_next_one_begins() -> None:
    env = VecEnv(num_envs=8, opponents="baron", seed=3)
    env.reset()
    rng = np.random.default_rng(2)
    for _ in range(2000):
        observations, masks, rewards, ends = env.step(any_allowed(env.masks, rng))
        if ends.any():
            break
    k = int(np.argmax(ends))
    assert masks[k].any()
    assert env._memory.read(k)["envs"]["number"][0] == k + 8
    assert not env.truncated[k]
    assert env.final_observations[k].tobytes() != observations[k].tobytes()
    assert rewards[k] == float(env.winners[k] == k % 4)


def test_without_a_new_episode_nothing_is_allowed_after_the_end() -> None:
    env, _ = played(0, num_envs=1, turns=5, autoreset=False)
    while not env.ends[0]:
        env.step(env.masks.argmax(axis=1))
    assert env.truncated[0]
    assert env.seats[0] == -1
    assert not env.masks.any()
    with pytest.raises(NotAllowed):
        env.step([layout.ID_ROLL])
    before = env.observations.copy()
    env.reset()
    assert env.masks.any()
    assert env.observations.tobytes() != before.tobytes()


@pytest.mark.parametrize("backend", ["python", "cpu"])
def test_a_saved_environment_goes_on_identically(backend: str) -> None:
    env, _ = played(50, backend=backend, opponents=MIXED)
    saved = json.loads(json.dumps([env.save(index) for index in range(3)]))
    other = VecEnv(num_envs=3, seed=2, turns=60, backend="cpu", opponents=MIXED)
    other.reset()
    for index, position in enumerate(saved):
        other.load(index, position)
    rng = np.random.default_rng(9)
    for _ in range(40):
        assert other.observations.tobytes() == env.observations.tobytes()
        assert other.masks.tobytes() == env.masks.tobytes()
        actions = any_allowed(env.masks, rng)
        env.step(actions)
        other.step(actions)


def test_any_position_can_be_loaded() -> None:
    game = freehold.play_out(freehold.Game.new("classic", 4, seed=3), "baron", turns=30)
    env = VecEnv(num_envs=2, opponents="baron", skip="nothing")
    env.reset()
    env.load(1, game.position(), seat=game.decider)
    assert env.seats[1] == game.decider
    position = env.save(1)
    assert position["deeds"] == game.position()["deeds"]
    with pytest.raises(freehold.SetupError, match="is for 4 players; the position has 3"):
        env.load(0, freehold.Game.new("classic", 3).position())


def test_a_bid_is_a_limit() -> None:
    """The learner is asked once, leads or drops out, and has paid no more than the limit."""
    position = {"players": [{"square": 39}, {}], "phase": "buy", "turn": 0, "dice": [1, 2]}
    for limit, level in ((200, 2), (400, 5)):  # 50 % and 100 % of 400
        env = VecEnv(players=2, opponents="novice", learner=0, num_envs=1)
        env.reset()
        env.load(0, position)
        env.step([layout.ID_DECLINE])
        assert env.save(0)["phase"] == "auction"
        cash = env.save(0)["players"][0]["cash"]
        env.step([layout.ID_BID + level])
        after = env.save(0)
        assert after["phase"] != "auction"
        owner = after["deeds"]["39"]["owner"] if "39" in after["deeds"] else None
        assert owner in (0, 1)
        if owner == 0:
            assert cash - limit <= after["players"][0]["cash"]


def test_an_offer_is_built_in_three_steps() -> None:
    deeds = {"1": {"owner": 0}, "3": {"owner": 1}, "39": {"owner": 0}}
    position = {"players": [{}, {}, {}], "deeds": deeds, "phase": "end", "turn": 0}
    env = VecEnv(players=3, opponents="learner", learner=0)
    env.reset()
    env.load(0, position)
    env.step([layout.ID_ASK])  # the first group of the seat to the left
    assert np.flatnonzero(env.masks[0]).tolist() == [
        layout.ID_CANCEL,
        layout.ID_GIVE + 7,
        layout.ID_GIVE + layout.NO_GROUP,
    ]
    env.step([layout.ID_GIVE + layout.NO_GROUP])
    env.step([layout.ID_PRICE + 5])  # twice the printed price
    assert env.seats[0] == 1
    offer = env.save(0)["offer"]
    assert offer["give"]["cash"] == 120
    assert offer["ask"]["squares"] == [3]
    env.step([layout.ID_ACCEPT])
    assert env.save(0)["deeds"]["3"]["owner"] == 0


def test_an_offer_that_is_being_built_is_seen_by_nobody_else() -> None:
    position = {"players": [{}, {}, {}], "deeds": {"1": {"owner": 0}, "3": {"owner": 1}}, "phase": "end", "turn": 0}
    env = VecEnv(players=3, opponents="learner", learner=0, backend="python")
    env.reset()
    env.load(0, position)
    before = [env.observed(0, seat).tobytes() for seat in range(3)]
    env.step([layout.ID_ASK])
    after = [env.observed(0, seat).tobytes() for seat in range(3)]
    assert after[0] != before[0]
    assert after[1:] == before[1:]


def test_a_creditor_is_seen_from_the_debtors_seat() -> None:
    """A debt is a sum, then to whom: the bank, oneself, and the others in the order to one's left."""
    debt = {"debtor": 2, "amount": 512, "why": "rent", "open": True}
    at = _section("debt", players=3)
    for creditor, slot in (("bank", 0), (0, 2), (1, 3)):
        env = VecEnv(players=3, opponents="learner", learner=0, backend="python")
        env.reset()
        players = [{}, {}, {"cash": 0}]
        deeds = {"39": {"owner": 2}}
        env.load(
            0,
            {"players": players, "deeds": deeds, "turn": 2, "phase": "debt", "debts": [debt | {"creditor": creditor}]},
        )
        assert env.seats[0] == 2
        told = np.zeros(4)
        told[slot] = 1
        assert env.observations[0, at : at + 5].tolist() == [0.5, *told]


def _section(name: str, players: int) -> int:
    """Where a section of an observation begins."""
    sizes = {
        "seats": players * (layout.SEAT_FACTS + 40),
        "squares": 40 * (players + 1 + layout.SQUARE_FACTS),
        "groups": players * GROUPS,
        "turn": layout.PHASES + 12 + 3 + layout.SCALARS,
        "debt": 1 + players + 1,
    }
    return sum(list(sizes.values())[: list(sizes).index(name)])


@pytest.mark.parametrize(
    ("settings", "code", "sentence"),
    [
        ({"opponents": ["baron"]}, "environment-opponents", "A game of 4 players has 3 opponents, not 1."),
        (
            {"opponents": "tycoon"},
            "environment-choice",
            "opponents: choose from random, novice, trader, baron, mogul, learner",
        ),
        ({"players": 9}, "environment-number", "players is a whole number from 2 to 8, not 9."),
        ({"learner": 4}, "environment-number", "learner is a whole number from 0 to 3, not 4."),
        ({"trades": "some"}, "environment-choice", "trades: choose from none, candidates, builder, both, not 'some'."),
        ({"num_envs": 0}, "environment-number", "num_envs is a whole number from 1"),
    ],
)
def test_a_bad_setting_is_one_sentence(settings: dict[str, Any], code: str, sentence: str) -> None:
    with pytest.raises(freehold.SetupError) as caught:
        VecEnv(**settings)
    assert caught.value.code == code
    assert str(caught.value).startswith(sentence)


def test_a_position_of_another_number_of_players_is_refused() -> None:
    env, _ = played(1)
    with pytest.raises(freehold.SetupError) as caught:
        env.load(0, {"edition": "classic", "players": [{"name": "Ann"}, {"name": "Bob"}]})
    assert caught.value.code == "environment-players"


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    env, _ = played(20)
    before = [env.save(index) for index in range(3)]
    wrong = int(np.flatnonzero(~env.masks[2])[0])
    actions = any_allowed(env.masks, np.random.default_rng(1))
    actions[2] = wrong
    with pytest.raises(NotAllowed, match=f"Environment 2 does not allow the action {wrong} "):
        env.step(actions)
    assert [env.save(index) for index in range(3)] == before


def test_the_sections_of_an_observation_fill_it() -> None:
    """The last number that changes is that of the last candidate: one more would be a fact of the edition."""
    for players in range(2, 9):
        assert layout.observation_size(players) - layout.observation_moving(players) == 200
    assert layout.ID_PRICE + layout.PRICE_LEVELS <= layout.SPACE
    assert codes.PHASE_CARD == layout.PHASES - 1
    assert records.ENVIRONMENT.itemsize < 600
