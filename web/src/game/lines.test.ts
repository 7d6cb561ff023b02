// The log by turn and by action, and what of it a reader asked for.

import { expect, test } from "vitest";
import type { GameEvent } from "../types";
import { gathered, type LogLine, latest, lines, turns } from "./lines";

let key = 0;
const line = (number: number, type: string, more: Partial<GameEvent> = {}): LogLine => ({
  key: String(key++),
  number,
  by: number ? "person" : "setup",
  at: 0,
  event: { type, clause: "turn.any", ...more } as GameEvent,
});

const log = [
  line(0, "shuffle"),
  line(0, "start", { seat: 0 }),
  line(1, "roll", { seat: 0 }),
  line(1, "move", { seat: 0 }),
  line(2, "buy", { seat: 0, other: "bank" }),
  line(3, "turn", { seat: 1 }),
  line(4, "roll", { seat: 1 }),
  line(4, "rent", { seat: 1, other: 0 }),
  line(5, "turn", { seat: 0 }),
];

const shape = (...of: Parameters<typeof turns>): string[] =>
  turns(...of).map(({ head, deeds }) =>
    [head?.event.seat ?? "-", ...deeds.map(({ lines }) => lines.map(({ event }) => event.type).join("+"))].join(" "),
  );

test("a turn begins with the line that gives it; an action's lines stay together", () => {
  expect(shape(log)).toEqual(["- shuffle+start", "- roll+move buy", "1 roll+rent", "0"]);
});

test("money, and mine, under the heads of their turns", () => {
  expect(shape(log, "money")).toEqual(["- start", "- buy", "1 rent"]);
  expect(shape(log, "mine", [0])).toEqual(["- start", "- roll+move buy", "1 rent", "0"]);
  expect(shape(log, "mine", [1])).toEqual(["1 roll+rent"]);
});

test("money that was set right is money", () => {
  const right = (more: object): LogLine => line(6, "set_right", more as Partial<GameEvent>);
  const [cash, owner, square] = [
    { what: "cash", seat: 0 },
    { what: "owner", sum: 60 },
    { what: "square", seat: 0 },
  ];
  expect(shape([right(cash), right(owner), right(square)], "money")).toEqual(["- set_right+set_right"]);
  expect(
    shape([right({ what: "owner", square: 1 }), line(7, "shuffle", { what: "chest" } as object)], "money"),
  ).toEqual([]);
});

test("only the last turns stand in the page, each of them whole", () => {
  expect(latest(turns(log), 2).map(({ head }) => head?.event.seat)).toEqual([1, 0]);
  expect(latest(turns(log), 100)).toHaveLength(4);
  expect(latest([], 5)).toEqual([]);
});

test("only the line of the offer knows its terms", () => {
  const action = { type: "offer", to: 1, give: { cash: 5 } };
  const events = [
    { type: "offer", seat: 0, other: 1 },
    { type: "turn", seat: 1 },
  ];
  const [offer, turn] = lines({ number: 7, by: "person", at: 0, events, action });
  expect([offer?.offer, turn?.offer]).toEqual([action, undefined]);
});

test("buildings in a row are one line, unless something happens between them or some were taken back", () => {
  const seat = 0;
  const built = [3, 4, 5].map((number) => line(number, "build", { seat, square: number }));
  const all = [line(2, "roll", { seat }), ...built, line(6, "sell", { seat }), line(7, "build", { seat })];
  expect(gathered(all).map(({ number, built }) => [number, built?.length ?? 1])).toEqual([
    [2, 1],
    [5, 3],
    [6, 1],
    [7, 1],
  ]);
  expect(gathered(all, new Set([4, 5])).map(({ built }) => built?.length ?? 1)).toEqual([1, 1, 2, 1, 1]);
  expect(gathered([line(1, "build", { seat: 0 }), line(2, "build", { seat: 1 })])).toHaveLength(2);
});

test("a line about a building has the rent after it", () => {
  const rent = { row: "buildings", count: 3, amount: 550 } as const;
  const event = { type: "build", seat: 0, square: 16, amount: 100, clause: "build.price-from-deed" };
  const [told] = lines({
    number: 3,
    by: "person",
    at: 0,
    events: [event],
    prices: { deeds: { 16: { redeem: 0, rent } } },
  });
  expect(told?.rent).toEqual(rent);
});
