"""The tally of a simulation against a count of its own: the same games, played on `Game` and read event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from freehold import Game
from freehold.arena.chunks import COUNTS, Chunk, Plan, play_chunk
from freehold.arena.tables import Setting, table_of
from freehold.editions import new_template
from freehold.engine import records
from freehold.engine.batch import game_seed, options_of
from freehold.engine.kernel import loops, tally
from freehold.game import names
from freehold.players import game_players
from freehold.rules import codes, counts, events, money, state

Json = Mapping[str, Any]

CELL = state.SQUARES
SEED = 5
# line-ups that between them build, trade, bid for scarce houses, pay in deeds, and end in every way
TABLES = {
    "classic": Plan(Setting("classic"), ("baron", "trader", "novice", "baron"), 3, SEED, 2000),
    "classic-short": Plan(Setting("classic", "short"), ("trader", "baron", "novice"), 3, SEED, 2000),
    "classic-timed": Plan(Setting("classic", "timed", options_of("timed")), ("baron",) * 4, 2, SEED, 2000),
    "star-wars-2": Plan(Setting("star-wars-2"), ("baron", "trader", "baron"), 2, SEED, 2000),
    "spider-man": Plan(Setting("spider-man"), ("trader", "baron", "novice"), 2, SEED, 2000),
    "disney-parks-claims": Plan(
        Setting("disney-parks", "classic", {"rent_claims": "claimed"}), ("baron", "novice", "trader"), 2, SEED, 2000
    ),
    "few-houses": Plan(Setting("few-houses.toml"), ("baron",) * 4, 4, SEED, 2000),
    "star-wars-2-short": Plan(Setting("star-wars-2", "short"), ("baron", "trader", "novice", "baron"), 2, SEED, 2000),
    "game-of-thrones": Plan(Setting("game-of-thrones", "short"), ("baron", "baron", "trader"), 2, SEED, 2000),
    "cut-short": Plan(Setting("classic"), ("novice",) * 4, 2, SEED, 150),
}


class Count:
    """What the events and positions of games say, without the kernel's tally."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self.squares: dict[str, Counter[int]] = {}
        self.levels: dict[str, Counter[tuple[int, int]]] = {}
        self.groups: dict[str, Counter[int]] = {"monopolies": Counter(), "inherited": Counter()}
        self.rounds: Counter[int] = Counter()
        self.results: list[list[int]] = []

    def add(self, name: str, square: int, amount: int = 1) -> None:
        self.squares.setdefault(name, Counter())[square] += amount

    def level(self, name: str, square: int, level: int, amount: int = 1) -> None:
        self.levels.setdefault(name, Counter())[square, level] += amount


def counted(plan: Plan) -> Count:
    count = Count()
    for number in range(plan.games):
        one_game(plan, number, count)
    return count


def one_game(plan: Plan, number: int, count: Count) -> None:
    setting = plan.setting
    game = Game.new(setting.edition, plan.players, game_seed(number, plan.seed), setting.variant, setting.options)
    starter, actions, throws = game.turn, 0, 0
    open_throw: int | None = None  # whose
    where = 0  # it has led so far; a bankrupt stays where the ruin came
    failed = False  # in jail: where the rulebook wants another throw after the fine, this one still ended in the cell
    for event in game.setup:
        if event["type"] == "deal":
            count.add("dealt", event["square"])
    whole = holders(game, game.position())
    for group in whole:
        count.groups["monopolies"][group] += 1
    with game_players.seated([(name, 0) for name in plan.bots]) as players:
        while not game.over and game.turns < plan.turns:
            before = game.position()
            seat, action = game_players.next_move(game, players)
            throwing = action["type"] in ("roll", "throw_again")
            if throwing:
                if open_throw is not None:
                    count.add("landed", where)
                open_throw, failed = seat, False
                throws += 1
                for square, level in earning(game, before).items():
                    if before["deeds"][str(square)]["owner"] != seat:
                        count.level("exposed", square, level)
            turns = game.turns
            events = game.apply(action, seat)
            actions += 1
            after = game.position()
            for event in events:
                failed = event["type"] == "stayed" or (failed and event["type"] != "move")
            if open_throw is not None and not after["players"][open_throw]["bankrupt"]:
                where = CELL if failed else place(after, open_throw)
            if open_throw is not None and any(event["type"] in ("turn", "over") for event in events):
                count.add("landed", where)
                open_throw = None
            read(count, game, before, events, turns // (plan.players * state.ROUNDS_A_BIN))
            now = holders(game, after)
            how = "inherited" if any(event["type"] == "bankrupt" for event in events) else "monopolies"
            for group, owner in now.items():
                if whole.get(group) != owner:
                    count.groups[how][group] += 1
            whole = now
    if open_throw is not None:
        count.add("landed", where)
    count.totals["throws"] += throws
    winner = state.NOBODY if game.winner is None else game.winner
    count.results.append([actions, starter, winner, game.turns, int(game.over), throws])
    count.totals[ending(game)] += 1


def ending(game: Game) -> str:
    left = sum(not row["bankrupt"] for row in game.standings())
    if not game.over:
        return "unfinished"
    if left == 1:
        return "last player"
    return "time" if game.variant == "timed" else f"{len(game.standings()) - left} bankrupt"


def place(position: Json, seat: int) -> int:
    player = position["players"][seat]
    return CELL if player["in_jail"] else int(player["square"])


def holders(game: Game, position: Json) -> dict[int, int]:
    """The groups that one player holds whole."""
    owners = {int(square): deed["owner"] for square, deed in position["deeds"].items()}
    names = [*(group.id for group in game.edition.groups), "station", "utility"]
    found = {}
    for name in names:
        here = {owners.get(square) for square in game.edition.members(name)}
        if len(here) == 1 and None not in here:
            number = {"station": state.STATIONS, "utility": state.UTILITIES}.get(name, names.index(name))
            found[number] = int(here.pop() or 0)
    return found


def earning(game: Game, position: Json) -> dict[int, int]:
    """The rent level of every deed that earns one."""
    whole, found = holders(game, position), {}
    deeds = {int(square): deed for square, deed in position["deeds"].items()}
    for square, deed in deeds.items():
        kind, group = game.edition.squares[square].kind, game.edition.squares[square].group
        if deed["mortgaged"]:
            continue
        if kind == "street":
            number = [one.id for one in game.edition.groups].index(group)
            found[square] = 1 + deed["buildings"] if deed["buildings"] else int(number in whole)
        else:
            counts = game.edition.switch(f"{kind}_counts_mortgaged") == "yes"
            mine = [deeds[k] for k in game.edition.members(group) if k in deeds and deeds[k]["owner"] == deed["owner"]]
            found[square] = sum(counts or not one["mortgaged"] for one in mine) - 1
    return found


SAME = {"buy": "bought", "build": "built", "mortgage": "mortgages", "sold": "sold"}
TOTALS = {
    "offer": "offers",
    "trade": "trades",
    "settled": "settlements",
    "contest": "shortages",
    "bankrupt": "bankruptcies",
    "jailed": "jailings",
}


def read(count: Count, game: Game, before: Json, events: Iterable[Json], bin_: int) -> None:
    square: Any
    for event in events:
        kind, square, amount = event["type"], event.get("square"), event.get("amount", 0)
        if kind in TOTALS:
            count.totals[TOTALS[kind]] += 1
        if kind in SAME and square is not None:
            count.add(SAME[kind], square)
        if kind == "sold":
            count.add("sold_for", square, amount)
        elif kind == "build":
            count.add("built_for", square, amount)
        elif kind == "auction":
            count.totals["auctions" if square is not None else "building_auctions"] += 1
        elif kind == "unsold":
            count.totals["unsold"] += square is not None
        elif kind == "rent":
            rent(count, game, before, square, amount, amount)
        elif kind == "settled":
            rent(count, game, before, before["debts"][0]["square"], before["debts"][0]["amount"], amount)
        elif kind == "bankrupt":
            count.rounds[bin_] += 1
        elif kind == "estate" and before["debts"][0]["why"] == "rent":
            debt = before["debts"][0]
            count.add("ruined", debt["square"])
            rent(count, game, before, debt["square"], debt["amount"], amount)


def rent(count: Count, game: Game, before: Json, square: int, due: int, cash: int) -> None:
    level = earning(game, before).get(square, 0)
    count.level("rents", square, level)
    count.level("due", square, level, due)
    count.level("rent", square, level, cash)


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Plan]:
    """The tables above, interpreted; one of them has a bank with few houses, and a file of its own."""
    file = tmp_path_factory.mktemp("editions") / "few-houses.toml"
    file.write_text(new_template().replace("count = 32", "count = 12"), encoding="utf-8")
    made = {name: replace(plan, backend="python") for name, plan in TABLES.items()}
    made["few-houses"] = replace(made["few-houses"], setting=Setting(str(file)))
    return made


@pytest.fixture(scope="module", params=TABLES)
def both(request: pytest.FixtureRequest, plans: dict[str, Plan]) -> tuple[Chunk, Count]:
    plan = plans[request.param]
    return play_chunk(plan, range(plan.games)), counted(plan)


Both = tuple[Chunk, Count]


def test_the_games_are_the_same(both: Both) -> None:
    chunk, count = both
    columns = (
        loops.RESULT_ACTIONS,
        loops.RESULT_STARTER,
        loops.RESULT_WINNER,
        loops.RESULT_TURNS,
        loops.RESULT_FINISHED,
        loops.RESULT_THROWS,
    )
    assert chunk.results[:, columns].tolist() == count.results


def test_every_throw_is_counted_once_where_it_ended(both: Both) -> None:
    chunk, count = both
    assert chunk.tally["landed"][0].tolist() == [count.squares["landed"][k] for k in range(state.PLACES)]
    assert chunk.tally["landed"].sum() == chunk.tally["throws"][0] == count.totals["throws"]


def test_every_throw_started_somewhere(both: Both) -> None:
    chunk, _ = both
    assert chunk.tally["thrown"].sum() == chunk.tally["throws"][0]


@pytest.mark.parametrize("name", ["bought", "dealt", "sold", "sold_for", "built", "built_for", "mortgages", "ruined"])
def test_deeds(both: Both, name: str) -> None:
    chunk, count = both
    found = count.squares.get(name, Counter())
    assert chunk.tally[name][0].tolist() == [found[k] for k in range(state.SQUARES)]


@pytest.mark.parametrize("name", ["rents", "due", "rent", "exposed"])
def test_rents_by_what_stands_there(both: Both, name: str) -> None:
    chunk, count = both
    found = chunk.tally[name][0].reshape(state.SQUARES, state.LEVELS)
    expected = np.zeros_like(found)
    for (square, level), amount in count.levels.get(name, {}).items():
        expected[square, level] = amount
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["monopolies", "inherited"])
def test_groups_that_came_into_one_hand(both: Both, name: str) -> None:
    chunk, count = both
    assert chunk.tally[name][0].tolist() == [count.groups[name][k] for k in range(state.GROUPS)]


@pytest.mark.parametrize(
    "name",
    [
        "offers",
        "trades",
        "settlements",
        "auctions",
        "unsold",
        "building_auctions",
        "shortages",
        "bankruptcies",
        "jailings",
    ],
)
def test_what_happened(both: Both, name: str) -> None:
    chunk, count = both
    assert chunk.tally[name][0] == count.totals[name]


def test_bankruptcies_by_round(both: Both) -> None:
    chunk, count = both
    assert chunk.tally["bankrupt_in"][0].tolist() == [count.rounds[k] for k in range(state.ROUND_BINS)]


def test_how_games_ended(both: Both) -> None:
    chunk, count = both
    names = {
        tally.ENDED_UNFINISHED: "unfinished",
        tally.ENDED_LAST_PLAYER: "last player",
        tally.ENDED_FIRST_BANKRUPTCY: "1 bankrupt",
        tally.ENDED_SECOND_BANKRUPTCY: "2 bankrupt",
        tally.ENDED_TIME: "time",
    }
    assert chunk.tally["endings"][0].tolist() == [count.totals[names[k]] for k in range(state.ENDINGS)]
    assert chunk.tally["endings"].sum() == chunk.tally["games"][0] == len(chunk)


RARE = ("settlements", "unsold", "building_auctions", "shortages", "ruined")  # these have a test of their own below


def test_the_tables_above_show_every_count_at_work(plans: dict[str, Plan]) -> None:
    """A count that is 0 in all of these games would prove nothing."""
    total: Counter[str] = Counter()
    for plan in plans.values():
        chunk = play_chunk(plan, range(plan.games))
        for name in COUNTS:
            total[name] += int(chunk.tally[name].sum())
        for k, ended in enumerate(chunk.tally["endings"][0].tolist()):
            total[f"ending {k}"] += ended
    counts = [*(name for name in COUNTS if name not in RARE), *(f"ending {k}" for k in range(state.ENDINGS))]
    assert [name for name in counts if not total[name]] == []


def told(*rows: tuple[int, int, int, int, int], owed: tuple[int, int] | None = None, turns: int = 0) -> Any:
    """The tally of one action with these events; the first debt before it was a rent of (square, amount)."""
    g, t, c, e = records.Game(), table_of(Setting()).plain_t, records.Chance(), records.CountingEvents()
    loops.new_game(g, t, c, e, 3, 0)
    tally.begin_tally(e)
    g.turns = turns
    if owed is not None:
        money.owe(g, 0, 1, owed[1], owed[0], codes.WHY_RENT, 0)
    counts.note_debt(g, e)
    for row in rows:
        events.emit(e, *row, 0)
    tally.tally_action(g, t, e, codes.DO_BANKRUPT)
    return np.rec.array(records.tally_of(np.array([e.counts])))[0]


@pytest.mark.parametrize("kind", ["build", "sell", "mortgage", "redeem", "deed", "buy", "deal", "sold"])
def test_deeds_that_were_altered_or_changed_hands_are_remembered(kind: str) -> None:
    e: Any = records.CountingEvents()
    e.on = events.COUNTED_EVENTS
    for square in (39, 1):
        events.emit(e, names.EVENT_NUMBERS[kind], 0, -1, square, 10, 0)
    both = 1 << 39 | 1 << 1
    assert (e.altered, e.moved) == ((both, 0) if kind in ("build", "sell", "mortgage", "redeem") else (0, both))


def test_auctions_of_deeds_and_of_buildings_are_apart() -> None:
    deed = told((codes.EVENT_AUCTION, 0, -1, 39, 1), (codes.EVENT_UNSOLD, -1, -1, 39, 0))
    assert (deed.auctions, deed.unsold, deed.building_auctions) == (1, 1, 0)
    house = told((codes.EVENT_AUCTION, 0, -1, codes.LOT_HOUSE, 50), (codes.EVENT_UNSOLD, -1, -1, codes.LOT_HOTEL, 0))
    assert (house.auctions, house.unsold, house.building_auctions) == (0, 0, 1)
    assert told((codes.EVENT_CONTEST, 0, -1, 39, 2)).shortages == 1


def test_a_rent_paid_in_deeds_counts_its_cash() -> None:
    s = told((codes.EVENT_SETTLED, 0, 1, -1, 30), owed=(39, 200))
    at = 39 * state.LEVELS
    assert (s.settlements, s.rents[at], s.due[at], s.rent[at], s.ruined[39]) == (1, 1, 200, 30, 0)


def test_a_rent_that_ruins_counts_the_cash_of_the_estate() -> None:
    s = told((codes.EVENT_BANKRUPT, 0, 1, -1, 200), (codes.EVENT_ESTATE, 0, 1, -1, 17), owed=(39, 200))
    at = 39 * state.LEVELS
    assert (s.bankruptcies, s.rents[at], s.due[at], s.rent[at], s.ruined[39]) == (1, 1, 200, 17, 1)
    other = told((codes.EVENT_BANKRUPT, 0, -1, -1, 200), (codes.EVENT_ESTATE, 0, -1, -1, 17))
    assert (other.bankruptcies, sum(other.rents), sum(other.ruined)) == (1, 0, 0)


def test_what_is_counted_is_counted_once() -> None:
    s = told((codes.EVENT_OFFER, 0, 1, -1, 10), (codes.EVENT_TRADE, 0, 1, -1, 10), (codes.EVENT_JAILED, 0, -1, 10, 0))
    assert (s.offers, s.trades, s.jailings) == (1, 1, 1)


@pytest.mark.parametrize(("turns", "at"), [(0, 0), (14, 0), (15, 1), (44, 2), (10**6, state.ROUND_BINS - 1)])
def test_a_bankruptcy_counts_in_its_round(turns: int, at: int) -> None:
    s = told((codes.EVENT_BANKRUPT, 0, 1, -1, 200), turns=turns)
    assert np.flatnonzero(s.bankrupt_in).tolist() == [at]
    assert s.bankrupt_in[at] == 1


def test_a_debt_that_was_paid_before_is_not_noted() -> None:
    g, e = records.Game(), records.CountingEvents()
    g.players = 3
    money.owe(g, 0, 1, 200, 39, codes.WHY_RENT, 0)
    money.drop_debt(g, 0)
    counts.note_debt(g, e)
    assert e.owed_for == state.NOBODY


def test_where_a_throw_starts() -> None:
    g, t = records.Game(), table_of(Setting()).plain_t
    loops.new_game(g, t, records.Chance(), records.CountingEvents(), 3, 0)
    seat = int(g.turn)
    g.square[seat] = 24
    for doubles, place in enumerate((24, state.SQUARES + 24, 2 * state.SQUARES + 24)):
        g.doubles = doubles
        assert counts.origin_of(g, t, seat) == place
    g.deck_size[0] -= 1
    assert counts.origin_of(g, t, seat) == state.ORIGINS + 104
    g.deck_size[1] -= 1
    assert counts.origin_of(g, t, seat) == 3 * state.ORIGINS + 104
    g.deck_size[0] += 1
    g.in_jail[seat] = 1
    for failed in range(3):
        g.jail_turns[seat] = failed
        assert counts.origin_of(g, t, seat) == 2 * state.ORIGINS + 120 + failed
