// What every component of a question is given.

import type { LiveTable } from "../connection/live.svelte";
import type { Action, Edition, Goods, Seat, View } from "../types";

/** What a new offer starts with. */
export type FirstGoods = { give?: Goods; ask?: Goods };

/** Opens the estate, or a trade with a partner and what it starts with. */
export type Opening = (what: "estate" | "trade", partner?: number, first?: FirstGoods) => void;

export type QuestionProps = {
  table: LiveTable;
  view: View;
  edition: Edition;
  seat: Seat;
  actions: Action[];
  onopen: Opening;
  onclause?: ((id: string) => void) | undefined;
};

/** Also for those who only watch. */
export type WatchedProps = Omit<QuestionProps, "seat" | "onopen"> & { seat: Seat | null };
