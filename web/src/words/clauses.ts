// The display name of a clause: its chapter and its index there, as "Rent 3". Links use its id.

import chapters from "../generated/clauses.json";
import type { Lang, Text } from "../types";
import { curled } from "./curled";
import { inLanguage } from "./language.svelte";

type Chapter = Text & { clauses: string[] };

const places = new Map(
  Object.values(chapters as Record<string, Chapter>).flatMap((chapter) =>
    chapter.clauses.map((id, k) => [id, { chapter, place: k + 1 }] as const),
  ),
);

/** The name of a clause, or its id if it is unknown. */
export function clauseLabel(id: string, lang: Lang): string {
  const found = places.get(id);
  return found ? `${curled(inLanguage(found.chapter, lang))}\u00a0${found.place}` : id;
}

/** A sentence from the server with the names of clauses instead of their ids. */
export function withLabels(sentence: string, ids: readonly string[], lang: Lang): string {
  const longest = [...ids].sort((one, other) => other.length - one.length);
  return longest.reduce((text, id) => text.replaceAll(id, clauseLabel(id, lang)), sentence);
}
