"""Some seconds of the comparison of engine and model, with fixed seeds; `python -m tests.reference` has more."""

from __future__ import annotations

import ast
import contextlib
import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import freehold
from freehold import rulebook
from freehold.rules import counts
from tests.reference import run
from tests.reference.compare import Disagreement, Duel, Json, Setup
from tests.reference.planted import FAULTS
from tests.reference.random_editions import edition_of, random_edition
from tests.reference.run import Report
from tests.reference.shrink import described, replay, shortened
from tests.reference.sources import (
    RandomPlayer,
    bots_play,
    edition_data,
    new_game,
    pairs,
    random_options,
)
from tests.reference.told import contradictions

MODEL = Path(__file__).parent / "model"


def play(duel: Duel, rng: Random, actions: int) -> int:
    """Random actions, compared; how many there were."""
    player = RandomPlayer(rng)
    for _ in range(3 * actions):
        if duel.game.over or len(duel.steps) >= actions:
            break
        player.step(duel)
    return len(duel.steps)


@contextlib.contextmanager
def told_in_full(seed: object) -> Iterator[None]:
    """A disagreement fails with its last steps, both positions and the script that repeats it."""
    try:
        yield
    except Disagreement as found:
        found.seed = str(seed)
        raise AssertionError(described(found)) from None


@pytest.mark.parametrize(("edition", "variant"), pairs())
def test_every_edition_and_variant(edition: str, variant: str) -> None:
    rng = Random(f"{edition} {variant}")
    data = edition_data(edition)
    done = 0
    with told_in_full(f"{edition} {variant}"):
        while done < 100:
            done += play(Duel(*new_game(rng, edition, data, variant, random_options(rng, variant))), rng, 100 - done)


@pytest.mark.parametrize("seed", range(4))
def test_random_editions(seed: int) -> None:
    rng = Random(seed)
    name, variant = rng.choice(pairs())
    edition, data = random_edition(rng, edition_data(name))
    with told_in_full(seed):
        setup, game = new_game(rng, edition, data, variant, random_options(rng, variant))
        assert play(Duel(setup, game), rng, 80) > 0


@pytest.mark.parametrize("edition", ["classic", "star-wars-2"])
def test_games_of_bots(edition: str) -> None:
    rng = Random(edition)
    with told_in_full(edition):
        duel = Duel(*new_game(rng, edition, edition_data(edition), "classic", {}))
        bots_play(duel, rng, 100)
    assert len(duel.steps) >= 100 or duel.game.over


def test_there_are_seventeen_pairs() -> None:
    assert len(pairs()) == 17


@pytest.mark.parametrize("path", sorted(MODEL.glob("*.py")), ids=lambda path: path.stem)
def test_the_model_knows_nothing_of_the_engine(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not [name for name in names if name.split(".")[0] == "freehold"]


def test_the_model_cites_the_readings() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in MODEL.glob("*.py"))
    cited = [reading.id for reading in rulebook.readings() if reading.id in text]
    assert len(cited) > 60


def test_every_planted_fault_has_one_place_in_the_rules() -> None:
    rules = Path(freehold.__file__).parent / "rules"
    sources = {path.stem: path.read_text(encoding="utf-8") for path in rules.glob("*.py")}
    assert len({fault.what for fault in FAULTS}) == 27
    assert [fault.what for fault in FAULTS if sources[fault.module].count(fault.old) != 1] == []


class TestAFault:
    """A fault that is planted in the model, a salary that is too high by 1, is found, shortened and described."""

    @pytest.fixture(autouse=True)
    def fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        true = run.Edition.__init__

        def wrong(self: run.Edition, *given: object) -> None:
            true(self, *given)  # type: ignore[arg-type]  # handed on
            self.salary += 1

        monkeypatch.setattr(run.Edition, "__init__", wrong)

    @pytest.fixture
    def found(self) -> Disagreement:
        report = Report()
        for number in range(20):
            run.play(f"fault {number}", 300, report, random_editions=0, bots=0)
            if report.found:
                return report.found[0]
        raise AssertionError("not found")

    def test_it_is_found_and_shortened(self, found: Disagreement) -> None:
        assert found.kind.endswith("cash")
        short = shortened(found)
        assert len(short.steps) <= min(15, len(found.steps))
        again = replay(short.setup, short.steps)
        assert again
        assert again.what == short.what

    def test_its_script_repeats_it(self, found: Disagreement, capsys: pytest.CaptureFixture[str]) -> None:
        text = described(found)
        lines = [line.strip() for line in text.partition("script:\n")[2].splitlines()]
        exec("\n".join(lines), {})  # the script that was written
        engine = ast.literal_eval(capsys.readouterr().out)
        seat = int(found.kind.partition("[")[2].partition("]")[0])
        assert found.what[0].startswith(f"players[{seat}].cash: engine ")
        assert str(engine["players"][seat]["cash"]) in text

    def test_a_test_that_fails_tells_all_of_it(self) -> None:
        def all_pairs() -> None:
            for edition, variant in pairs():
                test_every_edition_and_variant(edition, variant)

        with pytest.raises(AssertionError) as failed:
            all_pairs()
        said = str(failed.value)
        assert not isinstance(failed.value, Disagreement)
        parts = ["DISAGREEMENT in ", "last steps:", "engine:", "model:", "script:", "import freehold"]
        places = [said.find(part) for part in parts]
        assert -1 not in places
        assert places == sorted(places)


def test_two_jail_cards_of_one_deck_change_hands_at_once() -> None:
    """Each gets the other's card, not the own one back."""
    data = copy.deepcopy(edition_data("classic"))
    card = next(row for row in data["cards"] if row["id"] == "bank-error")
    card |= {"kind": "jail_free"}
    card.pop("amount")
    chest = [row["id"] for row in data["cards"] if row["deck"] == "chest"]
    given: Json = {
        "edition": "classic",
        "players": [
            {"name": "A", "square": 10, "in_jail": True, "jail_cards": ["chest"]},
            {"name": "B", "square": 14},
        ],
        "turn": 1,
        "phase": "roll",
        "decks": {"chest": ["bank-error", *(id for id in chest if id not in ("bank-error", "jail-free"))]},
    }
    edition = edition_of(data)
    start: Json = dict(freehold.Game.load(given, edition).position())
    duel = Duel.begin(Setup(edition, data, "classic", {}, start))
    duel.step({"type": "roll"}, 1, [1, 2])
    swap = {"cash": 0, "squares": [], "jail_cards": ["chest"]}
    duel.step({"type": "offer", "to": 1, "give": swap, "ask": swap}, 0)
    duel.step({"type": "accept"}, 1)
    duel.step({"type": "end_turn"}, 1)
    duel.step({"type": "use_jail_card", "deck": "chest"}, 0)
    assert duel.game.position()["decks"]["chest"][-1] == "bank-error"


def test_who_is_asked_about_scarce_buildings_does_not_depend_on_a_debtor() -> None:
    """The lowest price is A's 50, though A, in debt, is not asked; C could reach it, but not the 200 of the others."""
    held = {0: (6, 8, 9), 1: (31, 32, 34), 2: (37, 39), 3: (11, 13, 14, 16, 18, 19)}
    deeds = {str(i): {"owner": seat, "buildings": 4 if seat == 3 else 0} for seat, lots in held.items() for i in lots}
    given: Json = {
        "edition": "spider-man",
        "players": [{"name": "A", "cash": 20}, {"name": "B", "cash": 3000}, {"name": "C", "cash": 56}, {"name": "D"}],
        "turn": 0,
        "phase": "debt",
        "debts": [{"debtor": 0, "creditor": 1, "amount": 100, "why": "rent", "square": 31, "open": True}],
        "deeds": deeds,
    }
    start: Json = dict(freehold.Game.load(given).position())
    duel = Duel.begin(Setup("spider-man", edition_data("spider-man"), "classic", {}, start))
    duel.step({"type": "build", "square": 31}, 1)
    assert duel.game.position()["contest"]["asked"] == [2]


def test_events_that_contradict_the_position_are_found() -> None:
    rng = Random("events")
    duel = Duel(*new_game(rng, "spider-man", edition_data("spider-man"), "classic", {}))
    bots_play(duel, rng, 40)
    before: Json = dict(duel.game.position())
    seat = duel.game.decider
    events: list[Json] = []
    while not any(event["type"] == "roll" for event in events):
        before = dict(duel.game.position())
        seat = duel.game.decider
        assert seat is not None
        events = [dict(event) for event in duel.game.apply(duel.game.legal(seat)[0], seat)]
    after, chance = dict(duel.game.position()), duel.game.log[-1]["chance"]
    assert contradictions(before, after, events, chance) == []
    wrong = [{**event, "dice": [0, 0]} if event["type"] == "roll" else event for event in events]
    assert [line.split(":")[0] for line in contradictions(before, after, wrong, chance)] == ["events, dice"]
    paid = [*events, {"type": "tax", "seat": seat, "other": "bank", "amount": 1}]
    assert [line.split(":")[0] for line in contradictions(before, after, paid, chance)] == ["events, cash"]


def test_a_wrong_count_of_a_simulation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "THROWN_AT", counts.THROWN_AT + 1)
    rng = Random("counts")
    duel = Duel(*new_game(rng, "classic", edition_data("classic"), "classic", {}))
    with pytest.raises(Disagreement, match="tally"):
        play(duel, rng, 100)
