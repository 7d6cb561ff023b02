// The action under way: sent once, sent again with the same id after a lost connection, so that it has one effect.

import { bare } from "../decide/choices";
import { REPEATABLE } from "../generated/game";
import type { Asked } from "../generated/messages";
import { randomHex } from "../net/random";
import type { Action, Seat } from "../types";

const MOST_TRIES = 5;
const ID_BYTES = 16;

export class Outbox {
  /** The id of the action under way. */
  waiting = $state<string | null>(null);
  private sent: { seat: Seat; action: Action; id: string; tries: number } | null = null;

  constructor(private readonly send: (asked: Asked) => boolean) {}

  act(seat: Seat, action: Action, last: number): void {
    const id = randomHex(ID_BYTES); // randomUUID is missing on pages that were not opened by https
    this.sent = { seat, action: bare(action), id, tries: 0 };
    this.waiting = id;
    this.again(last);
  }

  /** Send the action again, as the one after the number `last`. */
  again(last: number): void {
    if (!this.sent) return;
    const { seat, action, id } = this.sent;
    this.send({ type: "act", seat, number: last + 1, id, action });
  }

  done(id: string): void {
    if (id === this.waiting) this.clear();
  }

  /** A free action means the same when somebody else was faster: it is tried again. Whether it was. */
  retry(code: string, last: number): boolean {
    const { sent } = this;
    if (code !== "stale-number" || !sent || !REPEATABLE.includes(sent.action.type) || sent.tries >= MOST_TRIES)
      return false;
    sent.tries += 1;
    this.again(last);
    return true;
  }

  clear(): void {
    this.waiting = null;
    this.sent = null;
  }
}
