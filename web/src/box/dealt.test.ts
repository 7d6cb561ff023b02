import { expect, test } from "vitest";
import { lines } from "../game/lines";
import type { View } from "../types";
import { dealt } from "./dealt";

const deed = (owner: number | null) => ({ owner, mortgaged: false, buildings: 0 });
const view = { players: [{}, {}], deeds: { 3: deed(0), 23: deed(1), 28: deed(0), 39: deed(null) } } as unknown as View;
const told = (...types: string[]) =>
  lines({ number: 0, by: "setup", at: 0, events: types.map((type) => ({ type, seat: 0 })) });

test("deeds that were dealt are told until somebody throws, as they are after a correction", () => {
  expect(dealt(told("deal", "paid", "deal"), view)).toEqual([[3, 28], [23]]);
  expect(dealt(told("deal", "set_right"), view)).toEqual([[3, 28], [23]]);
  expect(dealt(told("deal", "roll"), view)).toBeNull();
});

test("where none were dealt nothing is told", () => {
  expect(dealt(told("start", "buy"), view)).toBeNull();
});
