// An offer while it is being put together: what each side could give, what stands in the way, what the groups would be.

import type { Action, DeckId, Edition, Offer, Seat, Side, View } from "../types";
import * as rules from "./rules";

export type Goods = Required<Side>;
export type Draft = { to: Seat; give: Goods; ask: Goods };

export const nothing = (): Goods => ({ cash: 0, squares: [], jail_cards: [] });

export const partners = (view: View, seat: Seat): Seat[] =>
  view.players.flatMap((player, other) => (other !== seat && !player.bankrupt ? [other] : []));

/** Why a deed cannot change hands; null if it can. */
export function bound(edition: Edition, view: View, square: number): string | null {
  const { group } = rules.squareOf(edition, square);
  if (rules.isStreet(edition, square) && rules.hasBuildings(view, edition, group)) return "buildings-stand";
  return view.transfer?.squares.includes(square) ? "transfer-pending" : null;
}

/** The most that a seat could put in. */
export function mostOf(edition: Edition, view: View, seat: Seat): Goods {
  const player = view.players[seat];
  return {
    cash: player?.cash ?? 0,
    squares: rules.estateOf(view, seat).filter((square) => bound(edition, view, square) === null),
    jail_cards: player?.jail_cards ?? [],
  };
}

/** The bounds of an offer between two seats: as the server lists them, or as the position has them. */
export function bounds(edition: Edition, view: View, seat: Seat, to: Seat, offers: Action[]): { give: Goods; ask: Goods } {
  const listed = offers.find((offer) => offer.type === "offer" && offer.to === to);
  return {
    give: { ...mostOf(edition, view, seat), ...listed?.give },
    ask: { ...mostOf(edition, view, to), ...listed?.ask },
  };
}

/** A counter-offer begins as the offer itself, seen from the other side. */
export const mirrored = (offer: Offer): Draft => ({ to: offer.from, give: offer.ask, ask: offer.give });

const without = (held: readonly DeckId[], given: readonly DeckId[]): boolean => {
  const left = [...held];
  return given.every((deck) => {
    const at = left.indexOf(deck);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

const lacks = (goods: Goods, most: Goods): string | null => {
  if (!Number.isInteger(goods.cash) || goods.cash < 0) return "bad-amount";
  if (goods.cash > most.cash) return "not-enough-cash";
  if (!goods.squares.every((square) => most.squares.includes(square))) return "not-your-deed";
  return without(most.jail_cards, goods.jail_cards) ? null : "no-jail-card";
};

/** Why this offer cannot be made; null if it can. */
export function fault(edition: Edition, view: View, seat: Seat, draft: Draft, offers: Action[] = []): string | null {
  if (!partners(view, seat).includes(draft.to)) return "bad-partner";
  const { give, ask } = draft;
  if ([give.squares, ask.squares, give.jail_cards, ask.jail_cards].every((list) => list.length === 0)) return "empty-offer";
  const most = bounds(edition, view, seat, draft.to, offers);
  const short = lacks(give, most.give) ?? lacks(ask, most.ask);
  if (short) return short;
  if (give.cash > ask.cash && rules.inDebt(view, seat)) return "in-debt";
  return ask.cash > give.cash && rules.inDebt(view, draft.to) ? "in-debt" : null;
}

/** The draft as the action that is sent: only what is in it. */
export function actionOf({ to, give, ask }: Draft): Action {
  return { type: "offer", to, give: filled(give), ask: filled(ask) };
}

const filled = (goods: Goods): Side => ({
  ...(goods.cash ? { cash: goods.cash } : {}),
  ...(goods.squares.length ? { squares: [...goods.squares].sort((one, other) => one - other) } : {}),
  ...(goods.jail_cards.length ? { jail_cards: goods.jail_cards } : {}),
});

export type GroupChange = { group: string; size: number; mine: [number, number]; theirs: [number, number] };

/** For each group that the offer touches: how many of it each side has before and after. */
export function changes(edition: Edition, view: View, seat: Seat, draft: Draft): GroupChange[] {
  const moved = [...draft.give.squares, ...draft.ask.squares];
  return rules.groupsOf(edition).flatMap((group) => {
    const lots = rules.members(edition, group);
    if (!lots.some((square) => moved.includes(square))) return [];
    const held = (who: Seat): number => lots.filter((square) => rules.ownerOf(view, square) === who).length;
    const given = lots.filter((square) => draft.give.squares.includes(square)).length;
    const taken = lots.filter((square) => draft.ask.squares.includes(square)).length;
    const [mine, theirs] = [held(seat), held(draft.to)];
    return [{ group, size: lots.length, mine: [mine, mine - given + taken], theirs: [theirs, theirs - taken + given] }];
  });
}

/** What a side is worth by the print: cash, deeds at their price, mortgaged ones at half. */
export const printedValue = (edition: Edition, view: View, goods: Goods): number =>
  goods.squares.reduce((total, square) => {
    const { price } = rules.squareOf(edition, square);
    return total + (rules.isMortgaged(view, square) ? Math.floor(price / 2) : price);
  }, goods.cash);

/** The interest that the new owner of mortgaged deeds will have to pay at least. */
export const interestDue = (edition: Edition, view: View, squares: readonly number[]): number =>
  squares
    .filter((square) => rules.isMortgaged(view, square))
    .reduce((total, square) => total + rules.interestOn(edition, view, square), 0);
