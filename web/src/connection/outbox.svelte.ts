// The action in flight: retried with the same id after a lost connection, which makes it idempotent.

import { randomHex } from "../fairness/hashes";
import { bare } from "../game/choices";
import { CORRECTIONS } from "../game/lines";
import { REPEATABLE } from "../generated/game";
import type { ClientMessage, PastAction, Wanted } from "../generated/messages";
import type { Action, Seat } from "../types";

type Outcomes = (number | string)[];
type Sent = { seat: Seat; action: Action; id: string; tries: number; chance: Outcomes; number: number; done: boolean };

const same = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const MOST_TRIES = 5;
const ID_BYTES = 16;

export class Outbox {
  /** The id of the action in flight. */
  waiting = $state<string | null>(null);
  private sent: Sent | null = null;

  constructor(private readonly send: (asked: ClientMessage) => boolean) {}

  /** `chance`: around a real box, what fell and was drawn. What is sent `byItself` may be done by another screen. */
  act(seat: Seat, action: Action, last: number, chance: Outcomes = [], byItself = false): void {
    const id = randomHex(ID_BYTES); // randomUUID is not available without https
    const sent = CORRECTIONS.has(action.type) ? action : bare(action);
    this.sent = { seat, action: sent, id, tries: 0, chance, number: last + 1, done: byItself };
    this.waiting = id;
    this.again(last);
  }

  /** Send the action again, as the one after the number `last`; what was typed is meant for its turn alone. */
  again(last: number): void {
    if (!this.sent) return;
    const { seat, action, id, chance } = this.sent;
    if (!chance.length) this.sent.number = last + 1;
    this.send({ type: "act", seat, number: this.sent.number, id, action, ...(chance.length ? { chance } : {}) });
  }

  done(id: string): void {
    if (id === this.waiting) this.clear();
  }

  /** Somebody's action was done: perhaps the very one that is under way from here. */
  told({ number, seat, action, typed = [] }: Pick<PastAction, "number" | "seat" | "action" | "typed">): void {
    const { sent } = this;
    if (sent?.number !== number || (seat !== null && seat !== sent.seat) || !same(sent.action, action)) return;
    sent.done ||= sent.chance.every((outcome, k) => outcome === typed[k]);
  }

  /** Whether what is under way came too late, and nothing is lost by that. */
  isMoot(code: string): boolean {
    return code === "stale-number" && this.sent?.done === true;
  }

  /** More has to be typed: the answer to what is under way from here, or to another screen. */
  wanted({ number, action, chance }: Pick<Wanted, "number" | "action" | "chance">): void {
    const { sent } = this;
    if (sent?.number === number && same(sent.action, action) && same(sent.chance, chance)) this.clear();
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
