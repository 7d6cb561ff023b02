// The guided first game, and the first minute of the other ways to play: which table it is and what was explained there
// already. Kept in this browser.

import { places } from "../storage/keys";
import type { Lesson, Way } from "./lessons";

const SHELF = "freehold.guide";

/** `table`: the guided game. `told`: what was explained. `off`: no longer wanted. `met`: the ways that were guided. */
type Kept = { table: string | null; told: Lesson[]; off: boolean; way: Way; met: Way[] };

const NONE: Kept = { table: null, told: [], off: false, way: "now", met: [] };

function read(): Kept {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(SHELF) ?? "{}") as Partial<Kept>) };
  } catch {
    return NONE;
  }
}

class Guide {
  private kept = $state.raw<Kept>(read());

  get told(): Lesson[] {
    return this.kept.told;
  }

  /** Whether to offer a guided game at once: this browser has not played yet, and nobody said no. */
  get offered(): boolean {
    return !this.kept.off && !this.kept.table && places().length === 0;
  }

  guides(table: string): boolean {
    return this.kept.table === table && !this.kept.off;
  }

  get way(): Way {
    return this.kept.way;
  }

  begin(table: string, way: Way = "now"): void {
    this.keep({ table, told: [], off: false, way, met: [...this.kept.met, way] });
  }

  /** Explain the first minute at the first table of this kind, unless explanations are not wanted. */
  firstMinute(table: string, way: Way): void {
    if (!this.kept.off && !this.kept.met.includes(way)) this.begin(table, way);
  }

  tell(lesson: Lesson): void {
    if (!this.told.includes(lesson)) this.keep({ ...this.kept, told: [...this.told, lesson] });
  }

  stop(): void {
    this.keep({ ...this.kept, off: true });
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(SHELF, JSON.stringify(kept));
    } catch {
      // storage is not available
    }
  }
}

export const guide = new Guide();
