// Sorts the legal actions for display: answers to the question, and actions possible at any time.
// Also who has to decide, the data for labels, and the action to send.

import { FIELDS, FREE, PANELS } from "../generated/game";
import type { Action, Lot, Phase, Seat, View } from "../types";
import { lotOf } from "./deeds";

const isFree = (action: Action): boolean => (FREE as readonly string[]).includes(action.type);

/** An action as it is sent, without informational fields. */
export function bare(action: Action): Action {
  const taken = (FIELDS as Record<string, readonly string[]>)[action.type] ?? []; // a newer server may know more actions
  const kept = Object.entries(action).filter(
    ([name, value]) => name === "type" || (taken.includes(name) && value !== undefined),
  );
  return Object.fromEntries(kept) as Action;
}

/** The seats that must decide: all remaining bidders, all asked in a contest, or the deciding seat. */
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

/** The square that a question concerns: the auctioned lot or the token's square; null if none. */
export function squareInQuestion(view: View, seat: Seat): number | null {
  if (!isAsked(view, seat)) return null;
  if (view.phase === "auction") return view.auction?.square ?? null;
  return ["answer", "contest", "transfer"].includes(view.phase) ? null : (view.players[seat]?.square ?? null);
}

/** A key of the question within a turn; it stays the same during an auction. */
export const turnOf = (view: View): string => `${view.phase} ${view.turn} ${view.flow.turns}`;

/** A key that is equal exactly for questions with the same answers. */
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

/** In these phases no offer can be made until the question is answered. */
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
  /** Free actions that no panel offers. */
  buttons: Action[];
  estate: Action[];
  offers: Action[];
};

/** The legal actions by place of display. In a transfer, redeeming answers the question. */
export function choicesOf(view: View, legal: Action[]): Choices {
  const pending = view.phase === "transfer" ? (view.transfer?.squares ?? []) : [];
  const answers = (action: Action): boolean => action.type === "redeem" && pending.includes(action.square);
  const decisions = legal.filter((action) => !isFree(action) || answers(action));
  const free = legal.filter((action) => !decisions.includes(action));
  return {
    decisions,
    claims: allOf(free, "claim"),
    buttons: free.filter(({ type }) => !PANELS[type]),
    estate: free.filter(({ type }) => PANELS[type] === "estate"),
    offers: allOf(free, "offer"),
  };
}

/** The square of an action that has one. */
export const squareOfAction = (action: Action): number | undefined => ("square" in action ? action.square : undefined);

/** The `choice` field of an action that has one. */
export const choiceOf = (action: Action): string | undefined => ("choice" in action ? action.choice : undefined);

/** What an action costs or pays, as the server says. */
export const amountOf = (action: Action): number | undefined => ("amount" in action ? action.amount : undefined);

/** An action with details from the position, for its label. */
export type Labelled = Record<string, unknown> & { type: Action["type"]; square?: number; amount?: number; lot?: Lot };

export function labelled(view: View, seat: Seat, action: Action): Labelled {
  const here = view.players[seat]?.square;
  switch (action.type) {
    case "decline":
      return { ...bare(action), square: here, unsold: view.options.declined_deed };
    case "buy":
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
