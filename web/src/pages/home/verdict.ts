// What the check of a game file has found, as a sentence.

import { findingSentence } from "../../fairness/finding";
import type { Report } from "../../generated/messages";
import { say } from "../../i18n/language.svelte";
import type { Lang } from "../../types";

export function verdictSentence({ verdict, finding, entries, incomplete = 0, draws = 0 }: Report, lang: Lang): string {
  if (finding) return `✗ ${findingSentence(finding, lang)}`;
  if (verdict === "typed") return say("home.nothing-to-prove-of-n-typed-steps", { n: entries }, lang);
  if (verdict === "partly")
    return say("home.n-actions-but-numbers-are-missing", { n: entries, incomplete, draws }, lang);
  return `✓ ${say("home.proved-n-actions-every-throw-and-every", { n: entries }, lang)}`;
}
