// Text fitting: the largest font size with which a name fits into a box, measured with its face.
// Lines break at spaces and hyphens; longer words are hyphenated.

/** The face of the small print, and what stands in for it: see fonts.css. */
export const NARROW =
  '"Archivo Narrow", "Archivo Narrow on Arial", "Archivo Narrow on Roboto", "Archivo Narrow on DejaVu", sans-serif';
export const LEADING = 1.1;
const LEAST = 0.7; // of the wished smallest size, for a name that does not fit otherwise

export type Fitted = { size: number; lines: string[] };

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

// Measure again when a font has loaded: a title's, or one for rare letters. WebKit's canvas keeps the stand-in that it had
// when it first heard of a font, so that a new one measures.
let fonts = $state(0);
function measureAgain(): void {
  pen = undefined;
  widths.clear();
  fonts += 1;
}
if (typeof document !== "undefined") document.fonts?.addEventListener("loadingdone", measureAgain);

/** Load a font: to measure with it does not load it in every engine. */
const asked = new Set<string>();
function ask(font: string): void {
  if (asked.has(font)) return;
  asked.add(font);
  void document.fonts?.load(font).then(
    (found) => found.length > 0 && measureAgain(),
    () => undefined,
  );
}

/** The width of words relative to the font size. */
function width(words: string, font: string): number {
  const key = `${font}|${words}`;
  let found = widths.get(key);
  if (found === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    const face = `600 100px ${font}`;
    ask(face);
    if (pen) pen.font = face;
    found = pen ? pen.measureText(words).width / 100 : words.length * 0.56;
    widths.set(key, found);
  }
  return found;
}

const VOWEL = /[aeiouyàâäéèêëîïôöùûüœæ]/i;

/** Hyphenation points: before a consonant followed by a vowel, in both languages. */
export function syllables(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let k = 2; k < word.length - 2; k++) {
    const [before, here, after] = [word[k - 1] ?? "", word[k] ?? "", word[k + 1] ?? ""];
    if (k - start < 2 || VOWEL.test(here) || !VOWEL.test(after) || !/\p{L}/u.test(before + here)) continue;
    parts.push(word.slice(start, k));
    start = k;
  }
  return [...parts, word.slice(start)];
}

function wrap(pieces: string[], room: number, font: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    const longer = line + piece;
    if (line && width(longer.trimEnd(), font) > room) {
      lines.push(line.trimEnd());
      line = piece;
    } else line = longer;
  }
  return [...lines, line.trimEnd()].filter(Boolean);
}

/** Splits a word that is wider than a line. */
function parted(word: string, room: number, font: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const syllable of syllables(word)) {
    if (part && width(`${part}${syllable}-`, font) > room) {
      parts.push(`${part}-`);
      part = syllable;
    } else part += syllable;
  }
  return [...parts, part];
}

export function fit(
  text: string,
  room: number,
  height: number,
  largest: number,
  smallest: number,
  font: string = NARROW,
): Fitted {
  void fonts;
  const pieces = text.split(/(?<=[\s-])/);
  for (let size = largest; size >= smallest; size -= 0.03) {
    const lines = wrap(pieces, room / size, font);
    if (lines.length * size * LEADING > height + 0.01) continue;
    if (lines.every((line) => width(line, font) * size <= room)) return { size, lines };
  }
  // words are hyphenated before the print gets smaller than wished
  for (let size = smallest; ; size -= 0.03) {
    const wide = room / size;
    const short = pieces.flatMap((piece) =>
      width(piece.trimEnd(), font) > wide ? parted(piece, wide, font) : [piece],
    );
    const lines = wrap(short, wide, font);
    if (lines.length * size * LEADING <= height + 0.01 || size <= LEAST * smallest) return { size, lines };
  }
}
