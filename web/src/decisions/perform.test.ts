import { expect, test } from "vitest";
import { whyRefused } from "./perform.svelte";

test("a refused line of the chat does not stop an action that is under way", () => {
  expect(whyRefused({ code: "chat-too-fast", detail: "" })).toBeNull();
  expect(whyRefused({ code: "not-enough-cash", detail: "", acted: true })).toBe("not-enough-cash");
  expect(whyRefused(null)).toBeNull();
});
