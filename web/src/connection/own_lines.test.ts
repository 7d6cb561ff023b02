// What becomes of lines that were written quickly, refused, or lost with the connection.

import { beforeEach, expect, test } from "vitest";
import { OwnLines } from "./own_lines.svelte";

let lines: OwnLines;
beforeEach(() => {
  lines = new OwnLines();
});

test("a refused line comes back, also if one that was sent before it was said meanwhile", () => {
  lines.sent("one", true);
  lines.sent("two", true);
  lines.said("one");
  lines.refused("chat-too-fast");
  expect(lines.returned).toEqual({ text: "two", code: "chat-too-fast" });
});

test("a line that is sent after a refusal is not taken for the refused one", () => {
  lines.sent("one", true);
  lines.refused("chat-too-fast");
  lines.returned = null;
  lines.sent("two", true);
  lines.refused("stale-number"); // of something else
  lines.said("two");
  expect(lines.returned).toBeNull();
});

test("a phrase is told to be refused, and not written into the field", () => {
  lines.sent("/deal", false);
  lines.sent("one", true);
  lines.refused("muted");
  expect(lines.returned).toEqual({ text: "", code: "muted" });
});

test("lines that were lost with the connection come back, in their order", () => {
  for (const text of ["one", "two  words", "three"]) lines.sent(text, true);
  lines.arrived([{ text: "one" }]);
  expect(lines.returned).toEqual({ text: "two  words three", code: "no-connection" });
  lines.arrived([]);
  expect(lines.returned?.text).toBe("two  words three");
});

test("a text is known again as the server writes it", () => {
  lines.sent("two  words", true);
  lines.arrived([{ text: "two words" }]);
  expect(lines.returned).toBeNull();
});
