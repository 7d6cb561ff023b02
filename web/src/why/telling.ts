// What a blind player hears: what happened, in as few words as will do, and what can be done when it is one's turn.

import type { LogLine } from "../table/live.svelte";
import type { Action, Edition, Lang } from "../types";
import { say } from "../words/language.svelte";
import { actionLabel, eventSentence, listed, phasePrompt } from "../words/say";
import type { Names } from "../words/values";

const LONGEST = 420; // letters at once; a voice reads some fifteen a second
const MOST_CHOICES = 6;
const UNSAID = new Set(["shuffle", "cut", "deal", "opening", "start"]);

/** What came of each action, a string an action; whose turn it is says the next question to whom it is put. */
export function happenings(edition: Edition, lines: readonly LogLine[], names: Names, lang: Lang): string[] {
  const told = new Map<number, string[]>();
  for (const { number, event } of lines) {
    if (UNSAID.has(event.type)) continue;
    told.set(number, [...(told.get(number) ?? []), eventSentence(edition, event, names, lang)]);
  }
  return [...told.values()].map((sentences) => sentences.join(" "));
}

/** The last things that happened, as many as can be listened to; of the others, how many. */
export function bounded(told: readonly string[], lang: Lang): string {
  const kept: string[] = [];
  let room = LONGEST;
  for (const words of [...told].reverse()) {
    if (kept.length && words.length > room) break;
    kept.unshift(words);
    room -= words.length;
  }
  const left = told.length - kept.length;
  const before =
    left === 1
      ? say({ en: "One more thing happened before.", fr: "Un autre événement a précédé." }, {}, lang)
      : say({ en: "{left} more things happened before.", fr: "{left} autres événements ont précédé." }, { left }, lang);
  return [...(left ? [before] : []), ...kept].join(" ");
}

/** What can be done: one of each kind by its label, with how many there are like it. */
export function choices(edition: Edition, actions: readonly Action[], names: Names, lang: Lang): string {
  const kinds = new Map<string, Action[]>();
  for (const action of actions) {
    const kind = `${action.type} ${action.choice ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), action]);
  }
  const labels = [...kinds.values()].map((alike) => {
    const label = actionLabel(edition, alike[0] as Action, names, lang);
    const small = label.slice(0, 1).toLowerCase() + label.slice(1);
    return alike.length > 1 ? `${small} (${others(alike.length - 1, lang)})` : small;
  });
  const over = labels.length - MOST_CHOICES;
  return listed(over > 0 ? [...labels.slice(0, MOST_CHOICES), others(over, lang)] : labels, lang);
}

const others = (count: number, lang: Lang): string =>
  count === 1
    ? say({ en: "1 other", fr: "1 autre" }, {}, lang)
    : say({ en: "{count} others", fr: "{count} autres" }, { count }, lang);

/** The question that is put to a seat, with what can be done. */
export function question(edition: Edition, phase: string, actions: readonly Action[], names: Names, lang: Lang): string {
  const prompt = phasePrompt(phase, lang);
  const asked = /[.?!]$/.test(prompt) ? prompt : `${prompt}.`;
  if (!actions.length) return asked;
  const may = choices(edition, actions, names, lang);
  return `${asked} ${say({ en: "You can: {may}.", fr: "Vous pouvez : {may}." }, { may }, lang)}`;
}
