"""Freehold as an installed app: it opens without a network and says that a game needs the server; dark classic."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PHONE, SCREEN, Size
from .screens import axe_faults

KEPT = """async () => {
  const kept = await caches.open("freehold-client");
  const paths = (await kept.keys()).map((request) => new URL(request.url).pathname);
  const shown = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const needed = shown.filter((path) => path.startsWith("/assets/"));
  return paths.includes("/") && needed.every((path) => paths.includes(path));
}"""


def test_it_opens_without_the_server_and_says_what_is_missing(tmp_path: Path, person: NewPerson) -> None:
    place = House(tmp_path)
    place.start()
    ann = person(place, worker=True)
    ann.go("")
    ann.wait_for("play-now")
    ann.page.wait_for_function(KEPT)
    place.stop()
    ann.page.reload()
    expect(ann.page.get_by_role("alert").first).to_contain_text("need a connection")
    ann.trouble.clear()  # the console notes the requests that failed


@pytest.mark.parametrize("size", [SCREEN, PHONE])
def test_the_classic_board_is_dark_where_the_system_is(house: House, person: NewPerson, size: Size) -> None:
    ann = person(house, size=size)
    ann.page.emulate_media(color_scheme="dark")
    ann.go("")
    ann.wait_for("play-now")
    assert axe_faults(ann) == []
    ann.click("play-now")
    ann.wait_for("table")
    ann.wait_until_asked()
    shade = "() => getComputedStyle(document.body).backgroundColor"
    assert ann.page.evaluate(shade) == "rgb(15, 24, 23)"
    assert axe_faults(ann) == []
    expect(ann.see("full-screen")).to_be_visible(visible=size == SCREEN)
