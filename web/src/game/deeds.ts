// Deeds, groups and buildings in a view. Prices and legality come from the server.

import type { Action, Edition, Lot, Seat, Square, View } from "../types";

const LARGE = 5; // the value of `buildings` for the large building

export const squareOf = (edition: Edition, square: number): Square => {
  const found = edition.squares[square];
  if (!found) throw new RangeError(`There is no square ${square}.`);
  return found;
};

export const ownable = (square: Square): boolean => ["street", "station", "utility"].includes(square.kind);
export const isStreet = (edition: Edition, square: number): boolean => edition.squares[square]?.kind === "street";

/** The squares of a group, in the order of the board. */
export const members = (edition: Edition, group: string): number[] =>
  group === "" ? [] : edition.squares.filter((square) => square.group === group).map((square) => square.index);

/** Every group of the edition, in the order of the board: streets first, then stations and utilities. */
export function groupsOf(edition: Edition): string[] {
  const all = [...new Set(edition.squares.filter(ownable).map((square) => square.group))];
  const streets = all.filter((group) => edition.groups.some((known) => known.id === group));
  return [...streets, ...all.filter((group) => !streets.includes(group))];
}

/** The colour of a group; stations and utilities have none of their own. */
export const groupColour = (edition: Edition, group: string): string =>
  edition.groups.find((found) => found.id === group)?.hex ?? "#8a8f94";

export const ownerOf = (view: View, square: number): Seat | null => view.deeds[square]?.owner ?? null;
export const isMortgaged = (view: View, square: number): boolean => view.deeds[square]?.mortgaged ?? false;

export const estateOf = (view: View, seat: Seat): number[] =>
  Object.keys(view.deeds)
    .map(Number)
    .filter((square) => ownerOf(view, square) === seat)
    .sort((one, other) => one - other);

/** The buildings on a lot as steps of equal height, the large one being the highest. */
export function levelOf(view: View, square: number): number {
  const buildings = view.deeds[square]?.buildings ?? 0;
  return buildings === LARGE ? view.prices.hotel_after + 1 : buildings;
}

/** The kind of building that an action on a lot concerns. */
export function lotOf(view: View, action: Action): Lot | undefined {
  if (action.type !== "build" && action.type !== "sell") return undefined;
  const after = action.type === "build" ? levelOf(view, action.square) + 1 : levelOf(view, action.square);
  return after > view.prices.hotel_after ? "hotel" : "house";
}

/** What lifting the mortgage of a deed costs now. */
export const redeemPrice = (view: View, square: number): number => view.prices.deeds[square]?.redeem ?? 0;
