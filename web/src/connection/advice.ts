// Questions to the coach: each gets its answer by its id. A question that is overtaken by a newer one of its kind, or
// whose connection is lost, is answered with null.

import type { AskCoach, ClientMessage, Coached } from "../generated/messages";
import type { Action, Seat } from "../types";

export type What = AskCoach["what"];
export type Advice = {
  action: Action;
  chance: number;
  change: number;
  changes: number[];
  likely?: number;
  plan?: Action[];
  why: Record<string, string>;
  clause: string | null;
};
export type Answer = {
  chances: number[];
  margins: number[];
  changes?: number[];
  likely?: number;
  advice?: Advice[];
  limit?: number | null;
  deal?: { offer: Action; changes: number[] } | null;
  refused?: string;
};
/** What a bot would take: cash, a deed with cash, both of them, or neither for a reason. */
export type PriceAnswer = {
  price?: number;
  swap?: { square: number; cash: number };
  no?: string;
  parts?: Record<string, string>;
  refused?: string;
};
type About = { offer?: Action; steps?: Action[] };
type Open = { id: number; resolve: (answer: Answer | null) => void };

export class CoachTalk {
  /** What the bot that an offer goes to would take for it. */
  async price(seat: Seat, offer: Action): Promise<PriceAnswer | null> {
    return (await this.ask(seat, "price", { offer })) as PriceAnswer | null;
  }

  private readonly open = new Map<What, Open>();
  private last = 0;

  constructor(private readonly send: (asked: ClientMessage) => boolean) {}

  ask(seat: Seat, what: What, about: About = {}): Promise<Answer | null> {
    const id = ++this.last;
    this.open.get(what)?.resolve(null);
    return new Promise((resolve) => {
      this.open.set(what, { id, resolve });
      if (!this.send({ type: "coach", seat, id, what, ...about })) this.settle(what, null);
    });
  }

  answer(told: Coached): void {
    for (const [what, { id }] of this.open) if (id === told.id) this.settle(what, told.answer as Answer);
  }

  private settle(what: What, answer: Answer | null): void {
    this.open.get(what)?.resolve(answer);
    this.open.delete(what);
  }
}
