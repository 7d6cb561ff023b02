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

test("of two askers each gets an answer, and of one asker the last question", async () => {
  const sent: { id: number }[] = [];
  const inquiries = new Inquiries((asked) => sent.push(asked as { id: number }) > 0);
  const answer = (): void => {
    const { id } = sent.at(-1) as { id: number };
    inquiries.answer({ type: "planned", seat: 0, id, number: 0, plan: { id } } as never);
    vi.runAllTimers();
  };
  const [window, panel] = [{}, {}];
  void inquiries.plan(0, [], window); // 1: under way
  const raise = inquiries.planToRaise(0, 100); // 2
  const first = inquiries.plan(0, [], panel); // 3
  void inquiries.plan(0, [], window); // 4: replaced
  const second = inquiries.plan(0, [], window); // 5
  for (let k = 0; k < 4; k++) answer();
  await expect(Promise.all([raise, first, second])).resolves.toEqual([{ id: 2 }, { id: 3 }, { id: 5 }]);
  expect(sent).toHaveLength(4);
});
