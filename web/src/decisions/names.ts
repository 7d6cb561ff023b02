// Amounts, squares, groups, buildings and players in the reader's language.

import { inLanguage, language, say } from "../i18n/language.svelte";
import { stationsName } from "../i18n/money";
import { buildingName, grouped, listed, money, person, squareName } from "../i18n/say";
import type { Edition, Lot, Party } from "../types";

export const sum = (edition: Edition, amount: number): string => money(edition, amount, language.now);

/** An amount for a narrow column, without currency. */
export const figure = (amount: number): string => grouped(amount, language.now);

/** An amount with its sign. */
export const signed = (edition: Edition, amount: number): string =>
  amount > 0 ? `+${sum(edition, amount)}` : amount < 0 ? `−${sum(edition, -amount)}` : sum(edition, 0);

export const square = (edition: Edition, index: number): string => squareName(edition, index, language.now);

export const who = (names: readonly string[], party: Party | null | undefined): string =>
  person(party, names, language.now);

export const all = (things: readonly string[]): string => listed(things, language.now);

/** "3 houses" */
export const buildings = (edition: Edition, lot: Lot, count: number): string =>
  `${count}\u00a0${buildingName(edition, lot, count, language.now)}`;

/** A group by its printed colour; stations, which every board has its own for, and utilities by their kind. */
export function groupName(edition: Edition, group: string): string {
  const known = edition.groups.find((found) => found.id === group);
  if (known) return inLanguage(known.printed_colour);
  if (group === "station") return stationsName(edition.id, language.now);
  if (group === "utility") return say("decide.utilities");
  return group;
}
