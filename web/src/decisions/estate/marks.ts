// A short mark for each colour group, for those who cannot tell the colours apart.

import { inLanguage } from "../../i18n/language.svelte";
import type { Edition, Lang } from "../../types";

/** The marks of two letters that a colour may have: the initials of its words; of a single word, the first letter and another. */
function pairs(name: string): string[] {
  const [first = "", ...rest] = name;
  const words = name.split(" ");
  return words.length > 1 ? [first + (words.at(-1)?.[0] ?? "")] : rest.map((letter) => first + letter);
}

/** The groups' marks: the initial of the printed colour, or two letters if another colour begins with the same one. */
export function groupMarks(edition: Pick<Edition, "groups">, lang: Lang): Map<string, string> {
  const names = edition.groups.map(({ id, printed_colour }) => ({ id, name: inLanguage(printed_colour, lang) }));
  return new Map(
    names.map(({ id, name }) => {
      const initial = name.slice(0, 1);
      const alike = names.filter((other) => other.id !== id && other.name.startsWith(initial));
      if (alike.length === 0) return [id, initial];
      const taken = new Set(alike.flatMap((other) => pairs(other.name)));
      return [id, pairs(name).find((pair) => !taken.has(pair)) ?? name];
    }),
  );
}
