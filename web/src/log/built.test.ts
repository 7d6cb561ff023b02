// Buildings in the log: each lot once, with what stands on it and the rent that the server sent.

import { expect, test } from "vitest";
import { caseLike } from "../game/cases";
import { gathered, lines } from "../game/lines";
import type { GameEvent } from "../types";
import { builtSentence } from "./built";

const { edition } = caseLike(({ edition }) => edition.id === "classic");
const after = (count: number, amount: number) =>
  ({ 16: { redeem: 0, rent: { row: "buildings", count, amount } } }) as never;
const build = { type: "build", seat: 0, square: 16, amount: 100, clause: "build.price-from-deed" } as GameEvent;
const written = (number: number, count: number, amount: number) =>
  lines({ number, by: "person", at: 0, events: [build], prices: { deeds: after(count, amount) } });

test.each(["en", "fr"] as const)("in %s", (lang) => {
  const [one] = written(1, 1, 71);
  const all = gathered([...written(1, 1, 71), ...written(2, 2, 272), ...written(3, 3, 573)]);
  expect(builtSentence(edition, one!, ["Ann"], lang)).toMatch(/71/);
  expect(all).toHaveLength(1);
  const together = builtSentence(edition, all[0]!, ["Ann"], lang);
  expect(together).toMatch(/^Ann .*300.*3.*573/);
  expect(together).not.toMatch(/272/);
});
