// The reader's language, and the texts in it: the client's own by key, and those of an edition.

import type { Placeholders, TextKey } from "../generated/text_keys";
import type { Lang, Text } from "../types";
import { curled } from "./curled";
import { LANGUAGES, load, loadLater, text } from "./texts";

const SHELF = "freehold.language";

export const isLang = (name: string | null | undefined): name is Lang => LANGUAGES.some((lang) => lang === name);

function first(): Lang {
  try {
    const kept = localStorage.getItem(SHELF);
    if (isLang(kept)) return kept;
  } catch {
    // storage is not available
  }
  return LANGUAGES.find((lang) => navigator.language.toLowerCase().startsWith(lang)) ?? "en";
}

class Language {
  now = $state<Lang>("en");
  /** The language of the names of squares, where people who play together have one; null: the reader's. */
  names = $state<Lang | null>(null);
  /** Resolved when the texts of the first language are loaded; nothing is rendered before. */
  ready: Promise<void> = Promise.resolve();

  constructor() {
    if (typeof document !== "undefined") this.ready = this.choose(first(), false);
  }

  /** Change the language as soon as its texts are loaded. If that fails, the language stays as it is. */
  async choose(lang: Lang, keep = true): Promise<void> {
    await load(lang);
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

/** A page together with its texts, where these are not part of the first load. */
export const withTexts = <Page>(page: Promise<Page>): Promise<Page> =>
  Promise.all([page, loadLater(language.now)]).then(([found]) => found);

/**
 * A text in the reader's language, with its placeholders filled: `say("decide.waiting-for-who", { who })`. A key is a file and a
 * key of src/freehold/i18n/<language>/client. The server's texts come in every language and are given whole.
 */
export function say<Key extends TextKey>(
  of: Key | Text,
  values: Partial<Record<Placeholders[Key], string | number>> = {},
  lang: Lang = language.now,
): string {
  const words = typeof of === "string" ? text("client", of, lang) : curled(inLanguage(of, lang));
  return words.replace(/\{(\w+)\}/g, (gap, name: string) => String((values as Record<string, unknown>)[name] ?? gap));
}

/** A name or text of an edition in the reader's language; in English, if it was not translated. */
export function inLanguage(text: Text, lang?: Lang): string;
export function inLanguage(text: Text | null | undefined, lang?: Lang): string | undefined;
export function inLanguage(text: Text | null | undefined, lang: Lang = language.now): string | undefined {
  return text ? ((text as Partial<Record<Lang, string>>)[lang] ?? text.en) : undefined;
}

/** The name of a square or a deck: in the language of the table, so that its people can talk about it, or in the reader's. */
export const placeName = (text: Text, lang: Lang = language.now): string => inLanguage(text, language.names ?? lang);
