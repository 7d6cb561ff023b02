import { describe, expect, it } from "vitest";
import type { Wanted } from "../generated/messages";
import { matches, ordered, pairs, typed } from "./typing";

const wanted = (kinds: Wanted["throw"], type = "roll"): Wanted =>
  ({ throw: kinds, action: { type }, chance: [], cards: [], events: [] }) as unknown as Wanted;

describe("typing a throw", () => {
  it("has 21 pairs where the order does not matter, and 36 where it does", () => {
    expect(pairs(false).flat()).toHaveLength(21);
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

  it("finds a card by its number or by the first letters of a word", () => {
    expect(matches("", 3, "Élu président")).toBe(true);
    expect(matches("3", 3, "Advance to GO")).toBe(true);
    expect(matches("3", 13, "Advance to GO")).toBe(false);
    expect(matches("elu", 1, "Élu président")).toBe(true);
    expect(matches("pres", 1, "Élu président")).toBe(true);
    expect(matches("sident", 1, "Élu président")).toBe(false);
  });
});
