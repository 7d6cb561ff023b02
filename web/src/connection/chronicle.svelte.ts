// The log of a table with the bots' replies to offers. Long games keep their last lines.

import { type LogLine, lines, type Reply } from "../game/lines";
import { type Entered, PlayedLine } from "../game/taken_back";
import type { PastAction, Replied } from "../generated/messages";
import type { GameEvent } from "../types";
import { api, type Pass } from "./api";

const LONGEST = 2000;
const LOOK_BACK = 100; // actions

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
  private readonly replies = new Map<number, Reply>(); // keyed by the number of the refusal, which follows its reply

  /** The server may have lost its last actions. */
  forgetAfter(number: number): void {
    this.lines = this.lines.filter((line) => line.number <= number);
    this.entered = this.entered.filter((past) => past.number <= number);
  }

  setup(events: GameEvent[]): void {
    this.add(lines({ number: 0, by: "setup", at: 0, events }));
  }

  write(past: PastAction): void {
    this.add(this.withReply(past));
    if (past.number > (this.entered.at(-1)?.number ?? 0)) this.entered = [...this.entered, bare(past)];
  }

  reply({ number, code, parts }: Omit<Replied, "type">): void {
    this.replies.set(number, { code, parts });
  }

  /** Load the earlier log when joining a running game; failures are ignored. */
  async lookBack(table: string, number: number, pass: Pass): Promise<void> {
    const page = await api.past(table, Math.max(0, number - LOOK_BACK), LOOK_BACK, pass).catch(() => null);
    if (!page) return;
    const early = page.rows.flatMap(({ past }) => (past && past.number <= number ? this.withReply(past) : []));
    const [setup, later] = [
      this.lines.filter((line) => line.number === 0),
      this.lines.filter((line) => line.number > 0),
    ];
    this.lines = [...setup, ...early, ...later];
    const first = this.entered[0]?.number ?? number + 1;
    const before = page.rows.flatMap(({ past }) => (past && past.number < first ? bare(past) : []));
    this.entered = [...before, ...this.entered];
  }

  private add(more: LogLine[]): void {
    this.lines = [...this.lines, ...more].slice(-LONGEST);
  }

  private withReply(past: PastAction): LogLine[] {
    const reply = this.replies.get(past.number);
    return lines(past).map((line) => (reply && line.event.type === "reject" ? { ...line, reply } : line));
  }
}
