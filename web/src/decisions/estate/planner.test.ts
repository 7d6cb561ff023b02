// The estate planner, where the server answers late.

import { expect, test, vi } from "vitest";
import type { LiveTable } from "../../connection/live.svelte";
import type { Plan } from "../../types";
import { Planner } from "./planner.svelte";

vi.mock("../perform.svelte", () => ({ perform: vi.fn() }));

test("a suggestion that comes late leaves what was wished meanwhile", async () => {
  let answer: (plan: Plan) => void = () => undefined;
  const inquiries = { planToRaise: () => new Promise<Plan>((resolve) => (answer = resolve)) };
  const table = { inquiries, view: { deeds: {}, players: [{ cash: 0 }] } } as unknown as LiveTable;
  const planner = new Planner(table, () => 0);
  const plan = { wishes: [{ square: 5, mortgaged: true }] } as unknown as Plan;

  const late = planner.suggest(100);
  planner.wish([{ square: 39, mortgaged: true }]);
  answer(plan);
  await late;
  expect(Object.keys(planner.wishes)).toEqual(["39"]);

  const inTime = planner.suggest(100);
  answer(plan);
  await inTime;
  expect(Object.keys(planner.wishes)).toEqual(["5"]);
});
