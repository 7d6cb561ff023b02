// An offer in the log names what is given and what is asked for.

import { expect, test } from "vitest";
import raw from "../generated/sentences.json?raw";
import type { Edition } from "../types";
import { termsOf } from "./labels";
import { language } from "./language.svelte";
import { eventSentence, squareName } from "./say";

const edition = (JSON.parse(raw) as { editions: Record<string, Edition> }).editions.classic as Edition;
const name = (square: number): string => edition.squares[square]?.name.en ?? "";

test("the terms of an offer name deeds, cards and cash of both sides", () => {
  const offer = { type: "offer", to: 1, give: { squares: [1, 3], cash: 50 }, ask: { squares: [6], jail_cards: 1 } };
  const said = termsOf(edition, offer, "en");
  for (const part of [name(1), name(3), name(6), "$50", "jail"]) expect(said).toContain(part);
  expect(said.indexOf("$50")).toBeLessThan(said.indexOf("Asks"));
  expect(said.indexOf(name(6))).toBeGreaterThan(said.indexOf("Asks"));
});

test("who asks for nothing is said to ask for nothing", () => {
  expect(termsOf(edition, { type: "offer", to: 1, give: { cash: 5 } }, "fr")).toMatch(
    /^Donne.: 5.\$\. Demande.: rien\.$/,
  );
});

test("deeds in place of a rent are asked nothing for", () => {
  const said = termsOf(edition, { type: "settle", squares: [1], cash: 20 }, "en");
  expect(said).toContain("$20");
  expect(said).not.toContain("Asks");
});

test("a table of several people has one language for its squares, in sentences of every language", () => {
  language.names = "en";
  const said = termsOf(edition, { type: "offer", to: 1, give: { squares: [1] }, ask: { cash: 5 } }, "fr");
  expect(squareName(edition, 39, "fr")).toBe("Boardwalk");
  language.names = null;
  expect(said).toContain(name(1));
  expect(said).toContain("Demande");
  expect(squareName(edition, 39, "fr")).toBe(edition.squares[39]?.name.fr);
});

test("and so have its cards, since they name squares and have the name of a deck", () => {
  const drawn = (card: string): string =>
    eventSentence(edition, { type: "card", seat: 0, deck: "chance", card }, ["Ann"], "fr");
  expect(drawn("advance-dark-blue-2")).toContain("Rue de la Paix");
  language.names = "en";
  const [boardwalk, start] = [drawn("advance-dark-blue-2"), drawn("advance-go")];
  const right = eventSentence(edition, { type: "set_right", what: "shuffled", deck: "chest" }, ["Ann"], "fr");
  language.names = null;
  expect(boardwalk).toContain("Boardwalk");
  expect(boardwalk).not.toContain("Rue de la Paix");
  expect(start).toContain("GO");
  expect(right).toContain("Community Chest");
});
