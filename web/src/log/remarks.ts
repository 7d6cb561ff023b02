// What bots say, sparingly: a line at a purchase that matters, at a large rent, at the end. How a bot speaks follows from
// its level, and so from how it plays: the carefree ones buy what they can, traders look for swaps, the others calculate.

import { hashed } from "../art/face";
import type { LogLine } from "../game/lines";
import type { SeatInfo } from "../generated/messages";
import type { Edition, Seat, TextKey } from "../types";

export type Remark = { seat: Seat; number: number; key: TextKey };
type Occasion = "buy" | "earn" | "pay" | "win";
export type Temper = "carefree" | "friendly" | "cool";

const LINES: Record<Temper, Record<Occasion, TextKey[]>> = {
  carefree: {
    buy: ["talk.carefree-buy-1", "talk.carefree-buy-2"],
    earn: ["talk.carefree-earn-1", "talk.carefree-earn-2"],
    pay: ["talk.carefree-pay-1", "talk.carefree-pay-2"],
    win: ["talk.carefree-win"],
  },
  friendly: {
    buy: ["talk.friendly-buy-1", "talk.friendly-buy-2"],
    earn: ["talk.friendly-earn-1", "talk.friendly-earn-2"],
    pay: ["talk.friendly-pay-1", "talk.friendly-pay-2"],
    win: ["talk.friendly-win"],
  },
  cool: {
    buy: ["talk.cool-buy-1", "talk.cool-buy-2"],
    earn: ["talk.cool-earn-1", "talk.cool-earn-2"],
    pay: ["talk.cool-pay-1", "talk.cool-pay-2"],
    win: ["talk.cool-win"],
  },
};

const PAUSE = 25; // actions between two remarks at a table
const SELDOM = 3; // of so many occasions one is used

export const temperOf = (level: string): Temper =>
  level === "random" || level === "novice" ? "carefree" : level === "trader" ? "friendly" : "cool";

/** The occasion that an event is, and whose. */
function occasion(edition: Edition, { event }: LogLine): [Seat, Occasion][] {
  const { seat, other } = event;
  const salary = edition.numbers.salary;
  if (event.type === "over") return event.winner === null ? [] : [[event.winner, "win"]];
  if (typeof seat !== "number" || !("amount" in event)) return [];
  if ((event.type === "buy" || event.type === "sold") && event.amount >= 1.25 * salary) return [[seat, "buy"]];
  if (event.type !== "rent" || event.amount < salary / 2) return [];
  return [[seat, "pay"], ...(typeof other === "number" ? [[other, "earn"] as [Seat, Occasion]] : [])];
}

/** The last remark of a bot in a log; the same log always has the same. */
export function lastRemark(
  edition: Edition,
  log: readonly LogLine[],
  seats: readonly Pick<SeatInfo, "name" | "kind" | "level">[],
): Remark | null {
  let last: Remark | null = null;
  for (const line of log)
    for (const [seat, what] of occasion(edition, line)) {
      const chair = seats[seat];
      if (chair?.kind !== "bot") continue;
      const hash = hashed(`${chair.name} ${line.number}`);
      if (what !== "win" && (hash % SELDOM || (last && line.number - last.number < PAUSE))) continue;
      const lines = LINES[temperOf(chair.level)][what];
      const key = lines[(hash >>> 8) % lines.length];
      if (key) last = { seat, number: line.number, key };
    }
  return last;
}
