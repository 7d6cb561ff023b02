import { expect, it } from "vitest";
import type { SeatInfo } from "../generated/messages";
import type { Standing } from "../types";
import { type Result, resultOf, summary } from "./record";

const seat = (kind: string, level = "random"): SeatInfo => ({ kind, level }) as SeatInfo;
const standing = (at: number, place: number): Standing => ({ seat: at, name: "", worth: 0, bankrupt: false, place });

it("a result tells the strongest bot, and how far behind we were", () => {
  const info = { id: "abc", edition: "classic", seats: [seat("person"), seat("bot", "baron"), seat("bot", "novice")] };
  const worth = [
    [1500, 100, 3000],
    [1500, 900, null],
    [1500, 1000, null],
  ];
  const found = resultOf(info, 0, [standing(0, 1), standing(1, 2)], { worth, turns: 40 });
  expect(found).toEqual({ id: "abc", edition: "classic", level: "baron", won: true, turns: 40, seats: 3, low: 0.05 });
  expect(resultOf(info, 1, [standing(0, 1)], { worth, turns: 40 })).toMatchObject({
    level: "novice",
    won: false,
    low: 0,
  });
});

it("the record counts by edition and level; only a victory from behind is a comeback", () => {
  const one: Result = { id: "1", edition: "classic", level: "baron", won: true, turns: 90, seats: 4, low: 0.06 };
  const all: Result[] = [
    one,
    { ...one, id: "2", won: false, turns: 120, low: 0 },
    { ...one, id: "3", level: "novice", low: 0.24, turns: 30 },
    { ...one, id: "4", edition: "spider-man", level: null, won: false },
    { ...one, id: "5", level: "tycoon", low: 0.5 }, // no longer built in
    { ...one, id: "6", level: "mogul", won: false, low: 0.5 },
  ];
  const found = summary(all);
  expect([found.played, found.won]).toEqual([6, 3]);
  expect(found.tallies.map(({ edition, level, won, played }) => [edition, level, won, played])).toEqual([
    ["classic", "mogul", 1, 2],
    ["classic", "baron", 1, 2],
    ["classic", "novice", 1, 1],
    ["spider-man", null, 0, 1],
  ]);
  expect(found.comeback?.id).toBe("1");
  expect(found.longest?.id).toBe("2");
  expect(summary([{ ...one, low: 0.24 }]).comeback).toBeNull();
  expect(summary([]).longest).toBeNull();
});
