// What the owner of a seat has set for it, which nobody else sees. A change is shown at once and builds on the one before it, whether
// or not that was answered: of each type of message, the last one carries all that it sets. The server's word counts once it has
// answered everything.

import type { ClientMessage } from "../generated/messages";
import type { Seat } from "../types";

export class OwnSetting<Shown extends { seat: Seat }> {
  private shown = $state.raw<Shown>();
  private sent: ClientMessage[] = []; // since everything was answered
  private answers = 0;

  constructor(private readonly send: (asked: ClientMessage) => void) {}

  of(seat: Seat): Shown | undefined {
    return this.shown?.seat === seat ? this.shown : undefined;
  }

  ask(message: ClientMessage): void {
    this.sent.push(message);
    this.send(message);
  }

  change(shown: Shown, message: ClientMessage): void {
    this.shown = shown;
    this.ask(message);
  }

  answer(shown: Shown): void {
    this.answers += 1;
    if (this.answers < this.sent.length) return;
    this.forget();
    this.shown = shown;
  }

  /** Messages were lost on the way, or refused because they came too fast. */
  again(): void {
    const last = this.sent.filter(({ type }, k) => !this.sent.slice(k + 1).some((later) => later.type === type));
    this.forget();
    for (const message of last) this.ask(message);
  }

  /** A change was refused: what the server has is asked for, with `message`. */
  refused(message: (seat: Seat) => ClientMessage): void {
    if (this.sent.length === 0 || !this.shown) return;
    this.forget();
    this.ask(message(this.shown.seat));
  }

  private forget(): void {
    [this.sent, this.answers] = [[], 0];
  }
}
