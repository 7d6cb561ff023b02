// The draft of an offer. The server decides whether it is legal; the goods of each side are in the view.

import { estateOf, groupsOf, members, ownerOf } from "../../game/deeds";
import type { LogLine } from "../../game/lines";
import type { Action, Edition, Goods, Offer, Seat, Side, View } from "../../types";

export type Draft = { to: Seat; give: Goods; ask: Goods };

export const nothing = (): Goods => ({ cash: 0, squares: [], jail_cards: [] });

export const deeds = (squares: number[]): Goods => ({ ...nothing(), squares });

export const isEmpty = ({ give, ask }: Draft): boolean =>
  [give.squares, ask.squares, give.jail_cards, ask.jail_cards].every((list) => list.length === 0);

export const partners = (view: View, seat: Seat): Seat[] =>
  view.players.flatMap((player, other) => (other !== seat && !player.bankrupt ? [other] : []));

/** Why a deed cannot change hands; null if it can. */
export const bound = (view: View, square: number): string | null => view.prices.deeds[square]?.bound ?? null;

/** The most that a seat could include. */
export function mostOf(view: View, seat: Seat): Goods {
  const player = view.players[seat];
  return {
    cash: player?.cash ?? 0,
    squares: estateOf(view, seat).filter((square) => bound(view, square) === null),
    jail_cards: player?.jail_cards ?? [],
  };
}

/** A counter-offer begins as the offer itself, seen from the other side. */
export const mirrored = (offer: Offer): Draft => ({ to: offer.from, give: offer.ask, ask: offer.give });

/** A suggested offer as a draft. */
export function offered(action: Action): Draft | null {
  if (action.type !== "offer") return null;
  return { to: action.to, give: { ...nothing(), ...action.give }, ask: { ...nothing(), ...action.ask } };
}

/** The draft at a price that the partner named: this much cash, no cash back, and perhaps one more deed. */
export const priced = (draft: Draft, cash: number, deed?: number): Draft => ({
  ...draft,
  give: { ...draft.give, cash, squares: deed === undefined ? draft.give.squares : [...draft.give.squares, deed] },
  ask: { ...draft.ask, cash: 0 },
});

/** What one side of an offer lacks and has more than in the offer that it answers. */
export type Difference = { added: number[]; gone: number[]; cards: number; cash: number | null };

export function difference(before: Goods, now: Goods): Difference {
  return {
    added: now.squares.filter((square) => !before.squares.includes(square)),
    gone: before.squares.filter((square) => !now.squares.includes(square)),
    cards: now.jail_cards.length - before.jail_cards.length,
    cash: before.cash === now.cash ? null : before.cash,
  };
}

/** The offer that an open one answers: the last one before it, refused, between the same two the other way round. */
export function answeredOffer(log: readonly LogLine[], open: Offer): Draft | null {
  const spoken = log.filter(({ event }) => BARGAINING.includes(event.type)).slice(-3);
  const [first, refusal, answer] = spoken;
  if (!first?.offer || refusal?.event.type !== "reject" || !answer?.offer) return null;
  if (first.event.seat !== open.to || answer.event.seat !== open.from) return null;
  const before = offered(first.offer);
  return before?.to === open.from ? { to: open.to, give: before.ask, ask: before.give } : null;
}

const BARGAINING = ["offer", "reject", "trade", "withdraw", "roll", "turn"];

/** The draft as an action, without empty fields. */
export function actionOf({ to, give, ask }: Draft): Action {
  return { type: "offer", to, give: filled(give), ask: filled(ask) };
}

const filled = (goods: Goods): Side => ({
  ...(goods.cash ? { cash: goods.cash } : {}),
  ...(goods.squares.length ? { squares: [...goods.squares].sort((one, other) => one - other) } : {}),
  ...(goods.jail_cards.length ? { jail_cards: goods.jail_cards } : {}),
});

export type GroupChange = { group: string; size: number; mine: [number, number]; theirs: [number, number] };

/** For each affected group: the deeds of each side before and after. */
export function changes(edition: Edition, view: View, seat: Seat, draft: Draft): GroupChange[] {
  const moved = [...draft.give.squares, ...draft.ask.squares];
  return groupsOf(edition).flatMap((group) => {
    const lots = members(edition, group);
    if (!lots.some((square) => moved.includes(square))) return [];
    const held = (who: Seat): number => lots.filter((square) => ownerOf(view, square) === who).length;
    const given = lots.filter((square) => draft.give.squares.includes(square)).length;
    const taken = lots.filter((square) => draft.ask.squares.includes(square)).length;
    const [mine, theirs] = [held(seat), held(draft.to)];
    return [{ group, size: lots.length, mine: [mine, mine - given + taken], theirs: [theirs, theirs - taken + given] }];
  });
}

const total = (view: View, squares: readonly number[], what: "value" | "interest"): number =>
  squares.reduce((sum, square) => sum + (view.prices.deeds[square]?.[what] ?? 0), 0);

/** The value of a side: cash, and deeds as in the final count. */
export const valueOf = (view: View, goods: Goods): number => goods.cash + total(view, goods.squares, "value");

/** The minimum interest that the new owner of mortgaged deeds must pay. */
export const interestDue = (view: View, squares: readonly number[]): number => total(view, squares, "interest");
