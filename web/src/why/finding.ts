// Finding words in a text whatever their accents, capitals, apostrophes and plural, and marking where they stand.

export type Piece = { text: string; hit: boolean };

const SIMPLER: Readonly<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss", "’": "'", "\u00a0": " ", "\u202f": " " };

/** A text without accents and capitals, and for each of its letters where it stood. */
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

/** What a reader looks for, word by word; the s or x of a plural may be missing in the text. */
export const wordsOf = (query: string): string[] =>
  folded(query)
    .plain.split(/\s+/)
    .filter(Boolean)
    .map((word) => (word.length > 4 ? word.replace(/[sx]$/, "") : word));

export const fold = (text: string): string => folded(text).plain;

/** Does a folded text have every word in it? */
export const holdsAll = (plain: string, words: readonly string[]): boolean => words.every((word) => plain.includes(word));

/** The text in pieces: those that were looked for, and those between. */
export function marked(text: string, words: readonly string[]): Piece[] {
  const { plain, at } = folded(text);
  const hits = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let from = plain.indexOf(word); from >= 0; from = plain.indexOf(word, from + word.length))
      hits.fill(true, at[from], (at[from + word.length - 1] ?? 0) + 1);
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
