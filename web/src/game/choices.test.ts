import { describe, expect, it } from "vitest";
import { keyOf, keyOfAction } from "../decisions/shortcuts";
import { SHORTCUTS } from "../generated/text_keys";
import { actionLabel } from "../i18n/say";
import type { Action, Lang, Phase, View } from "../types";
import { bidsOf, raises, read } from "./auction";
import { caseLike } from "./cases";
import { awaited, bare, choicesOf, isAsked, labelled, questionOf, squareOfAction } from "./choices";

const { edition, view } = caseLike((found) => found.name.includes("classic, classic, roll"));
const at = (change: Partial<View>): View => ({ ...view, ...change });

describe("who is asked", () => {
  const auction = { square: 1, bid: 10, floor: 1, leader: 1, bidder: 2, bidders: [0, 1, 2], place: null };

  it("is whoever decides", () => {
    expect(awaited(at({ phase: "buy", decider: 2 }))).toEqual([2]);
    expect(awaited(at({ phase: "over", decider: null }))).toEqual([]);
  });

  it("is everybody in an auction but who leads", () => {
    expect(awaited(at({ phase: "auction", decider: 2, auction }))).toEqual([0, 2]);
    expect(isAsked(at({ phase: "auction", decider: 2, auction }), 1)).toBe(false);
    expect(isAsked(at({ phase: "auction", decider: 2, auction }), null)).toBe(false);
  });

  it("is everybody who has not spoken in a contest", () => {
    const contest = { lot: "house" as const, by: 0, square: 1, asked: [1, 2], wishes: [1, 0, 0] };
    expect(awaited(at({ phase: "contest", decider: 1, contest }))).toEqual([1, 2]);
  });
});

describe("a question", () => {
  it("is the same while only other things change", () => {
    const asked = at({ phase: "buy", decider: 0 });
    expect(questionOf({ ...asked, bank: { houses: 1, hotels: 1 }, claims: [] })).toBe(questionOf(asked));
    expect(questionOf({ ...asked, phase: "end" })).not.toBe(questionOf(asked));
    expect(questionOf({ ...asked, dice: [1, 2] })).not.toBe(questionOf({ ...asked, dice: [2, 2] }));
  });
});

describe("what is legal, by where it is shown", () => {
  const legal: Action[] = [
    { type: "roll" },
    { type: "claim", square: 5 },
    { type: "build", square: 16 },
    { type: "redeem", square: 6 },
    { type: "redeem", square: 9 },
    { type: "offer", to: 1 },
    { type: "withdraw" },
  ];

  it("keeps free actions apart from the decision", () => {
    const found = choicesOf(at({ phase: "roll" }), legal);
    expect(found.decisions).toEqual([{ type: "roll" }]);
    expect(found.claims).toHaveLength(1);
    expect(found.estate.map(squareOfAction)).toEqual([16, 6, 9]);
    expect(found.offers).toHaveLength(1);
    expect(found.buttons).toEqual([{ type: "withdraw" }]);
  });

  it("lets a redemption answer a transfer, for the deeds that came over", () => {
    const found = choicesOf(at({ phase: "transfer", transfer: { squares: [9], interest_paid: [] } }), [
      { type: "keep_mortgage", square: 9 },
      ...legal.slice(3, 5),
    ]);
    expect(found.decisions.map((action) => `${action.type} ${squareOfAction(action)}`)).toEqual([
      "keep_mortgage 9",
      "redeem 9",
    ]);
    expect(found.estate).toEqual([{ type: "redeem", square: 6 }]);
  });
});

describe("an action", () => {
  it("is sent without what only stood beside it", () => {
    expect(bare({ type: "build", square: 16, amount: 100 })).toEqual({ type: "build", square: 16 });
    expect(bare({ type: "bid", amount: 41, max: 1500 })).toEqual({ type: "bid", amount: 41 });
    expect(bare({ type: "pay_tax", choice: "flat", amount: 200 })).toEqual({ type: "pay_tax", choice: "flat" });
    expect(bare({ type: "buy", amount: 100 })).toEqual({ type: "buy" });
  });

  it("is labelled with what the position knows", () => {
    const here = at({ phase: "buy", deeds: { 16: { owner: 0, mortgaged: false, buildings: 4 } } });
    expect(labelled(here, 0, { type: "build", square: 16, amount: 100 })).toMatchObject({ lot: "hotel", amount: 100 });
    expect(labelled(here, 0, { type: "sell", square: 16, amount: 50 })).toMatchObject({ lot: "house", amount: 50 });
    expect(labelled(here, 0, { type: "buy" }).square).toBe(view.players[0]?.square);
  });

  it("says what becomes of a deed that nobody buys, by the house rules of the table", () => {
    const label = (options: View["options"]): string =>
      actionLabel(edition, labelled(at({ phase: "buy", options }), 0, { type: "decline" }), [], "en");
    expect(label({})).toMatch(/: on to the auction$/);
    expect(label({ declined_deed: "stays" })).toMatch(/: it stays with the bank$/);
  });

  it("never tells what a share of the tax would be", () => {
    expect(labelled(at({ phase: "tax" }), 0, { type: "pay_tax", choice: "percent", amount: 123 })).not.toHaveProperty(
      "amount",
    );
  });
});

describe("bids", () => {
  const bounds = bidsOf([{ type: "bid", amount: 41, max: 120 }, { type: "pass" }]);

  it("are bounded by the row that stands for them", () => {
    expect(bounds).toEqual({ low: 41, high: 120, places: [] });
    expect(bidsOf([{ type: "pass" }])).toBeNull();
  });

  it("are raised quickly, within the bounds", () => {
    expect(raises(40, { low: 41, high: 120 })).toEqual([
      { by: 1, amount: 41 },
      { by: 10, amount: 50 },
      { by: 50, amount: 90 },
    ]);
    // a floor above the first raises makes them one
    expect(raises(0, { low: 50, high: 1000 })).toEqual([
      { by: 1, amount: 50 },
      { by: 100, amount: 100 },
    ]);
  });

  it("are read only when they can be made", () => {
    const range = { low: 41, high: 120 };
    expect(["41", " 120 ", "40", "121", "", "4e1", "1.5", "-5"].map((typed) => read(typed, range))).toEqual([
      41,
      120,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("keys", () => {
  const MINE = ["estate", "trade", "claim"];
  const SHOWN: Record<Phase, string[][]> = {
    roll: [["roll", "pay_fine", "use_jail_card", ...MINE]],
    end: [["end_turn", "pay_fine", "use_jail_card", ...MINE]],
    double: [
      ["throw_again", "use_option", ...MINE],
      ["throw_again", "attack", ...MINE],
      ["throw_again", "go_to", ...MINE],
    ],
    buy: [["buy", "decline", ...MINE]],
    auction: [["bid", "pass", "estate"]],
    tax: [["pay_tax.flat", "pay_tax.percent", ...MINE]],
    debt: [["pay", "settle", "bankrupt", "suggest", ...MINE]],
    transfer: [["redeem", "keep_mortgage", ...MINE]],
    battle: [["place_force", "leave_force", ...MINE]],
    contest: [["want", "pass", "estate"]],
    answer: [
      ["accept", "reject", "counter", "estate", "claim"],
      ["withdraw", "estate", "claim"],
    ],
    card: [["choose.pay", "choose.draw", ...MINE]],
    over: [[]],
  };
  const tongues: Lang[] = ["en", "fr"];

  it.each(Object.entries(SHOWN))("are never taken twice in the phase %s", (_, sets) => {
    for (const names of sets)
      for (const lang of tongues) {
        const letters = names.map((name) => keyOf(name, lang));
        expect(letters.every((letter) => /^[A-Z]$/.test(letter))).toBe(true);
        expect(new Set(letters).size).toBe(letters.length);
        expect(letters).not.toContain("M"); // it mutes the table
      }
  });

  it("are there for every action of the rules that is a button", () => {
    expect(keyOfAction({ type: "pay_tax", choice: "flat" }, "en")).toBe("F");
    expect(keyOfAction({ type: "roll" }, "fr")).toBe("L");
    expect(keyOfAction({ type: "something-new" } as unknown as Action, "en")).toBe("");
    expect(SHORTCUTS).toContain("place_force");
  });

  it.each(["en", "fr"] as const)("that are pressed again and again mean nothing else (%s)", (lang) => {
    for (const often of ["roll", "end_turn", "hurry"]) {
      const others = SHORTCUTS.filter((name) => name !== often && !(often === "roll" && name === "throw_again"));
      expect(others.filter((name) => keyOf(name, lang) === keyOf(often, lang))).toEqual([]);
    }
  });
});
