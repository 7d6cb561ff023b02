"""Editions of one's own with a mistake in them: one sentence and exit status 2 in a command that plays, and `editions
check` names the mistake. No traceback in either.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.editions import new_template

from .terminal import Terminal

# What is replaced, once, by what; and a word that `editions check` says.
MISTAKES = {
    "no TOML": ('id = "my-edition"', 'id = "my-edition', ""),
    "unknown field": ('id = "my-edition"', 'id = "my-edition"\nprize = 7', "prize"),
    "no id": ('id = "my-edition"\n', "", "id"),
    "id with spaces": ('id = "my-edition"', 'id = "My Edition!"', "id"),
    "other schema": ("schema = 1", "schema = 99", "schema"),
    "year is text": ("year = 1935", 'year = "old"', "year"),
    "no French name": ('fr = "Mon édition"\n', "", "fr"),
    "too few players": ("min = 2", "min = 0", "players"),
    "more at least than at most": ("min = 2\nmax = 8", "min = 7\nmax = 3", "players"),
    "too many players": ("max = 8", "max = 99", "players"),
    "symbol in the middle": ('symbol_position = "before"', 'symbol_position = "middle"', "symbol_position"),
    "negative salary": ("salary = 200", "salary = -200", "salary"),
    "salary with a point": ("salary = 200", "salary = 200.5", "salary"),
    "unknown switch": ("[rules]", '[rules]\nfree_lunch = "yes"', "free_lunch"),
    "unknown value of a switch": ('short_jail = "must-leave"', 'short_jail = "maybe"', "short_jail"),
    "square twice": ("index = 3\n", "index = 1\n", ""),
    "unknown kind of square": ('index = 2\nkind = "chest"', 'index = 2\nkind = "casino"', "kind"),
    "unknown group": ('index = 3\nkind = "street"\ngroup = "brown"', 'index = 3\nkind = "street"\ngroup = "beige"', ""),
    "five rents": ("rents = [2, 10, 30, 90, 160, 250]", "rents = [2, 10, 30, 90, 160]", "rents"),
    "rents fall": ("rents = [2, 10, 30, 90, 160, 250]", "rents = [2, 10, 30, 90, 160, 5]", "rents"),
    "free street": ("price = 60\nrents = [2,", "price = 0\nrents = [2,", "price"),
    "group of one square": ("squares = [1, 3]", "squares = [1]", ""),
    "colour that is none": ('hex = "#5b2a86"', 'hex = "purple"', "hex"),
    "card to nowhere": ('kind = "move_to"\ntarget = 0', 'kind = "move_to"\ntarget = 77', "target"),
    "unknown kind of card": ('kind = "move_to"\ntarget = 0', 'kind = "teleport"\ntarget = 0', "kind"),
    "card of no deck": ('[[cards]]\ndeck = "chest"', '[[cards]]\ndeck = "tarot"', "deck"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_in_an_edition_is_one_sentence_and_2(freehold: Terminal, tmp_path: Path, mistake: str) -> None:
    right, wrong, told = MISTAKES[mistake]
    template = new_template()
    assert right in template
    file = tmp_path / "street.toml"
    file.write_text(template.replace(right, wrong, 1), encoding="utf-8")
    run = freehold("simulate", str(file), "--games", "1", "--backend", "python")
    assert (run.code, run.out) == (2, "")
    assert run.err.strip().endswith(".")
    assert run.err.strip().count("\n") == 0, run.err
    check = freehold("editions", "check", str(file))
    assert check.code in (1, 2)
    assert told in check.out + check.err
    assert "Traceback" not in run.err + check.err


def test_there_are_enough_of_them() -> None:
    assert len(MISTAKES) >= 20
