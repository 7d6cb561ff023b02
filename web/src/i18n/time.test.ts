import { expect, test } from "vitest";
import { clockTime, timeLeft } from "./time";

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [65, "1:05"],
  [3600, "60:00"],
  [7199, "119:59"],
  [7200, "2 h"],
  [86_399, "24 h"],
])("%i seconds are left as %s", (seconds, written) => {
  expect(timeLeft(seconds, "en").replace(/\s/, " ")).toBe(written);
});

test.each([
  [0, "0:00"],
  [59, "0:59"],
  [1800, "30:00"],
  [3599, "59:59"],
  [3600, "1:00:00"],
  [5405, "1:30:05"],
  [43_200, "12:00:00"],
])("%i seconds of a timed game are shown as %s", (seconds, written) => {
  expect(clockTime(seconds)).toBe(written);
});
