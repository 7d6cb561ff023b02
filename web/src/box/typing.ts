// What a throw needs, and the answers to it: pure functions for the panel where dice and cards are typed.

import type { Wanted } from "../generated/messages";

export type Outcome = number | string;
export const FACES = [1, 2, 3, 4, 5, 6] as const;
export const FORCE = ["light", "dark", "shift"] as const;

/** Whether it matters which die showed which number: Star Wars' black die, and an attack's blue one. */
export const ordered = ({ throw: kinds, action }: Wanted): boolean =>
  kinds.includes("force") || action.type === "attack";

/** The pairs of two dice, in rows by the first die. */
export const pairs = (both: boolean): [number, number][][] =>
  FACES.map((one) => FACES.filter((other) => both || other >= one).map((other) => [one, other]));

/** The keys that were typed for a throw so far, with one more; null: the key means nothing here. */
export function typed(before: readonly Outcome[], key: string, kinds: Wanted["throw"]): Outcome[] | null {
  const kind = kinds[before.length];
  if (kind === "die" && /^[1-6]$/.test(key)) return [...before, Number(key)];
  const face = FORCE.find((name) => name.startsWith(key.toLowerCase()));
  return kind === "force" && face && key ? [...before, face] : null;
}

const plain = (words: string): string => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a card has this number, or a word that begins with these letters. */
export function matches(wish: string, number: number, text: string): boolean {
  const asked = plain(wish.trim());
  if (!asked) return true;
  if (/^\d+$/.test(asked)) return String(number) === asked;
  return plain(text).startsWith(asked) || plain(text).includes(` ${asked}`);
}
