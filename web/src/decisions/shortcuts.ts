// The keyboard shortcuts: one letter for each action, in each language; the letters are texts of the catalogue.
// choices.test.ts checks that none is taken twice. Letters do nothing while a field has the focus or a dialog is open.

import { SHORTCUTS } from "../generated/text_keys";
import { say } from "../i18n/language.svelte";
import type { Action, Lang } from "../types";

const isKnown = (name: string): name is (typeof SHORTCUTS)[number] => (SHORTCUTS as readonly string[]).includes(name);

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
