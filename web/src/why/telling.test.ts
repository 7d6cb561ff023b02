// What a blind player hears is short, in his language, and ends with what he can do.

import { describe, expect, test } from "vitest";
import raw from "../generated/sentences.json?raw";
import type { LogLine } from "../table/live.svelte";
import type { Action, Edition, GameEvent } from "../types";
import { bounded, choices, happenings, question } from "./telling";

const { editions } = JSON.parse(raw) as { editions: Record<string, Edition> };
const edition = editions.classic as Edition;
const names = ["Ann", "Bob"];

const line = (number: number, event: Omit<GameEvent, "clause">): LogLine => ({
  key: `${number}.${event.type}`,
  number,
  by: "person",
  at: 0,
  event: { clause: "turn.any", ...event },
});

describe("what happened", () => {
  test("is one string an action, and nothing of the shuffling", () => {
    const lines = [
      line(0, { type: "shuffle", what: "chest" }),
      line(1, { type: "roll", seat: 0, dice: [1, 2] }),
      line(1, { type: "move", seat: 0, square: 3 }),
      line(2, { type: "buy", seat: 0, square: 3, amount: 60 }),
    ];
    expect(happenings(edition, lines, names, "en")).toEqual([
      "Ann throws 1 and 2, 3 in all. Ann moves to Baltic Avenue.",
      "Ann buys Baltic Avenue for $60.",
    ]);
  });

  test("is bounded: the last things, and how many went before", () => {
    const told = Array.from({ length: 40 }, (_, k) => `Thing ${k} happened to somebody.`);
    const said = bounded(told, "en");
    expect(said.length).toBeLessThan(500);
    expect(said).toMatch(/^\d+ more things happened before\. Thing/);
    expect(said.endsWith("Thing 39 happened to somebody.")).toBe(true);
    expect(bounded(["x".repeat(999)], "en")).toHaveLength(999); // one thing is always told whole
    expect(bounded(["a".repeat(9), "b".repeat(415)], "fr")).toMatch(/^Un autre événement a précédé\. b/);
  });
});

describe("what can be done", () => {
  const actions: Action[] = [
    { type: "roll" },
    { type: "mortgage", square: 1 },
    { type: "mortgage", square: 3 },
    { type: "mortgage", square: 5 },
    { type: "build", square: 1 },
    { type: "build", square: 3 },
  ];

  test("is a list of kinds, with how many there are", () => {
    expect(choices(edition, actions, names, "en")).toBe(
      "throw the dice, mortgage Mediterranean Avenue for $30 (2 others) and build on Mediterranean Avenue for $50 (1 other)",
    );
    expect(choices(edition, actions, names, "fr")).toContain("lancer les dés, hypothéquer");
    expect(choices(edition, actions, names, "fr")).toMatch(/\(2 autres\) et construire .* \(1 autre\)$/);
  });

  test("is not a long list", () => {
    const many = ["roll", "pay_fine", "use_jail_card", "accept", "reject", "pass", "pay", "bankrupt", "end_turn"];
    expect(choices(edition, many.map((type) => ({ type })), names, "en")).toMatch(/and 3 others$/);
  });

  test("follows the question; an unknown phase or action is no trouble", () => {
    expect(question(edition, "roll", [{ type: "roll" }], names, "en")).toBe("Your throw. You can: throw the dice.");
    expect(question(edition, "buy", [], names, "fr")).toBe("Acheter ou renoncer\u00a0?");
    expect(question(edition, "eclipse", [{ type: "look_up" }], names, "en")).toBe("Your decision. You can: look up.");
  });
});
