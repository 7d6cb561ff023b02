// A finding of the verification as a sentence, the same as that of `freehold verify`.

import type { Finding } from "../../generated/messages";
import type { Lang } from "../../types";
import { refusalSentence } from "../../words/say";
import { has, write } from "../../words/texts";

export function findingSentence(finding: Finding, lang: Lang): string {
  const told = finding.code === "verify-illegal" ? refusalSentence(finding.told ?? "", lang) : (finding.told ?? "");
  const values = { number: String(finding.number), told, true: finding.true ?? "" };
  return has("server", finding.code) ? write("server", finding.code, values, lang) : finding.code;
}
