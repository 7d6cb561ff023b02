// The guided first game: which table it is and what was explained there already. Kept in this browser.

import { places } from "../storage/keys";
import type { Lesson } from "./lessons";

const SHELF = "freehold.guide";

/** `table`: the guided game. `told`: what was explained. `off`: no longer wanted. */
type Kept = { table: string | null; told: Lesson[]; off: boolean };

const NONE: Kept = { table: null, told: [], off: false };

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

  begin(table: string): void {
    this.keep({ table, told: [], off: false });
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
