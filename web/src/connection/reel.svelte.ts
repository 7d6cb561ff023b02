// A stored game, action by action: fetched in pages around the current position. No rendering.

import { type LogLine, lines } from "../game/lines";
import { takesEffect, targetOf } from "../game/taken_back";
import type { TableInfo } from "../generated/messages";
import type { Action, Edition, GameEvent, Seat, Shares, Standing, View } from "../types";
import { api, type Pass, Refused } from "./api";

export type Frame = {
  number: number;
  view: View;
  standings: Standing[];
  /** The action that led here; null before the first one. */
  past: { seat: Seat | null; by: string; at: number; action: Action; events: GameEvent[]; shares?: Shares } | null;
};

const PAGE = 100;
const LINES = 80; // log lines
const SHELVES = 12; // cached pages

export class Reel {
  info = $state.raw<TableInfo | null>(null);
  edition = $state.raw<Edition | null>(null);
  last = $state(0);
  /** The requested number, and the one shown until it is loaded. */
  number = $state(0);
  frame = $state.raw<Frame | null>(null);
  lines = $state.raw<LogLine[]>([]);
  /** The numbers of the actions among these lines that were taken back by then. */
  undone = $state.raw<ReadonlySet<number>>(new Set());
  next = $state.raw<Frame | null>(null);
  trouble = $state<string | null>(null);
  private setup: GameEvent[] = [];
  private readonly pages = new Map<number, Promise<Frame[]>>();

  constructor(
    readonly id: string,
    private readonly pass: Pass,
  ) {}

  async open(at = 0): Promise<void> {
    this.trouble = null;
    try {
      this.info = await api.table(this.id, this.pass);
      this.edition = await api.edition(this.info.edition);
      await this.go(0);
      if (at > 0) await this.go(at);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.trouble = error instanceof Refused ? error.code : "trouble";
  }

  private page(index: number): Promise<Frame[]> {
    const found = this.pages.get(index);
    if (found) return found;
    const asked = api.past(this.id, index * PAGE - 1, PAGE, this.pass).then((page) => {
      this.last = Math.max(this.last, page.last);
      if (page.setup.length > 0) this.setup = page.setup;
      if (page.rows.length < PAGE && this.info?.status === "playing") this.pages.delete(index); // more will come
      return page.rows.map(({ view, prices, ...row }) => ({ ...row, view: { ...view, prices } }));
    });
    this.pages.set(index, asked);
    asked.catch(() => this.pages.delete(index));
    const oldest = this.pages.keys().next().value;
    if (this.pages.size > SHELVES && oldest !== undefined) this.pages.delete(oldest);
    return asked;
  }

  private async at(number: number): Promise<Frame | null> {
    return (await this.page(Math.floor(number / PAGE)))[number % PAGE] ?? null;
  }

  /** Show the table after an action; returns whether it is shown (another request may have come first). */
  async go(number: number): Promise<boolean> {
    this.number = Math.max(0, number);
    if (this.frame) this.number = Math.min(this.number, this.last);
    const wanted = this.number;
    try {
      const frame = await this.at(wanted);
      const next = wanted < this.last ? await this.at(wanted + 1) : null;
      const frames = frame ? await this.framesUpTo(wanted) : [];
      if (this.number !== wanted) return false;
      this.trouble = null;
      const lines = frames.flatMap((shown) => written(shown, this.setup)).slice(-LINES);
      if (frame) [this.frame, this.next, this.lines, this.undone] = [frame, next, lines, undoneBy(frames)];
      if ((wanted % PAGE) + 20 > PAGE && wanted + PAGE < this.last + PAGE)
        void this.page(Math.floor(wanted / PAGE) + 1).catch(() => undefined);
      return frame !== null;
    } catch (error) {
      if (this.number === wanted) this.fail(error);
      return false;
    }
  }

  /** What the latest log lines up to a number come of. */
  private async framesUpTo(number: number): Promise<Frame[]> {
    const found: Frame[] = [];
    let events = 0;
    for (let index = Math.floor(number / PAGE); index >= 0 && events < LINES; index--) {
      const frames = (await this.page(index)).filter((frame) => frame.number <= number);
      found.unshift(...frames);
      events += frames.reduce((sum, frame) => sum + written(frame, this.setup).length, 0);
    }
    return found;
  }

  /** The number of the next action that ends a turn, or the last one. */
  async nextTurn(): Promise<number> {
    for (let number = this.number + 1; number <= this.last; number++) {
      const frame = await this.at(number);
      if (frame?.past?.events.some((event) => event.type === "turn")) return number;
    }
    return this.last;
  }
}

const written = ({ number, past, view }: Frame, setup: GameEvent[]): LogLine[] =>
  lines({ number, prices: view.prices, ...(past ?? { by: "setup", at: 0, events: setup }) });

/** What these actions have taken back: everything since the number that they go back to. */
function undoneBy(frames: readonly Frame[]): Set<number> {
  const found = new Set<number>();
  for (const { number, past } of frames) {
    const to = past && takesEffect(past) ? targetOf(past.action) : null;
    for (let gone = (to ?? number) + 1; gone < number; gone++) found.add(gone);
  }
  return found;
}
