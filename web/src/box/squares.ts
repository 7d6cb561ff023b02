// The names of squares in a list from which one is chosen.

import { say } from "../i18n/language.svelte";
import { squareName } from "../i18n/say";
import type { Edition, Lang } from "../types";

/** The name of a square; if others have it too, with the square before it. */
export function squareApart(edition: Edition, square: number, lang: Lang): string {
  const names = edition.squares.map((_, k) => squareName(edition, k, lang));
  const name = names[square] ?? "";
  if (names.indexOf(name) === names.lastIndexOf(name)) return name;
  return say("referee.square-after", { name, before: names.at(square - 1) ?? "" }, lang);
}
