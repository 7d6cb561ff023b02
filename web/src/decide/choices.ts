// From the list of legal actions to what a person sees: what the question asks, and what is free at any time.
// Also whether a seat is asked at all, what a label needs to know, and what is sent.

import { FIELDS, FREE } from "../generated/game";
import type { Action, Lot, Phase, Seat, View } from "../types";
import { lotOf } from "./deeds";

const isFree = (action: Action): boolean => (FREE as readonly string[]).includes(action.type);

/** An action as it is sent, without what was only shown beside it. */
export function bare(action: Action): Action {
  const taken = (FIELDS as Record<string, readonly string[]>)[action.type] ?? []; // a newer server may know more actions
  const kept = Object.entries(action).filter(
    ([name, value]) => name === "type" || (taken.includes(name) && value !== undefined),
  );
  return Object.fromEntries(kept) as Action;
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
  return JSON.stringify([
    phase,
    decider,
    turn,
    view.flow.turns,
    auction,
    offer,
    contest,
    battle,
    transfer,
    card,
    dice,
    view.debts?.[0],
  ]);
}

/** In these phases another question has to be answered before an offer can be made. */
export const tradeIsClosed = (phase: Phase): boolean => ["over", "answer", "auction", "contest"].includes(phase);

export type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** The legal actions of one type. */
export const allOf = <Type extends Action["type"]>(actions: readonly Action[], type: Type): Of<Type>[] =>
  actions.filter((action): action is Of<Type> => action.type === type);

export const firstOf = <Type extends Action["type"]>(actions: readonly Action[], type: Type): Of<Type> | undefined =>
  allOf(actions, type)[0];

export type Choices = {
  decisions: Action[];
  claims: Of<"claim">[];
  withdraw: Action | null;
  estate: Action[];
  offers: Action[];
};

/** What is legal, sorted by where it is shown. In a transfer, redeeming answers the question. */
export function choicesOf(view: View, legal: Action[]): Choices {
  const pending = view.phase === "transfer" ? (view.transfer?.squares ?? []) : [];
  const answers = (action: Action): boolean => action.type === "redeem" && pending.includes(action.square);
  const decisions = legal.filter((action) => !isFree(action) || answers(action));
  const apart = ["claim", "withdraw", "offer"];
  return {
    decisions,
    claims: allOf(legal, "claim"),
    withdraw: firstOf(legal, "withdraw") ?? null,
    estate: legal.filter((action) => !decisions.includes(action) && !apart.includes(action.type)),
    offers: allOf(legal, "offer"),
  };
}

/** The square of an action that has one. */
export const squareOfAction = (action: Action): number | undefined => ("square" in action ? action.square : undefined);

/** Which of two ways an action takes, where it leaves a choice. */
export const choiceOf = (action: Action): string | undefined => ("choice" in action ? action.choice : undefined);

/** What an action costs or pays, as the server says. */
export const amountOf = (action: Action): number | undefined => ("amount" in action ? action.amount : undefined);

/** An action with what only the position knows, for its label. */
export type Labelled = Record<string, unknown> & { type: Action["type"]; square?: number; amount?: number; lot?: Lot };

export function told(view: View, seat: Seat, action: Action): Labelled {
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
      return { ...bare(action) };
    case "want":
      return { ...bare(action), ...(view.contest && action.count ? { lot: view.contest.lot } : {}) };
    default: {
      const [lot, amount] = [lotOf(view, action), amountOf(action)];
      return { ...bare(action), ...(lot ? { lot } : {}), ...(amount === undefined ? {} : { amount }) };
    }
  }
}
