// The legal actions of this browser's seats: requested after every change, throttled to the server's rate limit.

import { SvelteMap } from "svelte/reactivity";
import type { ClientMessage } from "../generated/messages";
import type { Action, Seat } from "../types";

const PAUSE = 100; // milliseconds between two requests, however fast bots play

export class Allowed {
  private readonly lists = new SvelteMap<Seat, Action[]>();
  private readonly wanted = new Set<Seat>();
  private readonly unasked = new Set<Seat>();
  private askedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (asked: ClientMessage) => boolean) {}

  of(seat: Seat | null): Action[] {
    return seat === null ? [] : (this.lists.get(seat) ?? []);
  }

  set(seat: Seat, actions: Action[]): void {
    this.lists.set(seat, actions);
  }

  /** The table has changed: whoever decides comes with its list; other seats of ours are asked for if somebody looks. */
  renew(decider: Seat | null, legal: Action[], asked: readonly Seat[]): void {
    this.lists.clear();
    if (decider !== null) this.lists.set(decider, legal);
    for (const seat of new Set([...asked.filter((seat) => seat !== decider), ...this.wanted])) this.ask(seat);
  }

  /** From now on, ask for all that a seat may do, whenever something has changed. */
  watch(seat: Seat): () => void {
    this.wanted.add(seat);
    this.ask(seat);
    return () => this.wanted.delete(seat);
  }

  /** The request was rate limited. */
  again(): void {
    for (const seat of this.wanted) this.ask(seat);
  }

  private ask(seat: Seat): void {
    this.unasked.add(seat);
    this.timer ??= setTimeout(() => this.askAll(), Math.max(0, this.askedAt + PAUSE - performance.now()));
  }

  private askAll(): void {
    this.timer = undefined;
    this.askedAt = performance.now();
    for (const seat of this.unasked) this.send({ type: "legal", seat });
    this.unasked.clear();
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
