// Keeps the square in question visible: if the question overlaps the board, as on a short phone, the page is
// scrolled just far enough, and back when the question is answered.

import { settings } from "../../settings.svelte";

const GAP = 6; // pixels between the square and the overlapping panel
const NEAR = 4;

export class Sight {
  private moved: { from: number; to: number } | null = null;

  /** Scroll the square above the panel, unless the reader has scrolled elsewhere. */
  show(square: DOMRect | null, sheet: HTMLElement | undefined): void {
    if (!square || !sheet || getComputedStyle(sheet).position !== "sticky") return;
    const hidden = square.bottom + GAP - sheet.getBoundingClientRect().top;
    if (hidden <= 0 || square.bottom < 0) return;
    const to = scrollY + Math.min(hidden, Math.max(0, square.top - GAP));
    this.moved = { from: this.moved?.from ?? scrollY, to };
    this.scroll(to);
  }

  /** Scroll back after the answer, unless the reader has scrolled since. */
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
