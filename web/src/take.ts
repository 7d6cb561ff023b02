// What comes with a link: a table that `freehold play` made for this browser, or a seat that goes on here. Stores the
// keys and removes them from the URL.

import { api, Refused } from "./connection/api";
import { takeOver } from "./fairness/dice";
import { isLang, language } from "./i18n/language.svelte";
import { type KeysRoute, linkTo, type SeatRoute, where } from "./route.svelte";
import { remember, startAtOnce } from "./storage/keys";

export async function take({ lang, id, edition, host, keys }: KeysRoute): Promise<void> {
  if (isLang(lang)) await language.choose(lang);
  remember({ id, edition, host, keys });
  startAtOnce(id);
  where.replace(linkTo.table(id));
}

/** Take over a seat by its link; returns the code of a refusal. */
export async function takeSeat({ id, ticket, host, dice }: SeatRoute): Promise<string> {
  try {
    const { key, table } = await api.seat(id, ticket);
    remember({ id, edition: table.edition, keys: [key], ...(host ? { host } : {}) });
    if (dice) takeOver(id, dice);
    where.replace(linkTo.table(id));
    return "";
  } catch (error) {
    return error instanceof Refused ? error.code : "trouble";
  }
}
