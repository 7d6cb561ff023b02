// What the others did while nobody looked: one line per player, of the events that matter.

import type { LogLine } from "../game/lines";
import { say } from "../i18n/language.svelte";
import { listed, money, squareName } from "../i18n/say";
import type { Edition, GameEvent, Lang, Seat, TextKey } from "../types";

const SAID: Partial<Record<GameEvent["type"], TextKey>> = {
  buy: "why.bought-square-amount",
  sold: "why.won-square-at-auction-amount",
  rent: "why.paid-other-amount-rent",
  trade: "why.made-a-deal-with-other",
  build: "why.built-on-square",
  mortgage: "why.mortgaged-square",
  redeem: "why.lifted-the-mortgage-on-square",
  tax: "why.paid-amount-in-tax",
  pot_taken: "why.took-amount-from-the-middle",
  attack_won: "why.took-square-from-other",
  jailed: "why.went-to-jail",
  bankrupt: "why.went-bankrupt",
};
const TO_US: TextKey = "why.paid-you-amount-rent";
const STOOD: TextKey = "why.is-on-square";

export type Recap = { seat: Seat; words: string };

/** One line for each of these seats that did something, in the order of their first event. */
export function recap(
  edition: Edition,
  lines: readonly LogLine[],
  names: readonly string[],
  mine: readonly Seat[],
  lang: Lang,
): Recap[] {
  const parts = new Map<Seat, { said: string[]; at: string }>();
  for (const { event } of lines) {
    const { seat, square } = event;
    if (typeof seat !== "number" || mine.includes(seat)) continue;
    const part = parts.get(seat) ?? { said: [], at: "" };
    parts.set(seat, part);
    const values = {
      square: square === undefined ? say("why.a-building", {}, lang) : squareName(edition, square, lang),
      amount: "amount" in event ? money(edition, Math.abs(event.amount), lang) : "",
      other: typeof event.other === "number" ? (names[event.other] ?? "") : "",
    };
    if (event.type === "move") part.at = say(STOOD, values, lang);
    const ours = event.type === "rent" && typeof event.other === "number" && mine.includes(event.other);
    const text = ours ? TO_US : SAID[event.type];
    const words = text && say(text, values, lang);
    if (words && !part.said.includes(words)) part.said.push(words);
  }
  return [...parts].flatMap(([seat, { said, at }]) => {
    const words = said.length ? listed(said, lang) : at;
    return words ? [{ seat, words: `${names[seat] ?? ""} ${words}.` }] : [];
  });
}
