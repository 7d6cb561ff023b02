// Phrases: a key in the chat is read in the reader's language, anything else as it was written.

import { expect, it } from "vitest";
import { PHRASES, REACTIONS, reactionIn, spoken, written } from "./phrases";

it("are read by everybody in their own language", () => {
  expect(spoken("/thanks", "en")).toBe("Thank you!");
  expect(spoken("/thanks", "fr")).toMatch(/^Merci\s!$/);
  for (const phrase of PHRASES) expect(spoken(written(phrase), "fr")).not.toContain("/");
});

it("or as pictures, which have a name", () => {
  for (const reaction of REACTIONS) {
    expect(reactionIn(written(reaction))).toBe(reaction);
    expect(spoken(written(reaction), "fr")).not.toContain("/");
  }
  expect(reactionIn("/thanks")).toBeUndefined();
});

it("leave everything else as it was written", () => {
  for (const text of ["thanks", "/thanks a lot", "/unknown", ""]) expect(spoken(text, "fr")).toBe(text);
});
