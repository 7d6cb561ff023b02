// Bids: the bounds from the server, and quick raises within them.

import type { Action } from "../types";

export const RAISES = [1, 10, 50, 100] as const;

export type Bids = {
  low: number;
  high: number;
  /** The lots for the building that is auctioned. */
  places: number[];
};

/** The bounds of a bid, from the legal action that stands for all bids. */
export function bidsOf(actions: readonly Action[]): Bids | null {
  const row = actions.find((action) => action.type === "bid");
  return row ? { low: row.amount, high: row.max ?? row.amount, places: row.places ?? [] } : null;
}

/** The amounts of the quick buttons: above the highest bid, within the bounds, without duplicates. */
export function raises(bid: number, { low, high }: Pick<Bids, "low" | "high">): { by: number; amount: number }[] {
  return RAISES.map((by) => ({ by, amount: Math.max(low, bid + by) })).filter(
    ({ amount }, k, all) => amount <= high && all.findIndex((other) => other.amount === amount) === k,
  );
}

/** Parses a typed bid; null if it is invalid. */
export function read(typed: string, { low, high }: Pick<Bids, "low" | "high">): number | null {
  const amount = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : NaN;
  return amount >= low && amount <= high ? amount : null;
}
