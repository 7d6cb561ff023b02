// The display name of a clause: its chapter and its index there, as "Rent 3". Links use its id.

import chapters from "../generated/clauses.json";
import type { Lang, Text } from "../types";
import { curled } from "./curled";
import { inLanguage } from "./language.svelte";
import { stationsName } from "./money";

type Chapter = Text & { clauses: string[] };

const CHAPTERS: Readonly<Record<string, Chapter>> = chapters;
const places = new Map(
  Object.values(CHAPTERS).flatMap((chapter) =>
    chapter.clauses.map((id, k) => [id, { chapter, place: k + 1 }] as const),
  ),
);

/** The name of a clause in an edition's words, or its id if it is unknown. */
export function clauseLabel(id: string, edition: string, lang: Lang): string {
  const found = places.get(id);
  if (!found) return id;
  const { chapter, place } = found;
  const title = chapter === CHAPTERS.station ? stationsName(edition, lang) : curled(inLanguage(chapter, lang));
  return `${title}\u00a0${place}`;
}

/** A sentence from the server with the names of clauses instead of their ids. */
export function withLabels(sentence: string, ids: readonly string[], edition: string, lang: Lang): string {
  const longest = [...ids].sort((one, other) => other.length - one.length);
  return longest.reduce((text, id) => text.replaceAll(id, clauseLabel(id, edition, lang)), sentence);
}
