// Amounts, squares and buildings in an edition's words.

import type { Building, Edition, Lang, Lot, Text, TextKey } from "../types";
import { inLanguage, language, placeName, say } from "./language.svelte";
import { manners } from "./texts";

/** A whole number as the language writes it: "1,500". */
export const grouped = (amount: number, lang: Lang): string =>
  String(amount).replace(/\B(?=(\d{3})+$)/g, manners(lang).thousands);

/** An amount: "$1,500"; in French, with a narrow no-break space, the sign always comes last: "1 500 $". */
export function money(edition: Pick<Edition, "currency">, amount: number, lang: Lang): string {
  const digits = grouped(Math.abs(amount), lang);
  const { symbol, symbol_position } = edition.currency;
  const { symbol_always_after, symbols_before } = manners(lang);
  const first = symbol_position === "before" || symbols_before.includes(symbol);
  const written = first && !symbol_always_after ? `${symbol}${digits}` : `${digits}\u00a0${symbol}`;
  return amount < 0 ? `-${written}` : written;
}

const STATIONS: Record<string, TextKey> = {
  classic: "decide.railroads",
  "star-wars-1": "decide.starships",
  "star-wars-2": "decide.starships",
  "spider-man": "decide.gear",
  "game-of-thrones": "decide.great-houses",
  "disney-parks": "decide.transports",
};

/** The stations of an edition, which every board has its own for. */
export const stationsName = (edition: string, lang: Lang): string =>
  say(STATIONS[edition] ?? "decide.stations", {}, lang);

/** A square's name by itself; in a French sentence `quoted` sets it in guillemets. */
export const squareName = (edition: Pick<Edition, "squares">, square: number, lang: Lang): string =>
  edition.squares[square] ? placeName(edition.squares[square].name, lang) : String(square);

/** The text of a card, in which squares have the names that they have on the board. */
export function cardText(edition: Pick<Edition, "squares">, text: Text, lang: Lang): string {
  const words = inLanguage(text, lang);
  if (!language.names || language.names === lang) return words;
  const names = new Map(edition.squares.map(({ name }) => [inLanguage(name, lang), placeName(name, lang)]));
  const longest = [...names.keys()].sort((one, other) => other.length - one.length);
  const any = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  return words.replace(new RegExp(`(?<!\\p{L})(?:${any})(?!\\p{L})`, "gu"), (name) => names.get(name) ?? name);
}

/** "house", "houses": the word for a count, in the edition's words. */
export const buildingName = (edition: Pick<Edition, "buildings">, lot: Lot, count: number, lang: Lang): string =>
  nameOf(lot === "hotel" ? edition.buildings.large : edition.buildings.small, lang, count);

/** French uses the singular for 0 as well. */
export const isPlural = (count: number, lang: Lang): boolean =>
  Math.abs(count) >= 2 || (count === 0 && manners(lang).zero_is_plural);

/** The word for a count of buildings; in English, if it was not translated. */
export function nameOf(building: Building, lang: Lang, count = 1): string {
  const names: Readonly<Record<string, string | number>> = building;
  const own = lang in building ? lang : "en";
  return String(names[isPlural(count, lang) ? `${own}_plural` : own]);
}
