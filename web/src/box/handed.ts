// Around a real box whose money is used: which banknotes change hands.

import type { LogLine } from "../game/lines";
import type { GameEvent, Seat } from "../types";

export type Party = Seat | "bank";
/** Money that goes from one to the other. */
export type Handed = { from: Party; to: Party; amount: number };
/** Money that was set right: whoever has it should have now what the screens say, whatever changed hands before. */
export type Moved = Handed | { hold: Seat };

/** Events in which their seat pays, to the other party or to the bank, and those in which it is paid. */
const PAYS = new Set([
  "buy",
  "build",
  "redeem",
  "tax",
  "fine",
  "interest",
  "sold",
  "paid",
  "rent",
  "trade",
  "settled",
  "estate",
]);
const IS_PAID = new Set(["start", "salary", "received", "sell", "mortgage", "pot_taken"]);

const party = (named: unknown): Party => (typeof named === "number" ? named : "bank");

/** What an event moves, if it moves money. A trade with a negative sum is paid by the other party. */
function movedBy(event: GameEvent): Moved | null {
  if ((event.type as string) === "set_right") return setRight(event as unknown as SetRight);
  const pays = PAYS.has(event.type);
  if (!pays && !IS_PAID.has(event.type)) return null;
  const amount = "amount" in event ? event.amount : 0;
  const [seat, other] = [party(event.seat), party(event.other)];
  const forth = pays === amount > 0;
  return amount ? { from: forth ? seat : other, to: forth ? other : seat, amount: Math.abs(amount) } : null;
}

type SetRight = { what: string; seat: Seat; to: Seat | null; was?: Seat | null; sum?: number };

/** The price that goes with a deed is paid to whoever had it before. */
function setRight({ what, seat, to, was, sum }: SetRight): Moved | null {
  if (what === "cash") return { hold: seat };
  return sum && was !== to ? { from: party(to), to: party(was), amount: sum } : null;
}

const back = (moved: Moved): Moved =>
  "hold" in moved ? moved : { from: moved.to, to: moved.from, amount: moved.amount };

/** `now`: what changes hands by the last step that moves money, or goes back. `before`: what was told for earlier steps
 * since the last throw.
 */
export function handed(lines: readonly LogLine[]): { now: Moved[]; before: Moved[] } {
  let done: { number: number; money: Moved }[] = []; // and not taken back
  let steps: { number: number; all: Moved[] }[] = []; // since the last throw
  for (const { number, event } of lines) {
    if ((event.type as string) === "take_back") {
      const to = Number((event as unknown as { to: number }).to);
      steps = [{ number, all: done.filter((one) => one.number > to).map(({ money }) => back(money)) }];
      done = done.filter((one) => one.number <= to);
      continue;
    }
    if (event.type === "roll") steps = steps.filter((step) => step.number === number);
    const money = movedBy(event);
    if (!money) continue;
    const step = steps.at(-1);
    if (step?.number === number) step.all.push(money);
    else steps.push({ number, all: [money] });
    done.push({ number, money });
  }
  const told = steps.map(({ all }) => together(all));
  return { now: told.pop() ?? [], before: told.flat().filter((moved) => !("hold" in moved)) };
}

/** What the same one pays the same other in a step is one sum. */
function together(all: readonly Moved[]): Moved[] {
  const sums = new Map<string, Moved>();
  for (const moved of all) {
    const key = "hold" in moved ? `${moved.hold}` : `${moved.from} ${moved.to}`;
    const before = sums.get(key);
    const more = before && "amount" in before ? before.amount : 0;
    sums.set(key, "hold" in moved ? moved : { ...moved, amount: moved.amount + more });
  }
  return [...sums.values()];
}
