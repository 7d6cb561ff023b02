import { expect, test } from "vitest";
import type { MyTable } from "../../generated/messages";
import { byUrgency, isWaitedFor } from "./urgency";

const table = (id: string, change: Partial<MyTable>): MyTable => ({
  id,
  edition: "classic",
  status: "playing",
  paused: false,
  names: ["Ann", "Bob"],
  yours: [0],
  awaited: [1],
  asked: "roll",
  deadline: null,
  winners: [],
  ...change,
});

test("where one is waited for comes first, the nearest deadline before the others", () => {
  const tables = [
    table("over", { status: "over", awaited: [] }),
    table("theirs", {}),
    table("late", { awaited: [0], deadline: 2 }),
    table("paused", { awaited: [0], paused: true }),
    table("soon", { awaited: [0], deadline: 1 }),
    table("open", { status: "lobby", awaited: [] }),
  ];
  expect(byUrgency(tables).map(({ id }) => id)).toEqual(["soon", "late", "theirs", "paused", "open", "over"]);
  expect(tables.filter(isWaitedFor).map(({ id }) => id)).toEqual(["late", "soon"]);
});
