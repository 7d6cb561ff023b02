// The board's texts: amounts on squares, and labels for screen readers.

import type { Edition, Lang, Seat, Square, View } from "../types";
import { say } from "../words/language.svelte";
import { money, nameOf } from "../words/money";

export const LARGE = 5;

export const isDeed = (square: Square): boolean => ["street", "station", "utility"].includes(square.kind);

/** The tax of a square in this game; without a game, as printed. */
export function tax(edition: Edition, view: View | null, square: Square, lang: Lang): string {
  const due = view?.prices.taxes[square.index] ?? { amount: square.amount, percent: square.percent_option };
  const amount = money(edition, due.amount, lang);
  if (!due.percent) return amount;
  return say({ en: "{amount} or {n}%", fr: "{amount} ou {n} %" }, { amount, n: due.percent }, lang);
}

/** "2 houses", "1 hotel". */
export function buildings(edition: Edition, count: number, lang: Lang): string {
  const [kind, shown] = count >= LARGE ? [edition.buildings.large, 1] : [edition.buildings.small, count];
  return `${shown} ${nameOf(kind, lang, shown)}`;
}

const seated = (names: string[], seat: Seat): string => names[seat] ?? String(seat + 1);

/** Name, colour, price, owner, buildings, mortgage, symbols and tokens. */
export function squareLabel(
  edition: Edition,
  view: View,
  square: Square,
  names: string[],
  choice: "open" | "chosen" | null,
  lang: Lang,
): string {
  const parts = [square.name[lang]];
  const deed = view.deeds[square.index];
  if (isDeed(square)) {
    const group = edition.groups.find((found) => found.id === square.group);
    if (group) parts.push(group.printed_colour[lang]);
    parts.push(money(edition, square.price, lang));
    if (!deed) parts.push(say({ en: "unsold", fr: "invendu" }, {}, lang));
    else parts.push(say({ en: "owner: {who}", fr: "propriétaire : {who}" }, { who: seated(names, deed.owner) }, lang));
    if (deed?.buildings) parts.push(buildings(edition, deed.buildings, lang));
    if (deed?.mortgaged) parts.push(say({ en: "mortgaged", fr: "hypothéqué" }, {}, lang));
  } else if (square.kind === "tax") parts.push(tax(edition, view, square, lang));
  if (view.force?.light === square.index) parts.push(say({ en: "light symbol", fr: "symbole clair" }, {}, lang));
  if (view.force?.dark === square.index) parts.push(say({ en: "dark symbol", fr: "symbole obscur" }, {}, lang));
  const here = view.players.flatMap((player, seat) =>
    player.square !== square.index || player.bankrupt
      ? []
      : [seated(names, seat) + (player.in_jail ? say({ en: " (in jail)", fr: " (en prison)" }, {}, lang) : "")],
  );
  if (here.length) parts.push(say({ en: "here: {who}", fr: "ici : {who}" }, { who: here.join(", ") }, lang));
  if (choice === "open") parts.push(say({ en: "can be chosen", fr: "peut être choisi" }, {}, lang));
  if (choice === "chosen") parts.push(say({ en: "chosen", fr: "choisi" }, {}, lang));
  return parts.join(", ");
}
