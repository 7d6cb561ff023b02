// Names that fit: the largest letters with which a name's words go into a box, measured with the reader's own fonts.
// Words break at spaces and hyphens; one that is too long even then is parted between two syllables.

/** Narrow faces that machines have; the board asks for no font file of its own for its small print. */
export const NARROW =
  '"Avenir Next Condensed", "Roboto Condensed", "Arial Narrow", "Liberation Sans Narrow", "sans-serif-condensed", ' +
  'system-ui, "Segoe UI", Roboto, Arial, sans-serif';
export const LEADING = 1.1;

export type Fitted = { size: number; lines: string[] };

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

// A title's own font may come after its words: then they are measured again.
let fonts = $state(0);
if (typeof document !== "undefined")
  document.fonts?.addEventListener("loadingdone", () => {
    widths.clear();
    fonts += 1;
  });

/** How wide words are, in heights of their letters. */
function width(words: string, font: string): number {
  const key = `${font}|${words}`;
  let found = widths.get(key);
  if (found === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `600 100px ${font}`;
    found = pen ? pen.measureText(words).width / 100 : words.length * 0.56;
    widths.set(key, found);
  }
  return found;
}

const VOWEL = /[aeiouyàâäéèêëîïôöùûüœæ]/i;

/** Places where a word may be parted: before a consonant that a vowel follows. The same rule serves both languages. */
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

/** A word that is wider than a line, in parts that are not. */
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
  const wide = room / smallest;
  const short = pieces.flatMap((piece) => (width(piece.trimEnd(), font) > wide ? parted(piece, wide, font) : [piece]));
  return { size: smallest, lines: wrap(short, wide, font) };
}
