import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "./api";
import { untilReady } from "./until_ready";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers one after the other: a word, or the code of a refusal. */
function coach(...answers: (string | Refused)[]) {
  const told: string[] = [];
  const refused: string[] = [];
  let asked = 0;
  const end = untilReady(
    async () => {
      const answer = answers[asked++];
      if (answer instanceof Refused) throw answer;
      return String(answer);
    },
    (answer) => told.push(answer),
    (code) => refused.push(code),
  );
  return { told, refused, end, asked: () => asked };
}

test("asks again while the coach is getting ready", async () => {
  const found = coach(new Refused("coach-not-ready"), new Refused("coach-not-ready"), "here");
  await vi.runAllTimersAsync();
  expect(found.told).toEqual(["here"]);
  expect(found.refused).toEqual(["coach-not-ready", "coach-not-ready"]);
});

test("any other refusal is the end of it", async () => {
  const found = coach(new Refused("game-not-over"), "never asked for");
  await vi.runAllTimersAsync();
  expect(found.refused).toEqual(["game-not-over"]);
  expect(found.asked()).toBe(1);
});

test("whoever has left is not told, and nothing is asked for them", async () => {
  const waiting = coach(new Refused("coach-not-ready"), "never asked for");
  waiting.end(); // while the answer is under way
  await vi.runAllTimersAsync();
  expect([waiting.refused, waiting.asked()]).toEqual([[], 1]);

  const between = coach(new Refused("coach-not-ready"), "never asked for");
  await vi.advanceTimersByTimeAsync(0);
  between.end(); // while the next question is waited for
  await vi.runAllTimersAsync();
  expect([between.refused, between.asked()]).toEqual([["coach-not-ready"], 1]);
});
