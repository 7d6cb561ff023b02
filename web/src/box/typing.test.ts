import { describe, expect, it } from "vitest";
import type { Card } from "../generated/edition";
import type { Wanted } from "../generated/messages";
import { language, say } from "../i18n/language.svelte";
import type { GameEvent, Lang } from "../types";
import { amounts, effects, found, type Listed, ordered, pairs, twin, typed, usual } from "./typing";

const wanted = (kinds: Wanted["throw"], type = "roll"): Wanted =>
  ({ throw: kinds, action: { type }, chance: [], cards: [], events: [] }) as unknown as Wanted;

const NONE = { amount: 0, per_small: 0, per_large: 0, steps: 0, dice_multiplier: 0, collect_go: false };
const listed = (number: number, words: string, ...printed: number[]): Listed => ({ number, words, printed });
const numbers = (cards: Listed[]): number[] => cards.map(({ number }) => number);

describe("typing a throw", () => {
  it("has 21 pairs where the order does not matter, and 36 where it does", () => {
    expect(pairs(false).flat()).toHaveLength(21);
    expect(
      new Set(
        pairs(false)
          .flat()
          .map((pair) => pair.join()),
      ).size,
    ).toBe(21);
    expect(pairs(false).map((row) => row.length)).toEqual([7, 7, 7]);
    expect(pairs(true).flat()).toHaveLength(36);
    expect(ordered(wanted(["die", "die"]))).toBe(false);
    expect(ordered(wanted(["die", "die", "force"]))).toBe(true);
    expect(ordered(wanted(["die", "die"], "attack"))).toBe(true);
  });

  it("takes digits for dice and a letter for the Force die", () => {
    const kinds = wanted(["die", "die", "force"]).throw;
    expect(typed([], "3", kinds)).toEqual([3]);
    expect(typed([3], "7", kinds)).toBeNull();
    expect(typed([3], "d", kinds)).toBeNull();
    expect(typed([3, 4], "D", kinds)).toEqual([3, 4, "dark"]);
    expect(typed([3, 4], "x", kinds)).toBeNull();
  });

  it("knows the throw that was typed on another screen a moment ago", () => {
    const event = { type: "roll", seat: 0, dice: [2, 4] } as unknown as GameEvent;
    const rent = { type: "rent", seat: 0, other: 1, amount: 6 } as unknown as GameEvent;
    const log = [event, rent].map((event, k) => ({ key: `7.${k}`, number: 7, by: "person", at: 50_000, event }));
    expect(twin(log, [4, 2], 3, 52_000)).toBe(log[0]);
    expect(twin(log, [4, 3], 3, 52_000)).toBeNull();
    expect(twin(log, [4, 2], 7, 52_000)).toBeNull(); // it was typed here
    expect(twin(log, [4, 2], 8, 52_000)).toBeNull(); // it was seen here
    expect(twin(log, [4, 2], 3, 66_000)).toBeNull(); // time enough for another throw
    expect(twin([], [4, 2], 3, 52_000)).toBeNull();
  });

  it("finds a card by the first letters of its words, or by its number in the list", () => {
    const deck = ["Advance to GO", "Élu président", "Retournez"].map((words, k) => listed(k + 1, words));
    expect(numbers(found(deck, ""))).toEqual([1, 2, 3]);
    expect(numbers(found(deck, "3"))).toEqual([3]);
    expect(numbers(found(deck, "elu"))).toEqual([2]);
    expect(numbers(found(deck, "d'élu pres"))).toEqual([]);
    expect(numbers(found(deck, "pres"))).toEqual([2]);
    expect(numbers(found(deck, "sident"))).toEqual([]);
    expect(numbers(found(deck, "advance go"))).toEqual([1]);
  });

  it("takes a number for what is printed on a card, and only then for its place in the list", () => {
    const deck = [listed(1, "one", 15), listed(2, "two", 1000), listed(15, "fifteen", 40)];
    expect(numbers(found(deck, "15"))).toEqual([1]);
    expect(numbers(found(deck, "$15"))).toEqual([1]);
    expect(numbers(found(deck, "15 $"))).toEqual([1]);
    expect(numbers(found(deck, "1,000"))).toEqual([2]);
    expect(numbers(found(deck, "1\u202f000"))).toEqual([2]);
    expect(numbers(found(deck, "2"))).toEqual([2]);
    expect(numbers(found(deck, "150"))).toEqual([]);
  });

  it("knows what is printed on a card, whatever its words are", () => {
    const repairs = { ...NONE, kind: "repairs", per_small: 25, per_large: 100 } as const;
    const choice = { ...NONE, kind: "choice", options: [{ ...NONE, kind: "pay_bank", amount: 10 }, repairs] } as const;
    expect(amounts(repairs, 200)).toEqual([25, 100]);
    expect(amounts({ ...NONE, kind: "move_relative", steps: -3 }, 200)).toEqual([3]);
    expect(amounts({ ...NONE, kind: "move_to", collect_go: true }, 200)).toEqual([200]);
    expect(amounts({ ...NONE, kind: "jail" }, 200)).toEqual([200]);
    expect(amounts({ ...choice, options: [...choice.options] }, 200)).toEqual([10, 25, 100]);
    expect(effects({ ...choice, options: [...choice.options] })).toEqual(["other", "pay"]);
    expect(effects({ ...NONE, kind: "receive_each" })).toEqual(["receive", "everybody"]);
  });

  it.each<[Lang, string, Card["kind"]]>([
    ["en", "back", "move_relative"],
    ["en", "fine", "pay_bank"],
    ["en", "repairs", "repairs"],
    ["en", "birthday", "receive_each"],
    ["fr", "recul", "move_relative"],
    ["fr", "amende", "pay_bank"],
    ["fr", "réparations", "repairs"],
    ["fr", "anniversaire", "receive_each"],
    ["fr", "sortir", "jail_free"],
  ])("finds a card by what it does: %s, %s", (lang, wish, kind) => {
    language.now = lang;
    const words = usual({ ...NONE, kind }).map((key) => say(key));
    expect(found([listed(1, words.join(" "))], wish)).toHaveLength(1);
    expect(found([listed(1, "Bank")], wish)).toEqual([]);
  });
});
