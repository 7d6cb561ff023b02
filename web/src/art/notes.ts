// An amount in an edition's banknotes, with as few notes as possible.

import type { Edition } from "../types";

export type Pile = { value: number; count: number; rank: number };

/** Piles of notes, the largest first; `rank` is the note's index among the edition's notes. */
export function inNotes(edition: Edition, amount: number): Pile[] {
  const values = edition.start_money.notes.map((note) => note.value).sort((a, b) => b - a);
  let left = Math.max(0, Math.floor(amount));
  const piles: Pile[] = [];
  values.forEach((value, rank) => {
    const count = Math.floor(left / value);
    left -= count * value;
    if (count) piles.push({ value, count, rank });
  });
  return piles;
}
