// The log of a table with the bots' replies to offers. Long games keep their last lines.

import { type LogLine, lines, type Reply } from "../game/lines";
import type { PastAction, Replied } from "../generated/messages";
import type { GameEvent } from "../types";
import { api, type Pass } from "./api";

const LONGEST = 2000;
const LOOK_BACK = 100; // actions

export class Chronicle {
  lines = $state.raw<LogLine[]>([]);
  private readonly replies = new Map<number, Reply>(); // keyed by the number of the refusal, which follows its reply

  /** The server may have lost its last actions. */
  forgetAfter(number: number): void {
    this.lines = this.lines.filter((line) => line.number <= number);
  }

  setup(events: GameEvent[]): void {
    this.add(lines({ number: 0, by: "setup", at: 0, events }));
  }

  write(past: PastAction): void {
    this.add(this.withReply(past));
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
  }

  private add(more: LogLine[]): void {
    this.lines = [...this.lines, ...more].slice(-LONGEST);
  }

  private withReply(past: PastAction): LogLine[] {
    const reply = this.replies.get(past.number);
    return lines(past).map((line) => (reply && line.event.type === "reject" ? { ...line, reply } : line));
  }
}
