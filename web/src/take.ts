// A table that `freehold play` made for this browser: stores its keys, removes them from the URL, and starts it.

import { isLang, language } from "./i18n/language.svelte";
import { type KeysRoute, linkTo, where } from "./route.svelte";
import { remember, startAtOnce } from "./storage/keys";

export async function take({ lang, id, edition, host, keys }: KeysRoute): Promise<void> {
  if (isLang(lang)) await language.choose(lang);
  remember({ id, edition, host, keys });
  startAtOnce(id);
  where.replace(linkTo.table(id));
}
