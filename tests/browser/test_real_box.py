"""The page around a real box: a family opens it, taps what fell and what was drawn, and corrects mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .arranged import deeds
from .boxes import BIG, around, family, picture, position
from .conftest import NewPerson
from .house import House
from .player import PHONE, Person
from .screens import axe_faults

# All letters that are seen, but those of the drawn board and notes, since real ones lie on the table, and of keys.
LETTERS = """() => {
  const found = {};
  const note = (element, text) => {
    const { width, height } = element.getBoundingClientRect();
    if (!text || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return;
    if (element.closest("svg, kbd, option, .unseen, .note")) return;
    if (element.closest(".board .frame") && !element.closest(".stage")) return;
    found[`${text} (${element.localName}.${element.className})`] = parseFloat(getComputedStyle(element).fontSize);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) note(texts.currentNode.parentElement, texts.currentNode.data.trim());
  for (const field of document.querySelectorAll("input:not([type=checkbox], [type=range]), select"))
    note(field, field.value || field.placeholder);
  return found;
}"""
# Answers to the question that have to be scrolled for.
BELOW = """() => {
  const panel = document.querySelector("[data-test=decision]");
  if (!panel) return [];
  const edge = panel.getBoundingClientRect();
  const outside = ({ bottom, right }) => bottom > edge.bottom || right > edge.right;
  return [...panel.querySelectorAll("button, input, select")]
    .filter((part) => !part.closest(".free") && part.checkVisibility({ visibilityProperty: true }))
    .filter((part) => outside(part.getBoundingClientRect()))
    .map((part) => part.dataset.test ?? part.textContent);
}"""
# On a phone, what is below the edge of the part that stays in view.
CUT = """() => {
  const sheet = document.querySelector("[data-test=decision]").parentElement;
  const edge = Math.min(innerHeight, sheet.getBoundingClientRect().bottom);
  return [...sheet.querySelectorAll("button")]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > edge)
    .map((part) => part.textContent);
}"""
TAPS = """() => {
  if (!("taps" in window)) {
    window.taps = 0;
    addEventListener("click", () => (window.taps += 1), true);
  }
  return window.taps;
}"""
LEAST = BIG[1] / 40
# Ann owns a group with a house and may build; where she comes with 11, Bob's hotel asks for more than she has.
RICH = position(
    turn=0,
    decider=0,
    players=[{"cash": 90}, {"cash": 1500}],
    deeds=deeds(0, 6, 8, 9) | deeds(0, 5) | deeds(1, 11, 13, 14, buildings=5),
)


def taps(one: Person) -> int:
    """How often the page was tapped since this was asked for the first time."""
    return int(one.page.evaluate(TAPS))


def test_a_throw_is_one_tap_and_a_card_another(house: House, person: NewPerson) -> None:
    one = family(house, person)
    assert "Bob" in one.see("decision").inner_text()
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    assert "Bob throws 3 and 4" in one.see("typing").inner_text()
    one.see("find-card").fill("gust")
    one.page.keyboard.press("Enter")
    one.wait_for("log-line", event="salary")
    one.wait_for("typing", wanted="die-die")  # the turn has ended by itself
    assert "Ann" in one.see("decision").inner_text()


def test_a_mistake_is_taken_back_or_set_right_and_the_log_says_so(house: House, person: NewPerson) -> None:
    one = family(house, person, "fr", PHONE)
    one.page.keyboard.press("2")
    one.page.keyboard.press("4")
    one.act("buy")
    one.wait_for("typing", wanted="die-die")
    one.click("take-back")
    one.click("back-to-0")
    one.wait_for("typing", wanted="die-die")
    one.click("set-right")
    one.see("right-seat").select_option("1")
    one.see("right-sum").fill("1234")
    one.click("right-do")
    one.wait_for("log-line", event="set_right")
    one.wait_for("log-line", event="take_back")
    expect(one.see("cash-1")).to_contain_text(re.compile(r"1\s?234"))


def test_a_wrong_throw_is_typed_again_before_its_card(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    one.click("throw-again")
    one.wait_for("typing", wanted="die-die")
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("typing", number=4)


def test_a_turn_that_was_taken_back_does_not_end_again_by_itself(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("typing", number=4)
    one.click("take-back")
    one.click("back-to-2")
    one.wait_for("action-end_turn")
    assert "Bob" in one.see("decision").inner_text()


def test_a_turn_is_one_tap_and_rent_none(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("typing", wanted="die-die", number=4)  # the turn has ended by itself
    before = taps(one)
    one.click("type-2-4")  # Ann owes Bob rent
    one.wait_for("log-line", event="rent")
    one.wait_for("typing", wanted="die-die", number=6)
    assert taps(one) - before == 1
    assert "Bob" in one.see("decision").inner_text()


def test_ten_wrong_entries_are_set_right(house: House, person: NewPerson) -> None:
    """A die, a card, a square, a sum, a deed, a mortgage, jail, a jail card, whose turn it is, a deck."""
    one = family(house, person)
    one.click("type-1-6")  # it was 3 and 4, and the wrong card was tapped after it
    one.see("find-card").fill("gust")
    one.page.keyboard.press("Enter")
    one.wait_for("log-line", event="salary")
    one.click("take-back")
    one.click("back-to-0")
    one.wait_for("log-line", event="take_back")
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("log-line", event="buy")
    one.wait_for("typing", wanted="die-die")  # the turn has ended by itself
    wrong = {
        "square": {"right-seat": "0", "right-place": "16"},
        "cash": {"right-seat": "0", "right-sum": "1388"},
        "owner": {"right-square": "8", "right-holder": "1"},
        "mortgaged": {"right-square": "8", "right-flag": "true"},
        "in_jail": {"right-seat": "0", "right-flag": "true"},
        "jail_card": {"right-deck": "chance", "right-holder": "0"},
        "turn": {"right-seat": "1"},
        "shuffled": {"right-deck": "chest"},
    }
    for done, (what, fields) in enumerate(wrong.items(), 1):
        one.click("set-right")
        one.see("right-what").select_option(what)
        for hook, value in fields.items():
            if hook == "right-sum":
                one.see(hook).fill(value)
            else:
                one.see(hook).select_option(value)
        one.click("right-do")
        expect(one.see("log-line", event="set_right")).to_have_count(done)
    expect(one.see("log-line", event="take_back")).to_have_count(1)
    expect(one.see("cash-0")).to_contain_text("1,388")
    one.wait_for("typing", wanted="die-die")
    assert "Bob" in one.see("decision").inner_text()


def test_what_cannot_be_set_right_is_said_where_it_was_asked(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("log-line", event="buy")
    one.wait_for("typing", wanted="die-die")  # the turn has ended by itself
    one.click("set-right")
    one.see("right-what").select_option("buildings")
    one.see("right-square").select_option("6")
    one.see("right-level").select_option("2")
    one.click("right-do")
    expect(one.wait_for("right-refused")).to_contain_text("whole group belongs to one player")
    one.see("right-what").select_option("owner")  # the window is still there
    expect(one.see("right-now")).to_contain_text("Bob")
    one.see("right-holder").select_option("-1")
    expect(one.see("right-paid")).to_have_value("100")
    one.click("right-do")
    expect(one.page.locator("dialog[open]")).to_have_count(0)
    expect(one.wait_for("log-line", event="set_right")).to_contain_text("belongs to the bank, for")
    expect(one.see("cash-1")).to_contain_text("1,500")


def test_a_card_is_found_by_what_is_printed_on_it(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    cards = one.page.locator("[data-test^=card-]")
    expect(cards).to_have_count(16)
    one.click("cards-jail")
    expect(cards).to_have_count(2)
    one.click("cards-jail")
    one.see("find-card").fill("15")  # one has it printed on it: not the fifteenth
    expect(cards).to_have_count(1)
    one.see("find-card").fill("50")
    expect(cards).to_have_count(2)
    one.page.keyboard.press("Enter")  # which of them is not guessed
    expect(cards.first).to_be_focused()
    one.see("find-card").fill("no such words")
    expect(cards).to_have_count(0)
    one.see("find-card").fill("150")
    one.page.keyboard.press("Enter")
    one.wait_for("log-line", event="card")
    one.wait_for("typing", wanted="die-die")


def test_each_card_is_looked_for_anew_and_one_that_is_out_is_said_to_be(house: House, person: NewPerson) -> None:
    link = position(turn=0, decider=0, players=[{"square": 29}, {"square": 0}])
    one, host = around(house, person, "fr", PHONE, link=link)
    one.click("type-3-4")
    one.wait_for("typing", wanted="card", typed=2)
    one.see("find-card").fill("recul")
    one.page.keyboard.press("Enter")
    one.wait_for("typing", wanted="card", typed=3)  # of the other deck
    expect(one.see("find-card")).to_have_value("")
    one.see("find-card").fill("45")
    one.page.keyboard.press("Enter")
    one.wait_for("typing", wanted="die-die")
    one.click("type-3-4")
    one.wait_for("typing", wanted="card", typed=2)
    one.see("find-card").fill("recul")
    expect(one.see("typing")).to_contain_text("déjà sortie")
    host.close()


def test_a_code_that_no_phone_can_open_says_so(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("phones")
    expect(one.wait_for("qr-loopback")).to_contain_text("--host 0.0.0.0")


def test_a_throw_that_wants_a_card_outlasts_a_restart(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-3-4")
    one.wait_for("typing", wanted="card", typed=2)
    house.kill()
    one.wait_for("line-lost")
    house.start()
    expect(one.see("line-lost")).to_have_count(0)
    one.wait_for("typing", wanted="card", typed=2)
    assert "Bob throws 3 and 4" in one.see("typing").inner_text()
    one.trouble.clear()  # the lost line


class Letters:
    """The letters of a big screen, looked at screen by screen."""

    def __init__(self, one: Person, lang: str) -> None:
        self.one, self.lang = one, lang
        self.small: list[str] = []
        self.faults: list[str] = []

    def look(self, screen: str, least: int = 8) -> None:
        seen = self.one.page.evaluate(LETTERS)
        assert len(seen) > least
        self.small += [f"{screen}: {size} px: {text}" for text, size in seen.items() if size < LEAST]
        if not self.one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.faults.append(f"{screen}: something is cut off")
        self.faults += [f"{screen}: below the edge: {part}" for part in self.one.page.evaluate(BELOW)]
        self.faults += [f"{screen}: {fault}" for fault in axe_faults(self.one)]
        picture(self.one, f"far-{screen}-{self.lang}")

    def open(self, window: str) -> None:
        self.one.click(window)
        expect(self.one.page.locator("dialog[open]")).to_be_visible()
        self.look(window)
        self.one.page.keyboard.press("Escape")
        expect(self.one.page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_big_screen_is_read_from_three_metres(house: House, person: NewPerson, lang: str) -> None:
    new = person(house, lang=lang, size=BIG)
    new.go("#/box")
    new.wait_for("box-begin")
    letters = Letters(new, lang)
    letters.look("set-up")
    one = letters.one = family(house, person, lang, size=BIG)
    letters.look("throw")
    one.click("type-2-4")
    one.wait_for("action-buy")
    letters.look("buy")
    one.act("decline")
    one.wait_for("action-pass")
    letters.look("auction")
    for window in ("take-back", "set-right", "phones"):
        letters.open(window)
    one.click("take-back")
    one.click("back-to-0")
    one.wait_for("typing", wanted="die-die")
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    letters.look("card")
    assert letters.faults + letters.small == [], "\n".join(letters.faults + letters.small)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_decided_is_read_from_three_metres(house: House, person: NewPerson, lang: str) -> None:
    """The estate, a trade, a debt, a deed, the windows beside them, and the end."""
    one, host = around(house, person, lang, BIG, link=RICH)
    letters = Letters(one, lang)
    for window in ("open-estate", "open-trade", "square-11", "comfort"):
        letters.open(window)
    for tab in ("tab-chat", "tab-table", "tab-log"):
        one.click(tab)
        letters.look(tab)
    one.see("player-0").locator("button").first.click()
    letters.look("player")
    one.see("player-0").locator("button").first.click()
    host.act(0, {"type": "offer", "to": 1, "give": {"squares": [5]}, "ask": {"cash": 100}}, "offer")
    one.wait_for("action-accept")
    letters.look("answer")
    one.act("reject")
    one.wait_for("typing", wanted="die-die")
    one.click("type-5-6")
    one.wait_for("action-bankrupt-ask")
    letters.look("debt")
    host.say(type="consent", agree=True)
    one.wait_for("end")
    one.wait_for("nothing-to-prove")
    letters.look("end")
    host.close()
    assert letters.faults + letters.small == [], "\n".join(letters.faults + letters.small)


def test_a_phone_asks_its_player_and_the_big_screen_the_others(house: House, person: NewPerson) -> None:
    one = family(house, person, size=BIG)  # Bob begins
    one.click("phones")
    link = one.page.locator("dialog input").input_value()
    one.page.keyboard.press("Escape")
    phone = person(house, lang="fr", size=PHONE)
    phone.page.goto(link)
    phone.click("whose-1")
    expect(phone.see("whose")).to_have_count(0)
    expect(one.see("player-1")).to_contain_text("with a phone")
    one.click("type-1-2")  # the big screen takes the throw, the phone asks
    phone.wait_for("action-buy")
    one.wait_for("state-phone")
    expect(one.see("action-buy")).to_have_count(0)
    assert axe_faults(one) + axe_faults(phone) == []
    picture(one, "big-asked-on-the-phone")
    picture(phone, "phone-asked-fr")
    phone.act("buy")
    one.wait_for("typing", wanted="die-die", number=4)  # Ann's throw; she has no phone
    expect(phone.see("typing")).to_have_count(0)
    one.click("type-2-4")
    one.wait_for("action-buy")
    expect(phone.see("action-buy")).to_have_count(0)
    one.act("buy")
    one.wait_for("typing", wanted="die-die", number=7)
    phone.page.reload()  # it stays Bob's phone
    phone.click("type-5-6")
    one.wait_for("state-phone")
    one.click("decide-here")  # somebody else may have taken the phone along
    one.act("buy")
    phone.click("phones")
    phone.click("whose-all")
    expect(one.see("player-1")).not_to_contain_text("with a phone")


def test_another_screen_goes_on_with_the_invitation(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-1-2")
    one.wait_for("action-buy")
    one.click("phones")
    link = one.page.locator("dialog input").input_value()
    other = person(house, size=PHONE)
    one.page.goto("about:blank")  # the battery is empty
    other.page.goto(link)
    other.click("whose-all")
    other.act("buy")
    other.wait_for("typing", wanted="die-die", number=4)  # the turn has ended by itself: this screen is the bank now
    before = taps(other)
    other.click("type-1-2")  # Ann owes Bob rent
    other.wait_for("log-line", event="rent")
    other.wait_for("typing", wanted="die-die", number=6)
    assert taps(other) - before == 1
    assert "Bob" in other.see("decision").inner_text()


def test_the_time_of_a_timed_game_is_seen_and_stands_in_a_pause(house: House, person: NewPerson) -> None:
    one, host = around(house, person, "fr", PHONE, variant="timed", options={"time_limit": 30})
    clock = one.wait_for("game-clock")
    expect(clock).to_contain_text(re.compile(r"Fin dans (30:00|29:\d\d)"))
    expect(one.wait_for("dealt").locator("li")).to_have_text([re.compile("^Ann .+, "), re.compile("^Bob .+, ")])
    assert axe_faults(one) == []
    one.click("pause-clock")  # not the host: everybody's screen is enough
    told = host.hear("table", that=lambda message: message["table"]["paused"])["clock"]
    assert told["ends_at"] is None
    assert 29 * 60_000 < told["left"] <= 30 * 60_000
    one.wait_for("state-paused")
    expect(one.see("typing")).to_have_count(0)
    left = clock.inner_text()
    one.page.reload()  # the time that is left is the table's, not the page's
    expect(one.wait_for("game-clock")).to_have_text(
        re.compile(re.escape(" ".join(left.split())).replace("\\ ", r"\s+"))
    )
    one.click("pause-clock")
    one.wait_for("typing", wanted="die-die")
    goes_on = host.hear("table", that=lambda message: not message["table"]["paused"])["clock"]
    assert goes_on["ends_at"] - goes_on["now"] == told["left"]
    expect(one.see("game-clock")).not_to_have_text(left)
    one.click("type-1-2")
    expect(one.see("dealt")).to_have_count(0)  # they have been taken from the box
    host.close()


def test_on_a_phone_the_headline_and_the_answers_are_whole(house: House, person: NewPerson) -> None:
    timed, host = around(house, person, "fr", PHONE, variant="timed", options={"time_limit": 30})
    timed.wait_for("game-clock")
    assert timed.see("status").evaluate("(headline) => headline.getClientRects().length") == 1  # one line
    row = timed.see("corrections").locator("button")
    assert row.evaluate_all("(all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size") == 1
    expect(timed.see("pace")).to_have_count(0)  # nobody is a bot
    host.close()
    players = [{"cash": 900}, {"cash": 1500}]
    link = position(turn=0, decider=0, players=players, deeds=deeds(0, 6, 8, 9))
    rich, host = around(house, person, "fr", PHONE, link=link)
    assert rich.page.evaluate(CUT) == []
    rich.click("type-6-6")
    rich.wait_for("action-buy")
    assert rich.page.evaluate(CUT) == []
    rich.act("decline")
    rich.wait_for("action-pass")
    assert rich.page.evaluate(CUT) == []
    host.close()


def test_a_game_without_a_limit_shows_no_clock(house: House, person: NewPerson) -> None:
    one = family(house, person)
    expect(one.see("game-clock").or_(one.see("pause-clock"))).to_have_count(0)


def test_the_money_of_the_box_changes_hands_as_the_screen_says(house: House, person: NewPerson) -> None:
    """The choice before the game, and later for all screens; what was taken back goes back."""
    one = family(house, person, paper=True)
    one.click("type-2-4")
    one.act("buy")
    expect(one.see("handed")).to_contain_text(re.compile(r"Bob → the bank\s+\D?100"))
    one.wait_for("typing", wanted="die-die", number=4)
    one.click("type-2-4")  # Ann owes Bob rent
    expect(one.see("handed")).to_contain_text(re.compile(r"Ann → Bob\s+\D?6\b"))
    expect(one.see("handed")).not_to_contain_text("100")
    one.wait_for("typing", wanted="die-die", number=6)
    one.click("take-back")
    one.click("back-to-3")
    expect(one.see("handed")).to_contain_text(re.compile(r"Bob → Ann\s+\D?6\b"))
    one.click("phones")
    link = one.page.locator("dialog input").input_value()
    one.click("paper")
    one.page.keyboard.press("Escape")
    expect(one.see("handed")).to_have_count(0)
    other = person(house, lang="fr", size=PHONE)
    other.page.goto(link)
    other.click("whose-all")
    other.wait_for("phones")
    expect(other.see("handed")).to_have_count(0)
    other.click("phones")
    other.click("paper")
    expect(one.wait_for("handed")).to_contain_text(re.compile(r"Bob → Ann\s+\D?6\b"))
    other.page.reload()
    expect(other.wait_for("handed")).to_contain_text(re.compile(r"Bob → Ann\s+6\b"))
