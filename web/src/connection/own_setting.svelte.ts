// What the owner of a seat has set for it, which nobody else sees. A change is shown at once and builds on the one before it, whether
// or not that was answered: each message carries all that is set. The server's word counts once it has answered everything.

import type { ClientMessage } from "../generated/messages";
import type { Seat } from "../types";

export class OwnSetting<Shown extends { seat: Seat }> {
  private shown = $state.raw<Shown>();
  private last: ClientMessage | null = null;
  private unanswered = 0;

  constructor(private readonly send: (asked: ClientMessage) => void) {}

  of(seat: Seat): Shown | undefined {
    return this.shown?.seat === seat ? this.shown : undefined;
  }

  ask(message: ClientMessage): void {
    this.last = message;
    this.unanswered += 1;
    this.send(message);
  }

  change(shown: Shown, message: ClientMessage): void {
    this.shown = shown;
    this.ask(message);
  }

  answer(shown: Shown): void {
    this.unanswered = Math.max(0, this.unanswered - 1);
    if (this.unanswered === 0) this.shown = shown;
  }

  /** Messages were lost on the way, or refused because they came too fast. */
  again(): void {
    if (this.unanswered === 0 || this.last === null) return;
    this.unanswered = 1;
    this.send(this.last);
  }

  /** A change was refused: what the server has is asked for, with `message`. */
  refused(message: (seat: Seat) => ClientMessage): void {
    if (this.unanswered === 0 || !this.shown) return;
    this.unanswered = 0;
    this.ask(message(this.shown.seat));
  }
}
