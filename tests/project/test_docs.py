"""The documents: every link leads somewhere, the site builds, and every page is in its table of contents."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import freehold
from freehold.engine import uses
from freehold.players import user_bot, user_bot_process

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made for a link."""
    headings = re.findall(r"^#+ +(.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def links(page: Path) -> list[str]:
    """Where a page's links lead. None is missed: whatever has the brackets of a link is an image or has its place."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    found = LINK.findall(text)
    assert len(found) == len(re.findall(r"(?<!!)\[[^\]]*\]\(", text)), f"{page.name} has a link that cannot be read"
    return found


def dead(page: Path) -> list[str]:
    """The links to files and headings that are not there."""
    found = []
    for link in links(page):
        if "://" in link or link.startswith("mailto:"):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    assert dead(page) == []


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    lines = [
        "# One heading",
        "[a](other.md) [b](#one-heading) [c](#another)",
        "![d](gone.svg) [e](https://f.g) `[h](i)`",
    ]
    page.write_text("\n".join(lines), encoding="utf-8")
    assert links(page) == ["other.md", "#one-heading", "#another", "https://f.g"]
    assert dead(page) == ["other.md", "#another"]


def test_the_pages_have_links() -> None:
    assert {"README.md", "LISEZMOI.md", "architecture.md"} <= {page.name for page in PAGES if links(page)}
    assert sum(len(links(page)) for page in PAGES) > 100


def test_every_page_is_in_the_table_of_contents() -> None:
    contents = set(re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert contents == {page.name for page in (ROOT / "docs").glob("*.md")}


def test_the_reference_has_every_public_name() -> None:
    named = set(
        re.findall(r"^::: freehold\.(\w+)$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert {name for name in freehold.__all__ if name not in ("EditionLike", "editions")} <= named


def test_the_site_has_every_notebook() -> None:
    contents = re.findall(r": notebooks/([\w-]+)\.md$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(contents) == sorted(notebook.stem for notebook in (ROOT / "examples").glob("*.ipynb"))


@pytest.mark.thorough
@pytest.mark.parametrize("link", ["#one-heading", "#another", "other.md", "other.md#gone", "../LICENSE", "/index.md"])
def test_a_broken_link_or_anchor_ends_make_docs(link: str, tmp_path: Path) -> None:
    """With the settings of the site, on a page of its own, by the very command of `make docs`."""
    pytest.importorskip("mkdocs")
    (command,) = re.findall(r"^\t\$\(BIN\)/mkdocs (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = re.sub(r"^(plugins|nav|hooks):.*?(?=^\w)|^nav:.*", "", settings, flags=re.MULTILINE | re.DOTALL)
    (tmp_path / "mkdocs.yml").write_text(settings + f"hooks: [{ROOT}/tools/site_pages.py]\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# One heading\n\n[a]({link})\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *command.split()], cwd=tmp_path, capture_output=True, text=True
    )
    sound = link in ("#one-heading", "../LICENSE")
    assert (done.returncode == 0) == sound, done.stderr


@pytest.mark.parametrize("page", ["your-own-bot.md", "votre-bot.md"])
def test_the_page_about_bots_has_the_limits_of_today(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*second.*) \|$", text, re.MULTILINE))
    limits = {code: int(seconds) for code, row in rows.items() for seconds in re.findall(r"(\d+) second", row)}
    assert limits == {"stalled": user_bot.LIMIT, "slow-start": user_bot_process.START_UP}


@pytest.mark.parametrize("page", ["tutorials.md", "tutoriels.md", "cluster.md", "grappe.md"])
def test_pages_that_say_how_long_compiling_takes_say_a_minute(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (told,) = re.findall(r"compil[^.;]*?((?:a|une|half a|demi)[ -]minute)", text)
    assert told in ("a minute", "une minute")
    assert 45 <= uses.SECONDS[uses.USUAL] <= 90


def test_the_citation_is_of_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {freehold.__version__}\n" in citation


@pytest.mark.thorough
def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("mkdocstrings")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "api.html").read_text(encoding="utf-8")
    assert 'id="freehold.win_probability"' in reference
    assert 'id="freehold.Game.apply"' in reference
