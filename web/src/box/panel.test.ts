// Around a real box: what the panel says about the throw that is wanted, about squares, and about missing screens.

import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import type { LiveTable } from "../connection/live.svelte";
import raw from "../generated/sentences.json?raw";
import { language } from "../i18n/language.svelte";
import type { Edition, View } from "../types";
import BoxPanel from "./BoxPanel.svelte";
import { squareApart } from "./squares";
import Typing from "./Typing.svelte";

vi.mock("../route.svelte", () => ({ linkTo: {} }));

const { editions } = JSON.parse(raw) as { editions: Record<string, Edition> };
const edition = editions.classic as Edition;
const players = [{ square: 0 }, { square: 0 }];
const view = (doubles = 0): View => ({ phase: "roll", turn: 0, decider: 0, doubles, players }) as unknown as View;
const table = {
  id: "t",
  number: 0,
  names: ["Ann", "Ben"],
  yours: [0, 1],
  waiting: null,
  stepsBack: [],
  shownLog: [],
  stage: { busy: true },
  legal: () => [],
};

function typing(doubles: number, chance: (number | string)[], type = "roll"): string {
  const wanted = { number: 1, seat: 0, action: { type }, throw: ["die", "die"], chance, events: [], cards: [] };
  const props = {
    table: { ...table, wanted } as unknown as LiveTable,
    view: view(doubles),
    edition,
    seat: 0,
    here: -1,
  };
  return render(Typing, { props }).body;
}

test("which throw is meant is said, unless it is the first of a turn", () => {
  expect(typing(0, [])).not.toContain("which-throw");
  expect(typing(1, [])).toContain("A double: Ann throws again.");
  expect(typing(1, [3, 4, "nearest-utility"])).toContain("This throw is for the rent:");
  expect(typing(1, [], "attack")).not.toContain("which-throw");
});

test("squares of one name are told apart in every edition, in both languages", () => {
  expect(squareApart(edition, 39, "fr")).toBe("Rue de la Paix");
  expect(squareApart(edition, 36, "fr")).toBe("Chance (après Gare Saint-Lazare)");
  for (const each of Object.values(editions))
    for (const lang of ["en", "fr"] as const) {
      const names = each.squares.map((_, k) => squareApart(each, k, lang));
      expect(new Set(names).size).toBe(names.length);
    }
});

test("the panel has a name, and says that no screen of everybody's is there", () => {
  const panel = (bankIsGone: boolean): string => {
    const props = { table: { ...table, bankIsGone } as unknown as LiveTable, view: view(), edition, seat: 0 };
    return render(BoxPanel, { props }).body;
  };
  language.now = "fr";
  expect(panel(false)).toContain('aria-label="Autour d’une vraie boîte"');
  expect(panel(false)).not.toContain("bank-is-gone");
  expect(panel(true)).toMatch(/Aucun écran «.À tous.» n’est connecté/);
});
