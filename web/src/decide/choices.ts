// From the rules' list of what is legal to what a person sees: what the question asks, and what is free at any time.
// Also whether a seat is asked at all, what a label must be told, and what may be sent.

import type { Action, Edition, Lot, Phase, Seat, View } from "../types";
import { gain, lotOf } from "./rules";

export const FREE = ["build", "sell", "sell_group", "mortgage", "redeem", "offer", "withdraw", "claim"];

/** What the rules take with each action; everything else stands beside it to be shown. */
const FIELDS: Record<string, (keyof Action)[]> = {
  attack: ["square"],
  go_to: ["square"],
  redeem: ["square"],
  keep_mortgage: ["square"],
  sell: ["square"],
  mortgage: ["square"],
  claim: ["square"],
  bid: ["amount", "square"],
  pay_tax: ["choice"],
  choose: ["choice"],
  settle: ["squares", "cash"],
  place_force: ["symbol", "square"],
  want: ["count"],
  build: ["square", "count"],
  sell_group: ["square", "keep", "more"],
  offer: ["to", "give", "ask"],
};

/** An action as it is sent, without what was only told beside it. */
export function bare(action: Action): Action {
  const kept = (FIELDS[action.type] ?? []).filter((field) => action[field] !== undefined);
  return Object.assign({ type: action.type }, ...kept.map((field) => ({ [field]: action[field] }))) as Action;
}

/** Whose word the game waits for: everybody who may still bid, everybody asked in a contest, or whoever decides. */
export function awaited(view: View): Seat[] {
  if (view.phase === "over") return [];
  if (view.phase === "auction" && view.auction) {
    const { bidders, leader } = view.auction;
    return bidders.filter((seat) => seat !== leader);
  }
  if (view.phase === "contest" && view.contest) return view.contest.asked;
  return view.decider === null ? [] : [view.decider];
}

export const isAsked = (view: View, seat: Seat | null): boolean => seat !== null && awaited(view).includes(seat);

/** The square that a seat is asked about: what is auctioned, or where it stands; null where it is about no square. */
export function squareInQuestion(view: View, seat: Seat): number | null {
  if (!isAsked(view, seat)) return null;
  if (view.phase === "auction") return view.auction?.square ?? null;
  return ["answer", "contest", "transfer"].includes(view.phase) ? null : (view.players[seat]?.square ?? null);
}

/** Which question of which turn it is, however it goes on: bids come and go, the auction is the same. */
export const turnOf = (view: View): string => `${view.phase} ${view.turn} ${view.flow.turns}`;

/** What is asked, in a form that can be compared: the same question has the same answer. */
export function questionOf(view: View): string {
  const { phase, decider, turn, auction, offer, contest, battle, transfer, card, dice } = view;
  return JSON.stringify([phase, decider, turn, view.flow.turns, auction, offer, contest, battle, transfer, card, dice, view.debts?.[0]]);
}

/** In these phases no offer can be made. */
export const tradeIsClosed = (phase: Phase): boolean => ["over", "answer", "auction", "contest"].includes(phase);

export type Choices = { decisions: Action[]; claims: Action[]; withdraw: Action | null; estate: Action[]; offers: Action[] };

/** What is legal, sorted by where it is shown. In a transfer, redeeming answers the question. */
export function choicesOf(view: View, legal: Action[]): Choices {
  const of = (...types: string[]): Action[] => legal.filter((action) => types.includes(action.type));
  const pending = view.phase === "transfer" ? (view.transfer?.squares ?? []) : [];
  const answers = (action: Action): boolean => action.type === "redeem" && pending.includes(action.square ?? -1);
  return {
    decisions: legal.filter((action) => !FREE.includes(action.type) || answers(action)),
    claims: of("claim"),
    withdraw: of("withdraw")[0] ?? null,
    estate: of("build", "sell", "sell_group", "mortgage", "redeem").filter((action) => !answers(action)),
    offers: of("offer"),
  };
}

/** An action with what only the position knows, for its label. */
export function told(edition: Edition, view: View, seat: Seat, action: Action): Action & { lot?: Lot; double?: number } {
  const here = view.players[seat]?.square;
  switch (action.type) {
    case "buy":
    case "decline":
    case "pay_tax":
      return { ...bare(action), square: here };
    case "leave_force":
      return { ...action, symbol: view.battle?.symbol };
    case "use_option":
      return { ...action, double: view.dice?.[0] };
    case "choose":
      return { ...action, ...view.card?.choice };
    case "bid":
    case "settle":
    case "offer":
      return bare(action);
    case "want":
      return { ...action, ...(view.contest && action.count ? { lot: view.contest.lot } : {}) };
    default: {
      const amount = gain(edition, view, seat, action);
      const lot = lotOf(edition, view, action);
      return { ...bare(action), ...(lot ? { lot } : {}), ...(amount === null ? {} : { amount: Math.abs(amount) }) };
    }
  }
}
