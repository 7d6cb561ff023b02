// Opens a table and stores its keys. Where nobody else is expected, its page starts the game as soon as it is there.

import type { NewTable } from "../generated/messages";
import { type AroundBox, remember, startAtOnce } from "../storage/keys";
import { api } from "./api";

/** The id of the new table. */
export async function open(wish: NewTable, atOnce: boolean, box?: AroundBox): Promise<string> {
  const { table, keys, host, invite } = await api.create(wish);
  remember({ id: table.id, edition: table.edition, keys, host, invite, commitment: table.commitment });
  if (atOnce) startAtOnce(table.id, box);
  return table.id;
}
