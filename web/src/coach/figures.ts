// Chances as figures: whole per cents, and signed changes.

import type { Lang } from "../types";

export const percent = (chance: number, lang: Lang, digits = 0): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: digits }).format(chance);

/** A change in points of a hundred: +4 %, −1.5 %. */
export const signed = (change: number, lang: Lang): string =>
  new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" })
    .format(change)
    .replace("-", "−");
