"""Speed of the browser client in a Chromium with software rendering: latency from a move's arrival to the screen,
frames per second during animations on a full board of eight seats, and how long a round of three bots takes at each
pace.

The messages of the first two are real, except that all streets get an owner and a large building on the way.
Run: make client && python bench/web.py --seconds 20
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocketRoute, sync_playwright

from freehold.editions import load

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import browser as chromium

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SEATS = 8
# Records the arrival of each message, the frame that first shows its number, and the time of every frame.
WATCH = """
window.shown = [];
window.frames_at = [];
window.WebSocket = class extends WebSocket {
  constructor(...wishes) {
    super(...wishes);
    this.addEventListener("message", (frame) => {
      const came = performance.now();
      const told = JSON.parse(frame.data);
      if (told.type !== "told") return;
      const look = () => {
        const number = Number(document.querySelector("[data-test=table]")?.dataset.number ?? -1);
        if (number < told.past.number) requestAnimationFrame(look);
        else setTimeout(() => window.shown.push(performance.now() - came));
      };
      requestAnimationFrame(look);
    });
  }
};
requestAnimationFrame(function frame(at) {
  window.frames_at.push(at);
  requestAnimationFrame(frame);
});
"""


def full(view: Any) -> Any:
    """The same table with every street built up."""
    if view:
        streets = [square.index for square in load(view["edition"]).squares if square.kind == "street"]
        for k, square in enumerate(streets):
            view["deeds"][str(square)] = {"owner": k % SEATS, "mortgaged": False, "buildings": 5}
    return view


def fill(socket: WebSocketRoute) -> None:
    server = socket.connect_to_server()

    def told(frame: str | bytes) -> None:
        message = json.loads(frame)
        if "view" in message:
            message["view"] = full(message["view"])
        socket.send(json.dumps(message))

    server.on_message(told)


def measure(
    page: Page, url: str, edition: str, seconds: int, motion: bool, crowded: bool
) -> tuple[list[float], list[float]]:
    """Milliseconds from a move's arrival to the screen, and between frames."""
    if crowded:
        page.route_web_socket(re.compile("/api/play$"), fill)
    wish = {"edition": edition, "seats": SEATS, "people": [], "bots": ["trader"] * SEATS, "listed": True}
    made = httpx.post(f"{url}/api/tables", json=wish, timeout=30).json()
    place = {"id": made["table"]["id"], "edition": edition, "keys": [], "host": made["host"], "at": 0}
    for shelf, kept in (("places", [place]), ("settings", {"sound": False, "motion": motion})):
        page.add_init_script(f"localStorage.setItem('freehold.{shelf}', {json.dumps(json.dumps(kept))})")
    page.add_init_script(WATCH)
    page.goto(f"{url}/#/t/{place['id']}")
    page.locator("[data-test=start]").click()
    page.locator("[data-test=table]").wait_for()
    page.evaluate("() => { window.shown = []; window.frames_at = []; }")
    page.wait_for_timeout(seconds * 1000)
    at: list[float] = page.evaluate("window.frames_at")
    return page.evaluate("window.shown"), [later - earlier for earlier, later in pairwise(at)]


# Ann's part of a game: the first of these that is offered; whoever is asked nothing waits.
ANSWERS = (
    *("end_turn", "roll", "buy", "pass", "decline", "reject", "pay_tax", "choose", "keep_mortgage"),
    *("pay", "use_jail_card", "pay_fine", "raise", "suggest", "bankrupt", "bankrupt-ask"),
)
# Milliseconds from Ann's last answer of a turn until a question of hers is on the screen.
ROUND = """async (answers) => {
  const asked = "[data-test=decision][data-asked=true]";
  const find = (name) => document.querySelector(`${asked} [data-test=action-${name}]:not(:disabled)`);
  const until = async (holds) => {
    for (;;) {
      const found = holds();
      if (found || document.querySelector("[data-test=end]")) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  for (;;) {
    const button = await until(() => answers.map(find).find(Boolean));
    if (!button) return null;
    const last = button.dataset.test === "action-end_turn";
    const number = document.querySelector("[data-test=table]")?.dataset.number;
    button.click();
    const from = performance.now();
    if (/suggest|bankrupt-ask/.test(button.dataset.test)) {  // these change the page, not the game
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    await until(() => document.querySelector("[data-test=table]")?.dataset.number !== number);
    if (!last) continue;
    const next = await until(() => answers.map(find).find(Boolean));
    return next ? performance.now() - from : null;
  }
}"""


def rounds(page: Page, url: str, edition: str, pace: str, most: int) -> list[float]:
    """Milliseconds of rounds in which three bots play. An auction in which Ann is asked ends a round early."""
    wish = {"edition": edition, "seats": 4, "people": [{"name": "Ann"}], "bots": ["trader"] * 3}
    made = httpx.post(f"{url}/api/tables", json=wish, timeout=30).json()
    place = {"id": made["table"]["id"], "edition": edition, "keys": made["keys"], "host": made["host"], "at": 0}
    for shelf, kept in (("places", [place]), ("settings", {"sound": False, "motion": True, "pace": pace})):
        page.add_init_script(f"localStorage.setItem('freehold.{shelf}', {json.dumps(json.dumps(kept))})")
    page.goto(f"{url}/#/t/{place['id']}")
    page.locator("[data-test=start]").click()
    page.locator("[data-test=table]").wait_for()
    found: list[float] = []
    while len(found) < most and (time := page.evaluate(ROUND, ANSWERS)) is not None:
        found.append(time)
    return found


def round_row(pace: str, times: list[float]) -> str:
    slow = sorted(times)
    cells = [f"{time / 1000:.2f} s" for time in (statistics.median(slow), slow[int(len(slow) * 0.9)], slow[-1])]
    return f"| {pace} | {len(slow)} | {' | '.join(cells)} |"


def row(name: str, shown: list[float], gaps: list[float]) -> str:
    late, slow = sorted(shown), sorted(gaps)
    cells = [f"{statistics.median(late):.0f} ms", f"{late[int(len(late) * 0.95)]:.0f} ms", f"{late[-1]:.0f} ms"]
    cells += [f"{1000 * len(gaps) / sum(gaps):.0f}", f"{1000 / slow[int(len(slow) * 0.95)]:.0f}", f"{slow[-1]:.0f} ms"]
    return f"| {name} | {len(shown)} | {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--rounds", type=int, default=12, help="rounds of three bots at each pace; 0: none")
    asked = parser.parse_args()
    path = chromium.find()
    if path is None:
        sys.exit(chromium.NONE)
    print("| table | moves | on screen, p50 | p95 | worst | frames a second | 5 % of frames below | longest frame |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "freehold", "serve", "--port", "0", "--data", folder, "--bot-pause", "900"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            url = re.findall(r"http://127\.0\.0\.1:\d+", server.stdout.readline())[0]
            window = playwright.chromium.launch(executable_path=path, args=FLAGS)
            tables = (("8 seats, all built, moving", True, True), ("nothing moves", False, True))
            for name, motion, crowded in tables if asked.seconds else ():
                page = window.new_page(viewport={"width": 1440, "height": 900})
                print(row(name, *measure(page, url, asked.edition, asked.seconds, motion, crowded)), flush=True)
                page.close()
            if asked.rounds:
                print("\n| a round of three bots, at pace | rounds | median | p90 | longest |\n|---|---|---|---|---|")
            for pace in ("normal", "fast", "instant") if asked.rounds else ():
                page = window.new_page(viewport={"width": 1440, "height": 900})
                times = rounds(page, url, asked.edition, pace, asked.rounds if pace != "normal" else 4)
                print(round_row(pace, times), flush=True)
                page.close()
            window.close()
            server.terminate()


if __name__ == "__main__":
    main()
