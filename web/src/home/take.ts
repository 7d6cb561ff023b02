// A table that `freehold play` made for this browser: its keys are kept here and taken out of the address, and it begins.

import { keysOf, remember } from "../net/keys";
import { type KeysRoute, linkTo, where } from "../route.svelte";
import { language } from "../words/language.svelte";
import { start } from "./begin";

export async function take({ lang, id, edition, host, keys }: KeysRoute): Promise<void> {
  if (lang === "en" || lang === "fr") language.choose(lang);
  const place = remember({ id, edition, host, keys });
  try {
    await start(id, keysOf(place));
  } catch {
    // it has begun already, or the table's own page says what is wrong
  }
  where.replace(linkTo.table(id));
}
