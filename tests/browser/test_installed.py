"""Freehold as an installed app: it opens without a network and says that a game needs the server; dark classic; the
record of one's own games.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House, lay
from .player import PHONE, SCREEN, Size
from .scenes import finished, id_of
from .screens import axe_faults

KEPT = """async () => {
  const kept = await caches.open("freehold-client");
  const paths = (await kept.keys()).map((request) => new URL(request.url).pathname);
  const shown = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const needed = shown.filter((path) => path.startsWith("/assets/"));
  const { active } = await navigator.serviceWorker.ready;
  return active.state === "activated" && paths.includes("/") && needed.every((path) => paths.includes(path));
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


@pytest.mark.thorough
def test_a_finished_game_is_in_the_record_of_this_browser(tmp_path: Path, person: NewPerson) -> None:
    over = finished("classic")
    lay(tmp_path, over.log, over.secret)
    place = House(tmp_path)
    place.start()
    try:
        ann = person(place)
        ann.sit(id_of("classic", "over"), "key of Ann")
        ann.wait_for("end")
        ann.page.wait_for_function("() => localStorage.getItem('freehold.results') !== null")
        ann.go("")
        ann.wait_for("record").locator("summary").click()
        expect(ann.see("record")).to_contain_text("Longest game")
        assert axe_faults(ann) == []
    finally:
        place.stop()
