"""The engine and the model play the same game side by side and are compared after every action."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import freehold
from freehold.game.types import Action
from tests.reference import inner
from tests.reference.cited import wrongly_cited
from tests.reference.model.edition import Edition
from tests.reference.model.game import Model, NoDice, Refused
from tests.reference.model.setup import expected
from tests.reference.tallied import expected as expected_tally
from tests.reference.tallied import tally_of
from tests.reference.thrown import wrong_dice
from tests.reference.told import contradictions

Json = dict[str, Any]

# Not predicted: the engine's inner state, the clause that it names for an event, and what was given to begin with.
NOT_COMPARED = ("flow", "chance", "edition", "variant", "options", "start", "jail_cards_of")
INNER = ("clause", "older_claims")
ON_GO = ("square", "in_jail", "jail_turns", "jail_cards", "bankrupt")
OPEN = ("auction", "contest", "debts", "claims", "offer", "transfer", "estate", "battle", "card")


@dataclass
class Setup:
    """What a game is played with: an edition file's data, a variant, options, and where it begins."""

    edition: Any  # an id, a path, or what `freehold.Game` takes
    data: Json
    variant: str
    options: Json
    start: Json


@dataclass
class Disagreement(Exception):
    """Engine and model differ after an action."""

    setup: Setup
    steps: list[Json]  # entries of the engine's log since `setup.start`
    what: list[str]
    engine: Json = field(default_factory=dict)
    model: Json = field(default_factory=dict)
    seed: str = ""

    def __str__(self) -> str:
        return "\n".join(self.what)

    @property
    def kind(self) -> str:
        """What differs, without the values: the same fault again, or another one?"""
        return self.what[0].split(":")[0] if self.what else ""


class Duel:
    """A game of both."""

    def __init__(self, setup: Setup, game: freehold.Game) -> None:
        self.setup = setup
        self.game = game
        self.model = Model(Edition(setup.data, setup.variant, setup.options), setup.start)
        self.steps: list[Json] = []
        self.before: Json = dict(game.position())
        self.fail(differences(engine_position(game), self.model.position()))
        self.fail(inner.hidden(game, setup.edition))

    @classmethod
    def begin(cls, setup: Setup) -> Duel:
        return cls(setup, freehold.Game.load(setup.start, setup.edition))

    def fail(self, what: list[str]) -> None:
        if what:
            raise Disagreement(self.setup, list(self.steps), what, engine_position(self.game), self.model.position())

    def step(self, action: Mapping[str, Any], seat: int | None, chance: Iterable[Any] = ()) -> None:
        """Apply an action to both. Raises `freehold.IllegalAction` if the engine refuses it."""
        given, before = list(chance), self.before
        counted = len(self.steps) % 3 == 0  # not always: it costs a second run
        tally = tally_of(self.game, action, seat, given) if counted else None
        try:
            events = self.game.apply(cast(Action, action), seat, given)
        except OverflowError as error:
            self.steps.append({"seat": seat, "action": dict(action), "chance": given})
            self.fail([f"no room: {error}"])
            raise
        if (thrown := list(self.game.log[-1]["chance"])[: len(given)]) != given:
            self.steps.append(dict(self.game.log[-1]))
            self.fail([f"dictated: {given}, but it was {thrown}"])
        self.follow(action, seat, events, told=len(given))
        if tally is not None and (expects := expected_tally(before, action, seat, events)) != tally:
            self.fail([f"tally: it has {tally - expects}, but lacks {expects - tally}"])

    def follow(
        self, action: Mapping[str, Any], seat: int | None, events: Sequence[Mapping[str, Any]], told: int = 0
    ) -> None:
        """The engine has done an action; the model does the same, with the dice that fell, of which some were told."""
        entry: Json = dict(self.game.log[-1])
        self.steps.append(entry)
        before, self.before = self.before, dict(self.game.position())
        self.fail(contradictions(before, self.before, events, entry["chance"]))
        self.fail(wrongly_cited(self.model.table.edition, dict(action), before, self.before, events))
        force_faces = self.setup.data["numbers"].get("force_faces", {})
        self.fail(wrong_dice(before, self.before, entry["chance"], told, force_faces))
        try:
            self.model.apply(action, seat, entry["chance"])
        except Refused:
            self.fail([f"refused by the model: {json.dumps(action)} of {seat}"])
        except (AssertionError, IndexError, KeyError, NoDice, StopIteration) as error:
            self.fail([f"the model broke: {type(error).__name__} {error}"])
        self.fail(differences(engine_position(self.game, self.before), self.model.position()))
        if len(self.steps) % 4 == 0:  # not always: to load a position takes as long as to play an action
            self.fail(inner.hidden(self.game, self.setup.edition))

    def compare_legal(self, seat: int, *, offers: bool = False) -> list[Json]:
        """Compare the legal actions of a seat, with their amounts. Returns those of the engine."""
        engine: list[Json] = self.game.legal(seat, offers=offers, amounts=True)  # type: ignore[assignment]  # typed dictionaries
        raisable = self.game.raisable(seat), self.model.raisable(seat)
        if raisable[0] != raisable[1]:
            self.fail([f"raisable: engine {raisable[0]}, model {raisable[1]} of seat {seat}"])
        self.fail(inner.stray(self.game, seat))
        model = self.model.legal(seat) + (self.model.offers(seat) if offers else [])
        if {_key(a) for a in engine} != {_key(a) for a in model}:
            theirs, ours = _written(engine), _written(model)
            kinds = sorted({json.loads(a)["type"] for a in theirs ^ ours})
            found = [f"legal {' '.join(kinds)}: seat {seat}"]
            found += [f"  only the engine: {a}" for a in sorted(theirs - ours)]
            found += [f"  only the model: {a}" for a in sorted(ours - theirs)]
            self.fail(found)
        return engine

    def compare_refusal(self, action: Mapping[str, Any], seat: int) -> bool:
        """Do both accept, or both refuse, an action that the list of legal ones does not spell out?"""
        refusal = self.game.refusal(cast(Action, action), seat)
        allowed = self.model.allows(action, seat)
        if (refusal is None) != allowed:
            both = f"engine {refusal.reason if refusal else 'accepts'}, model {'accepts' if allowed else 'refuses'}"
            self.fail([f"refusal of {action['type']}: {both} {json.dumps(action)} of {seat}"])
        return allowed


def compare_setup(setup: Setup, rules: Edition, banker: int, events: Any) -> None:
    """Is the position after the set-up the one that the events and the rulebook lead to?"""
    position = setup.start
    engine: Json = {
        "cash": [player["cash"] for player in position["players"]],
        "deeds": {int(square): deed["owner"] for square, deed in position["deeds"].items()},
        "debts": [(debt["debtor"], debt["amount"], debt["square"]) for debt in position.get("debts", ())],
        "force": position.get("force", {}),
        "turn": position["turn"],
        "seats": [tuple(player[key] for key in ON_GO) for player in position["players"]],
        "bank": position["bank"],
        "pot": position.get("pot", 0),
        "decks": {deck: sorted(cards) for deck, cards in position["decks"].items()},
        "doubles": position["doubles"],
        "open": [key for key in (*OPEN, "dice", "winner") if key in position and key != "debts"],
    }
    try:
        model = expected(rules, len(position["players"]), banker, events)
    except AssertionError as error:
        raise Disagreement(setup, [], [f"set-up: {error}"], engine) from error
    different = [key for key in engine if engine[key] != model[key]]
    if different:
        lines = [f"set-up {key}: engine {engine[key]}, model {model[key]}" for key in different]
        raise Disagreement(setup, [], lines, engine, model)


def _written(actions: list[Json]) -> set[str]:
    return {json.dumps(action, sort_keys=True) for action in actions}


def _key(action: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(sorted((k, str(v) if isinstance(v, list | dict) else v) for k, v in action.items()))


def engine_position(game: freehold.Game, whole: Json | None = None) -> Json:
    """The engine's position, without what the model does not predict."""
    position: Json = {k: v for k, v in (whole or game.position()).items() if k not in NOT_COMPARED}
    position["turns"] = game.turns
    position.setdefault("winner", None)
    for player in position["players"]:
        if player["bankrupt"]:
            player["jail_turns"] = 0  # means nothing any more
    if game.over:
        for key in OPEN:
            position.pop(key, None)
        return position
    for key in ("debts", "claims"):
        if key in position:
            position[key] = [{k: v for k, v in row.items() if k not in INNER} for row in position[key]]
    return position


def differences(engine: Json, model: Json, path: str = "") -> list[str]:
    """Where two positions differ, one line for each place."""
    if engine == model:
        return []
    if isinstance(engine, dict) and isinstance(model, dict):
        found = []
        for key in sorted({*engine, *model}):
            if engine.get(key) != model.get(key):
                found += differences(engine.get(key), model.get(key), f"{path}.{key}" if path else key)  # type: ignore[arg-type]  # any JSON
        return found
    if isinstance(engine, list) and isinstance(model, list) and len(engine) == len(model):
        found = []
        for i, (a, b) in enumerate(zip(engine, model, strict=True)):
            found += differences(a, b, f"{path}[{i}]")
        return found
    return [f"{path}: engine {json.dumps(engine)}, model {json.dumps(model)}"]
