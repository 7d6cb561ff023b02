// What a debtor could raise, what is missing, and a way to raise it that gives up as little as possible.

import type { Debt, Seat, View } from "../types";
import { estateNow, gainOf, may, take, type Estate, type Ground, type Step, type Wish } from "./estate";
import * as rules from "./rules";

/** The debt that is to be paid now. */
export const dueNow = (view: View, seat: Seat): Debt | null =>
  view.phase === "debt" && view.debts?.[0]?.debtor === seat ? view.debts[0] : null;

/** All a player could have in cash: cash in hand, buildings at half price, mortgages. */
export function raisable({ edition, view, seat }: Ground): number {
  let total = view.players[seat]?.cash ?? 0;
  for (const square of rules.estateOf(view, seat)) {
    total += rules.halfOfBuildings(edition, view, square, rules.buildingsOn(view, square));
    if (!rules.isMortgaged(view, square)) total += rules.squareOf(edition, square).mortgage;
  }
  return total;
}

type Try = Pick<Step, "type" | "square">;

/** How much it would hurt: deeds without their group first, then stations and the like, whole groups, buildings last. */
function harm({ edition, view, seat }: Ground, step: Try): number {
  if (step.type === "sell") return 3;
  const { group } = rules.squareOf(edition, step.square);
  if (rules.owns(view, edition, group, seat) && rules.isStreet(edition, step.square)) return 2;
  return rules.isStreet(edition, step.square) ? 0 : 1;
}

/** Wishes that raise at least so much, if that can be done. */
export function suggestion(ground: Ground, needed: number): Record<number, Wish> {
  let estate: Estate = estateNow(ground);
  const wishes: Record<number, Wish> = {};
  while (estate.cash < needed) {
    const missing = needed - estate.cash;
    const open = Object.keys(estate.levels)
      .map(Number)
      .flatMap((square): Try[] => [
        { type: "mortgage", square },
        { type: "sell", square },
      ])
      .filter((step) => may(ground, estate, step) === null)
      .map((step) => ({ step, gain: gainOf(ground, estate, step), harm: harm(ground, step) }));
    // the smallest that is enough, or the largest there is, among what hurts least
    open.sort((a, b) => a.harm - b.harm || Number(b.gain >= missing) - Number(a.gain >= missing) ||
      (a.gain >= missing ? a.gain - b.gain : b.gain - a.gain) || a.step.square - b.step.square);
    const next = open[0]?.step;
    if (!next) break;
    estate = take(ground, estate, next);
    wishes[next.square] = {
      ...wishes[next.square],
      ...(next.type === "sell" ? { level: estate.levels[next.square] } : { mortgaged: true }),
    };
  }
  return wishes;
}
