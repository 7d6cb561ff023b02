// What the rules say about deeds, groups and sums, as far as the page must know it before anybody acts: what a step
// would cost, what stands in its way. The server has the last word; rules.test.ts compares the two.

import type { Action, Edition, Lot, Seat, Square, View } from "../types";

export const HOTEL = 5;
const STREET = "street";

/** A switch of the rules: as the table chose it, as the edition has it, or as usual. */
export const rule = (edition: Edition, view: View, name: string, usual: string): string =>
  String(view.options[name] ?? edition.rules[name] ?? usual);

export const squareOf = (edition: Edition, square: number): Square => {
  const found = edition.squares[square];
  if (!found) throw new RangeError(`There is no square ${square}.`);
  return found;
};

export const ownable = (square: Square): boolean => ["street", "station", "utility"].includes(square.kind);

/** The squares of a group, in the order of the board. */
export const members = (edition: Edition, group: string): number[] =>
  group === "" ? [] : edition.squares.filter((square) => square.group === group).map((square) => square.index);

/** Every group of the edition, in the order of the board: streets first, then stations and utilities. */
export function groupsOf(edition: Edition): string[] {
  const all = [...new Set(edition.squares.filter(ownable).map((square) => square.group))];
  const streets = all.filter((group) => edition.groups.some((known) => known.id === group));
  return [...streets, ...all.filter((group) => !streets.includes(group))];
}

export const ownerOf = (view: View, square: number): Seat | null => view.deeds[square]?.owner ?? null;
export const buildingsOn = (view: View, square: number): number => view.deeds[square]?.buildings ?? 0;
export const isMortgaged = (view: View, square: number): boolean => view.deeds[square]?.mortgaged ?? false;

export const owns = (view: View, edition: Edition, group: string, seat: Seat): boolean =>
  members(edition, group).every((square) => ownerOf(view, square) === seat);

export const hasBuildings = (view: View, edition: Edition, group: string): boolean =>
  members(edition, group).some((square) => buildingsOn(view, square) > 0);

export const estateOf = (view: View, seat: Seat): number[] =>
  Object.keys(view.deeds)
    .map(Number)
    .filter((square) => ownerOf(view, square) === seat)
    .sort((one, other) => one - other);

/** How many small buildings a lot has before its large one: four, in a short game perhaps three. */
export function hotelAfter(edition: Edition, view: View): number {
  const short = view.variant === "short" ? edition.short?.hotel_after : undefined;
  return typeof short === "number" ? short : 4;
}

/** Buildings as steps of equal height, the large one the highest; and back. */
export const levelOf = (after: number, buildings: number): number => (buildings === HOTEL ? after + 1 : buildings);
export const buildingsAt = (after: number, level: number): number => (level > after ? HOTEL : level);

export const isStreet = (edition: Edition, square: number): boolean => edition.squares[square]?.kind === STREET;

/** A percentage in whole units, rounded as this table does. */
export function percentOf(edition: Edition, view: View, amount: number, percent: number): number {
  const hundredths = amount * percent;
  const rounding = rule(edition, view, "ten_percent", "up");
  if (rounding === "up") return Math.ceil(hundredths / 100);
  return rounding === "down" ? Math.floor(hundredths / 100) : Math.floor((hundredths + 50) / 100);
}

export const interestOn = (edition: Edition, view: View, square: number): number =>
  percentOf(edition, view, squareOf(edition, square).mortgage, edition.numbers.interest_percent);

/** Value plus interest; right after a deed has changed hands perhaps less. */
export function redeemPrice(edition: Edition, view: View, square: number): number {
  const { mortgage } = squareOf(edition, square);
  const pending = view.transfer?.squares.includes(square) ?? false;
  const paid = view.transfer?.interest_paid.includes(square) ?? false;
  const spared = pending && (paid || rule(edition, view, "transfer_lift", "plus-interest") === "value-only");
  return spared ? mortgage : mortgage + interestOn(edition, view, square);
}

/** What the bank gives for one step down: half of what it cost, or nothing where a hotel is worth its houses only. */
export function sellPrice(edition: Edition, view: View, square: number, buildings: number): number {
  const worthless = buildings === HOTEL && rule(edition, view, "hotel_counts_as", "five") === "four";
  return worthless ? 0 : Math.floor(squareOf(edition, square).house_cost / 2);
}

/** What the bank gives for all that stands on a lot. */
export function halfOfBuildings(edition: Edition, view: View, square: number, buildings: number): number {
  let steps = levelOf(hotelAfter(edition, view), buildings);
  if (buildings === HOTEL && rule(edition, view, "hotel_counts_as", "five") === "four") steps -= 1;
  return Math.floor((steps * squareOf(edition, square).house_cost) / 2);
}

export const inDebt = (view: View, seat: Seat): boolean => (view.debts ?? []).some((debt) => debt.debtor === seat);

/** Which of the bank's buildings an action on a lot is about. */
export function lotOf(edition: Edition, view: View, action: Action): Lot | undefined {
  if (action.square === undefined) return undefined;
  const standing = buildingsOn(view, action.square);
  if (action.type === "sell") return standing === HOTEL ? "hotel" : "house";
  if (action.type === "build") return standing >= hotelAfter(edition, view) ? "hotel" : "house";
  return undefined;
}

/** What an action costs (below 0) or brings (above), where that is known beforehand; never the share of a tax. */
export function gain(edition: Edition, view: View, seat: Seat, action: Action): number | null {
  const here = view.players[seat]?.square ?? 0;
  const { square } = action;
  const told = action.amount;
  switch (action.type) {
    case "buy":
      return -(told ?? squareOf(edition, here).price);
    case "pay_fine":
      return -(told ?? edition.numbers.jail_fine);
    case "pay":
      return -(told ?? view.debts?.[0]?.amount ?? 0);
    case "claim":
      return told ?? view.claims?.find((claim) => claim.square === square && claim.owner === seat)?.amount ?? null;
    case "attack":
      return square === undefined ? null : -squareOf(edition, square).price;
    case "build":
      return square === undefined ? null : -(told ?? squareOf(edition, square).house_cost);
    case "sell":
      return square === undefined ? null : (told ?? sellPrice(edition, view, square, buildingsOn(view, square)));
    case "mortgage":
      return square === undefined ? null : (told ?? squareOf(edition, square).mortgage);
    case "redeem":
      return square === undefined ? null : -(told ?? redeemPrice(edition, view, square));
    case "keep_mortgage": {
      if (square === undefined) return null;
      return view.transfer?.interest_paid.includes(square) ? 0 : -(told ?? interestOn(edition, view, square));
    }
    default:
      return null;
  }
}
