// Questions to the coach: each gets its answer by its id. A question that is overtaken by a newer one of its kind, or
// asked without a connection, is answered with null; one that was lost on the way is asked again.

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
type Open = { asked: AskCoach; resolve: (answer: Answer | null) => void };

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
      const asked: AskCoach = { type: "coach", seat, id, what, ...about };
      this.open.set(what, { asked, resolve });
      if (!this.send(asked)) this.settle(what, null);
    });
  }

  answer(told: Coached): void {
    for (const [what, { asked }] of this.open) if (asked.id === told.id) this.settle(what, told.answer as Answer);
  }

  /** The connection is back, or the server was too busy. */
  again(): void {
    for (const { asked } of this.open.values()) this.send(asked);
  }

  private settle(what: What, answer: Answer | null): void {
    this.open.get(what)?.resolve(answer);
    this.open.delete(what);
  }
}
