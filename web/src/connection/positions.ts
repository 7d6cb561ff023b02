// Positions over HTTP: what a link shows, and the link of what a view shows. The server keeps nothing of them.

import type { PositionChecked, PositionInfo } from "../generated/messages";
import { linkTo } from "../route.svelte";
import type { View } from "../types";
import type { Answer } from "./advice";
import { api, get, Refused, send } from "./api";
import { passOf } from "./pass";

export const positionAt = (link: string): Promise<PositionInfo> =>
  get<PositionInfo>(`/api/positions/${encodeURIComponent(link)}`);

/** What the coach says of a position. */
export const coachOn = (link: string): Promise<Answer> =>
  get<Answer>(`/api/positions/${encodeURIComponent(link)}/coach`);

export const checkPosition = (position: object): Promise<PositionChecked> =>
  send<PositionChecked>("/api/positions", { position });

/** The link of what everybody sees. */
export async function linkOf(view: View): Promise<string> {
  const { prices: _, ...position } = view;
  const { position: found } = await checkPosition(position);
  if (!found) throw new Refused("bad-position");
  return found.link;
}

/** The address of a table after one of its actions, with the clause that it is about. */
export async function caseAt(table: string, number: number, clause: string): Promise<string> {
  const { rows } = await api.past(table, number - 1, 1, passOf(table));
  const row = rows[0];
  if (!row) throw new Refused("no-such-number");
  return linkTo.positionAddress(await linkOf({ ...row.view, prices: row.prices } as View), clause);
}
