// A clause by a name that a reader understands: its chapter and its place there, as "Rent 3". Its id stays its address.

import chapters from "../generated/clauses.json";
import type { Lang } from "../types";
import { typeset } from "./language.svelte";

type Chapter = { en: string; fr: string; clauses: string[] };

const places = new Map(
  Object.values(chapters as Record<string, Chapter>).flatMap((chapter) =>
    chapter.clauses.map((id, k) => [id, { chapter, place: k + 1 }] as const),
  ),
);

/** The name of a clause; of one that this client does not know, its id. */
export function clauseLabel(id: string, lang: Lang): string {
  const found = places.get(id);
  return found ? `${typeset(found.chapter[lang], lang)}\u00a0${found.place}` : id;
}

/** A sentence of the server's about clauses, with their names instead of their ids. */
export function withLabels(sentence: string, ids: readonly string[], lang: Lang): string {
  const longest = [...ids].sort((one, other) => other.length - one.length);
  return longest.reduce((text, id) => text.replaceAll(id, clauseLabel(id, lang)), sentence);
}
