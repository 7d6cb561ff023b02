// The log: its lines grouped by turn and action, and filters.

import type { Action, GameEvent, Prices, Rent, Seat, Shares } from "../types";
import { takesBack, takesEffect } from "./taken_back";

/** A line of the log: an event, and the action it came of (0: setting up); of an offer its terms, of a bot's refusal why. */
export type LogLine = {
  key: string;
  number: number;
  by: string;
  at: number;
  event: GameEvent;
  offer?: Action;
  reply?: Reply;
  rent?: Rent; // what the square earns after building or selling on it
  built?: LogLine[]; // the lines of several buildings in a row, which this one tells together
};
/** Why a bot refused an offer. */
export type Reply = { code: string; parts: Record<string, string> };
type Written = {
  number: number;
  by: string;
  at: number;
  events: readonly object[];
  action?: object;
  seat?: Seat | null;
  shares?: Shares | undefined;
  prices?: Pick<Prices, "deeds"> | undefined; // after the action
  was?: number | null; // before something was set right
};

/** Actions that exist only around a real box: their line is the action itself, with what was true before. */
export const CORRECTIONS: ReadonlySet<string> = new Set(["take_back", "set_right"]);

/** Whether an action is one of these; at other tables a seat takes back. */
const corrects = (action: object, seat: unknown): boolean =>
  "type" in action && (action.type === "set_right" || (action.type === "take_back" && typeof seat !== "number"));

/** The events of an action, one line each. Taking something back has no event of the rules, and gets one here. */
export function lines({ number, by, at, events, action, seat, shares, prices, was }: Written): LogLine[] {
  if (action && corrects(action, seat))
    return [{ key: `${number}.0`, number, by, at, event: { ...action, was } as unknown as GameEvent }];
  if (action && takesBack({ action })) {
    const event = { type: takesEffect({ shares }) ? "taken-back" : "not-taken-back", seat } as unknown as GameEvent;
    return [{ key: `${number}.0`, number, by, at, event }];
  }
  return (events as GameEvent[]).map((event, k) => {
    const line = { key: `${number}.${k}`, number, by, at, event };
    const rent = BUILDING.has(event.type) ? prices?.deeds[event.square ?? -1]?.rent : null;
    if (rent) return { ...line, rent };
    return event.type === "offer" && action ? { ...line, offer: action as Action } : line;
  });
}

const BUILDING = new Set(["build", "sell"]);

/** The lines with buildings in a row told together: what one player builds without anything else between. */
export function gathered(lines: readonly LogLine[], undone: ReadonlySet<number> = new Set()): LogLine[] {
  const found: LogLine[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    const alike =
      last?.event.type === "build" &&
      line.event.type === "build" &&
      last.event.seat === line.event.seat &&
      last.by === line.by &&
      undone.has(last.number) === undone.has(line.number);
    if (alike) found[found.length - 1] = { ...line, key: last.key, built: [...(last.built ?? [last]), line] };
    else found.push(line);
  }
  return found;
}

export type Filter = "all" | "money" | "mine";
/** An action and its events. */
export type Deed = { number: number; by: string; lines: LogLine[] };
/** A turn, beginning with its `turn` line; the set-up and the first turn have none. */
export type Turn = { key: string; head: LogLine | null; deeds: Deed[] };

const MONEY = new Set([
  ...["start", "salary", "tax", "buy", "sold", "rent", "rent_open", "rent_lapsed", "no_rent", "fine", "build", "sell"],
  ...["mortgage", "redeem", "interest", "trade", "debt", "paid", "received", "settled", "bankrupt", "estate"],
  ...["battle_lost", "attack_won", "pot", "pot_taken"],
]);

const about = (event: GameEvent, seats: readonly Seat[]): boolean =>
  [event.seat, event.other, "winner" in event ? event.winner : null].some(
    (seat) => typeof seat === "number" && seats.includes(seat),
  );

/** Around a real box: whether money was set right, or goes with a deed that was. */
const correctsMoney = (event: object): boolean => "what" in event && (event.what === "cash" || "sum" in event);

export function wanted({ event }: LogLine, filter: Filter, mine: readonly Seat[]): boolean {
  if (filter === "money") return MONEY.has(event.type) || correctsMoney(event);
  return filter === "all" || about(event, mine);
}

/** The filtered lines, grouped by turn and action, under the heading of each turn. */
export function turns(lines: readonly LogLine[], filter: Filter = "all", mine: readonly Seat[] = []): Turn[] {
  const found: Turn[] = [];
  for (const line of lines) {
    let turn = found.at(-1);
    const begins = line.event.type === "turn";
    if (!turn || begins || (line.number > 0 && turn.key === "setup")) {
      turn = { key: line.number === 0 && !begins ? "setup" : line.key, head: begins ? line : null, deeds: [] };
      found.push(turn);
    }
    if (begins || !wanted(line, filter, mine)) continue;
    const deed = turn.deeds.at(-1);
    if (deed?.number === line.number) deed.lines.push(line);
    else turn.deeds.push({ number: line.number, by: line.by, lines: [line] });
  }
  return found.filter(({ head, deeds }) => deeds.length > 0 || (head && wanted(head, filter, mine)));
}

const sizeOf = (turn: Turn): number => turn.deeds.reduce((sum, { lines }) => sum + lines.length, 1);

/** The last turns, with at least this many lines. */
export function latest(all: readonly Turn[], most: number): Turn[] {
  let [from, size] = [all.length, 0];
  while (from > 0 && size < most) size += sizeOf(all[--from] as Turn);
  return all.slice(from);
}
