// Building as a sentence with the rents that it leads to; several buildings in a row are told in one.

import { buildings } from "../board/words";
import type { LogLine } from "../game/lines";
import { say } from "../i18n/language.svelte";
import { listed, money, person, squareName } from "../i18n/say";
import type { Names } from "../i18n/values";
import { toldTo } from "../i18n/you";
import type { Edition, Lang, Seat } from "../types";

/** The sentence of a line about a building; with the new rent, if that is known. */
export function builtSentence(
  edition: Edition,
  line: LogLine,
  names: Names,
  lang: Lang,
  you: Seat | null = null,
): string {
  const { rent, event, built } = line;
  if (built) return together(edition, built, names, lang, you);
  const told = toldTo(you, edition, event, names, lang);
  if (rent?.amount === undefined) return told;
  return `${told} ${say("why.the-rent-is-now", { sum: money(edition, rent.amount, lang) }, lang)}`;
}

function together(edition: Edition, built: readonly LogLine[], names: Names, lang: Lang, you: Seat | null): string {
  const last = new Map(built.map((line) => [line.event.square ?? 0, line])); // in the order of the first one
  const lots = [...last].map(([square, { rent }]) => {
    const name = squareName(edition, square, lang);
    if (rent?.amount === undefined) return name;
    const parts = { name, what: buildings(edition, rent.count, lang), sum: money(edition, rent.amount, lang) };
    return say("why.lot-with-what-rent-sum", parts, lang);
  });
  const cost = built.reduce((sum, { event }) => sum + ("amount" in event ? event.amount : 0), 0);
  const seat = built[0]?.event.seat;
  const parts = { cost: money(edition, cost, lang), lots: listed(lots, lang) };
  if (seat === you) return say("you.build-for-cost-lots", parts, lang);
  return say("why.who-builds-for-cost-lots", { who: person(seat, names, lang), ...parts }, lang);
}
