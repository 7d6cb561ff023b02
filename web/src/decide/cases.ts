// The positions of cases.json (made by tools/decision_cases.py) in the shapes of the client, for the tests of this room.

import type { DeckId, Edition, Square, View } from "../types";
import found from "./cases.json";
import type { Goods } from "./trade";

export type Told = {
  steps: [string, number, number][];
  goods: Goods | null;
  raisable: number;
  appetite: [number, number];
};
export type Case = { name: string; edition: Edition; view: View; seats: Told[] };

type Raw = Omit<View, "players" | "deeds"> & {
  players: [number, number, DeckId[], boolean][];
  deeds: Record<string, [number, number, number]>;
  seats: Told[];
  thrown: number;
};
type RawEdition = {
  rules: Record<string, string>;
  short: Record<string, unknown> | null;
  groups: { id: string }[];
  interest: number;
  squares: [string, string, number, number, number][];
};

const raw = found as unknown as { editions: Record<string, RawEdition>; cases: Raw[] };

function editionOf(id: string): Edition {
  const { rules, short, groups, interest, squares } = raw.editions[id] as RawEdition;
  const list = squares.map(([kind, group, price, house_cost, mortgage], index) => {
    return { index, kind, group, price, house_cost, mortgage, rents: [], dice_multipliers: [], name: { en: `${index}`, fr: `${index}` } };
  });
  const numbers = { salary: 200, jail_fine: 50, interest_percent: interest, battle_loss: 200 };
  return { id, rules, short, groups, numbers, squares: list as unknown as Square[] } as unknown as Edition;
}

export const CASES: Case[] = raw.cases.map((told, k) => {
  const { seats, players, deeds, thrown, ...rest } = told;
  const view = {
    ...rest,
    players: players.map(([cash, square, jail_cards, bankrupt], seat) => {
      return { name: `${seat}`, token: "", cash, square, jail_cards, bankrupt, in_jail: false, jail_turns: 0 };
    }),
    deeds: Object.fromEntries(
      Object.entries(deeds).map(([at, [owner, mortgaged, buildings]]) => [at, { owner, mortgaged: mortgaged === 1, buildings }]),
    ),
    flow: { turns: 0, force_face: null, thrown },
  } as unknown as View;
  return { name: `${k}: ${told.edition}, ${told.variant}, ${told.phase}`, edition: editionOf(told.edition), view, seats };
});

/** A case to change: the first that fits. */
export function caseLike(fits: (found: Case) => boolean): Case {
  const one = CASES.find(fits);
  if (!one) throw new Error("cases.json has no such position");
  return structuredClone(one);
}
