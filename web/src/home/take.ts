// A table that `freehold play` made for this browser: stores its keys, removes them from the URL, and starts it.

import { keysOf, remember } from "../net/keys";
import { type KeysRoute, linkTo, where } from "../route.svelte";
import { isLang, language } from "../words/language.svelte";
import { start } from "./begin";

export async function take({ lang, id, edition, host, keys }: KeysRoute): Promise<void> {
  if (isLang(lang)) await language.choose(lang);
  const place = remember({ id, edition, host, keys });
  try {
    await start(id, keysOf(place));
  } catch {
    // already started, or the table's page shows the error
  }
  where.replace(linkTo.table(id));
}
