// What the position editor sends: what was edited, with everything else of the position as it was.

import type { Deed, Flow, Player, View } from "../../types";

export type EditedPlayer = Omit<Player, "token"> & { token?: string };

export type Edited = {
  board: string;
  players: EditedPlayer[];
  deeds: Record<string, Deed>;
  turn: number;
  phase: string;
  pot: number | undefined;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const cardsOf = (players: readonly EditedPlayer[]): unknown => players.map((player) => player.jail_cards);
const goneOf = (players: readonly EditedPlayer[]): unknown => players.map((player) => player.bankrupt);

/** The prices of buildings that have gone are dropped. */
function deed({ owner, buildings, mortgaged, paid = [] }: Deed): Deed {
  const left = paid.slice(0, buildings);
  return { owner, buildings, mortgaged, ...(left.length ? { paid: left } : {}) };
}

/** What outlasts a turn; with a changed jail card nobody knows any more in which order they were drawn. */
function lasting(flow: Flow, cards: boolean): Partial<Flow> {
  const { turns, time_up, banker, jail_cards_of } = flow;
  return { turns, time_up, banker, ...(cards && jail_cards_of ? { jail_cards_of } : {}) };
}

/** On another board tokens, options and what waits are gone. What waits for an answer is kept while it is the same
    player's, at the same point of the same turn. Who decides, the stock and the decks follow from the rest. */
export function edited(start: View, { board, players, deeds, turn, phase, pot }: Edited): object {
  const put = {
    players,
    deeds: Object.fromEntries(Object.entries(deeds).map(([at, one]) => [at, deed(one)])),
    turn,
    phase,
  };
  if (board !== start.edition) {
    const bare = players.map(({ token: _, jail_turns: __, lapped: ___, ...player }) => player);
    return { ...put, edition: board, players: bare };
  }
  const { prices: _, decider: __, bank: ___, decks: ____, flow, ...all } = start;
  const { edition, variant, options, force, claims } = all;
  const seats = same(goneOf(players), goneOf(start.players));
  const cards = same(cardsOf(players), cardsOf(start.players));
  const kept =
    seats && turn === start.turn && phase === start.phase
      ? { ...all, flow: cards ? flow : { ...flow, jail_cards_of: undefined } }
      : { edition, variant, options, force, claims: seats ? claims : undefined, flow: lasting(flow, cards) };
  return { ...kept, ...put, pot };
}
