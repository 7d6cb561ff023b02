"""`--help` and the complaints of the option parser, in the reader's language: every command is asked, in both."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer

from freehold import i18n
from freehold.cli import COMMANDS, application
from freehold.cli.help import complaint, reader

from .terminal import Terminal

# Frequent English words that no French page has.
ENGLISH = re.compile(
    r"\b(the|of|and|or|to|in|for|with|your|you|one|all|at|is|are|be|may|else|how|what|where|which|many|each|every|file"
    r"|folder|name|value|show|message|exit|write|games?|seats?|same|example|usage|default|required|commands?|square)\b",
    re.IGNORECASE,
)
# What is typed is the same in both languages: `freehold bots`, --all, and the examples.
TYPED = re.compile(r"`[^`]*`|https:\S+|--[\w-]+|\b(freehold|Exemple) .*")
NAMES = re.compile(r"^│ (\w+)", re.MULTILINE)


def commands(command: Any = None, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command by the words that call it; the first is `freehold` itself."""
    command = command or typer.main.get_command(application())
    below = getattr(command, "commands", {})
    return [path, *(found for name, sub in below.items() for found in commands(sub, (*path, name)))]


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch, freehold: Terminal) -> Terminal:
    monkeypatch.setenv("COLUMNS", "400")  # no sentence is broken
    return freehold


def test_there_are_commands_within_commands() -> None:
    assert len(commands()) > 15
    assert ("editions", "check") in commands()


def test_a_command_can_be_had_without_the_others() -> None:
    for name in COMMANDS:
        assert {path[:1] for path in commands(typer.main.get_command(application([name])))} == {(), (name,)}


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_a_page_of_help_is_french_or_english(wide: Terminal, monkeypatch: pytest.MonkeyPatch, path: tuple[str]) -> None:
    english = wide(*path, "--help")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    french = wide(*path, "--help")
    assert (english.code, french.code, english.err, french.err) == (0, 0, "", "")
    called = " ".join(["freehold", *path])
    assert f"Usage: {called} [OPTIONS]" in english.out
    assert f"Utilisation\u00a0: {called} [OPTIONS]" in french.out
    assert f"Example: {called}" in english.out
    assert f"Exemple\u00a0: {called}" in french.out
    assert "Show this message and exit." in english.out
    assert "Montrer cette aide." in french.out
    names = NAMES.findall(french.out)
    for line in french.out.splitlines():
        said = TYPED.sub("", line.removeprefix("│ ").removeprefix(next((n for n in names if n in line), "")))
        assert not ENGLISH.search(re.sub(r"\[défaut.*?\]", "", said)), line


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_every_text_of_a_page_has_its_french(wide: Terminal, path: tuple[str]) -> None:
    """The same lines in the same order, none of them the same but names, numbers and what is typed."""
    english, french = (wide(*path, "--lang", lang, "--help").out.splitlines() for lang in ("en", "fr"))
    assert len(english) == len(french)
    for before, after in zip(english, french, strict=True):
        if re.search(r"\w [\w-]+ \w", TYPED.sub("", before)):  # three words are a text
            assert before.split() != after.split()


def test_no_french_is_left_over_from_a_text_that_has_gone(wide: Terminal) -> None:
    pages = "\n".join(wide(*path, "--help").out for path in commands())
    keys = i18n.keys("cli/help")
    assert len(keys) > 100
    for english in (i18n.text("cli/help", key, "en") for key in keys):
        assert english in pages, f"nobody says {english!r} any more"


@pytest.mark.parametrize(
    ("args", "french"),
    [
        ("nonsense", "Il n'y a pas de commande « nonsense » ; `freehold --help` en donne la liste."),
        ("simulat", "Il n'y a pas de commande « simulat » ; vouliez-vous dire simulate ?"),
        ("editions nonsense", "Il n'y a pas de commande « nonsense » ; `freehold editions --help` en donne la liste."),
        ("--nonsense", "Il n'y a pas d'option --nonsense ; `freehold --help` en donne la liste."),
        ("odds --variante short", "Il n'y a pas d'option --variante ; vouliez-vous dire --variant ?"),
        ("play --seed", "L'option --seed demande une valeur."),
        ("bots --json=yes", "L'option --json ne prend pas de valeur."),
        ("bots more", "Il n'y a pas de commande « more » ; `freehold bots --help` en donne la liste."),
        ("bots new mine.py more", "C'est trop d'arguments : « more » est de trop."),
        ("editions check", "Il manque un argument : FICHIER."),
        ("verify", "Il manque un argument : FICHIER|PARTIE."),
        ("serve --port door", "Cette valeur ne va pas avec --port, qui demande : 0–65535."),
        ("serve --port 99999", "Cette valeur ne va pas avec --port, qui demande : 0–65535."),
        ("train --games 0", "Cette valeur ne va pas avec --games, qui demande : N ≥ 100."),
        ("bench --seconds never", "Cette valeur ne va pas avec --seconds, qui demande : 0.01–60."),
    ],
)
def test_a_mistyped_command_is_one_sentence_in_the_readers_language(
    wide: Terminal, monkeypatch: pytest.MonkeyPatch, args: str, french: str
) -> None:
    english = wide(*args.split())
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    run = wide(*args.split())
    assert (run.code, run.out, run.err.replace("\u00a0", " ")) == (2, "", french + "\n")
    assert (english.code, english.out, english.err.count("\n")) == (2, "", 1)
    assert not re.search(r"\b(Il|option --\S+ demande|manque)\b", english.err)


def test_a_complaint_that_nobody_foresaw_is_french_all_the_same() -> None:
    error = typer.BadParameter("Something new.")
    assert complaint(error, "en") == "Invalid value: Something new."
    assert complaint(error, "fr") == i18n.text("cli/complaints", "other", "fr").format(command="freehold")


def test_the_reader_is_who_asks_for_a_language_or_else_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert reader(["play"]) == "fr"
    assert reader(["play", "--lang", "en", "--help"]) == "en"
    assert reader(["play", "--lang=en"]) == "en"
    assert reader(["play", "--lang", "de"]) == "fr"
    assert reader(["play", "--lang"]) == "fr"
