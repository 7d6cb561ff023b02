// Figures of the coach: whole per cents, and the podium of decisions.

import { expect, it } from "vitest";
import { byAccuracy, percent } from "./figures";

it("are whole per cents", () => {
  expect(percent(0.934, "en")).toBe("93%");
  expect(percent(0.936, "fr")).toMatch(/^94\s%$/);
});

it("name who decided best first, and nobody who had nothing to decide", () => {
  expect(byAccuracy([0.8, null, 0.95]).map(({ seat }) => seat)).toEqual([2, 0]);
});
