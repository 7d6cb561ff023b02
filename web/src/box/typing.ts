// What a throw needs, and the answers to it: pure functions for the panel where dice and cards are typed.

import type { LogLine } from "../game/lines";
import type { Card } from "../generated/edition";
import type { Wanted } from "../generated/messages";
import type { TextKey } from "../types";

export type Outcome = number | string;
export const FACES = [1, 2, 3, 4, 5, 6] as const;
export const FORCE = ["light", "dark", "shift"] as const;

/** Whether it matters which die showed which number: Star Wars' black die, and an attack's blue one. */
export const ordered = ({ throw: kinds, action }: Wanted): boolean =>
  kinds.includes("force") || action.type === "attack";

/** The pairs of two dice, in rows by the first die; where the order does not matter, two of them make one row of seven. */
export function pairs(both: boolean): [number, number][][] {
  const rows = FACES.map((one) =>
    FACES.filter((other) => both || other >= one).map((other): [number, number] => [one, other]),
  );
  return both ? rows : rows.slice(0, 3).map((row, k) => [...row, ...(rows[5 - k] ?? [])]);
}

/** The keys that were typed for a throw so far, with one more; null: the key means nothing here. */
export function typed(before: readonly Outcome[], key: string, kinds: Wanted["throw"]): Outcome[] | null {
  const kind = kinds[before.length];
  if (kind === "die" && /^[1-6]$/.test(key)) return [...before, Number(key)];
  const face = FORCE.find((name) => name.startsWith(key.toLowerCase()));
  return kind === "force" && face && key ? [...before, face] : null;
}

const MOMENT = 15_000; // milliseconds
const sorted = (dice: readonly Outcome[]): string => [...dice].sort().join();

/**
 * The last throw, if it was the same and typed a moment ago, but not here: then this may be that throw, typed for the next player.
 * `here`: the number of what was typed or decided here last.
 */
export function twin(log: readonly LogLine[], outcomes: readonly Outcome[], here: number, now: number): LogLine | null {
  const last = log.findLast(({ event }) => event.type === "roll");
  if (last?.event.type !== "roll" || last.number <= here || now - last.at > MOMENT) return null;
  const { dice, force } = last.event;
  return sorted([...dice, ...(force ? [force] : [])]) === sorted(outcomes) ? last : null;
}

const plain = (words: string): string => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** What a card does, as one would say it with the printed card in the hand. */
export const EFFECTS = ["move", "receive", "pay", "everybody", "jail", "other"] as const;
export type EffectKind = (typeof EFFECTS)[number];
const KINDS: Record<Card["kind"], readonly EffectKind[]> = {
  move_to: ["move"],
  move_nearest: ["move"],
  move_relative: ["move"],
  receive_bank: ["receive"],
  receive_each: ["receive", "everybody"],
  pay_bank: ["pay"],
  pay_each: ["pay", "everybody"],
  repairs: ["pay"],
  jail: ["jail"],
  jail_free: ["jail"],
  choice: ["other"],
  draw: ["other"],
};

type Drawn = Pick<Card, "kind" | "amount" | "per_small" | "per_large" | "steps" | "dice_multiplier" | "collect_go"> & {
  options?: Drawn[];
};

/** The kinds of a card, with those of what it lets one choose between. */
export const effects = ({ kind, options = [] }: Drawn): EffectKind[] => [
  ...new Set([...KINDS[kind], ...options.flatMap(effects)]),
];

/** The numbers that are printed on a card: sums, steps, and the salary that it lets one collect or forbids. */
export const amounts = (card: Drawn, salary: number): number[] => [
  ...[card.amount, card.per_small, card.per_large, Math.abs(card.steps), card.dice_multiplier].filter((n) => n > 0),
  ...(card.collect_go || card.kind === "jail" ? [salary] : []),
  ...(card.options ?? []).flatMap((option) => amounts(option, salary)),
];

/** Words of cards that do the same, since the words of the box are not those of Freehold. */
const USUAL: Record<Card["kind"], readonly TextKey[]> = {
  move_to: ["referee.words-move"],
  move_nearest: ["referee.words-move", "referee.words-nearest"],
  move_relative: ["referee.words-back"],
  receive_bank: ["referee.words-receive"],
  receive_each: ["referee.words-receive", "referee.words-each"],
  pay_bank: ["referee.words-pay"],
  pay_each: ["referee.words-pay", "referee.words-each"],
  repairs: ["referee.words-pay", "referee.words-repairs"],
  jail: ["referee.words-jail"],
  jail_free: ["referee.words-jail-free"],
  choice: [],
  draw: ["referee.words-draw"],
};

/** The texts with the words by which a card can be found, besides its own. */
export const usual = ({ kind, options = [] }: Drawn): TextKey[] => [...USUAL[kind], ...options.flatMap(usual)];

/** A card in the list of its deck. */
export type Listed = { number: number; words: string; printed: readonly number[] };

/**
 * The cards that have all of these numbers and words that begin with these letters. A number is one that is printed on
 * the card; if it is on none of them, it is a place in the list.
 */
export function found<One extends Listed>(cards: readonly One[], wish: string): One[] {
  const whole = plain(wish).replace(/(\d)[\s.,'](?=\d{3}(?!\d))/g, "$1"); // 1,000
  return letters(whole).reduce<One[]>(
    (left, asked) => {
      const n = /^\d/.test(asked) ? Number.parseInt(asked, 10) : null;
      if (n === null) return left.filter(({ words }) => ` ${letters(plain(words)).join(" ")}`.includes(` ${asked}`));
      const printed = left.filter((card) => card.printed.includes(n));
      return printed.length ? printed : left.filter(({ number }) => number === n);
    },
    [...cards],
  );
}

const letters = (words: string): string[] => words.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
