// Times: of day, and what is left of a countdown.

import type { Lang } from "../types";
import { say } from "./language.svelte";

// A formatter takes longer to make than to use, and a long log has hundreds of lines: one for each language.
const formats: Partial<Record<Lang, Intl.DateTimeFormat>> = {};

export function timeOfDay(at: number, lang: Lang): string {
  formats[lang] ??= new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });
  return formats[lang].format(at);
}

/** What is left of a timed game: "1:05", "1:05:00". */
export function clockTime(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [...(hours ? [hours] : []), minutes, rest]
    .map((part, k) => (k ? String(part).padStart(2, "0") : String(part)))
    .join(":");
}

/** What is left of a countdown: "1:05", or whole hours. */
export function timeLeft(seconds: number, lang?: Lang): string {
  if (seconds >= 7200) return say("table.n-h", { n: Math.round(seconds / 3600) }, lang);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
