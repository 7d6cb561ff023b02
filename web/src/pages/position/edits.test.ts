// Edits of a position: late answers, a page that is left, and a game that begins right after a change.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Edits } from "./edits";

let asked: { position: object; counts: () => boolean; answer: () => void }[];
let edits: Edits;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  edits = new Edits(
    (position, counts) => new Promise((answer) => asked.push({ position, counts, answer: () => answer() })),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test("of quick changes the last one is sent, and only the newest answer counts", () => {
  edits.change({ pot: 1 });
  edits.change({ pot: 2 });
  vi.runAllTimers();
  edits.change({ pot: 3 });
  vi.runAllTimers();
  expect(asked.map(({ position }) => position)).toEqual([{ pot: 2 }, { pot: 3 }]);
  expect(asked.map(({ counts }) => counts())).toEqual([false, true]);
});

test("after the page was left nothing is sent, and no answer counts", () => {
  edits.change({ pot: 1 });
  vi.runAllTimers();
  edits.change({ pot: 2 });
  edits.close();
  vi.runAllTimers();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.counts()).toBe(false);
});

test("whoever begins a game waits for the last change", async () => {
  let settled = false;
  edits.change({ pot: 1 });
  vi.runAllTimers();
  edits.change({ pot: 2 });
  const waiting = edits.settled().then(() => (settled = true));
  expect(asked.at(-1)?.position).toEqual({ pot: 2 }); // at once
  asked[0]?.answer();
  await Promise.resolve();
  expect(settled).toBe(false);
  asked[1]?.answer();
  await waiting;
  vi.runAllTimers();
  expect(asked).toHaveLength(2);
});
