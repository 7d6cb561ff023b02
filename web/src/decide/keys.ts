// The keyboard shortcuts: one letter for each action, in each language. choices.test.ts checks that none is taken twice.
// Letters do nothing while a field has the focus or a dialog is open over the table.

import type { Action, Lang, Text } from "../types";

/** Keyed by action, or by action and choice. */
export const KEYS: Record<string, Text> = {
  roll: { en: "R", fr: "L" },
  pay_fine: { en: "F", fr: "A" },
  use_jail_card: { en: "J", fr: "J" },
  throw_again: { en: "R", fr: "R" },
  use_option: { en: "O", fr: "O" },
  attack: { en: "A", fr: "A" },
  go_to: { en: "G", fr: "C" },
  buy: { en: "B", fr: "A" },
  decline: { en: "D", fr: "R" },
  bid: { en: "B", fr: "N" },
  pass: { en: "P", fr: "P" },
  "pay_tax.flat": { en: "F", fr: "F" },
  "pay_tax.percent": { en: "P", fr: "P" },
  pay: { en: "P", fr: "P" },
  settle: { en: "O", fr: "T" },
  suggest: { en: "U", fr: "U" },
  bankrupt: { en: "X", fr: "X" },
  redeem: { en: "L", fr: "L" },
  keep_mortgage: { en: "K", fr: "G" },
  place_force: { en: "G", fr: "D" },
  leave_force: { en: "L", fr: "L" },
  want: { en: "W", fr: "D" },
  accept: { en: "A", fr: "A" },
  reject: { en: "R", fr: "R" },
  counter: { en: "O", fr: "O" },
  end_turn: { en: "E", fr: "T" },
  "choose.pay": { en: "P", fr: "P" },
  "choose.draw": { en: "D", fr: "I" },
  withdraw: { en: "W", fr: "R" },
  claim: { en: "C", fr: "Y" },
  estate: { en: "S", fr: "B" },
  trade: { en: "T", fr: "E" },
  back: { en: "B", fr: "R" },
  hurry: { en: "K", fr: "S" },
};

export const RAISES = [1, 10, 50, 100] as const;

export const keyOf = (name: string, lang: Lang): string => KEYS[name]?.[lang] ?? "";

export const keyOfAction = (action: Action, lang: Lang): string =>
  keyOf("choice" in action ? `${action.type}.${action.choice}` : action.type, lang);

/** Whether a key event is a shortcut. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, [contenteditable]")) return false;
  return document.querySelector("dialog[open]") === null;
}
