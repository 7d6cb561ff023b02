import { expect, test } from "vitest";
import { timeLeft } from "./time";

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
