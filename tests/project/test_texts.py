"""The catalogue of texts: complete in every language, and a third language is nothing but data."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import texts

from freehold import i18n
from freehold.i18n.fault_texts import LanguagesError, check_languages
from freehold.i18n.languages import closest, language, number, percent, typeset

ROOT = Path(__file__).resolve().parents[2]
SPOKEN = """
import contextlib, io, json, msgspec
from freehold import Game, i18n, sentences
from freehold.cli import main
from freehold.server.http import catalogue, plain_pages
from freehold.server.protocol.messages import NewTable

def typed(*args):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        main(list(args))
    return out.getvalue()

game = Game.new("classic", 2, seed=1)
(event, *_) = game.apply({"type": "roll"})
print(json.dumps({
    "languages": i18n.LANGUAGES,
    "event": sentences.event(game.edition, event, game.names, "xa"),
    "action": sentences.action(game.edition, {"type": "buy", "square": 1}, game.names, "xa"),
    "picture": game.svg(lang="xa"),
    "help": typed("odds", "--lang", "xa", "--help"),
    "complaint": typed("--lang", "xa", "od"),
    "bots": typed("bots", "--lang", "xa"),
    "clause": typed("rules", "rent.due-to-owner", "--lang", "xa"),
    "codes": catalogue._words("xa")["not-your-turn"],
    "option": catalogue.all_editions().options[0].text["xa"],
    "page": plain_pages.front([], "xa"),
    "table": msgspec.convert({"edition": "classic", "seats": 2, "language": "xa"}, NewTable).language,
}))
"""


def run(*command: str, languages: Path | None = None) -> subprocess.CompletedProcess[str]:
    more = {"FREEHOLD_LANGUAGES": str(languages)} if languages else {}
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "200", **more}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)


def test_every_text_is_there_in_every_language_and_used() -> None:
    assert list(texts.problems()) == []


def test_the_check_says_what_is_wrong(tmp_path: Path) -> None:
    folder = texts.pseudo(tmp_path)
    file = folder / "replies.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    gone, lines[0] = lines[0], '"never-said" = "Ñö."'
    lines[1] = lines[1].partition(" = ")[0] + ' = "{nobody}"'
    file.write_text("\n".join(lines), encoding="utf-8")
    (folder / "bots.toml").unlink()
    found = run("tools/texts.py", languages=tmp_path)
    assert found.returncode == 1
    key = gone.partition(" = ")[0].strip('"')
    assert f"xa/replies.toml: {key} is missing" in found.stdout
    assert "xa/replies.toml: never-said does not exist in en" in found.stdout
    assert "has other placeholders than in en" in found.stdout
    assert "xa/bots.toml: baron.name is missing" in found.stdout


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    languages = tmp_path_factory.mktemp("languages")
    texts.pseudo(languages)
    done = run("-c", SPOKEN, languages=languages)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("languages", "xa"),
        ("event", "thröws"),
        ("action", "Búý"),
        ("picture", "Báñk"),
        ("help", "Úságé"),
        ("complaint", "Théré ís ñö öptíöñ"),
        ("bots", "Ñövíçé"),
        ("clause", "Státéd bý"),
        ("codes", "óóó"),
        ("option", "óóó"),
        ("page", 'lang="xa"'),
        ("table", "xa"),
    ],
)
def test_a_third_language_is_spoken_by_the_game_the_command_and_the_server(
    spoken: dict[str, str], where: str, said: str
) -> None:
    assert said in spoken[where]


def test_a_language_writes_numbers_names_and_spaces_its_own_way() -> None:
    assert (number(1234.5, "en", 1), number(1234.5, "fr", 1)) == ("1,234.5", "1\u202f234,5")
    assert (percent(12, "en"), percent(12, "fr")) == ("12%", "12\u00a0%")
    assert typeset("Qui ? « Lui » !", "fr") == "Qui\u00a0? «\u00a0Lui\u00a0»\u00a0!"
    assert typeset("Who ? « He »", "en") == "Who ? « He »"
    assert [language("en").is_plural(0), language("fr").is_plural(0)] == [True, False]
    assert [closest(wanted) for wanted in ("fr_CH.UTF-8", "FR", "de,fr;q=0.5", "")] == ["fr", "fr", "en", "en"]


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="not 'de'"):
        i18n.text("words", "and", "de")


@pytest.mark.parametrize(("lang", "says"), [("en", "which is not a folder"), ("fr", "qui n'est pas un dossier")])
def test_a_missing_folder_of_languages_is_said_in_one_sentence(tmp_path: Path, lang: str, says: str) -> None:
    done = run("-m", "freehold", "bots", "--lang", lang, languages=tmp_path / "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"{tmp_path / 'nowhere'}, {says}" in done.stderr


def test_a_missing_folder_of_languages_has_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FREEHOLD_LANGUAGES", str(tmp_path))
    check_languages()
    monkeypatch.setenv("FREEHOLD_LANGUAGES", str(tmp_path / "nowhere"))
    with pytest.raises(LanguagesError, match="nowhere") as refused:
        check_languages()
    assert refused.value.code == "no-languages-folder"
