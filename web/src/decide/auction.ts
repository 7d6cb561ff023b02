// What one may bid, and how far the quick raises go.

import type { Action, Edition, Seat, View } from "../types";
import { may, estateNow, type Ground } from "./estate";
import { RAISES } from "./keys";
import { estateOf, hotelAfter } from "./rules";

export type Bids = { low: number; high: number };

/** The bounds of a bid, from the row that stands for it. */
export const bidsOf = (actions: readonly Action[]): Bids | null => {
  const row = actions.find((action) => action.type === "bid");
  return row?.amount === undefined ? null : { low: row.amount, high: row.max ?? row.amount };
};

/** The bids that the quick buttons make: above the highest so far, within the bounds, none twice. */
export function raises(bid: number, { low, high }: Bids): { by: number; amount: number }[] {
  return RAISES.map((by) => ({ by, amount: Math.max(low, bid + by) })).filter(
    ({ amount }, k, all) => amount <= high && all.findIndex((other) => other.amount === amount) === k,
  );
}

/** What was typed, as a bid that can be made; null if it is none. */
export function read(typed: string, { low, high }: Bids): number | null {
  const amount = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : NaN;
  return amount >= low && amount <= high ? amount : null;
}

/** The lots on which the building under the hammer could stand. */
export function placesFor(edition: Edition, view: View, seat: Seat): number[] {
  const lot = view.auction?.lot;
  if (!lot) return [];
  // as if it were built now: only where it would stand matters, not the phase, the stock or the cash
  const ground: Ground = { edition, seat, view: { ...view, phase: "roll", turn: seat, contest: undefined, debts: undefined } };
  const estate = { ...estateNow(ground), cash: Infinity, houses: 1, hotels: 1 };
  const kind = (square: number): string => ((estate.levels[square] ?? 0) === hotelAfter(edition, view) ? "hotel" : "house");
  return estateOf(view, seat).filter((square) => may(ground, estate, { type: "build", square }) === null && kind(square) === lot);
}
