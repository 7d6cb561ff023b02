// What was played and what was taken back, as in src/freehold/server/fairness/take_backs.py.

import type { Header } from "../generated/messages";
import type { Shares } from "../types";

export const TAKE_BACK = "take_back";

/** An entry of the log, as far as it matters here. */
export type Entered = { number: number; seat: number | null; by: string; action: object; shares?: Shares | undefined };
type Played = { number: number; seat: number | null; by: string; drew: boolean };

/** The number that an action goes back to; null if it is another action, or damaged. */
export function targetOf(action: object): number | null {
  const { type, to } = action as { type?: unknown; to?: unknown };
  return type === TAKE_BACK && Number.isInteger(to) ? (to as number) : null;
}

export const takesBack = ({ action }: Pick<Entered, "action">): boolean =>
  (action as { type?: unknown }).type === TAKE_BACK;

/** Whether everybody who was asked agreed. */
export const takesEffect = ({ shares }: Pick<Entered, "shares">): boolean =>
  !Object.values(shares ?? {}).includes(null);

/** The numbers that entries go back to. */
export const targets = (entries: readonly Entered[]): Set<number> =>
  new Set(entries.flatMap(({ action }) => targetOf(action) ?? []));

/** What was not taken back, in order, from the start or from some later number on. */
export class PlayedLine {
  readonly undone = new Set<number>();
  private readonly line: Played[];

  constructor(readonly base = 0) {
    this.line = [{ number: base, seat: null, by: "bot", drew: true }];
  }

  /** Go on with an entry: the numbers of what it takes back. */
  follow(entry: Entered): number[] {
    if (!takesBack(entry)) {
      const { number, seat, by, shares } = entry;
      this.line.push({ number, seat, by, drew: shares !== undefined });
      return [];
    }
    const to = targetOf(entry.action);
    if (to === null || !takesEffect(entry)) return [];
    const gone = this.since(to);
    this.line.length = Math.max(1, this.line.length - gone.length);
    for (const { number } of gone) this.undone.add(number);
    return gone.map(({ number }) => number);
  }

  since(to: number): Played[] {
    return this.line.filter(({ number }) => number > to);
  }

  has(to: number): boolean {
    return this.since(to).length > 0 && this.line.some(({ number }) => number === to);
  }

  /** Whether nobody else has acted since, and nothing was drawn. */
  isFree(seat: number | null, to: number): boolean {
    const own = (played: Played): boolean => played.seat === seat && played.by === "person" && !played.drew;
    return seat !== null && this.has(to) && this.since(to).every(own);
  }

  /** Whether an entry may take back what it says, as far as it is not the others who have to agree. */
  allows(policy: Header["take_back"], entry: Entered): boolean {
    const to = targetOf(entry.action);
    if (!policy || policy === "never" || entry.by !== "person" || entry.seat === null || to === null) return false;
    if (Object.keys(entry.action).length !== 2 || !this.has(to)) return false;
    return entry.shares !== undefined || (policy === "free" && this.isFree(entry.seat, to));
  }

  /** Where the game was before the last decision of a person in one of these seats; null if there is none. */
  before(seats: readonly number[]): number | null {
    const last = this.line.findLastIndex(({ seat, by }) => seat !== null && by === "person" && seats.includes(seat));
    return last > 0 ? this.line[last - 1]!.number : null;
  }
}
