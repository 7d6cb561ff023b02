// Phrases and reactions, which travel as a key, such as "/thanks": everybody reads a phrase in their own language, and sees
// a reaction as a picture.

import type { Lang, TextKey } from "../types";
import { say } from "./language.svelte";

export const PHRASES = [
  "phrases.hello",
  "phrases.good-luck",
  "phrases.bravo",
  "phrases.oh-no",
  "phrases.ha",
  "phrases.thanks",
  "phrases.deal",
  "phrases.no-deal",
  "phrases.one-moment",
  "phrases.your-turn",
  "phrases.good-game",
] as const satisfies readonly TextKey[];

export const REACTIONS = [
  "phrases.thumb",
  "phrases.heart",
  "phrases.laugh",
  "phrases.surprise",
  "phrases.sad",
  "phrases.star",
] as const satisfies readonly TextKey[];
export type Reaction = (typeof REACTIONS)[number];

/** What is sent: "/thanks". */
export const written = (phrase: TextKey): string => phrase.replace("phrases.", "/");

/** The reaction that a line of the chat is. */
export const reactionIn = (text: string): Reaction | undefined => REACTIONS.find((known) => text === written(known));

/** A line of the chat in words, as this reader sees it. */
export function spoken(text: string, lang?: Lang): string {
  const phrase = [...PHRASES, ...REACTIONS].find((known) => text === written(known));
  return phrase ? say(phrase, {}, lang) : text;
}
