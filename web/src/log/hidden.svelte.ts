// Players hidden in the chat: a local choice of this window.

import { SvelteSet } from "svelte/reactivity";
import type { Seat } from "../types";

const tables = new Map<string, SvelteSet<Seat>>();
const place = (table: string): string => `freehold.hidden.${table}`;

function read(table: string): Seat[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place(table)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((seat) => Number.isInteger(seat)) : [];
  } catch {
    return [];
  }
}

export function hiddenAt(table: string): SvelteSet<Seat> {
  const found = tables.get(table) ?? new SvelteSet(read(table));
  tables.set(table, found);
  return found;
}

export function hide(table: string, seat: Seat, hidden: boolean): void {
  const seats = hiddenAt(table);
  if (hidden) seats.add(seat);
  else seats.delete(seat);
  try {
    sessionStorage.setItem(place(table), JSON.stringify([...seats]));
  } catch {
    // storage is not available
  }
}
