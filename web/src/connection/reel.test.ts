// A replay shows the position after the action that was asked for, on every page.

import { expect, test, vi } from "vitest";
import type { PastPage } from "../generated/messages";
import { api } from "./api";
import { Reel } from "./reel.svelte";

const LAST = 230;

/** As the server answers: the rows after a number, so many of them at most; the set-up has the number 0. */
const past = (after: number, count: number): PastPage => {
  const numbers = Array.from({ length: LAST + 1 }, (_, number) => number).filter((number) => number > after);
  const rows = numbers.slice(0, count).map((number) => ({ number, view: {}, prices: {}, standings: [], past: null }));
  return { last: LAST, setup: [], rows } as unknown as PastPage;
};

test("a replay shows what was asked for", async () => {
  vi.spyOn(api, "table").mockResolvedValue({ edition: "classic", status: "over" } as never);
  vi.spyOn(api, "edition").mockResolvedValue({} as never);
  vi.spyOn(api, "past").mockImplementation((_, after, count) => Promise.resolve(past(after, count)));
  const reel = new Reel("abc", {});
  await reel.open();
  expect([reel.frame?.number, reel.next?.number, reel.last]).toEqual([0, 1, LAST]);
  for (const number of [1, 99, 100, 199, 200, LAST]) {
    expect(await reel.go(number)).toBe(true);
    expect(reel.frame?.number).toBe(number);
    expect(reel.next?.number).toBe(number < LAST ? number + 1 : undefined);
  }
});

test("a request that fails late does not spoil what is shown by then", async () => {
  vi.spyOn(api, "table").mockResolvedValue({ edition: "classic", status: "over" } as never);
  vi.spyOn(api, "edition").mockResolvedValue({} as never);
  vi.spyOn(api, "past").mockImplementation((_, after, count) => Promise.resolve(past(after, count)));
  const reel = new Reel("abc", {});
  await reel.open();
  let fail: (why: Error) => void = () => undefined;
  vi.spyOn(api, "past").mockImplementation(() => new Promise((_, reject) => (fail = reject)));
  const late = reel.go(LAST);
  await reel.go(1);
  fail(new Error("too late"));
  expect(await late).toBe(false);
  expect([reel.frame?.number, reel.trouble]).toEqual([1, null]);
});
