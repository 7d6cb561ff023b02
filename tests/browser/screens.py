"""Every screen of the client, one after the other; and what may be wrong with one: axe, what is cut off, small targets.

A tour stops at each screen and yields its name. Whoever walks along looks around, and goes on to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import expect

from .player import Person
from .scenes import id_of

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEAST = 40  # pixels of a target


def tour(person: Person, edition: str, lobby: dict[str, str], questions: Sequence[str]) -> Iterator[str]:
    """Home, lobby, the table with all its windows, these questions, the rulebook, the end, the replay."""
    person.go()
    person.wait_for(f"edition-{edition}").click()
    yield "home"
    person.click("more-choices")
    person.click("options")
    yield "home-choices"
    person.sit(lobby["id"], lobby["key"], edition=edition, host=lobby["host"])
    yield "lobby"
    yield from _table(person, edition)
    for asked in questions:
        if asked != "roll":
            visit(person, edition, asked)
            yield f"asked-{asked}"
    person.go(f"#/rules/{edition}")
    person.wait_for("summary")
    yield "summary"
    person.click("summary-more-rent")
    expect(person.wait_for("rule").locator("code")).to_have_count(0)  # no ids where one reads
    yield "rulebook"
    person.go(f"#/t/{id_of(edition, 'over')}")
    expect(person.wait_for("proof")).to_have_attribute("data-proved", "true")
    yield "end"
    person.click("to-replay")
    person.wait_for("replay-end").click()
    yield "replay"


def visit(person: Person, edition: str, asked: str) -> None:
    """Ann's place at a table where this is asked. The keys of all tables are the same."""
    id = id_of(edition, asked)
    person.remember(id, "key of Ann", edition=edition)
    person.go(f"#/t/{id}")
    person.wait_for("table")
    person.wait_until_asked()


def _table(person: Person, edition: str) -> Iterator[str]:
    visit(person, edition, "roll")
    yield "table"
    person.click("tab-chat")
    yield "chat"
    person.click("tab-table")
    yield "host"
    person.click("tab-log")
    person.see("log-clause").last.click()
    person.wait_for("clause-sentence")
    yield "clause"
    _close(person)
    person.see("square-1").or_(person.see("ahead-2")).first.click()  # on a phone the squares ahead stand for the board
    expect(person.page.locator("dialog[open]")).to_be_visible()
    yield "deed"
    _close(person)
    person.click("open-estate")
    person.wait_for("estate-do")
    yield "estate"
    _close(person)
    person.click("open-trade")
    person.wait_for("trade-send")
    yield "trade"
    _close(person)
    person.page.keyboard.press("?")
    expect(person.page.locator("dialog[open]")).to_be_visible()
    yield "keys"
    _close(person)


def _close(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog[open]")).to_have_count(0)


# ---------------------------------------------------------------------- what may be wrong

_RUN_AXE = """async () => {
  const found = await axe.run({ resultTypes: ["violations"] });
  return found.violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.target.join(" ")} (${node.any.concat(node.all, node.none).map((c) => c.message).join("; ")})`));
}"""


# The last action's line of the log, which comes after the table, and the faces are there; all of it was laid out.
_LOGGED = """() => {
  const last = [...document.querySelectorAll("[data-test=log-line]")].at(-1);
  return Number(last?.dataset.number ?? -1) >= Number(document.querySelector("[data-test=table]")?.dataset.number);
}"""
_LAID_OUT = """async () => {
  await document.fonts.ready;
  for (let k = 0; k < 3; k++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""


def settle(person: Person) -> None:
    """Wait until a table is drawn with all that comes after its question."""
    person.page.wait_for_function(_LOGGED)
    person.page.evaluate(_LAID_OUT)


def axe_faults(person: Person) -> list[str]:
    """What axe finds on the page."""
    if not person.page.evaluate("typeof axe !== 'undefined'"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    return [f"axe: {fault}" for fault in person.page.evaluate(_RUN_AXE)]


def fit_faults(person: Person) -> list[str]:
    return [str(fault) for fault in person.page.evaluate(f"(least) => ({LOOK}).fit(least)", LEAST)]


# Whether an element is inside the window and not clipped by an ancestor.
_INSIDE = """
  const inside = (element) => {
    const box = element.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) return false;
    for (let up = element.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflow === "visible") continue;
      const around = up.getBoundingClientRect();
      if (box.bottom > around.bottom + 1 || box.top < around.top - 1) return false;
    }
    return true;
  };
"""

_HIDDEN = f"""() => {{ {_INSIDE}
  const faults = [];
  for (const cash of document.querySelectorAll("[data-test^=cash-]"))
    if (!inside(cash)) faults.push(`out of view: ${{cash.dataset.test}}`);
  for (const line of document.querySelectorAll(".board .title .lines > span, .board .title .more"))
    if (!inside(line)) faults.push(`out of view: ${{line.textContent}}`);
  const panel = document.querySelector("[data-test=decision]");
  for (const button of panel.querySelectorAll("button, input, select"))
    if (button.checkVisibility() && !inside(button)) faults.push(`out of view: ${{button.outerHTML.slice(0, 80)}}`);
  if (panel.scrollHeight > panel.clientHeight + 1) faults.push("the question scrolls");
  const log = document.querySelector("[data-test=log]")?.getBoundingClientRect();
  if (!log || Math.min(log.bottom, innerHeight) - log.top < 60) faults.push("no room for the log");
  if (log && log.bottom > innerHeight + 1) faults.push("the end of the log is out of view");
  return faults;
}}"""


def view_faults(person: Person) -> list[str]:
    """What of the question, of the players' cash and of the log a laptop does not show without scrolling."""
    return [str(fault) for fault in person.page.evaluate(_HIDDEN)]


# On a phone the coach, the estate and trade may be below the edge, and so may the list of what one has in a debt; what
# answers the question may not.
_UNSEEN_ANSWERS = f"""() => {{ {_INSIDE}
  const panel = document.querySelector("[data-test=decision]");
  const own = [...panel.querySelectorAll("button, input, select, [data-test=purses]")];
  return own
    .filter((element) => element.checkVisibility() && !inside(element))
    .filter((element) => !element.closest(".free, [data-test^=estate-]"))
    .map((element) => `out of view: ${{element.outerHTML.slice(0, 80)}}`);
}}"""


def answer_faults(person: Person) -> list[str]:
    """What of the question's own buttons and of one's cash a phone does not show without scrolling."""
    return [str(fault) for fault in person.page.evaluate(_UNSEEN_ANSWERS)]


def words(person: Person) -> set[str]:
    """Every text on the page, also what is only read aloud; keys, code and words of another language aside."""
    return set(person.page.evaluate(f"() => ({LOOK}).words()"))
