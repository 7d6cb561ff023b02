// The time of day. A formatter takes longer to make than to use, and a long log has hundreds of lines: one for each language.

import type { Lang } from "../types";

const formats: Partial<Record<Lang, Intl.DateTimeFormat>> = {};

export function timeOfDay(at: number, lang: Lang): string {
  formats[lang] ??= new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });
  return formats[lang].format(at);
}
