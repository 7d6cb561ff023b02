// The log of a table with the bots' replies to offers. Long games keep their last lines.

import { type LogLine, lines, type Reply } from "../game/lines";
import { type Entered, PlayedLine } from "../game/taken_back";
import type { Moment, PastAction, Replied } from "../generated/messages";
import type { GameEvent, Prices } from "../types";
import { api, type Pass } from "./api";

const LONGEST = 2000;
const LOOK_BACK = 100; // actions
const FARTHEST = 500; // actions, after a long absence

const bare = ({ number, seat, by, action, shares }: PastAction): Entered => ({ number, seat, by, action, shares });

export class Chronicle {
  lines = $state.raw<LogLine[]>([]);
  private entered = $state.raw<Entered[]>([]);
  /** What was played and not taken back, as far as we know the game. */
  readonly line = $derived.by(() => {
    const line = new PlayedLine((this.entered[0]?.number ?? 1) - 1);
    for (const past of this.entered) line.follow(past);
    return line;
  });
  private readonly replies = new Map<number, Reply>(); // keyed by the number of the action, which follows its reply

  /** The server may have lost its last actions. */
  forgetAfter(number: number): void {
    this.lines = this.lines.filter((line) => line.number <= number);
    this.entered = this.entered.filter((past) => past.number <= number);
  }

  setup(events: GameEvent[]): void {
    this.add(lines({ number: 0, by: "setup", at: 0, events }));
  }

  write(past: PastAction, prices?: Prices): void {
    this.add(this.withReply(past, prices));
    const last = this.entered.at(-1)?.number ?? 0;
    if (past.number <= last) return;
    // what may be taken back is known only as far as nothing is missing
    this.entered = past.number === last + 1 ? [...this.entered, bare(past)] : [bare(past)];
  }

  reply({ number, code, parts }: Omit<Replied, "type">): void {
    this.replies.set(number, { code, parts });
  }

  /**
   * Load what the log lacks before the action `before`, back to the action `seen` if that is not too far; failures are ignored. When
   * joining a running game nothing was seen. After a long absence a welcome has the last missed actions only.
   */
  async lookBack(table: string, before: number, pass: Pass, seen: number | null = null): Promise<void> {
    const wanted = seen === null ? LOOK_BACK : FARTHEST;
    const after = Math.max(seen ?? 0, before - 1 - wanted, 0);
    const rows: Moment[] = [];
    for (let at = after; at < before - 1; at += LOOK_BACK) {
      const page = await api.past(table, at, Math.min(LOOK_BACK, before - 1 - at), pass).catch(() => null);
      if (!page) return;
      rows.push(...page.rows);
    }
    const early = rows.flatMap(({ past, prices }) => (past ? this.withReply(past, prices) : []));
    const old = this.lines.filter((line) => line.number === 0 || (after === seen && line.number <= after));
    this.lines = [...old, ...early, ...this.lines.filter((line) => line.number >= before)].slice(-LONGEST);
    const entered = rows.flatMap(({ past }) => (past ? bare(past) : []));
    this.entered = [...entered, ...this.entered.filter((past) => past.number >= before)];
  }

  private add(more: LogLine[]): void {
    this.lines = [...this.lines, ...more].slice(-LONGEST);
  }

  private withReply(past: PastAction, prices?: Prices): LogLine[] {
    const reply = this.replies.get(past.number);
    const told = lines({ ...past, prices });
    const at = Math.max(
      0,
      told.findIndex((line) => line.event.type === "reject"),
    );
    return told.map((line, k) => (reply && k === at ? { ...line, reply } : line));
  }
}
