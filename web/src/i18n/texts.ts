// The texts of src/freehold/i18n and how their placeholders are filled, as in src/freehold/i18n/__init__.py.
// A text may contain {field}, which falls back to a common word, and [ for {amount}|otherwise], which is omitted or
// replaced if a field in it is unknown. Only the languages in use are loaded, each as a file of its own.

import languages from "../generated/languages.json";
import type { Lang } from "../generated/text_keys";
import { curled } from "./curled";

export const LANGUAGES = Object.keys(languages) as Lang[];

export type Book = "actions" | "bots" | "events" | "phases" | "reasons" | "replies" | "server" | "words" | "client";
export type Values = Readonly<Record<string, string>>;
type Catalogue = Readonly<Record<Book, Readonly<Record<string, string>>>>;

const FIELD = /\{(\w+)\}/g;
const OPTIONAL = /\[([^[\]|]*)(?:\|([^[\]|]*))?\]/g;

const files = import.meta.glob<Catalogue>("../generated/texts/*.json", { import: "default" });
const laterFiles = import.meta.glob<Catalogue["client"]>("../generated/texts_later/*.json", { import: "default" });
const loaded = new Map<Lang, Catalogue>();
const later = new Set<Lang>(); // languages of which all texts are loaded
let all = false; // a page that needs all of them was opened

/** Load the texts of a language, once. */
export async function load(lang: Lang): Promise<void> {
  const file = files[`../generated/texts/${lang}.json`];
  if (file && !loaded.has(lang)) loaded.set(lang, await file());
  if (all) await loadLater(lang);
}

/** Load the texts of a language that are not part of the first load. */
export async function loadLater(lang: Lang): Promise<void> {
  all = true;
  const more = later.has(lang) ? undefined : await laterFiles[`../generated/texts_later/${lang}.json`]?.();
  const known = loaded.get(lang);
  if (more && known) loaded.set(lang, { ...known, client: { ...known.client, ...more } });
  later.add(lang);
}

/** How a language writes numbers, names and counted things (src/freehold/i18n/languages.py). */
export const manners = (lang: Lang): (typeof languages)["en"] => languages[lang];

/** Whether a text exists, in one language or in any: missing texts are filled in when the files are generated. */
export function has(book: Book, key: string, lang?: Lang): boolean {
  const [any] = loaded.values();
  const catalogue = lang ? loaded.get(lang) : any;
  return catalogue !== undefined && Object.hasOwn(catalogue[book], key);
}

/** A text with its placeholders; a missing text is its own key. */
export const text = (book: Book, key: string, lang: Lang): string =>
  has(book, key, lang) ? curled(loaded.get(lang)?.[book][key] ?? key) : key;

/** A text with its placeholders filled. */
export function write(book: Book, key: string, values: Values, lang: Lang): string {
  const known = (part: string): boolean =>
    [...part.matchAll(FIELD)].every(([, field]) => Object.hasOwn(values, field ?? ""));
  const chosen = text(book, key, lang).replace(OPTIONAL, (_, part: string, otherwise?: string) =>
    known(part) ? part : (otherwise ?? ""),
  );
  // all values are inserted in one pass at the end: a player may be called "{who}"
  return chosen.replace(FIELD, (_, field: string) =>
    Object.hasOwn(values, field) ? (values[field] ?? "") : commonWord(field, lang),
  );
}

export function capital(words: string): string {
  const [first = "", ...rest] = words;
  return first.toUpperCase() + rest.join("");
}

/** Within a sentence: lower-case the first letter only; GO and the Force keep their capitals. */
export const small = (words: string): string => words.slice(0, 1).toLowerCase() + words.slice(1);

function commonWord(field: string, lang: Lang): string {
  const key = `missing.${field.toLowerCase()}`;
  const word = has("words", key) ? text("words", key, lang) : "…";
  return /^[A-Z]/.test(field) ? capital(word) : word;
}
