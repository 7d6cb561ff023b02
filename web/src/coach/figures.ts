// Chances as figures: whole per cents, and signed changes.

import type { Lang } from "../types";

export const percent = (chance: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 }).format(chance);

/** The seats that decided anything, the most accurate first. */
export const byAccuracy = (accuracy: readonly (number | null)[]): { seat: number; accuracy: number }[] =>
  accuracy
    .flatMap((found, seat) => (found === null ? [] : [{ seat, accuracy: found }]))
    .sort((one, other) => other.accuracy - one.accuracy);

/** A change in whole points of a hundred: +4 %, −1 %. */
export const signed = (change: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" })
    .format(change)
    .replace("-", "−");

const WORDS = [
  "coach.partner-will-refuse",
  "coach.partner-may-refuse",
  "coach.partner-is-undecided",
  "coach.partner-may-accept",
  "coach.partner-will-accept",
] as const;

/** What the coach expects a partner to say, in words: five of them, by how likely it accepts. */
export const expected = (likely: number): (typeof WORDS)[number] =>
  WORDS[[0.1, 0.4, 0.6, 0.9].filter((limit) => likely >= limit).length] ?? "coach.partner-is-undecided";
