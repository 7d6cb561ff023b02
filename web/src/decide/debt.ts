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
  if (step.type === "sell_group") return 4;
  if (step.type === "sell") return 3;
  const { group } = rules.squareOf(edition, step.square);
  if (rules.owns(view, edition, group, seat) && rules.isStreet(edition, step.square)) return 2;
  return rules.isStreet(edition, step.square) ? 0 : 1;
}

const TYPES = ["mortgage", "sell", "sell_group"] as const;

/** Among what hurts least: the smallest sum that is enough, or the largest there is. */
function best(ground: Ground, estate: Estate, missing: number): Try | undefined {
  const open = Object.keys(estate.levels)
    .map(Number)
    .flatMap((square) => TYPES.map((type): Try => ({ type, square })))
    .filter((step) => may(ground, estate, step) === null)
    .map((step) => ({ step, gain: gainOf(ground, estate, step), harm: harm(ground, step) }));
  const enough = (gain: number): number => Number(gain >= missing);
  open.sort((a, b) => {
    if (a.harm !== b.harm) return a.harm - b.harm;
    if (enough(a.gain) !== enough(b.gain)) return enough(b.gain) - enough(a.gain);
    return (enough(a.gain) ? a.gain - b.gain : b.gain - a.gain) || a.step.square - b.step.square;
  });
  return open[0]?.step;
}

/** Wishes that raise at least so much, if that can be done. */
export function suggestion(ground: Ground, needed: number): Record<number, Wish> {
  let estate: Estate = estateNow(ground);
  const wishes: Record<number, Wish> = {};
  const wish = (square: number, more: Wish): void => void (wishes[square] = { ...wishes[square], ...more });
  while (estate.cash < needed) {
    const next = best(ground, estate, needed - estate.cash);
    if (!next) break;
    const then = take(ground, estate, next);
    if (next.type === "mortgage") wish(next.square, { mortgaged: true });
    for (const [square, level] of Object.entries(then.levels))
      if (level !== estate.levels[Number(square)]) wish(Number(square), { level });
    estate = then;
  }
  return wishes;
}
