"""The `freehold` command: what it prints, how it refuses, and whole games at the terminal, in both languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freehold import __version__, rulebook
from freehold.editions import ids, load, new_template
from freehold.i18n.command_words import word

from .terminal import Run, Terminal

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


# ---------------------------------------------------------------------- the command


def test_the_version(freehold: Terminal) -> None:
    assert freehold("--version") == Run(0, f"freehold {__version__}\n", "")


@pytest.mark.parametrize(
    "command",
    ["", "play", "bots", "rules", "editions", "editions list", "editions show", "editions check", "editions new"],
)
def test_every_command_has_help_with_an_example(freehold: Terminal, command: str) -> None:
    run = freehold(*command.split(), "--help")
    assert run.code == 0
    assert "Example: freehold" in run.out


def test_the_bare_command_shows_help(freehold: Terminal) -> None:
    for args in ([], ["editions"]):
        run = freehold(*args)
        assert run.code == 0
        assert "Usage: freehold" in run.out


def test_it_runs_as_a_program_of_its_own() -> None:
    code = "import sys; from freehold.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, "editions", "show", "nowhere"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "nowhere" in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        "nonsense",
        "--nonsense",
        "play --nonsense",
        "play --seed",
        "play --lang de",
        "play --lang en --edition nowhere",
        "play --lang en --edition no/such/file.toml",
        "play --lang en --edition classic --players 9",
        "play --lang en --edition classic --players 1",
        "play --lang en --edition classic --players -3",
        "play --lang en --edition classic --players 99999999999999999999",
        "play --lang en --edition spider-man --players a,b,c,d,e,f,g",
        "play --lang en --edition classic --players Ann,,Bob",
        "play --lang en --edition classic --players Ann,Ann",
        "play --lang en --edition classic --variant blitz",
        "play --lang en --edition game-of-thrones --variant timed",
        "play --lang en --edition classic --seed x",
        "play --lang en --edition classic --seed -1",
        "play --lang en --edition classic --seed 18446744073709551616",
        "play --lang en --edition classic --option",
        "play --lang en --edition classic --option rent_claims",
        "play --lang en --edition classic --option nonsense=1",
        "play --lang en --edition classic --option rent_claims=maybe",
        "play --lang en --edition classic --option force=yes",
        "play --lang en --edition classic --option time_limit=5",
        "play --lang en --edition classic --house free-parking",
        "play --lang en --terminal --edition classic --house half-salary --house double-salary",
        "simulate --lang en --house nonsense",
        "tournament --lang en --bots novice --house half-salary --option salaries=double",
        "serve --lang en --house nonsense",
        "play --lang en --edition classic --variant timed --option time_limit=soon",
        "play --lang en --edition classic --bots nobody",
        "play --lang en --edition classic --bots trader,,baron",
        "play --lang en --edition classic --bots trader,baron --players 4",
        "play --lang en --edition classic --bot trader --bot baron --players 2",
        "play --lang en --edition spider-man --bots random,novice,trader,baron,random,novice",
        "play --lang en --edition classic --bot nowhere.py:Bot",
        "play --lang en --edition classic --bots nowhere.py:",
        "play --lang en --load no-such-game.json",
        "play --lang en --load .",
        "play --lang en --load x --edition classic",
        "bots more",
        "bots --lang de",
        "rules nonsense",
        "rules rent.nonsense",
        "rules --edition nowhere",
        "rules --lang de",
        "rules rent more",
        "editions nonsense",
        "editions list --lang de",
        "editions show",
        "editions show nowhere",
        "editions show no/such/file.toml",
        "editions check",
        "editions check no-such-file.toml",
        "editions new no/such/folder/x.toml",
    ],
)
def test_wrong_usage_is_one_sentence_and_2(freehold: Terminal, args: str) -> None:
    run = freehold(*args.split())
    assert run.code == 2
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert len(run.err) > 10
    assert "Traceback" not in run.err


def test_wrong_usage_in_french_is_french(freehold: Terminal) -> None:
    for args in (
        "play --lang fr --edition nulle-part",
        "play --lang fr --edition classic --players 9",
        "play --lang fr --edition classic --option rien=1",
        "play --lang fr --edition classic --bots barom",
        "play --lang fr --edition classic --bots trader,baron --players 2",
        "play --lang fr --edition classic --bot rien.py:Bot",
        "play --lang fr --load rien.json",
        "rules loyer --lang fr",
        "editions show nulle-part --lang fr",
    ):
        run = freehold(*args.split())
        assert run.code == 2
        assert not ENGLISH.search(run.err.replace(str(Path.cwd()), "")), run.err


# ---------------------------------------------------------------------- rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_lists_the_topics(freehold: Terminal, lang: str) -> None:
    run = freehold("rules", "--lang", lang)
    assert run.code == 0
    for topic in rulebook.topics():
        assert re.search(rf"^{re.escape(topic.id)} ", run.out, re.MULTILINE)
        assert topic.of(lang) in run.out


def test_rules_of_an_edition_leaves_out_the_specials_of_others(freehold: Terminal) -> None:
    topics = json.loads(freehold("rules", "--edition", "spider-man", "--json").out)
    names = {topic["id"] for topic in topics}
    assert "option" in names
    assert "force" not in names
    assert all(topic["clauses"] == len(rulebook.clauses(topic["id"], "spider-man")) for topic in topics)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_of_a_topic(freehold: Terminal, lang: str) -> None:
    run = freehold("rules", "rent", "--edition", "spider-man", "--lang", lang)
    shown = " ".join(run.out.split())
    clauses = rulebook.clauses("rent", "spider-man")
    assert len(clauses) > 10
    for clause in clauses:
        assert clause.id in shown
        assert " ".join(clause.of(lang).split()) in shown


def test_rules_marks_what_is_cardboard(freehold: Terminal) -> None:
    for clause in rulebook.clauses("bank"):
        line = next(line for line in freehold("rules", "bank").out.splitlines() if line.startswith(clause.id))
        assert ("[cardboard]" in line) == (clause.cardboard is not None)
    assert "[carton]" in freehold("rules", "bank.banker-runs-auctions", "--lang", "fr").out


def test_rules_explains_a_clause(freehold: Terminal) -> None:
    run = freehold("rules", "rent.double-bare-group", "--edition", "spider-man", "--lang", "fr")
    explained = str(rulebook.explain("rent.double-bare-group", lang="fr", edition="spider-man"))
    assert run.out.split() == explained.split()
    plain = json.loads(freehold("rules", "rent.double-bare-group", "--json").out)
    assert plain["id"] == "rent.double-bare-group"
    assert plain["topic"] == "rent"
    assert plain["sentence"] == rulebook.clause("rent.double-bare-group").en


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_shows_how_we_read_it(freehold: Terminal, lang: str) -> None:
    found = rulebook.note(rulebook.reading("first-player-tie"), lang)
    of_clause = freehold("rules", "setup.first-player-highest-roll", "--lang", lang).out
    of_reading = freehold("rules", found.id, "--lang", lang).out
    for shown in (of_clause, of_reading):
        assert all(" ".join(line.split()) in " ".join(shown.split()) for line in found.lines(lang))
    plain = json.loads(freehold("rules", "setup.first-player-highest-roll", "--lang", lang, "--json").out)
    assert [each["id"] for each in plain["readings"]] == [found.id]
    assert plain["readings"][0]["answer"] == found.answer
    assert json.loads(freehold("rules", found.id, "--lang", lang, "--json").out)["why"] == found.why


def test_rules_are_searched(freehold: Terminal) -> None:
    shown = freehold("rules", "--search", "hypothequee gare", "--lang", "fr").out
    assert "station-mortgaged-sibling" in shown
    assert "station.rent-grows-with-count" in shown
    plain = json.loads(freehold("rules", "--search", "scarce auction", "--json").out)
    assert "shortage-wishes-stay" in {each["id"] for each in plain["readings"]}
    assert "shortage.auction-start.any-price-from-one" in {each["id"] for each in plain["clauses"]}
    assert "zebra" in freehold("rules", "--search", "zebra").out
    assert freehold("rules", "rent", "--search", "zebra").code == 2


def test_an_unknown_clause_gets_the_nearest(freehold: Terminal) -> None:
    assert "rent.double-bare-group" in freehold("rules", "rent.double-bare-grup").err


# ---------------------------------------------------------------------- editions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_editions_lists_them_all(freehold: Terminal, lang: str) -> None:
    shown = freehold("editions", "list", "--lang", lang).out
    assert [row["id"] for row in json.loads(freehold("editions", "list", "--json").out)] == ids()
    assert all(id in shown for id in ids())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_editions_shows_one(freehold: Terminal, edition: str, lang: str) -> None:
    shown = " ".join(freehold("editions", "show", edition, "--lang", lang).out.split())
    for square in load(edition).squares:
        assert square.name[lang].split()[0] in shown
        assert str(square.price or "") in shown
    plain = json.loads(freehold("editions", "show", edition, "--json").out)
    assert len(plain["squares"]) == 40


def test_editions_new_writes_a_file_that_can_be_checked_shown_and_played(freehold: Terminal, tmp_path: Path) -> None:
    file = str(tmp_path / "my-town.toml")
    assert freehold("editions", "new", file).code == 0
    assert Path(file).read_text(encoding="utf-8") == new_template()
    assert freehold("editions", "check", file).code == 0
    assert json.loads(freehold("editions", "check", file, "--json").out) == {"playable": True, "faults": []}
    assert "My edition" in freehold("editions", "show", file).out
    assert freehold("play", "--edition", file, "--lang", "en", "--seed", "1", typed="\n\n").code == 0
    again = freehold("editions", "new", file)
    assert again.code == 2
    assert "already" in again.err


def test_editions_new_without_a_file(freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert freehold("editions", "new").code == 0
    assert (tmp_path / "my-edition.toml").is_file()
    assert freehold("editions", "new", "-").out == new_template()


def test_editions_check_prints_all_faults_and_answers_1(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    text = new_template().replace("min = 2", "min = 1", 1).replace("salary = 200", 'salary = "much"', 1)
    file.write_text(text, encoding="utf-8")
    run = freehold("editions", "check", str(file))
    assert run.code == 1
    assert len(run.err.splitlines()) >= 3
    assert "players" in run.err
    assert "salary" in run.err
    answer = json.loads(freehold("editions", "check", str(file), "--json").out)
    assert not answer["playable"]
    assert len(answer["faults"]) == len(run.err.splitlines()) - 1
    for command in (["editions", "show", str(file)], ["play", "--lang", "en", "--edition", str(file)]):
        refused = freehold(*command)
        assert refused.code == 2
        assert refused.err.count("\n") == 1


@pytest.mark.parametrize(("lang", "said"), [("en", "its id, classic, is"), ("fr", "son identifiant, classic, est")])
def test_editions_check_says_that_an_id_is_taken(freehold: Terminal, tmp_path: Path, lang: str, said: str) -> None:
    file = tmp_path / "town.toml"
    file.write_text(new_template(), encoding="utf-8")
    assert freehold("editions", "check", str(file), "--lang", lang).out.count("\n") == 1
    file.write_text(new_template().replace('id = "my-edition"', 'id = "classic"', 1), encoding="utf-8")
    run = freehold("editions", "check", str(file), "--lang", lang)
    assert run.code == 0
    assert said in run.out
    assert freehold("editions", "check", "classic", "--lang", lang).out.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[[[", b"squares = 3\n"])
def test_editions_check_of_nonsense(freehold: Terminal, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "nonsense.toml"
    file.write_bytes(content)
    run = freehold("editions", "check", str(file))
    assert run.code == 1
    assert "Traceback" not in run.err


# ---------------------------------------------------------------------- words


def test_french_texts_are_typeset() -> None:
    assert word("unknown-clause", "fr", given="x") == "Le livre des règles n'a pas d'article x."
    assert "\u00a0?" in word("ask-name", "fr")
