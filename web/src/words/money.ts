// Amounts, squares and buildings in an edition's words.

import type { Building, Edition, Lang, Lot } from "../types";

/** An amount: "$1,500"; in French, with a narrow no-break space, the sign always comes last: "1 500 $". */
export function money(edition: Pick<Edition, "currency">, amount: number, lang: Lang): string {
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, lang === "fr" ? "\u202f" : ",");
  const { symbol, symbol_position } = edition.currency;
  const written = symbol_position === "before" && lang !== "fr" ? `${symbol}${digits}` : `${digits}\u00a0${symbol}`;
  return amount < 0 ? `-${written}` : written;
}

/** A square's name by itself; in a French sentence `quoted` sets it in guillemets. */
export const squareName = (edition: Pick<Edition, "squares">, square: number, lang: Lang): string =>
  edition.squares[square]?.name[lang] ?? String(square);

/** "house", "houses": the word for a count, in the edition's words. */
export const buildingName = (edition: Pick<Edition, "buildings">, lot: Lot, count: number, lang: Lang): string =>
  nameOf(lot === "hotel" ? edition.buildings.large : edition.buildings.small, lang, count);

/** French uses the singular for 0 as well. */
export function nameOf(building: Building, lang: Lang, count = 1): string {
  if (lang === "fr") return Math.abs(count) >= 2 ? building.fr_plural : building.fr;
  return Math.abs(count) === 1 ? building.en : building.en_plural;
}
