// From a wish to a table: it is opened, its keys are remembered, and if nobody is awaited it begins at once.

import type { NewTable, Tells } from "../generated/messages";
import { api, Refused } from "../net/api";
import { keysOf, remember } from "../net/keys";
import { newSalt } from "../net/salt";
import { Line } from "../net/socket";

const PATIENCE = 15_000;

/** The id of the new table. */
export async function open(wish: NewTable, atOnce: boolean): Promise<string> {
  const { table, keys, host, invite } = await api.create(wish);
  const place = remember({ id: table.id, edition: table.edition, keys, host, invite, commitment: table.commitment });
  if (atOnce) await start(table.id, keysOf(place));
  return table.id;
}

/** Every seat of ours adds its salt to the dice, then the game begins. */
export function start(table: string, keys: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (told: Tells): void => {
      if (told.type === "welcome") {
        for (const seat of told.yours) line.send({ type: "salt", seat, salt: newSalt() });
        line.send({ type: "start" });
      } else if (told.type === "begun") end(resolve);
      else if (told.type === "refused") end(() => reject(new Refused(told.code, told.detail)));
    };
    const line = new Line(() => ({ type: "hello", table, keys }), hear, () => undefined);
    const timer = setTimeout(() => end(() => reject(new Refused("no-connection"))), PATIENCE);
    function end(then: () => void): void {
      clearTimeout(timer);
      line.close();
      then();
    }
  });
}
