// Full-text search that ignores accents, capitals, apostrophes and endings, and the positions of the matches.

import { has, text } from "../i18n/texts";
import type { Lang } from "../types";

export type Piece = { text: string; hit: boolean };
/** A search term: any of these spellings matches. */
export type Word = readonly string[];

const SIMPLER: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", "’": "'", "\u00a0": " ", "\u202f": " " };
const WHOLE = 2; // words this short match whole words only: GO is not in "good"
const STEM = 5; // longer words match without their ending, if the stem has at least this many letters

/** A text without accents and capitals, and the original index of each letter. */
function folded(text: string): { plain: string; at: number[] } {
  let plain = "";
  const at: number[] = [];
  for (let k = 0; k < text.length; k++) {
    const letter = text.charAt(k).toLowerCase();
    const bare = SIMPLER[letter] ?? letter.normalize("NFD").replace(/\p{M}/gu, "");
    plain += bare;
    for (let j = 0; j < bare.length; j++) at.push(k);
  }
  return { plain, at };
}

/** The search terms of a query. */
export const wordsOf = (query: string, lang: Lang = "en"): Word[] =>
  folded(query)
    .plain.split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const single = word.length > 4 ? word.replace(/[sx]$/, "") : word; // the plural may be missing in the text
      return [...new Set([single, stemOf(single, lang), ...(termsFor(word, lang) ?? termsFor(single, lang) ?? [])])];
    });

/** The rulebook's terms for a colloquial word. */
function termsFor(word: string, lang: Lang): string[] | undefined {
  const key = `search.also.${word}`;
  return has("client", key, lang) ? text("client", key, lang).split("|") : undefined;
}

/** An approximate stem: "construire" and "construit", "utility" and "utilities". */
function stemOf(word: string, lang: Lang): string {
  const stem = word.replace(new RegExp(`(${text("client", "search.endings", lang)})$`), "");
  return stem.length < STEM ? word : stem;
}

export const fold = (text: string): string => folded(text).plain;

/** The index of a spelling in a folded text, from an offset on; -1 if it does not occur. */
function placeOf(plain: string, spelling: string, from = 0): number {
  let at = plain.indexOf(spelling, from);
  if (spelling.length > WHOLE) return at;
  const inWord = (k: number): boolean => /[a-z0-9]/.test(plain.charAt(k));
  while (at >= 0 && (inWord(at - 1) || inWord(at + spelling.length))) at = plain.indexOf(spelling, at + 1);
  return at;
}

/** Whether a folded text contains a term. */
export const holds = (plain: string, word: Word): boolean => word.some((spelling) => placeOf(plain, spelling) >= 0);

/** Whether it contains all terms. */
export const holdsAll = (plain: string, words: readonly Word[]): boolean => words.every((word) => holds(plain, word));

/** The text in pieces: matches, and the text between them. */
export function marked(text: string, words: readonly Word[]): Piece[] {
  const { plain, at } = folded(text);
  const hits = new Array<boolean>(text.length).fill(false);
  for (const spelling of words.flat()) {
    for (let from = placeOf(plain, spelling); from >= 0; from = placeOf(plain, spelling, from + spelling.length))
      hits.fill(true, at[from], (at[from + spelling.length - 1] ?? 0) + 1);
  }
  const pieces: Piece[] = [];
  for (let k = 0; k < text.length; k++) {
    const last = pieces.at(-1);
    const hit = last && /\p{M}/u.test(text.charAt(k)) ? last.hit : (hits[k] ?? false); // an accent stays on its letter
    if (last && last.hit === hit) last.text += text.charAt(k);
    else pieces.push({ text: text.charAt(k), hit });
  }
  return pieces;
}
