// A plan for an estate while a person makes it: the wishes, what they cost, and carrying them out step by step.

import type { LiveTable } from "../table/live.svelte";
import type { Action, Edition, Seat, View } from "../types";
import { actionOf, estateNow, planOf, type Estate, type Ground, type Plan, type Wish } from "./estate";
import { perform } from "./perform.svelte";

const LONGEST = 200; // steps; no plan needs so many

export class Planner {
  wishes = $state.raw<Record<number, Wish>>({});
  running = $state(false);
  /** Why the plan stopped: a code, and where. */
  stopped = $state.raw<{ square: number | null; reason: string } | null>(null);

  constructor(
    private readonly table: LiveTable,
    private readonly seat: () => Seat,
  ) {}

  get ground(): Ground {
    return { edition: this.table.edition as Edition, view: this.table.view as View, seat: this.seat() };
  }

  readonly now: Estate = $derived(estateNow(this.ground));
  readonly plan: Plan = $derived(planOf(this.ground, this.wishes));

  levelOf = (square: number): number => this.wishes[square]?.level ?? this.now.levels[square] ?? 0;
  isMortgaged = (square: number): boolean => this.wishes[square]?.mortgaged ?? this.now.mortgaged[square] ?? false;

  /** The plan if these squares were wished for differently as well. */
  trial(changes: Record<number, Wish>): Plan {
    return planOf(this.ground, this.with(changes));
  }

  wish(changes: Record<number, Wish>): void {
    this.wishes = this.with(changes);
    this.stopped = null;
  }

  clear(): void {
    this.wishes = {};
    this.stopped = null;
  }

  private with(changes: Record<number, Wish>): Record<number, Wish> {
    const merged = { ...this.wishes };
    for (const [square, wish] of Object.entries(changes)) merged[Number(square)] = { ...merged[Number(square)], ...wish };
    return merged;
  }

  /** Carry the plan out, one action at a time, each planned anew on the table as it then stands; then do `last`. */
  async carryOut(last?: Action): Promise<boolean> {
    this.running = true;
    this.stopped = null;
    const done = await this.steps();
    const refused = done && last ? await perform(this.table, this.seat(), last) : null;
    if (refused) this.stopped = { square: null, reason: refused };
    this.running = false;
    if (done) this.wishes = {};
    return done && !refused;
  }

  private async steps(): Promise<boolean> {
    for (let k = 0; k < LONGEST; k++) {
      const { steps, blocked } = planOf(this.ground, this.wishes); // not `plan`, which goes with the page it is shown on
      const step = steps[0];
      if (!step) {
        if (blocked) this.stopped = blocked;
        return !blocked;
      }
      const refused = await perform(this.table, this.seat(), actionOf(step));
      if (refused) {
        this.stopped = { square: step.square, reason: refused };
        return false;
      }
      if (this.table.view?.phase === "contest") return false; // others may want the last buildings too: they are asked first
    }
    return false;
  }
}
