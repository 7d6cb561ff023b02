// The sentences of error codes: of the rules, of the server, and of this client. Each says what to do.

import type { Lang, Text } from "../types";
import { typeset } from "./language.svelte";
import { has, write } from "./texts";

const OWN: Readonly<Record<string, Text>> = {
  "no-connection": {
    en: "The server cannot be reached: wait until the line is back, then try again.",
    fr: "Le serveur est injoignable : attendez le retour de la connexion, puis réessayez.",
  },
};

/** The sentence for a code such as `not-your-turn`; for an unknown code, a general one that contains it. */
export function refusalSentence(code: string, lang: Lang): string {
  if (Object.hasOwn(OWN, code)) return typeset(OWN[code]?.[lang] ?? code, lang);
  if (has("server", code)) return write("server", code, {}, lang);
  return write("reasons", has("reasons", code) ? code : "unknown", { code }, lang);
}
