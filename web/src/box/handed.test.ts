import { expect, test } from "vitest";
import type { LogLine } from "../game/lines";
import type { GameEvent } from "../types";
import { handed as told } from "./handed";

const log = (...steps: [number, object][]): LogLine[] =>
  steps.map(([number, event], k) => ({
    key: String(k),
    number,
    by: "person",
    at: 0,
    event: event as unknown as GameEvent,
  }));
const handed = (lines: LogLine[]) => told(lines).now;
const roll = { type: "roll", seat: 0, dice: [1, 2] };
const rent = { type: "rent", seat: 0, other: 1, amount: 22 };
const salary = { type: "salary", seat: 0, amount: 200 };

test("rent goes from player to player, the salary comes from the bank", () => {
  expect(handed(log([1, roll], [1, salary], [1, rent]))).toEqual([
    { from: "bank", to: 0, amount: 200 },
    { from: 0, to: 1, amount: 22 },
  ]);
});

test("what came before the last throw has changed hands already", () => {
  const buy = { type: "buy", seat: 1, other: "bank", amount: 60 };
  expect(handed(log([1, roll], [1, rent], [2, roll], [3, buy]))).toEqual([{ from: 1, to: "bank", amount: 60 }]);
});

test("what is paid before a throw of the same action still changes hands", () => {
  const fine = { type: "fine", seat: 0, other: "bank", amount: 50 };
  expect(handed(log([1, rent], [2, fine], [2, roll], [2, salary]))).toEqual([
    { from: 0, to: "bank", amount: 50 },
    { from: "bank", to: 0, amount: 200 },
  ]);
});

test("several sums of a step between the same two are one", () => {
  const build = { type: "build", seat: 1, other: "bank", amount: 50 };
  expect(handed(log([1, roll], [2, build], [2, build]))).toEqual([{ from: 1, to: "bank", amount: 100 }]);
});

test("what an earlier step moved was told then, and is not added", () => {
  const build = { type: "build", seat: 1, other: "bank", amount: 50 };
  const [paid, house] = [
    { from: 0, to: 1, amount: 22 },
    { from: 1, to: "bank", amount: 50 },
  ];
  const steps = log([1, roll], [1, rent], [2, build], [3, build], [4, { type: "turn", seat: 1 }]);
  expect(told(steps)).toEqual({ now: [house], before: [paid, house] });
  expect(told([...steps, ...log([5, roll])])).toEqual({ now: [], before: [] });
  expect(told(log([1, roll], [1, rent], [2, { type: "take_back", to: 0 }], [3, build]))).toEqual({
    now: [house],
    before: [{ from: 1, to: 0, amount: 22 }],
  });
});

test("whoever's money was set right should have what the screens say, also after that is taken back", () => {
  const cash = { type: "set_right", what: "cash", seat: 1, to: 1340, was: 1500 };
  const steps = log([1, roll], [1, rent], [2, cash]);
  expect(told(steps)).toEqual({ now: [{ hold: 1 }], before: [{ from: 0, to: 1, amount: 22 }] });
  expect(handed([...steps, ...log([3, { type: "take_back", to: 0 }])])).toEqual([
    { from: 1, to: 0, amount: 22 },
    { hold: 1 },
  ]);
  expect(told([...steps, ...log([3, rent])]).before).toEqual([{ from: 0, to: 1, amount: 22 }]);
});

test("the price of a deed that is set right goes to whoever had it, and back", () => {
  const owner = { type: "set_right", what: "owner", square: 6, to: 1, was: null, sum: 100 };
  const sold = { ...owner, to: null, was: 1, sum: 60 };
  const steps = log([1, roll], [2, owner], [3, sold]);
  expect(told(steps)).toEqual({
    now: [{ from: "bank", to: 1, amount: 60 }],
    before: [{ from: 1, to: "bank", amount: 100 }],
  });
  expect(handed([...steps, ...log([4, { type: "take_back", to: 2 }])])).toEqual([{ from: 1, to: "bank", amount: 60 }]);
  const square = { type: "set_right", what: "square", seat: 0, to: 5, was: 3 };
  expect(handed(log([1, { ...owner, sum: undefined }], [2, square]))).toEqual([]);
});

test("the one who asks for money in a trade is paid by the other", () => {
  const trade = { type: "trade", seat: 0, other: 1, amount: -80 };
  expect(handed(log([1, trade]))).toEqual([{ from: 1, to: 0, amount: 80 }]);
});

test("what no money is moved by is left out", () => {
  const said = ["debt", "rent_claimed", "rent_lapsed", "bid", "offer", "bankrupt", "pot", "auction"];
  const events = said.map((type): [number, object] => [1, { type, seat: 0, other: 1, amount: 5 }]);
  expect(handed(log(...events, [1, { type: "interest", seat: 0, other: "bank", amount: 0 }]))).toEqual([]);
});

test("steps that are taken back are paid back, and only once", () => {
  const before = log([1, roll], [1, rent], [2, { type: "take_back", to: 0 }]);
  expect(handed(before)).toEqual([{ from: 1, to: 0, amount: 22 }]);
  expect(handed([...before, ...log([3, roll], [3, salary])])).toEqual([{ from: "bank", to: 0, amount: 200 }]);
  expect(handed([...before, ...log([3, { type: "take_back", to: 0 }])])).toEqual([]);
});
