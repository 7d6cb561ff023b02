import { expect, it } from "vitest";
import { EARS, faceOf, HEADS, MOUTHS } from "../art/face";
import { caseLike } from "../game/cases";
import type { LogLine } from "../game/lines";
import type { GameEvent } from "../types";
import { lastRemark, temperOf } from "./remarks";

const { edition } = caseLike((found) => found.edition.id === "classic");
const seats = [
  { name: "Ann", kind: "person", level: "baron" },
  { name: "Pip", kind: "bot", level: "novice" },
] as const;
const line = (number: number, event: object): LogLine =>
  ({ key: `${number}.0`, number, by: "bot", at: 0, event: event as GameEvent }) as LogLine;
const rents = (from: number, count: number): LogLine[] =>
  Array.from({ length: count }, (_, k) => line(from + k, { type: "rent", seat: 0, other: 1, amount: 900, square: 39 }));

it("a face follows from the name, and names have different faces", () => {
  const names = ["Pip", "Juniper", "Biscuit", "Tansy", "Domino", "Marble", "Bramble", "Pepper", "Clover", "Quill"];
  const faces = new Set(names.map((name) => JSON.stringify(faceOf(name))));
  expect(faceOf("Pip")).toEqual(faceOf("Pip"));
  expect(faces.size).toBe(names.length);
  for (const name of names) {
    const { head, ears, mouth } = faceOf(name);
    expect(HEADS[head] && EARS[ears] && MOUTHS[mouth]).toBeTruthy();
  }
});

it("bots speak seldom, and people are left to speak for themselves", () => {
  const spoken = new Set(rents(1, 100).map((_, k) => lastRemark(edition, rents(1, k + 1), seats)?.number));
  spoken.delete(undefined);
  expect(spoken.size).toBeGreaterThan(0);
  expect(spoken.size).toBeLessThanOrEqual(4);
  expect(lastRemark(edition, rents(1, 100), seats)?.seat).toBe(1);
  expect(lastRemark(edition, rents(1, 100), [seats[0], seats[0]])).toBeNull();
});

it("says nothing of small rents, and always something at a victory", () => {
  const small = Array.from({ length: 50 }, (_, k) => line(k, { type: "rent", seat: 0, other: 1, amount: 8 }));
  expect(lastRemark(edition, small, seats)).toBeNull();
  expect(lastRemark(edition, [line(9, { type: "over", winner: 1 })], seats)).toEqual({
    seat: 1,
    number: 9,
    key: "talk.carefree-win",
  });
});

it("the temper follows from how a level plays", () => {
  expect(["random", "novice", "trader", "baron", "mogul"].map(temperOf)).toEqual([
    "carefree",
    "carefree",
    "friendly",
    "cool",
    "cool",
  ]);
});
