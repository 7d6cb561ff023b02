// The reader's language, and the client's own texts, written in both languages where they are used.

import type { Lang, Text } from "../types";
import { curled } from "./curled";

const SHELF = "freehold.language";

function first(): Lang {
  try {
    const kept = localStorage.getItem(SHELF);
    if (kept === "en" || kept === "fr") return kept;
  } catch {
    // storage is not available
  }
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

class Language {
  now = $state<Lang>("en");

  constructor() {
    if (typeof document !== "undefined") this.choose(first(), false);
  }

  choose(lang: Lang, keep = true): void {
    this.now = lang;
    document.documentElement.lang = lang;
    if (!keep) return;
    try {
      localStorage.setItem(SHELF, lang);
    } catch {
      // storage is not available
    }
  }
}

export const language = new Language();

/** A text in the reader's language, with its placeholders filled: `say({ en: "Seat {n}", fr: "Place {n}" }, { n: 2 })`. */
export function say(text: Text, values: Record<string, string | number> = {}, lang: Lang = language.now): string {
  return typeset(text[lang], lang).replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** Inserts typographic apostrophes and French no-break spaces. */
export function typeset(words: string, lang: Lang): string {
  const set = curled(words);
  return lang === "fr" ? set.replace(/ (?=[;:!?»%])/g, "\u00a0").replace(/« /g, "«\u00a0") : set;
}
