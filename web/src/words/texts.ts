// The texts of src/freehold/i18n/data and how their placeholders are filled, as in src/freehold/i18n/__init__.py.
// A text may contain {field}, which falls back to a common word, and [ for {amount}|otherwise], which is omitted or
// replaced if a field in it is unknown.

import books from "../generated/say.json";
import type { Lang, Text } from "../types";
import { curled } from "./curled";

export const NO_BREAK = "\u00a0";

export type Book = keyof typeof books;
export type Values = Readonly<Record<string, string>>;

const FIELD = /\{(\w+)\}/g;
const OPTIONAL = /\[([^[\]|]*)(?:\|([^[\]|]*))?\]/g;

const shelf: Readonly<Record<Book, Readonly<Record<string, Text>>>> = books;

export const has = (book: Book, key: string): boolean => Object.hasOwn(shelf[book], key);

/** A text with its placeholders; a missing text is its own key. */
export const text = (book: Book, key: string, lang: Lang): string =>
  has(book, key) ? curled(shelf[book][key]?.[lang] ?? key) : key;

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
