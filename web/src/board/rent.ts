// What a visitor would pay on a square as things stand: the deed's table, the owner's other deeds, the table's options.

import type { Edition, Square, View } from "../types";

export type RentNow =
  | { kind: "none"; why: "unsold" | "mortgaged" }
  | { kind: "amount"; amount: number; why: "deed" | "group" | "buildings" | "stations"; count: number }
  | { kind: "throw"; times: number; fresh: boolean };

/** A rule switch as this table plays it: its option, else the edition's rulebook, else what most rulebooks say. */
export const rule = (edition: Edition, view: View, name: string, usual: string): string =>
  String(view.options[name] ?? edition.rules[name] ?? usual);

/** The deeds of a square's group. */
export const group = (edition: Edition, square: Square): Square[] =>
  edition.squares.filter((other) => other.kind === square.kind && other.group === square.group);

function held(edition: Edition, view: View, square: Square, counts: boolean): number {
  const owner = view.deeds[square.index]?.owner;
  return group(edition, square).filter((other) => {
    const deed = view.deeds[other.index];
    return deed && deed.owner === owner && (counts || !deed.mortgaged);
  }).length;
}

export function rentNow(edition: Edition, view: View, square: Square): RentNow {
  const deed = view.deeds[square.index];
  if (!deed) return { kind: "none", why: "unsold" };
  if (deed.mortgaged) return { kind: "none", why: "mortgaged" };
  if (square.kind === "utility") {
    const count = held(edition, view, square, rule(edition, view, "utility_counts_mortgaged", "yes") === "yes");
    const fresh = rule(edition, view, "utility_throw", "moving") === "fresh";
    return { kind: "throw", times: square.dice_multipliers[count - 1] ?? 0, fresh };
  }
  if (square.kind === "station") {
    const count = held(edition, view, square, rule(edition, view, "station_counts_mortgaged", "yes") === "yes");
    return { kind: "amount", amount: square.rents[count - 1] ?? 0, why: "stations", count };
  }
  const bare = square.rents[0] ?? 0;
  if (deed.buildings)
    return { kind: "amount", amount: square.rents[deed.buildings] ?? 0, why: "buildings", count: deed.buildings };
  const lots = group(edition, square);
  const full = lots.every((lot) => view.deeds[lot.index]?.owner === deed.owner);
  const beside = lots.some((lot) => view.deeds[lot.index]?.mortgaged);
  const doubled = full && (!beside || rule(edition, view, "double_rent_beside_mortgage", "denied") === "allowed");
  return { kind: "amount", amount: doubled ? 2 * bare : bare, why: doubled ? "group" : "deed", count: 0 };
}

/** What lifting the mortgage costs. */
export function redeemCost(edition: Edition, view: View, square: Square): number {
  const exact = (square.mortgage * edition.numbers.interest_percent) / 100;
  const round = { down: Math.floor, nearest: Math.round }[rule(edition, view, "ten_percent", "up")] ?? Math.ceil;
  return square.mortgage + round(exact);
}
