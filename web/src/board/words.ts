// The board's texts: amounts on squares, and labels for screen readers.

import { inLanguage, placeName, say } from "../i18n/language.svelte";
import { money, nameOf } from "../i18n/money";
import type { Edition, Lang, Seat, Square, View } from "../types";

export const LARGE = 5;

export const isDeed = (square: Square): boolean => ["street", "station", "utility"].includes(square.kind);

/** The tax of a square in this game; without a game, as printed. `brief`: for a narrow square. */
export function tax(edition: Edition, view: View | null, square: Square, lang: Lang, brief = false): string {
  const due = view?.prices.taxes[square.index] ?? { amount: square.amount, percent: square.percent_option };
  const amount = money(edition, due.amount, lang);
  if (!due.percent) return amount;
  return say(brief ? "board.amount-or-n-briefly" : "board.amount-or-n", { amount, n: due.percent }, lang);
}

/** The rent that is due on an owned square now; nothing is due on a mortgaged one. `brief`: the figure alone. */
export function due(edition: Edition, view: View, square: Square, lang: Lang, brief = false): string {
  const rent = view.prices.deeds[square.index]?.rent;
  if (!rent) return "";
  const sum = rent.amount === undefined ? `${rent.times ?? 0} ×` : money(edition, rent.amount, lang);
  if (brief) return sum;
  return rent.amount === undefined
    ? say("board.n-the-dice", { n: rent.times ?? 0 }, lang)
    : say("board.rent-sum", { sum }, lang);
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
  const parts = [placeName(square.name, lang)];
  const deed = view.deeds[square.index];
  if (isDeed(square)) {
    const group = edition.groups.find((found) => found.id === square.group);
    if (group) parts.push(inLanguage(group.printed_colour, lang));
    parts.push(money(edition, square.price, lang));
    if (!deed) parts.push(say("board.unsold", {}, lang));
    else parts.push(say("board.owner-who", { who: seated(names, deed.owner) }, lang));
    const rent = due(edition, view, square, lang);
    if (rent) parts.push(rent);
    if (deed?.buildings) parts.push(buildings(edition, deed.buildings, lang));
    if (deed?.mortgaged) parts.push(say("board.mortgaged-2", {}, lang));
  } else if (square.kind === "tax") parts.push(tax(edition, view, square, lang));
  if (view.force?.light === square.index) parts.push(say("board.light-symbol", {}, lang));
  if (view.force?.dark === square.index) parts.push(say("board.dark-symbol", {}, lang));
  const here = view.players.flatMap((player, seat) =>
    player.square !== square.index || player.bankrupt
      ? []
      : [seated(names, seat) + (player.in_jail ? say("board.in-jail", {}, lang) : "")],
  );
  if (here.length) parts.push(say("board.here-who", { who: here.join(", ") }, lang));
  if (choice === "open") parts.push(say("board.can-be-chosen", {}, lang));
  if (choice === "chosen") parts.push(say("board.chosen", {}, lang));
  return parts.join(", ");
}
