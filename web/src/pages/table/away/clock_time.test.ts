import { expect, test } from "vitest";
import { clockTime, minutesOf } from "./clock_time";

test("minutes of a day are written as a clock shows them", () => {
  for (const minutes of [0, 59, 480, 1320, 1439]) expect(minutesOf(clockTime(minutes))).toBe(minutes);
  expect(clockTime(485)).toBe("08:05");
  expect(minutesOf("")).toBeNull();
});
