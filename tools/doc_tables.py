"""Writes the tables of the documentation that are made from the code: the fields of an observation, the columns of a
simulation's data frames, and the parameters of public functions.

Run: python tools/doc_tables.py          write them
     python tools/doc_tables.py check    exit code 1 if a page does not match the code
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import freehold
from freehold import envs
from freehold.arena.result import column_meanings
from freehold.envs.policy_bot import SeatSettings
from freehold.envs.settings import EnvironmentSettings

DOCS = Path(__file__).parent.parent / "docs"
END = "<!-- end of the table -->"
PLAYERS = 4


def observation(lang: str) -> list[str]:
    head = {"en": ("name", "numbers (4 players)", "meaning"), "fr": ("nom", "nombres (4 joueurs)", "sens")}[lang]
    rows = []
    for field in envs.observation_fields(PLAYERS):
        size = f"{field.rows} × {field.width}" if field.rows > 1 else str(field.width)
        rows.append((f"`{field.name}`", f"{field.start} + {size}", field.meaning(lang)))
    return table(head, rows)


def columns(lang: str) -> list[str]:
    head = {"en": ("column", "meaning"), "fr": ("colonne", "sens")}[lang]
    return table(head, [(f"`{name}`", said) for name, said in column_meanings(lang).items()])


def parameters(function: Callable[..., object], _: str) -> list[str]:
    """From the signature; the page of the API is in English alone."""
    return table(("parameter", "type", "default"), list(parameter_rows(function).values()))


def parameter_rows(function: Callable[..., object]) -> dict[str, tuple[str, ...]]:
    """A row for each parameter by its name; `**settings` are those of the function that they go to."""
    rows: dict[str, tuple[str, ...]] = {}
    for name, one in inspect.signature(function).parameters.items():
        if one.kind is inspect.Parameter.VAR_KEYWORD:
            kind, target = SETTINGS[str(one.annotation)]
            rows |= {key: row for key, row in parameter_rows(target).items() if key in kind.__annotations__}
        elif name not in ("self", "cls"):
            default = "required" if one.default is inspect.Parameter.empty else f"`{one.default!r}`"
            by_name = " (by name)" if one.kind is inspect.Parameter.KEYWORD_ONLY else ""
            said = str(one.annotation).replace("freehold.", "").replace(" | ", " or ")
            rows[name] = (f"`{name}`{by_name}", f"`{said}`", default)
    return rows


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows)]


# What `**settings` stands for: the type of the settings, and the function that takes them
SETTINGS: dict[str, tuple[type, Callable[..., object]]] = {
    "Unpack[EnvironmentSettings]": (EnvironmentSettings, envs.VecEnv.__init__),
    "Unpack[SeatSettings]": (SeatSettings, envs.SeatMemory.__init__),
}

# Whatever is called, by the name that it has in the API reference
ENTRY_POINTS: dict[str, Callable[..., object]] = {
    "Game.new": freehold.Game.new,
    "Game.load": freehold.Game.load,
    "Game.from_link": freehold.Game.from_link,
    "Game.of": freehold.Game.of,
    "format_action": freehold.format_action,
    "parse_action": freehold.parse_action,
    "explain": freehold.explain,
    "odds": freehold.odds,
    "Bot": freehold.Bot.__init__,
    "play_out": freehold.play_out,
    "simulate": freehold.simulate,
    "evaluate": freehold.evaluate,
    "advise": freehold.advise,
    "review": freehold.review,
    "win_probability": freehold.win_probability,
    "tournament": freehold.tournament,
    "balance": freehold.balance,
    "price_tag": freehold.price_tag,
    "VecEnv": envs.VecEnv.__init__,
    "AgainstPolicies": envs.AgainstPolicies.__init__,
    "encode": envs.encode,
    "decode": envs.decode,
    "SeatMemory": envs.SeatMemory.__init__,
    "PolicyBot": envs.PolicyBot.__init__,
    "action_name": envs.action_name,
    "observation_slices": envs.observation_slices,
    "observation_names": envs.observation_names,
    "observation_fields": envs.observation_fields,
}

# What makes each table, and the page that has it in each language
TABLES: dict[str, tuple[Callable[[str], list[str]], dict[str, str]]] = {
    "observation": (observation, {"en": "environments.md", "fr": "environnements.md"}),
    "columns": (columns, {"en": "simulating.md", "fr": "simuler.md"}),
    **{
        f"parameters of {name}": (partial(parameters, function), {"en": "api.md", "fr": "api.md"})
        for name, function in ENTRY_POINTS.items()
    },
}


def written(name: str, lang: str) -> tuple[Path, str, str]:
    """A page, its text, and its text with the table as the code gives it."""
    make, pages = TABLES[name]
    page = DOCS / pages[lang]
    text = page.read_text(encoding="utf-8")
    mark = f"<!-- {name}: python tools/doc_tables.py -->"
    before, _, rest = text.partition(mark)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{page.name} has no place for the table {name}.")
    return page, text, "\n".join([f"{before}{mark}", "", *make(lang), "", f"{END}{after}"])


def main() -> None:
    wrong = []
    for name in TABLES:
        for lang in ("en", "fr"):
            page, old, new = written(name, lang)
            if old != new:
                wrong.append(page.name)
                if "check" not in sys.argv:
                    page.write_text(new, encoding="utf-8")
    if "check" in sys.argv and wrong:
        raise SystemExit(f"{', '.join(wrong)}: run python tools/doc_tables.py")


if __name__ == "__main__":
    main()
