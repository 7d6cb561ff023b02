// The keyboard shortcuts: one letter for each action, in each language; the letters are texts of the catalogue.
// choices.test.ts checks that none is taken twice. Letters do nothing while a field has the focus or a dialog is open.

import { say } from "../i18n/language.svelte";
import type { Action, Lang } from "../types";

/** What has a shortcut: an action, or an action and a choice. */
export const SHORTCUTS = [
  "roll",
  "pay_fine",
  "use_jail_card",
  "throw_again",
  "use_option",
  "attack",
  "go_to",
  "buy",
  "decline",
  "bid",
  "pass",
  "pay_tax.flat",
  "pay_tax.percent",
  "pay",
  "settle",
  "suggest",
  "bankrupt",
  "redeem",
  "keep_mortgage",
  "place_force",
  "leave_force",
  "want",
  "accept",
  "reject",
  "counter",
  "end_turn",
  "choose.pay",
  "choose.draw",
  "withdraw",
  "claim",
  "estate",
  "trade",
  "back",
  "hurry",
] as const;
export type Shortcut = (typeof SHORTCUTS)[number];

const isKnown = (name: string): name is Shortcut => (SHORTCUTS as readonly string[]).includes(name);

export const keyOf = (name: string, lang: Lang): string => (isKnown(name) ? say(`shortcuts.${name}`, {}, lang) : "");

export const keyOfAction = (action: Action, lang: Lang): string =>
  keyOf("choice" in action ? `${action.type}.${action.choice}` : action.type, lang);

/** Whether a key event is a shortcut. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, [contenteditable]")) return false;
  return document.querySelector("dialog[open]") === null;
}

/** Press the button, or focus the list, that has this key as its shortcut. */
export function pressIn(panel: HTMLElement, event: KeyboardEvent): void {
  const wish = event.key.toUpperCase();
  const keyed = [...panel.querySelectorAll<HTMLButtonElement | HTMLSelectElement>("[data-key]")];
  const found = keyed.find((element) => element.dataset["key"] === wish && !element.disabled);
  if (!found) return;
  event.preventDefault();
  if (found instanceof HTMLSelectElement) found.focus();
  else found.click();
}
