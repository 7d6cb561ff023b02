"""Any sequence of legal actions, and any nonsense: a Hypothesis machine plays, offers, and lies to the table."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from freehold import Game, IllegalAction
from freehold.editions import load
from freehold.engine import batch
from freehold.game import FIELDS
from freehold.game.names import REASONS
from freehold.game.types import Position

from .ledger import flows

nonsense = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from([-1, 40, "6"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
fields = sorted({field.rstrip("?") for parts in FIELDS.values() for field in parts})
wild_actions = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(FIELDS)) | nonsense},
    optional={name: nonsense | st.integers(-2, 45) for name in fields},
)


class AnyPlay(RuleBasedStateMachine):
    """Whatever happens here, the invariants below must hold after it."""

    @initialize(
        place=st.sampled_from(batch.variants()),
        seats=st.integers(0, 6),
        seed=st.integers(0, 2**64 - 1),
        claims=st.sampled_from(["automatic", "claimed"]),
    )
    def sit_down(self, place: tuple[str, str], seats: int, seed: int, claims: str) -> None:
        edition, variant = place
        people = load(edition).players
        self.game = Game.new(
            edition,
            people.min + seats % (people.max - people.min + 1),
            seed,
            variant,
            {"rent_claims": claims} | batch.options_of(variant),
        )
        self.ledger = flows(self.game.setup)

    def applied(self, action: Any, seat: Any) -> None:
        self.ledger.update(flows(self.game.apply(action, seat)))

    def tried(self, action: Any, seat: Any) -> str | None:
        """The reason of a refusal, or None if the action was played."""
        try:
            self.applied(action, seat)
        except IllegalAction as refusal:
            return refusal.reason
        return None

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 1000))
    def decide(self, pick: int) -> None:
        options = [action for action in self.game.legal() if action["type"] != "offer"]
        assert options, f"seat {self.game.decider} has to decide in {self.game.phase} and can do nothing"
        self.applied(options[pick % len(options)], None)

    @precondition(lambda self: not self.game.over)
    @rule(seat=st.integers(0, 7), pick=st.integers(0, 1000))
    def act_out_of_turn(self, seat: int, pick: int) -> None:
        seat %= len(self.game.names)
        options = [action for action in self.game.legal(seat) if action["type"] != "offer"]
        if options:
            self.applied(options[pick % len(options)], seat)

    @precondition(lambda self: not self.game.over)
    @rule(seat=st.integers(0, 7), pick=st.integers(0, 1000), data=st.data())
    def offer(self, seat: int, pick: int, data: Any) -> None:
        seat %= len(self.game.names)
        bounds = [action for action in self.game.legal(seat) if action["type"] == "offer"]
        if not bounds:
            return
        bound = bounds[pick % len(bounds)]
        offer: dict[str, Any] = {"type": "offer", "to": bound["to"]}
        for side in ("give", "ask"):
            most = bound[side]
            squares = st.lists(st.sampled_from(most["squares"] or [0]), unique=True, max_size=len(most["squares"]))
            offer[side] = {
                "cash": data.draw(st.integers(0, most["cash"])),
                "squares": data.draw(squares),
                "jail_cards": most["jail_cards"] if data.draw(st.booleans()) else [],
            }
        assert self.tried(offer, seat) in (None, "empty-offer", "in-debt")

    @rule(action=wild_actions | nonsense, seat=st.none() | st.integers(-1, 9) | nonsense)
    def lie(self, action: Any, seat: Any) -> None:
        """Nonsense is refused with a stable reason and changes nothing; what happens to make sense is played."""
        before = json.dumps(self.game.position())
        reason = self.tried(action, seat)
        assert reason is None or reason in REASONS.values()
        assert reason is None or json.dumps(self.game.position()) == before

    @rule()
    def save_and_load(self) -> None:
        """A position that was reached can be loaded, and goes on identically."""
        position = json.loads(json.dumps(self.game.position()))
        self.game = Game.load(position)
        assert self.game.position() == position

    @invariant()
    def everything_is_accounted_for(self) -> None:
        position = self.game.position()
        held = [player["cash"] for player in position["players"]]
        assert min(held) >= 0
        assert [self.ledger[seat] for seat in range(len(held))] == held
        assert self.ledger["bank"] == -sum(held)
        built = [deed["buildings"] for deed in position["deeds"].values()]
        assert position["bank"]["houses"] + sum(n for n in built if n < 5) == 32
        assert position["bank"]["hotels"] + built.count(5) == 12
        self.groups_are_even(position)

    def groups_are_even(self, position: Position) -> None:
        edition = self.game.edition
        top = 4 if self.game.variant == "short" else 5
        for group in edition.groups:
            deeds = [position["deeds"].get(str(square)) for square in group.squares]
            levels = [min(deed["buildings"], top) if deed else 0 for deed in deeds]
            assert max(levels) - min(levels) <= 1
            if any(levels):
                assert len({deed["owner"] for deed in deeds if deed}) == 1
                assert all(deeds)

    @invariant()
    def somebody_can_go_on(self) -> None:
        assert self.game.over == (self.game.decider is None)
        if not self.game.over:
            assert any(action["type"] != "offer" for action in self.game.legal())


AnyPlay.TestCase.settings = settings(
    max_examples=80,
    stateful_step_count=120,
    deadline=None,
    derandomize=os.environ.get("FREEHOLD_FUZZ") is None,  # FREEHOLD_FUZZ=1: other games every time
    suppress_health_check=list(HealthCheck),
)
TestAnyPlay = pytest.mark.thorough(AnyPlay.TestCase)
