// A plan for an estate while a person makes it. The server says what it costs, what is in the way and what may be
// changed; here are the wishes, and carrying the plan out action by action.

import type { LiveTable } from "../../connection/live.svelte";
import { estateOf, isMortgaged, levelOf } from "../../game/deeds";
import type { Action, Edition, LotOptions, Plan, Seat, View, Wish } from "../../types";
import { perform } from "../perform.svelte";

const MOST_PLANS = 20; // a plan that never completes is abandoned

export class Planner {
  wishes = $state.raw<Record<number, Wish>>({});
  running = $state(false);
  /** Why the plan stopped: a code, and where. */
  stopped = $state.raw<{ square: number | null; reason: string } | null>(null);
  /** What the server said last. */
  plan = $state.raw<Plan | null>(null);
  /** Outdated: the wishes or the position have changed, and a new answer is pending. */
  stale = $state(true);
  private asked = 0;

  constructor(
    readonly table: LiveTable,
    private readonly seat: () => Seat,
  ) {
    // ask again whenever the wishes or the position have changed
    $effect(() => {
      void [this.wishes, this.table.number];
      if (!this.running) void this.renew();
    });
  }

  private get owner(): Seat {
    return this.seat();
  }

  get edition(): Edition {
    return this.table.edition as Edition;
  }

  get view(): View {
    return this.table.view as View;
  }

  readonly squares: number[] = $derived(estateOf(this.view, this.owner));
  readonly cash: number = $derived(this.view.players[this.owner]?.cash ?? 0);
  readonly steps: Action[] = $derived(this.plan?.steps ?? []);

  levelNow = (square: number): number => levelOf(this.view, square);
  levelOf = (square: number): number => this.wishes[square]?.level ?? this.levelNow(square);
  isMortgaged = (square: number): boolean => this.wishes[square]?.mortgaged ?? isMortgaged(this.view, square);
  optionsOf = (square: number): LotOptions | undefined => this.plan?.lots[square];

  wish(changes: Wish[]): void {
    const merged = { ...this.wishes };
    for (const change of changes) merged[change.square] = { ...merged[change.square], ...change };
    this.wishes = merged;
    this.stopped = null;
  }

  clear(): void {
    this.wishes = {};
    this.stopped = null;
  }

  private async renew(): Promise<Plan> {
    const mine = ++this.asked;
    this.stale = true;
    const plan = await this.table.inquiries.plan(this.seat(), Object.values(this.wishes), this);
    if (mine === this.asked) [this.plan, this.stale] = [plan, false];
    return plan;
  }

  /** Wishes that raise so much cash, as the server suggests, unless something was wished meanwhile. */
  async suggest(cash: number): Promise<void> {
    const before = this.wishes;
    const plan = await this.table.inquiries.planToRaise(this.seat(), cash);
    if (this.wishes !== before) return;
    this.wishes = Object.fromEntries(plan.wishes.map((wish) => [wish.square, wish]));
    this.stopped = null;
  }

  /** Carry out the plan action by action, then do `last`. */
  async carryOut(last?: Action): Promise<boolean> {
    this.running = true;
    this.stopped = null;
    const done = await this.doSteps();
    const refused = done && last ? await perform(this.table, this.seat(), last) : null;
    if (refused) this.stopped = { square: null, reason: refused };
    if (done) this.wishes = {};
    this.running = false;
    return done && !refused;
  }

  /** If a step is refused because the position changed, the rest is replanned. */
  private async doSteps(): Promise<boolean> {
    for (let k = 0; k < MOST_PLANS; k++) {
      const { steps, blocked } = await this.renew();
      if (steps.length === 0) {
        this.stopped = blocked;
        return !blocked;
      }
      for (const [done, step] of steps.entries()) {
        const refused = await perform(this.table, this.seat(), step);
        if (refused && done === 0) {
          this.stopped = { square: "square" in step ? (step.square ?? null) : null, reason: refused };
          return false;
        }
        if (this.view.phase === "contest") return false; // a shortage: the others are asked first
        if (refused) break;
      }
    }
    return false;
  }
}
