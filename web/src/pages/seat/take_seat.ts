// Takes over a seat by its link: stores its key, and removes it from the URL.

import { api, Refused } from "../../connection/api";
import { takeOver } from "../../fairness/dice";
import { linkTo, type SeatRoute, where } from "../../route.svelte";
import { remember } from "../../storage/keys";

/** Take over a seat by its link; returns the code of a refusal. */
export async function takeSeat({ id, ticket, host, dice }: SeatRoute): Promise<string> {
  try {
    const { key, table, host: again } = await api.seat(id, ticket);
    const asHost = host || again; // handed over by the other device, or given anew to a host whom others let in
    remember({ id, edition: table.edition, keys: [key], ...(asHost ? { host: asHost } : {}) });
    if (dice) takeOver(id, dice);
    where.replace(linkTo.table(id));
    return "";
  } catch (error) {
    return error instanceof Refused ? error.code : "trouble";
  }
}
