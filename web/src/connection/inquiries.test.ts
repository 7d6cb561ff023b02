import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage } from "../generated/messages";
import { Inquiries } from "./inquiries";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a timer that fires late loses no answer", async () => {
  const sent: ClientMessage[] = [];
  const inquiries = new Inquiries((asked) => sent.push(asked) > 0);
  const answer = (): void => {
    const { id } = sent.at(-1) as { id: number };
    inquiries.answer({ type: "planned", seat: 0, id, number: 0, plan: { id } } as never);
  };
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  void inquiries.plan(0, []);
  answer();
  void inquiries.plan(0, []); // too early: it waits for the timer
  now.mockReturnValue(1000); // the timer is due, and has not fired
  const last = inquiries.plan(0, [{ square: 1, level: 1 }]);
  vi.runAllTimers();
  expect(sent).toHaveLength(2);
  answer();
  await expect(last).resolves.toEqual({ id: 3 });
});
