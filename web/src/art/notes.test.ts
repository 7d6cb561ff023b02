import { expect, it } from "vitest";
import type { Edition } from "../types";
import { inNotes } from "./notes";

const edition = {
  start_money: { notes: [500, 100, 50, 20, 10, 5, 1].map((value) => ({ value, count: 1 })) },
} as unknown as Edition;

it("breaks a sum into the fewest notes", () => {
  const piles = inNotes(edition, 1688);
  expect(piles.map(({ value, count }) => [value, count])).toEqual([
    [500, 3],
    [100, 1],
    [50, 1],
    [20, 1],
    [10, 1],
    [5, 1],
    [1, 3],
  ]);
  expect(piles.reduce((sum, pile) => sum + pile.value * pile.count, 0)).toBe(1688);
});

it("shows no note for nothing", () => expect(inNotes(edition, 0)).toEqual([]));
