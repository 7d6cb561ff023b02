// Lines of the chat that were sent from here, until the server has said them. One that is refused or lost comes back, whatever was
// sent after it: the server answers in order, and a refusal does not name its line.

import type { Line } from "../generated/messages";

type Sent = { text: string; typed: boolean };

const REFUSALS = ["chat-too-fast", "muted"];

/** As the server writes a text. */
const clean = (text: string): string => text.replace(/[\p{C}\s]+/gu, " ").trim();

export class OwnLines {
  /** What came back, and why: for the field where it was typed. */
  returned = $state.raw<{ text: string; code: string } | null>(null);
  private waiting: Sent[] = [];

  /** `typed`: not one of the phrases, which are a tap. */
  sent(text: string, typed: boolean): void {
    this.waiting.push({ text, typed });
  }

  /** A line of ours was said: those before it were not. */
  said(text: string): void {
    const at = this.waiting.findIndex((line) => clean(line.text) === clean(text));
    if (at >= 0) this.giveBack(this.waiting.splice(0, at + 1).slice(0, -1), "too-fast");
  }

  refused(code: string): void {
    if (REFUSALS.includes(code)) this.giveBack(this.waiting.splice(0, 1), code);
  }

  /** The connection is a new one; `lines` were said meanwhile. What is not among them was lost. */
  arrived(lines: readonly Pick<Line, "text">[]): void {
    for (const { text } of lines) this.said(text);
    this.giveBack(this.waiting.splice(0), "no-connection");
  }

  giveBack(lines: readonly Sent[], code: string): void {
    if (lines.length === 0) return;
    const typed = lines.filter((line) => line.typed).map(({ text }) => text);
    const before = this.returned?.text;
    this.returned = { text: [...(before ? [before] : []), ...typed].join(" "), code };
  }
}
