// An estate as a plan: what one would like to stand where, and the single actions that lead there, in an order that the
// rules allow and that has the money in time. Nothing here acts; the server has the last word.

import type { Action, Edition, Seat, View } from "../types";
import * as rules from "./rules";

/** All that a plan must be told: the edition, the table as it stands, whose estate. */
export type Ground = { edition: Edition; view: View; seat: Seat };

/** An estate at one moment: cash, the bank's stock, and each own deed with its level and mortgage. */
export type Estate = {
  cash: number;
  houses: number;
  hotels: number;
  levels: Record<number, number>;
  mortgaged: Record<number, boolean>;
};

export type Wish = { level?: number; mortgaged?: boolean };
export type Step = {
  type: "build" | "sell" | "sell_group" | "mortgage" | "redeem";
  square: number;
  keep?: number;
  /** Lots that keep one more. */
  more?: number[];
  /** What it brings; below 0, what it costs. */
  gain: number;
};
/** A step without its price. */
export type Need = Omit<Step, "gain">;
/** The steps to a wished estate. `blocked`: why it cannot be reached, and at which square. */
export type Plan = { steps: Step[]; end: Estate; blocked: { square: number; reason: string } | null };

export function estateNow({ edition, view, seat }: Ground): Estate {
  const after = rules.hotelAfter(edition, view);
  const levels: Record<number, number> = {};
  const mortgaged: Record<number, boolean> = {};
  for (const square of rules.estateOf(view, seat)) {
    levels[square] = rules.levelOf(after, rules.buildingsOn(view, square));
    mortgaged[square] = rules.isMortgaged(view, square);
  }
  return { cash: view.players[seat]?.cash ?? 0, houses: view.bank.houses, hotels: view.bank.hotels, levels, mortgaged };
}

const groupOf = (ground: Ground, square: number): number[] => {
  const { group } = rules.squareOf(ground.edition, square);
  return rules.members(ground.edition, group);
};
const levelAt = (estate: Estate, square: number): number => estate.levels[square] ?? 0;
const after = (ground: Ground): number => rules.hotelAfter(ground.edition, ground.view);
const isHotel = (ground: Ground, estate: Estate, square: number): boolean => levelAt(estate, square) > after(ground);

/** The houses that may be taken from the bank; the one under the hammer stays for its winner. */
const spareHouses = (ground: Ground, estate: Estate): number =>
  ground.view.auction?.lot === "house" ? estate.houses - 1 : estate.houses;

/** May the next building stand here, whatever it costs? The reason why not, or null. */
function place(ground: Ground, estate: Estate, square: number): string | null {
  if (!rules.isStreet(ground.edition, square)) return "not-a-lot";
  const group = groupOf(ground, square);
  if (!group.every((lot) => lot in estate.levels)) return "incomplete-group";
  if (group.some((lot) => estate.mortgaged[lot])) return "group-mortgaged";
  const here = levelAt(estate, square);
  if (isHotel(ground, estate, square)) return "fully-built";
  if (group.some((lot) => levelAt(estate, lot) < here)) return "uneven-building";
  if (here === after(ground)) return estate.hotels > 0 ? null : "no-hotels-left";
  return estate.houses > 0 ? null : "no-houses-left";
}

/** Who has asked for a scarce building keeps a place for it. */
function awaitsBuilding(ground: Ground, estate: Estate, square: number): boolean {
  const { contest } = ground.view;
  if (!contest || (contest.wishes[ground.seat] ?? 0) <= 0) return false;
  return groupOf(ground, square).some(
    (lot) =>
      place(ground, estate, lot) === null &&
      (levelAt(estate, lot) === after(ground) ? "hotel" : "house") === contest.lot,
  );
}

function mayBuild(ground: Ground, estate: Estate, square: number): string | null {
  const { edition, view, seat } = ground;
  const refused = place(ground, estate, square);
  if (refused) return refused;
  if (view.phase === "auction" || view.contest) return "auction-open";
  const between = view.phase === "roll" && !view.flow.thrown;
  const ownTurnOnly = rules.rule(edition, view, "build_window", "any-time") === "own-turn-or-between";
  if (ownTurnOnly && seat !== view.turn && !between) return "build-not-now";
  if (rules.inDebt(view, seat)) return "in-debt";
  return estate.cash < rules.squareOf(edition, square).house_cost ? "not-enough-cash" : null;
}

function maySell(ground: Ground, estate: Estate, square: number): string | null {
  if (!rules.isStreet(ground.edition, square)) return "not-a-lot";
  if (awaitsBuilding(ground, estate, square)) return "contested";
  const here = levelAt(estate, square);
  if (here === 0) return "no-buildings";
  if (groupOf(ground, square).some((lot) => levelAt(estate, lot) > here)) return "uneven-selling";
  if (isHotel(ground, estate, square) && spareHouses(ground, estate) < after(ground)) return "no-houses-left";
  return null;
}

/** What a sale of a group leaves on a lot. */
const leftOn = ({ keep = 0, more = [] }: Need, lot: number): number => keep + (more.includes(lot) ? 1 : 0);

/** All buildings of a group at once, down to any even row that the bank's small buildings allow. */
function maySellGroup(ground: Ground, estate: Estate, step: Need): string | null {
  const { square, keep = 0, more = [] } = step;
  if (!rules.isStreet(ground.edition, square)) return "not-a-lot";
  if (awaitsBuilding(ground, estate, square)) return "contested";
  if (keep < 0 || keep > after(ground) - (more.length > 0 ? 1 : 0)) return "bad-amount";
  const group = groupOf(ground, square);
  if (group.every((lot) => levelAt(estate, lot) === 0)) return "no-buildings";
  if (group.some((lot) => levelAt(estate, lot) < leftOn(step, lot))) return "uneven-selling";
  if (more.some((lot) => !group.includes(lot))) return "not-a-lot";
  if (group.every((lot) => levelAt(estate, lot) === leftOn(step, lot))) return "no-buildings";
  const given = (lot: number): number => (isHotel(ground, estate, lot) ? 0 : levelAt(estate, lot));
  const back = group.reduce((sum, lot) => sum + given(lot) - leftOn(step, lot), 0);
  return spareHouses(ground, estate) + back < 0 ? "no-houses-left" : null;
}

function mayMortgage(ground: Ground, estate: Estate, square: number): string | null {
  const { edition, view } = ground;
  if (estate.mortgaged[square]) return "already-mortgaged";
  if (view.offer && [...view.offer.give.squares, ...view.offer.ask.squares].includes(square)) return "offer-open";
  const whole = rules.rule(edition, view, "mortgage_clears", "group") === "group";
  const lots = whole ? groupOf(ground, square) : [square];
  if (lots.some((lot) => levelAt(estate, lot) > 0)) return "buildings-stand";
  return awaitsBuilding(ground, estate, square) ? "contested" : null;
}

function mayRedeem(ground: Ground, estate: Estate, square: number): string | null {
  const { edition, view, seat } = ground;
  if (!estate.mortgaged[square]) return "not-mortgaged";
  if (view.phase === "auction" || view.phase === "contest") return "auction-open";
  if (rules.inDebt(view, seat)) return "in-debt";
  return estate.cash < rules.redeemPrice(edition, view, square) ? "not-enough-cash" : null;
}

/** May this step be taken now? The reason why not, or null. */
export function may(ground: Ground, estate: Estate, step: Need): string | null {
  if (!(step.square in estate.levels)) return "not-your-deed";
  switch (step.type) {
    case "build":
      return mayBuild(ground, estate, step.square);
    case "sell":
      return maySell(ground, estate, step.square);
    case "sell_group":
      return maySellGroup(ground, estate, step);
    case "mortgage":
      return mayMortgage(ground, estate, step.square);
    case "redeem":
      return mayRedeem(ground, estate, step.square);
  }
}

/** What a step brings or costs in this estate. */
export function gainOf(ground: Ground, estate: Estate, step: Need): number {
  const { edition, view } = ground;
  const standing = (lot: number): number => rules.buildingsAt(after(ground), levelAt(estate, lot));
  const half = (lot: number, buildings: number): number => rules.halfOfBuildings(edition, view, lot, buildings);
  switch (step.type) {
    case "build":
      return -rules.squareOf(edition, step.square).house_cost;
    case "sell":
      return rules.sellPrice(edition, view, step.square, standing(step.square));
    case "sell_group":
      return groupOf(ground, step.square).reduce((sum, lot) => sum + half(lot, standing(lot)) - half(lot, leftOn(step, lot)), 0);
    case "mortgage":
      return rules.squareOf(edition, step.square).mortgage;
    case "redeem":
      return -rules.redeemPrice(edition, view, step.square);
  }
}

/** The estate after a step. */
export function take(ground: Ground, estate: Estate, step: Need): Estate {
  const next: Estate = {
    ...estate,
    cash: estate.cash + gainOf(ground, estate, step),
    levels: { ...estate.levels },
    mortgaged: { ...estate.mortgaged },
  };
  const stand = (lot: number, level: number): void => {
    const most = after(ground);
    const before = levelAt(next, lot);
    next.houses += (before > most ? 0 : before) - (level > most ? 0 : level);
    next.hotels += (before > most ? 1 : 0) - (level > most ? 1 : 0);
    next.levels[lot] = level;
  };
  if (step.type === "build") stand(step.square, levelAt(estate, step.square) + 1);
  else if (step.type === "sell") stand(step.square, levelAt(estate, step.square) - 1);
  else if (step.type === "sell_group") for (const lot of groupOf(ground, step.square)) stand(lot, leftOn(step, lot));
  else next.mortgaged[step.square] = step.type === "mortgage";
  return next;
}

/** The way from the estate as it is to the one wished for: sell and mortgage first, then redeem, then build. */
export function planOf(ground: Ground, wishes: Record<number, Wish>): Plan {
  const steps: Step[] = [];
  let estate = estateNow(ground);
  for (;;) {
    const needs = needed(ground, estate, wishes);
    if (needs.length === 0) return { steps, end: estate, blocked: null };
    const found = needs.find((step) => may(ground, estate, step) === null) ?? together(ground, estate, needs, wishes);
    if (!found) {
      const first = needs[0] as Need;
      const reason = may(ground, estate, first) ?? "unknown";
      return { steps, end: estate, blocked: { square: first.square, reason } };
    }
    steps.push({ ...found, gain: gainOf(ground, estate, found) });
    estate = take(ground, estate, found);
  }
}

/** The steps that are still missing, those that bring money first, and evenly over a group. */
function needed({ edition }: Ground, estate: Estate, wishes: Record<number, Wish>): Need[] {
  const squares = Object.keys(estate.levels).map(Number);
  const level = (square: number): number => levelAt(estate, square);
  const wished = (square: number): number => wishes[square]?.level ?? level(square);
  const mortgage = (square: number): boolean => wishes[square]?.mortgaged ?? estate.mortgaged[square] ?? false;
  const of = (type: Step["type"], chosen: number[]): Need[] => chosen.map((square) => ({ type, square }));
  const high = squares.filter((square) => level(square) > wished(square)).sort((a, b) => level(b) - level(a) || b - a);
  const low = squares.filter((square) => level(square) < wished(square)).sort((a, b) => level(a) - level(b) || a - b);
  return [
    ...of("sell", high),
    ...of("mortgage", squares.filter((square) => mortgage(square) && !estate.mortgaged[square])),
    ...of("redeem", squares.filter((square) => !mortgage(square) && estate.mortgaged[square])),
    ...of("build", low.filter((square) => rules.isStreet(edition, square))),
  ];
}

/** Where single sales fail for want of small buildings at the bank, a whole group may go down at once. */
function together(ground: Ground, estate: Estate, needs: Need[], wishes: Record<number, Wish>): Need | undefined {
  const wished = (lot: number): number => wishes[lot]?.level ?? levelAt(estate, lot);
  return needs
    .filter((need) => need.type === "sell")
    .map(({ square }): Need => {
      const group = groupOf(ground, square);
      const keep = Math.min(...group.map(wished));
      return { type: "sell_group", square, keep, more: group.filter((lot) => wished(lot) > keep) };
    })
    .find((need) => {
      const even = groupOf(ground, need.square).every((lot) => wished(lot) === leftOn(need, lot));
      return even && may(ground, estate, need) === null;
    });
}

/** A step as the action that is sent. */
export const actionOf = ({ type, square, keep, more }: Step): Action => ({
  type,
  square,
  ...(keep ? { keep } : {}),
  ...(more?.length ? { more } : {}),
});
