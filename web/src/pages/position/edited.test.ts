import { describe, expect, it } from "vitest";
import type { View } from "../../types";
import { type Edited, edited } from "./edited";

const player = { token: "car", cash: 500, square: 3, in_jail: false, jail_turns: 0, jail_cards: [], bankrupt: false };
const flow = { stage: "after", base: null, turns: 41, time_up: 0, banker: 1, jail_cards_of: [1, 0], extra: 1 };
const start = {
  edition: "classic",
  variant: "short",
  options: { parking_pot: "yes" },
  players: [
    { ...player, name: "Ann", jail_cards: ["chance"], lapped: true },
    { ...player, name: "Bob", token: "hat", jail_cards: ["chest"] },
  ],
  turn: 0,
  phase: "debt",
  decider: 0,
  doubles: 1,
  dice: [3, 3],
  deeds: { "6": { owner: 1, mortgaged: false, buildings: 3, paid: [0, 70, 80] } },
  bank: { houses: 29, hotels: 12 },
  decks: { chest: 15, chance: 15 },
  pot: 300,
  force: { dark: 5, light: 12 },
  debts: [{ debtor: 0, creditor: 1, amount: 90 }],
  claims: [{ square: 6, visitor: 0, owner: 1, amount: 20 }],
  flow,
  prices: {},
} as unknown as View;
const untouched: Edited = {
  board: "classic",
  players: start.players,
  deeds: start.deeds,
  turn: 0,
  phase: "debt",
  pot: 300,
};
const sent = (changes: Partial<Edited>): View =>
  JSON.parse(JSON.stringify(edited(start, { ...untouched, ...changes })));

describe("what is not edited", () => {
  it("stays, but for what follows from it", () => {
    const { decider: _, bank: __, decks: ___, prices: ____, ...rest } = start;
    expect(sent({})).toEqual(rest);
  });

  it("stays beside what is", () => {
    const players = [{ ...player, name: "Ann", jail_cards: ["chance"] as "chance"[], cash: 7 }, start.players[1]!];
    const found = sent({ players, pot: 10 });
    expect(found).toMatchObject({ pot: 10, debts: start.debts, flow, dice: [3, 3], force: start.force });
    expect(found.players[0]?.cash).toBe(7);
  });

  it("stays only where it can: what was asked in another turn is not asked any more", () => {
    for (const change of [{ turn: 1 }, { phase: "roll" }]) {
      const found = sent(change);
      expect([found.debts, found.dice, found.doubles]).toEqual([undefined, undefined, undefined]);
      expect(found).toMatchObject({
        options: start.options,
        claims: start.claims,
        force: start.force,
        pot: 300,
        ...change,
      });
      expect(found.flow).toEqual({ turns: 41, time_up: 0, banker: 1, jail_cards_of: [1, 0] });
    }
  });

  it("has no order of jail cards that are held by others", () => {
    const players = start.players.map((one) => ({ ...one, jail_cards: [] }));
    for (const phase of ["debt", "end"]) expect(sent({ players, phase }).flow).not.toHaveProperty("jail_cards_of");
  });

  it("names nobody who has left", () => {
    const [ann, bob] = start.players as [(typeof start.players)[0], (typeof start.players)[0]];
    for (const players of [
      [ann, bob, { ...ann, name: "Cleo" }],
      [ann, { ...bob, bankrupt: true }],
    ]) {
      const found = sent({ players });
      expect([found.claims, found.debts]).toEqual([undefined, undefined]);
    }
  });

  it("has no price of a building that is gone", () => {
    const at = (buildings: number) => sent({ deeds: { "6": { ...start.deeds["6"]!, buildings } } }).deeds["6"]?.paid;
    expect([at(3), at(2), at(0)]).toEqual([[0, 70, 80], [0, 70], undefined]);
  });

  it("is of no other board", () => {
    expect(sent({ board: "star-wars-1", deeds: {}, phase: "roll" })).toEqual({
      edition: "star-wars-1",
      players: ["Ann", "Bob"].map((name, seat) => {
        const jail_cards = start.players[seat]?.jail_cards; // the editor has emptied them, and they can be put again
        return { name, cash: 500, square: 3, in_jail: false, jail_cards, bankrupt: false };
      }),
      deeds: {},
      turn: 0,
      phase: "roll",
    });
  });
});
