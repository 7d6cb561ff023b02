// Opens a table, stores its keys, and starts it at once if nobody else is expected.

import type { NewTable, Tells } from "../generated/messages";
import { api, Refused } from "../net/api";
import { Dice } from "../net/dice";
import { keysOf, remember } from "../net/keys";
import { Line } from "../net/socket";

const PATIENCE = 15_000;

/** The id of the new table. */
export async function open(wish: NewTable, atOnce: boolean): Promise<string> {
  const { table, keys, host, invite } = await api.create(wish);
  const place = remember({ id: table.id, edition: table.edition, keys, host, invite, commitment: table.commitment });
  if (atOnce) await start(table.id, keysOf(place));
  return table.id;
}

/** Every seat of ours publishes what it will give to the dice, then the game begins. */
export function start(table: string, keys: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const dice = new Dice(table);
    const hear = (told: Tells): void => {
      if (told.type === "welcome") {
        for (const said of dice.arrive(told)) line.send(said);
        line.send({ type: "start" });
      } else if (told.type === "table") for (const said of dice.table(told.table)) line.send(said);
      else if (told.type === "asking") {
        const share = dice.answer(told);
        if (share) line.send(share);
      } else if (told.type === "begun") {
        dice.begun(told, false);
        end(resolve);
      } else if (told.type === "refused") end(() => reject(new Refused(told.code, told.detail)));
    };
    const line = new Line(
      () => ({ type: "hello", table, keys }),
      hear,
      () => undefined,
    );
    const timer = setTimeout(() => end(() => reject(new Refused("no-connection"))), PATIENCE);
    function end(then: () => void): void {
      clearTimeout(timer);
      line.close();
      then();
    }
  });
}
