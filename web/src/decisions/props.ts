// What every component of a question is given.

import type { LiveTable } from "../connection/live.svelte";
import type { Action, Edition, Seat, View } from "../types";

/** Opens the estate, or a trade with a partner. */
export type Opening = (what: "estate" | "trade", partner?: number) => void;

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
