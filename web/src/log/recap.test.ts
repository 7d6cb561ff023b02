import { describe, expect, it } from "vitest";
import { caseLike } from "../game/cases";
import type { LogLine } from "../game/lines";
import type { GameEvent } from "../types";
import { recap } from "./recap";

const { edition } = caseLike((found) => found.edition.id === "classic");
const names = ["Ann", "Bot 2", "Bot 3"];
const line = (event: object): LogLine => ({ key: "", number: 1, by: "bot", at: 0, event: event as GameEvent });

describe("what happened unseen", () => {
  it("is one line for each other player, without repetition", () => {
    const lines = [
      { type: "move", seat: 1, square: 1 },
      { type: "buy", seat: 1, square: 1, amount: 60 },
      { type: "move", seat: 2, square: 1 },
      { type: "rent", seat: 2, other: 1, square: 1, amount: 2 },
      { type: "build", seat: 1, square: 1, amount: 50 },
      { type: "build", seat: 1, square: 1, amount: 50 },
      { type: "rent", seat: 0, other: 1, square: 1, amount: 2 },
    ].map(line);
    const told = recap(edition, lines, names, [0], "en").map(({ words }) => words);
    expect(told).toEqual([
      "Bot 2 bought Mediterranean Avenue ($60) and built on Mediterranean Avenue.",
      "Bot 3 paid Bot 2 $2 rent.",
    ]);
    const french = recap(edition, lines, names, [1], "fr").map(({ words }) => words.replace(/\s/g, " "));
    expect(french).toEqual(["Bot 3 vous a payé 2 $ de loyer.", "Ann vous a payé 2 $ de loyer."]);
  });

  it("tells who took the money in the middle", () => {
    const taken = { type: "pot_taken", seat: 2, square: 20, amount: 900 };
    expect(recap(edition, [line(taken)], names, [0], "en")[0]?.words).toBe("Bot 3 took $900 from the middle.");
  });

  it("says at least where somebody is", () => {
    const [only] = recap(edition, [line({ type: "move", seat: 2, square: 10 })], names, [0], "en");
    expect(only?.words).toMatch(/^Bot 3 is on /);
  });
});
