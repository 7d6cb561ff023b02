// The bots' display names, how each plays, and what it says when it refuses an offer
// (src/freehold/sentences/bot_texts.py).

import type { Edition, Lang } from "../types";
import { inLanguage } from "./language.svelte";
import { has, small, write } from "./texts";

/** A bot's display name: "Trader". */
export function botName(level: string, lang: Lang): string {
  const key = `${level}.name`;
  return has("bots", key) ? write("bots", key, {}, lang) : level.slice(level.lastIndexOf(":") + 1);
}

/** One sentence that says how a bot plays. */
export function botSentence(level: string, lang: Lang): string {
  const key = level.startsWith("own:") ? "own.brought" : `${level}.sentence`;
  return write("bots", has("bots", key) ? key : "own.sentence", { bot: level }, lang);
}

/** Why a bot refuses an offer, addressed to the player who made it. `parts` may name a `group` by its id. */
export function replySentence(
  edition: Edition,
  code: string,
  parts: Readonly<Record<string, string>>,
  lang: Lang,
): string {
  const colour = inLanguage(edition.groups.find((group) => group.id === parts.group)?.printed_colour, lang) ?? "";
  const group = small(colour);
  return write("replies", has("replies", code) ? code : "no-reason", group ? { group } : {}, lang);
}
