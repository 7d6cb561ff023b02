import { describe, expect, it } from "vitest";
import type { Deed, Edition, Square, View } from "../types";
import { redeemCost, rentNow } from "./rent";

const lot = (index: number, more: Partial<Square>): Square =>
  ({
    index,
    kind: "street",
    name: { en: `Lot ${index}`, fr: `Terrain ${index}` },
    group: "brown",
    price: 60,
    rents: [2, 10, 30, 90, 160, 250],
    dice_multipliers: [],
    house_cost: 50,
    mortgage: 35,
    role: null,
    amount: 0,
    percent_option: 0,
    short_game_amount: 0,
    ...more,
  }) as Square;

const squares = [
  lot(0, {}),
  lot(1, {}),
  lot(2, { kind: "station", group: "station", rents: [25, 50, 100, 200] }),
  lot(3, { kind: "station", group: "station", rents: [25, 50, 100, 200] }),
  lot(4, { kind: "utility", group: "utility", rents: [], dice_multipliers: [4, 10] }),
  lot(5, { kind: "utility", group: "utility", rents: [], dice_multipliers: [4, 10] }),
];
const edition = { squares, rules: {}, numbers: { interest_percent: 10 } } as unknown as Edition;

const table = (deeds: Record<number, Partial<Deed>>, options: Record<string, string> = {}): View =>
  ({
    options,
    deeds: Object.fromEntries(
      Object.entries(deeds).map(([k, deed]) => [k, { owner: 0, mortgaged: false, buildings: 0, ...deed }]),
    ),
  }) as unknown as View;

const rent = (view: View, index: number, of = edition) => rentNow(of, view, squares[index]!);

describe("the rent a visitor would pay", () => {
  it("is nothing on an unsold or a mortgaged deed", () => {
    expect(rent(table({}), 0)).toEqual({ kind: "none", why: "unsold" });
    expect(rent(table({ 0: { mortgaged: true } }), 0)).toEqual({ kind: "none", why: "mortgaged" });
  });

  it("is the deed's, doubled on the bare lots of a full group", () => {
    expect(rent(table({ 0: {}, 1: { owner: 1 } }), 0)).toMatchObject({ amount: 2, why: "deed" });
    expect(rent(table({ 0: {}, 1: {} }), 0)).toMatchObject({ amount: 4, why: "group" });
    expect(rent(table({ 0: {}, 1: { buildings: 1 } }), 1)).toMatchObject({ amount: 10, why: "buildings" });
  });

  it("beside a mortgaged lot is doubled only where the rulebook says so", () => {
    const view = table({ 0: {}, 1: { mortgaged: true } });
    expect(rent(view, 0)).toMatchObject({ amount: 2 });
    const kinder = { ...edition, rules: { double_rent_beside_mortgage: "allowed" } } as unknown as Edition;
    expect(rent(view, 0, kinder)).toMatchObject({ amount: 4 });
  });

  it("grows with the stations, mortgaged ones counted unless the table says otherwise", () => {
    const deeds = { 2: {}, 3: { mortgaged: true } };
    expect(rent(table(deeds), 2)).toMatchObject({ amount: 50, count: 2 });
    expect(rent(table(deeds, { station_counts_mortgaged: "no" }), 2)).toMatchObject({ amount: 25, count: 1 });
  });

  it("on a utility is so many times the throw", () => {
    expect(rent(table({ 4: {} }), 4)).toEqual({ kind: "throw", times: 4, fresh: false });
    expect(rent(table({ 4: {}, 5: {} }, { utility_throw: "fresh" }), 4)).toEqual({ kind: "throw", times: 10, fresh: true });
  });

  it("lifting a mortgage costs a tenth more, rounded as the table rounds", () => {
    expect(redeemCost(edition, table({}), squares[0]!)).toBe(39);
    expect(redeemCost(edition, table({}, { ten_percent: "down" }), squares[0]!)).toBe(38);
  });
});
