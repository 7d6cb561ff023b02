// Hypothetical questions to the server: the cost of a plan, the legality of an action. One of each kind is in flight at
// a time; of those that wait, only the latest of each asker is sent (throttled).

import type { AskCheck, AskPlan, Checked, ClientMessage, Planned } from "../generated/messages";
import type { Action, Plan, Seat, Wish } from "../types";

type Question = Omit<AskPlan, "id"> | Omit<AskCheck, "id">;
type Answer = Planned | Checked;
type Open = { asked: AskPlan | AskCheck; asker: unknown; resolve: (answer: Answer) => void };

const PAUSE = 250; // milliseconds between two questions of a kind: the server limits their rate

/** The questions of one kind. */
class Queue {
  private underWay: Open | null = null;
  private readonly waiting = new Map<unknown, Open>(); // by asker
  private askedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly send: (asked: ClientMessage) => boolean) {}

  ask(question: Open): void {
    this.waiting.set(question.asker, question);
    if (!this.underWay) this.later();
  }

  answer(answer: Answer): void {
    if (this.underWay?.asked.id !== answer.id) return;
    this.underWay.resolve(answer);
    this.underWay = null;
    if (this.waiting.size) this.later();
  }

  /** The connection is back, or the server was too busy. */
  again(): void {
    if (this.underWay) this.send(this.underWay.asked);
  }

  private later(): void {
    if (this.timer !== undefined) return; // a timer that is due but has not fired yet must not start a second time
    const wait = this.askedAt + PAUSE - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.start(), wait);
    else this.start();
  }

  private start(): void {
    this.timer = undefined;
    const [first] = this.waiting.values();
    if (!first) return;
    this.waiting.delete(first.asker);
    this.underWay = first;
    this.askedAt = performance.now();
    this.send(first.asked);
  }
}

export class Inquiries {
  private readonly plans: Queue;
  private readonly checks: Queue;
  private last = 0;

  constructor(send: (asked: ClientMessage) => boolean) {
    this.plans = new Queue(send);
    this.checks = new Queue(send);
  }

  private ask(queue: Queue, question: Question, asker: unknown = null): Promise<Answer> {
    return new Promise((resolve) => queue.ask({ asked: { ...question, id: ++this.last }, asker, resolve }));
  }

  /** What the wished changes to an estate would cost, and whether they are legal. A later question of the asker replaces it. */
  async plan(seat: Seat, wishes: Wish[], asker: unknown = null): Promise<Plan> {
    return ((await this.ask(this.plans, { type: "plan", seat, wishes }, asker)) as Planned).plan;
  }

  /** A plan that raises so much cash; nothing replaces the question. */
  async planToRaise(seat: Seat, cash: number): Promise<Plan> {
    return ((await this.ask(this.plans, { type: "plan", seat, wishes: [], raise_to: cash }, {})) as Planned).plan;
  }

  /** Why these actions, one after the other, would be refused; null if they are legal. */
  async check(seat: Seat, actions: Action[]): Promise<string | null> {
    return ((await this.ask(this.checks, { type: "check", seat, actions })) as Checked).reason;
  }

  answer(answer: Answer): void {
    (answer.type === "planned" ? this.plans : this.checks).answer(answer);
  }

  again(): void {
    this.plans.again();
    this.checks.again();
  }
}
