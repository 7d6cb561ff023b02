// The count at the end is the server's own: the same two games that the proof is tested with.

import { describe, expect, it } from "vitest";
import type { Edition, Standing, View } from "../types";
import made from "./games.json";
import { standingsOf, worthOf } from "./standings";

type Made = { edition: Edition; views: [number, View][]; standings: Standing[] };
const games = made as unknown as Made[];

describe("the standings", () => {
  it.each(games)("are what the server counts ($edition.id)", ({ edition, views, standings }) => {
    expect(standingsOf(edition, views[1]![1])).toEqual(standings);
  });

  it("share a place where two are worth the same, and put who failed first last", () => {
    const { edition, views } = structuredClone(games[1]!);
    const view = views[0]![1];
    expect(standingsOf(edition, view).map((row) => row.place)).toEqual([1, 1, 1]);
    Object.assign(view.players[0]!, { bankrupt: true, bankrupt_order: 1, cash: 0 });
    Object.assign(view.players[2]!, { bankrupt: true, bankrupt_order: 2, cash: 0 });
    expect(standingsOf(edition, view).map((row) => [row.seat, row.place, row.worth])).toEqual([
      [1, 1, 1500],
      [2, 2, null],
      [0, 3, null],
    ]);
  });

  it("count a mortgage at half its price, and a hotel with the houses before it", () => {
    const { edition, views } = structuredClone(games[1]!);
    const view = views[0]![1];
    view.deeds = { "1": { owner: 0, mortgaged: true, buildings: 0 }, "39": { owner: 0, mortgaged: false, buildings: 5 } };
    expect(worthOf(edition, view, 0)).toBe(1500 + 30 + 400 + 5 * 200);
    view.variant = "short";
    expect(worthOf(edition, view, 0)).toBe(1500 + 30 + 400 + 4 * 200);
  });
});
