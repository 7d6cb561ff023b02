// The square in question stays in sight: where the question lies over the board, as on a short phone, the page is
// moved just far enough for it to be seen above the question, and back when that is answered.

import { settings } from "../settings.svelte";

const GAP = 6; // pixels between the square and what lies over the board
const NEAR = 4;

export class Sight {
  private moved: { from: number; to: number } | null = null;

  /** Show this square above this sheet, unless the reader has gone elsewhere on the page. */
  show(square: DOMRect | null, sheet: HTMLElement | undefined): void {
    if (!square || !sheet || getComputedStyle(sheet).position !== "sticky") return;
    const hidden = square.bottom + GAP - sheet.getBoundingClientRect().top;
    if (hidden <= 0 || square.bottom < 0) return;
    const to = scrollY + Math.min(hidden, Math.max(0, square.top - GAP));
    this.moved = { from: this.moved?.from ?? scrollY, to };
    this.scroll(to);
  }

  /** The question is answered: where we moved the page from, unless the reader has moved it since. */
  back(): void {
    if (!this.moved) return;
    const { from, to } = this.moved;
    this.moved = null;
    if (scrollY >= from - NEAR && scrollY <= to + NEAR) this.scroll(from);
  }

  private scroll(top: number): void {
    scrollTo({ top, behavior: settings.moves ? "smooth" : "instant" });
  }
}
