// The panel of a debt: what is missing agrees with what can be paid.

import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import type { LiveTable } from "../../connection/live.svelte";
import raw from "../../generated/sentences.json?raw";
import type { Action, Edition, View } from "../../types";
import DebtPanel from "./DebtPanel.svelte";

vi.mock("../estate/planner.svelte", () => ({
  Planner: class {
    plan = { cash: 16, raisable: 216, steps: [] }; // before somebody raised money on another screen
    steps = [];
    squares = [];
    running = false;
    stopped = null;
  },
}));

const edition = (JSON.parse(raw) as { editions: Record<string, Edition> }).editions.classic as Edition;
const table = { names: ["Ann", "Ben"], waiting: null, edition } as unknown as LiveTable;
const of = (cash: number): View =>
  ({
    players: [{ cash }, { cash: 0 }],
    debts: [{ debtor: 0, creditor: 1, amount: 50, why: "card", square: null, clause: "" }],
  }) as unknown as View;

function panel(cash: number, actions: Action[]): string {
  const view = of(cash);
  const props = { table: { ...table, view } as LiveTable, view, edition, seat: 0, actions, onopen: vi.fn() };
  return render(DebtPanel, { props }).body;
}

test("what is missing is told as long as it is missing", () => {
  expect(panel(16, [])).toMatch(/Missing<\/dt>.*\$34<\/dd>/s);
});

test("with the money in hand nothing is missing, whatever the last plan says", () => {
  const body = panel(60, [{ type: "pay" } as Action]);
  expect(body).toContain('data-test="action-pay"');
  expect(body).not.toContain("Missing");
  expect(body).toMatch(/data-test="debt-missing"[^>]*>\$10</);
});
