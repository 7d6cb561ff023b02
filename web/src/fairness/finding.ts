// A finding of the verification as a sentence, the same as that of `freehold verify`.

import type { Finding } from "../generated/messages";
import { refusalSentence } from "../i18n/say";
import { has, write } from "../i18n/texts";
import type { Lang } from "../types";

export function findingSentence(finding: Finding, lang: Lang): string {
  const told = finding.code === "verify-illegal" ? refusalSentence(finding.told ?? "", lang) : (finding.told ?? "");
  const values = { number: String(finding.number), told, true: finding.true ?? "" };
  return has("server", finding.code) ? write("server", finding.code, values, lang) : finding.code;
}
