"""`freehold play`: whole games by typed lines, in every edition and both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from freehold import Game, rulebook
from freehold.cli.terminal import WrongUsage
from freehold.cli.terminal_game import bot_seats, setup
from freehold.editions import ids, load
from freehold.i18n.command_words import language_of, system_language, word

from .terminal import Terminal

ENTERS = "\n" * 1500
LANGUAGES = ("en", "fr")
# English words that no French sentence of the game has.
ENGLISH = re.compile(
    r"\b(the|you|your|throw|throws|buy|buys|pay|pays|bid|rent|deed|deeds|turn|bank|house|mortgage|offer|random|player"
    r"|goodbye|standings|worth|cash|where|build|sell|auction|jail|wins|owes|with|from|draws|which|enter)\b",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"\b[a-z-]+(\.[a-z0-9-]+)+")
SQUARE = re.compile(r"^[ \d]\d [■ ] ")  # a line of the board: names, which may be cut short, and money


def french_only(shown: str, edition: str) -> None:
    """No English word but in the edition's own names and the ids of clauses and readings."""
    own = load(edition)
    things: list[Any] = [*own.squares, *own.tokens, own.decks.chest, own.decks.chance, own]
    names = [thing.name.fr for thing in things]
    names += [f"({reading.id})" for reading in rulebook.readings()]
    sentences = [CLAUSE.sub("", line) for line in shown.splitlines() if not SQUARE.match(line)]
    text = " ".join(" ".join(sentences).split())
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    found = ENGLISH.search(text)
    assert not found, text[max(0, found.start() - 60) : found.end() + 60]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_a_short_game_to_its_end(freehold: Terminal, edition: str, lang: str) -> None:
    args = ["play", "--edition", edition, "--variant", "short", "--players", "3", "--seed", "5", "--lang", lang]
    run = freehold(*args, typed=ENTERS)
    assert run.code == 0
    assert run.err == ""
    assert word("standings", lang) in run.out
    assert run.out.endswith(word("goodbye", lang) + "\n")
    assert max(map(len, run.out.splitlines())) <= 80
    if lang == "fr":
        french_only(run.out, edition)


def test_the_same_seed_gives_the_same_game(freehold: Terminal) -> None:
    args = ["play", "--edition", "classic", "--seed", "9", "--lang", "en", "--players", "Ann,Bob"]
    first = freehold(*args, typed="\n" * 40).out
    assert "Ann" in first
    assert first == freehold(*args, typed="\n" * 40).out
    assert first != freehold(*args[:4], "10", *args[5:], typed="\n" * 40).out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_actions_are_taken_back_and_what_was_thrown_is_burnt(freehold: Terminal, lang: str, tmp_path: Path) -> None:
    """As often as one likes; at the start there is nothing. The saved game keeps it; the same answers give it again."""
    args = ["play", "--edition", "classic", "--seed", "9", "--lang", lang, "--players", "Ann,Bob"]
    files = [str(tmp_path / name) for name in ("plain.json", "undone.json", "again.json")]
    freehold(*args, typed="\n" * 12 + f"s {files[0]}\nq\n\n")
    typed = "u\n" + "\n" * 12 + "u\n" * 5 + "\n" * 5
    run = freehold(*args, typed=typed + f"s {files[1]}\nq\n\n")
    freehold(*args, typed=typed + f"s {files[2]}\nq\n\n")
    assert run.code == 0
    assert run.out.count(word("nothing-to-take-back", lang)) == 1
    assert run.out.count(word("taken-back", lang, action="")) == 5
    plain, undone, again = (json.loads(Path(file).read_text(encoding="utf-8")) for file in files)
    assert undone == again
    gone, left = undone["taken_back"], undone["taken_back"][-1]["after"]
    assert left < len(plain["log"])
    assert [each["entry"] for each in gone] == plain["log"][: left - 1 : -1] if left else plain["log"][::-1]
    assert [each["by"] for each in gone] == [0] * len(gone)
    assert sum(each["entry"]["seat"] == 0 for each in gone) == 5
    burnt = sum(each["drew"] for each in gone)
    assert burnt > 1
    assert undone["log"][:left] == plain["log"][:left]
    assert undone["log"][left]["burnt"] == burnt
    assert undone["log"][left:] != plain["log"][left : len(undone["log"])]
    assert 1 <= run.out.count(word("burnt", lang)) <= 5
    goes_on = freehold("play", "--load", files[1], "--lang", lang, typed="")
    shown = " ".join(goes_on.out.split())
    assert " ".join(word("were-taken-back", lang, count=len(gone), burnt=burnt).split()) in shown
    if lang == "fr":
        french_only(run.out + goes_on.out.replace(files[1], ""), "classic")


def test_what_drew_nothing_is_taken_back_as_if_it_had_not_been(freehold: Terminal, tmp_path: Path) -> None:
    after = str(tmp_path / "after.json")
    file = saved(tmp_path, deeds={"1": {"owner": 0}})
    run = freehold("play", "--load", file, "--lang", "en", typed=f"2\nu\ns {after}\nq\n\n")
    assert "Taken back: Mortgage Mediterranean Avenue" in run.out
    assert word("burnt", "en") not in run.out
    kept = json.loads(Path(after).read_text(encoding="utf-8"))
    assert (kept["log"], kept["taken_back"][0]["drew"]) == ([], False)
    assert Game.load(after).position() == Game.load(file).position()


def test_a_timed_game_ends_by_itself(freehold: Terminal) -> None:
    args = "play --edition classic --variant timed --option time_limit=6 --players 2 --lang fr --seed 1"
    run = freehold(*args.split(), typed="\n" * 60)
    assert word("standings", "fr") in run.out
    french_only(run.out, "classic")


def test_rent_on_demand_is_asked_for(freehold: Terminal) -> None:
    args = "play --edition classic --option rent_claims=claimed --variant short --players 3 --lang en --seed 3"
    run = freehold(*args.split(), typed="\n" * 400)
    assert run.out.count(word("claim-now", "en")) > 2
    assert run.code == 0


def test_edition_and_language_are_asked_for(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    run = freehold("play", "--seed", "1", typed="\n\n\n\n\n")
    assert load("classic").name.fr in run.out
    assert word("you-are", "fr", person=word("person", "fr")) in run.out
    french_only(run.out, "classic")
    assert word("ask-language", "fr") not in run.out  # the system names one
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    run = freehold("play", "--seed", "1", typed="1\n3\nx\n9\n2\nAda\n\n")
    assert word("ask-language", "en") in run.out
    assert load("spider-man").name.en in run.out
    assert word("not-between", "en", low=2, high=6) in run.out
    assert word("you-are", "en", person="Ada") in run.out


def test_the_system_says_the_language() -> None:
    assert language_of({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert language_of({"LANG": "de_DE.UTF-8"}) == "en"
    assert language_of({"LC_ALL": "en_GB", "LANG": "fr_FR"}) == "en"
    assert language_of({}) == "en"
    assert system_language({"LANG": "fr"}) == "fr"
    assert system_language({"LANG": "C.UTF-8"}) is None
    assert system_language({"LC_ALL": "C", "LANG": "fr_FR"}) is None
    assert system_language({"LC_ALL": "", "LANG": "en_US.UTF-8"}) == "en"


def test_a_bot_does_not_take_the_name_of_a_person() -> None:
    assert bot_seats.named(["You", "", ""], ["trader", "baron"], "en") == ["You", "Trader 2", "Baron 3"]
    names = bot_seats.named(["Trader 2", "", "Trader 3", ""], ["trader", "trader", "trader"], "en")
    assert names == ["Trader 2", "Trader 4", "Trader 3", "Trader 5"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_keys_that_only_look(freehold: Terminal, lang: str) -> None:
    typed = "?\nb\nd\nw\nw rent.due-to-owner\nw nonsense\nzzz\n99999\nq\nn\nq\n\n"
    args = f"play --edition star-wars-2 --variant short --players 3 --seed 3 --lang {lang}"
    run = freehold(*args.split(), typed=typed)
    shown = " ".join(run.out.split())
    assert " ".join(word("help", lang).split()) in shown
    assert load("star-wars-2").squares[39].name[lang] in run.out
    assert " ".join(rulebook.clause("rent.due-to-owner").of(lang).split()) in shown
    assert word("unknown-clause", lang, given="nonsense") in run.out
    assert run.out.count(word("not-understood", lang)) == 2
    assert run.out.endswith(word("goodbye", lang) + "\n")
    if lang == "fr":
        french_only(run.out, "star-wars-2")


def test_a_game_is_saved_and_goes_on(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    args = "play --edition spider-man --variant short --players Ann,Bob --seed 4 --lang en"
    saved = freehold(*args.split(), typed=f"\n\n\n\ns {file}\nq\n\n")
    assert word("saved", "en", file=file).split()[0] in saved.out
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["bots"] == [None, "trader"]
    assert Game.load(file).log == kept["log"] != []
    goes_on = freehold("play", "--load", str(file), "--lang", "fr", typed="\n" * 6)
    assert goes_on.code == 0
    assert "Ann" in goes_on.out
    assert "Spider-Man" in goes_on.out
    refused = freehold("play", "--load", str(file), "--edition", "classic", "--lang", "en")
    assert refused.code == 2
    assert "--edition" in refused.err


def test_saving_asks_before_it_writes_over_a_file(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious", encoding="utf-8")
    args = ["play", "--edition", "classic", "--players", "2", "--seed", "4", "--lang", "en"]
    freehold(*args, typed=f"s {file}\n\n")
    assert file.read_text(encoding="utf-8") == "precious"
    nowhere = freehold(*args, typed=f"s {tmp_path}/no/such/folder\ns {tmp_path}\n\n")
    assert word("no-folder", "en") in nowhere.out
    freehold(*args, typed=f"s {file}\ny\n")
    assert json.loads(file.read_text(encoding="utf-8"))["start"]["edition"] == "classic"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "content",
    [
        "",
        "not json",
        "[]",
        "{}",
        '{"players": 3}',
        '{"edition": "nowhere", "players": []}',
        '{"edition": "classic", "players": [{"name": "Ann", "cash": "much"}, {"name": "Bob", "square": 99}]}',
        '{"edition": "classic", "variant": 7, "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "options": [1], "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "nonsense": 1, "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "bots": 7, "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "bots": ["baron"], "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "bots": [null, 7], "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "bots": [null, "barom"], "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        '{"edition": "classic", "bots": [null, "baron", "baron"], "players": [{"name": "Ann"}, {"name": "Bob"}]}',
        "[" * 100_000,
    ],
)
def test_a_broken_save_is_refused(freehold: Terminal, tmp_path: Path, content: str, lang: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(content, encoding="utf-8")
    run = freehold("play", "--load", str(file), "--lang", lang)
    assert run.code == 2
    assert run.err.count("\n") == 1
    assert "Traceback" not in run.err
    if lang == "fr":
        told = run.err.replace(str(tmp_path), "")
        told = re.sub(r"players\[\S+", "", told)  # the places in the file keep their names
        assert not ENGLISH.search(told), run.err


def test_the_end_of_the_input_is_a_polite_leave(freehold: Terminal) -> None:
    for typed in ("", "\n", "\n\n\n"):
        run = freehold("play", "--edition", "classic", "--seed", "1", typed=typed)
        assert run.code == 0
        assert run.err == ""
        assert "oodbye." in run.out


def test_ctrl_c_is_a_polite_leave(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("freehold.cli.terminal_game.prompt.ask", interrupt)
    run = freehold("play", "--edition", "classic", "--seed", "1", "--lang", "fr")
    assert run.code == 0
    assert run.out.endswith(word("left-unsaved", "fr") + "\n")


def saved(tmp_path: Path, **more: object) -> str:
    """A position in a file: Ann, the person, on her throw, unless more is said."""
    position = {
        "edition": "classic",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "turn": 0,
        "phase": "roll",
        "decider": 0,
        **more,
    }
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(("cash", "traded"), [("900", True), ("20", False)])
def test_an_offer_step_by_step(freehold: Terminal, tmp_path: Path, cash: str, traded: bool) -> None:
    file = saved(tmp_path, deeds={"1": {"owner": 0}, "39": {"owner": 1}})
    steps = ["o", "1", cash, "7", "1", "", "1", "", "s " + str(tmp_path / "after.json")]
    run = freehold("play", "--load", file, "--lang", "en", typed="\n".join(steps) + "\n")
    assert f"You give: ${cash} and Mediterranean Avenue. You ask: Boardwalk." in run.out
    assert word("not-in-menu", "en", count=1) in run.out
    after = Game.load(tmp_path / "after.json").position()
    assert after["deeds"]["39"]["owner"] == (0 if traded else 1)
    assert after["deeds"]["1"]["owner"] == (1 if traded else 0)
    assert after["players"][0]["cash"] == (600 if traded else 1500)


def test_an_offer_can_be_dropped(freehold: Terminal, tmp_path: Path) -> None:
    file = saved(tmp_path, deeds={"39": {"owner": 1}})
    run = freehold("play", "--load", file, "--lang", "fr", typed="o\n\no\n1\n\n\n1\nn\n")
    assert word("offer-dropped", "fr") in run.out
    nothing = freehold("play", "--load", saved(tmp_path), "--lang", "fr", typed="o\n")
    assert word("no-offers-now", "fr") in nothing.out


def test_a_bid_may_name_its_amount(freehold: Terminal, tmp_path: Path) -> None:
    auction = {"square": 39, "bidders": [0, 1], "bidder": 0}
    flow = {"base": "end", "stage": "after"}
    file = saved(tmp_path, phase="auction", auction=auction, flow=flow)
    for typed in ("1 60\n", "1\n60\n", "1\n9999\n60\n"):
        assert "Ann bids $60" in freehold("play", "--load", file, "--lang", "en", typed=typed).out
    assert "Ann bids $1 " in freehold("play", "--load", file, "--lang", "en", typed="1\n\n").out


def test_several_squares_share_a_line(freehold: Terminal, tmp_path: Path) -> None:
    file = saved(tmp_path, deeds={"1": {"owner": 0}, "3": {"owner": 0}})
    run = freehold("play", "--load", file, "--lang", "en", typed="3\n0\n3\n2\n")
    assert f"{word('group-mortgage', 'en')} (2)" in run.out
    assert "Mortgage Mediterranean Avenue for $30" in run.out
    assert "Ann mortgages Baltic Avenue for $30" in run.out


def test_who_is_bankrupt_may_watch(freehold: Terminal, tmp_path: Path) -> None:
    players = [{"name": "Ann", "bankrupt": True, "cash": 0}, {"name": "Bob"}, {"name": "Cleo"}]
    file = saved(tmp_path, players=players, turn=1, decider=1)
    run = freehold("play", "--load", file, "--lang", "en", typed="n\n")
    assert word("you-are-out", "en") in run.out
    assert word("standings", "en") in run.out


def test_no_colour_is_no_colour(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    run = freehold("play", "--edition", "classic", "--seed", "1", "--lang", "en", typed="b\nd\n\n\n")
    assert "\x1b" not in run.out


def test_a_token_is_chosen_and_the_bots_take_sides_in_turn() -> None:
    edition = load("star-wars-2")
    chosen = setup.tokens("jango-fett", edition, 4, "en")
    sides = {token.id: token.side for token in edition.tokens}
    assert chosen[0] == "jango-fett"
    assert [sides[token] for token in chosen] == ["dark", "light", "dark", "light"]
    assert len(set(setup.tokens(None, edition, 8, "en"))) == 8
    with pytest.raises(WrongUsage, match="not a token of this edition"):
        setup.tokens("sauron", edition, 3, "en")
