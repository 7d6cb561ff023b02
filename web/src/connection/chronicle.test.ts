// The log has no gap: not for somebody who joins late, nor for somebody who was away for long.

import { beforeEach, expect, test, vi } from "vitest";
import type { PastAction, PastPage } from "../generated/messages";
import { api } from "./api";
import { Chronicle } from "./chronicle.svelte";

const action = (number: number, seat = 0): PastAction =>
  ({ number, seat, by: "person", at: 0, action: { type: "end_turn" }, events: [{ type: "turn", seat }] }) as never;

const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, k) => first + k);

let chronicle: Chronicle;
let last: number;
beforeEach(() => {
  chronicle = new Chronicle();
  vi.spyOn(api, "past").mockImplementation((_, after, most) => {
    const rows = numbers(after + 1, Math.min(last, after + most)).map((number) => ({ number, past: action(number) }));
    return Promise.resolve({ last, setup: [], rows } as unknown as PastPage);
  });
});

const written = (): number[] => chronicle.lines.map((line) => line.number);

test("somebody who joins late reads the last hundred actions", async () => {
  last = 250;
  await chronicle.lookBack("abc", 251, {});
  expect(written()).toEqual(numbers(151, 250));
  expect(chronicle.line.base).toBe(150);
  chronicle.write(action(251));
  expect(chronicle.line.before([0])).toBe(250);
});

test("what a welcome does not have of a long absence is read", async () => {
  last = 350;
  for (const number of numbers(1, 20)) chronicle.write(action(number));
  const read = chronicle.lookBack("abc", 151, {}, 20);
  for (const number of numbers(151, 350)) chronicle.write(action(number));
  expect(chronicle.line.base).toBe(150); // nothing before a gap may be taken back
  await read;
  expect(written()).toEqual(numbers(1, 350));
  expect(chronicle.line.base).toBe(20);
});

test("after a very long absence the log begins later", async () => {
  last = 2000;
  for (const number of numbers(1, 20)) chronicle.write(action(number));
  const read = chronicle.lookBack("abc", 1801, {}, 20);
  for (const number of numbers(1801, 2000)) chronicle.write(action(number));
  await read;
  expect(written()).toEqual(numbers(1301, 2000));
});

test("a log that cannot be read is left as it is", async () => {
  vi.spyOn(api, "past").mockRejectedValue(new Error("no network"));
  for (const number of [1, 2, 300]) chronicle.write(action(number));
  await chronicle.lookBack("abc", 300, {}, 2);
  expect(written()).toEqual([1, 2, 300]);
});
