// The start by `freehold play`: a table that it made for this browser. Stores the keys and removes them from the URL.

import { isLang, language } from "./i18n/language.svelte";
import { type KeysRoute, linkTo, where } from "./route.svelte";
import { remember, startAtOnce } from "./storage/keys";

export async function take({ lang, id, edition, host, keys }: KeysRoute): Promise<void> {
  if (isLang(lang)) await language.choose(lang);
  remember({ id, edition, host, keys });
  startAtOnce(id);
  where.replace(linkTo.table(id));
}
