// The action in flight: retried with the same id after a lost connection, which makes it idempotent.

import { randomHex } from "../fairness/hashes";
import { bare } from "../game/choices";
import { CORRECTIONS } from "../game/lines";
import { REPEATABLE } from "../generated/game";
import type { ClientMessage } from "../generated/messages";
import type { Action, Seat } from "../types";

type Outcomes = (number | string)[];

const MOST_TRIES = 5;
const ID_BYTES = 16;

export class Outbox {
  /** The id of the action in flight. */
  waiting = $state<string | null>(null);
  private sent: { seat: Seat; action: Action; id: string; tries: number; chance: Outcomes } | null = null;

  constructor(private readonly send: (asked: ClientMessage) => boolean) {}

  /** `chance`: around a real box, what fell and was drawn. */
  act(seat: Seat, action: Action, last: number, chance: Outcomes = []): void {
    const id = randomHex(ID_BYTES); // randomUUID is not available without https
    this.sent = { seat, action: CORRECTIONS.has(action.type) ? action : bare(action), id, tries: 0, chance };
    this.waiting = id;
    this.again(last);
  }

  /** Send the action again, as the one after the number `last`. */
  again(last: number): void {
    if (!this.sent) return;
    const { seat, action, id, chance } = this.sent;
    this.send({ type: "act", seat, number: last + 1, id, action, ...(chance.length ? { chance } : {}) });
  }

  done(id: string): void {
    if (id === this.waiting) this.clear();
  }

  /** Retries a free action after `stale-number`, because its meaning is unchanged. Returns whether it was retried. */
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
