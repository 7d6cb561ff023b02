// The sentences of error codes: of the rules, of the server, and of this client. Each says what to do.

import type { Lang, TextKey } from "../types";
import { say } from "./language.svelte";
import { has, write } from "./texts";

const OWN: Readonly<Record<string, TextKey>> = {
  "no-connection": "words.the-server-cannot-be-reached-wait-until",
};

/** The sentence for a code such as `not-your-turn`; for an unknown code, a general one that contains it. */
export function refusalSentence(code: string, lang: Lang): string {
  const own = Object.hasOwn(OWN, code) ? OWN[code] : undefined;
  if (own) return say(own, {}, lang);
  if (has("server", code)) return write("server", code, {}, lang);
  return write("reasons", has("reasons", code) ? code : "unknown", { code }, lang);
}
