// Announcements for screen readers: events in short sentences, and the possible actions of a question.

import { bidsOf } from "../game/auction";
import { choiceOf, choicesOf, labelled, questionOf } from "../game/choices";
import type { LogLine } from "../game/lines";
import { goodsOf } from "../i18n/labels";
import { say } from "../i18n/language.svelte";
import { actionLabel, listed, money, phasePrompt, replySentence, small } from "../i18n/say";
import type { Names } from "../i18n/values";
import { toldTo } from "../i18n/you";
import type { Action, Edition, GameEvent, Lang, Seat, TextKey, View } from "../types";

const LONGEST = 420; // characters per announcement
const PACE = 15; // characters that a voice reads per second
const MOST_CHOICES = 6;
// omitted: shuffling, and events that other sentences already imply
const UNSAID = new Set(["shuffle", "cut", "deal", "opening", "start", "double", "rest"]);

/** An announcement; a bid is transient, because the next one replaces it. */
export type Happening = { words: string; passing: boolean };

const PASSING = new Set(["bid", "pass"]);

/**
 * What came of each action, in one go. Whose turn it is goes unsaid of the seats in `unannounced`: a bot throws
 * at once, and a seat of one's own is asked.
 */
export function happenings(
  edition: Edition,
  lines: readonly LogLine[],
  names: Names,
  lang: Lang,
  unannounced: (seat: Seat) => boolean = () => false,
  you: Seat | null = null,
): Happening[] {
  const quiet = ({ type, seat }: GameEvent): boolean =>
    UNSAID.has(type) || (type === "turn" && typeof seat === "number" && unannounced(seat));
  const said = new Map<number, Happening>();
  for (const { number, event, reply } of lines) {
    if (quiet(event)) continue;
    const words = [toldTo(you, edition, event, names, lang)];
    if (reply) words.push(replySentence(edition, reply.code, reply.parts, lang));
    const before = said.get(number);
    const passing = PASSING.has(event.type) && (before?.passing ?? true);
    said.set(number, { words: [before?.words ?? "", ...words].join(" ").trim(), passing });
  }
  return [...said.values()];
}

/** Drops bids that were followed by others. */
export const current = (told: readonly Happening[]): Happening[] =>
  told.filter(({ passing }, k) => !passing || k === told.length - 1);

/** The latest events within the length limit, and the number of omitted ones. */
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
      ? say("why.one-more-thing-happened-before", {}, lang)
      : say("why.left-more-things-happened-before", { left }, lang);
  return [...(left ? [before] : []), ...kept].join(" ");
}

/** Estimates what a voice has read so far. A question interrupts it, so unread text is repeated with the question. */
export class Voice {
  private queue: (Happening & { until: number })[] = [];
  private end = 0; // the estimated end of reading

  /** Queue text after what is being read. */
  add(told: readonly Happening[], now: number): void {
    for (const each of told) {
      this.end = Math.max(now, this.end) + (each.words.length * 1000) / PACE;
      this.queue.push({ ...each, until: this.end });
    }
  }

  /** Text that has not been read completely. */
  unread(now: number): Happening[] {
    this.queue = this.queue.filter(({ until }) => until > now);
    return this.queue;
  }

  /** The remaining reading time. */
  busy = (now: number): number => Math.max(0, this.end - now);

  /** A question interrupts everything; it is never repeated, because answering means it was heard. */
  ask(words: string, now: number): void {
    this.queue = [];
    this.end = now + (words.length * 1000) / PACE;
  }
}

/** The possible answers: one label per kind of action, with the number of similar ones. */
export function choices(
  edition: Edition,
  view: View,
  seat: Seat,
  actions: readonly Action[],
  names: Names,
  lang: Lang,
): string {
  const kinds = new Map<string, Action[]>();
  for (const action of actions) {
    const kind = `${action.type} ${choiceOf(action) ?? ""}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), action]);
  }
  const labels = [...kinds.values()].map((alike) => {
    const label = small(labelOf(edition, view, seat, alike[0] as Action, names, lang));
    return alike.length > 1 ? `${label} (${others(alike.length - 1, lang)})` : label;
  });
  const over = labels.length - MOST_CHOICES;
  return listed(over > 0 ? [...labels.slice(0, MOST_CHOICES), others(over, lang)] : labels, lang);
}

/** A label; for an action with a range of amounts, the bounds. */
function labelOf(edition: Edition, view: View, seat: Seat, action: Action, names: Names, lang: Lang): string {
  if (action.type === "settle") return actionLabel(edition, { type: "settle" }, names, lang);
  const bids = bidsOf([action]);
  if (!bids || bids.low === bids.high) return actionLabel(edition, labelled(view, seat, action), names, lang);
  const [low, high] = [money(edition, bids.low, lang), money(edition, bids.high, lang)];
  return say("why.bid-from-low-to-high", { low, high }, lang);
}

const others = (count: number, lang: Lang): string =>
  count === 1 ? say("why.1-other", {}, lang) : say("why.count-others", { count }, lang);

const BESIDES: Readonly<Record<string, TextKey>> = {
  build: "why.build",
  sell: "why.sell-buildings",
  mortgage: "why.mortgage",
  redeem: "why.lift-a-mortgage",
  offer: "why.offer-a-trade",
};

/** Actions possible at any time, in one or two words each. */
function besides(actions: readonly Action[], lang: Lang): string {
  const kinds = new Set<string>(actions.map(({ type }) => type));
  const may = Object.entries(BESIDES).flatMap(([type, text]) => (kinds.has(type) ? [say(text, {}, lang)] : []));
  return may.length ? say("why.also-may", { may: listed(may, lang) }, lang) : "";
}

/** The question for a seat: the situation and the possible actions. */
export function question(
  edition: Edition,
  view: View,
  seat: Seat,
  actions: readonly Action[],
  names: Names,
  lang: Lang,
): string {
  const prompt = phasePrompt(view.phase, lang);
  const sentences = [/[.?!]$/.test(prompt) ? prompt : `${prompt}.`, ...standing(edition, view, seat, names, lang)];
  const { decisions, claims, buttons, estate, offers } = choicesOf(view, [...actions]);
  const may = choices(edition, view, seat, [...decisions, ...claims, ...buttons], names, lang);
  if (may) sentences.push(say("why.you-can-may", { may }, lang));
  return [...sentences, besides([...estate, ...offers], lang)].filter(Boolean).join(" ");
}

/** The relevant situation: jail, the offer, and the seat's cash. */
function standing(edition: Edition, view: View, seat: Seat, names: Names, lang: Lang): string[] {
  const player = view.players[seat];
  if (!player || view.phase === "end") return [];
  const found: string[] = [];
  if (player.in_jail && view.phase === "roll") found.push(say("why.you-are-in-jail", {}, lang));
  const { offer } = view;
  if (view.phase === "answer" && offer?.to === seat) {
    const name = names[offer.from] ?? "";
    const nothing = say("why.nothing", {}, lang);
    const [give, ask] = [goodsOf(edition, offer.give, lang) || nothing, goodsOf(edition, offer.ask, lang) || nothing];
    found.push(say("why.name-gives-give-you-give-ask", { name, give, ask }, lang));
  }
  const cash = money(edition, player.cash, lang);
  return [...found, say("why.you-have-cash", { cash }, lang)];
}

/** A key that changes with each question. In auctions and contests other players act in between. */
export function keyOf(view: View, seat: Seat): string {
  const { phase, auction, doubles, flow } = view;
  if (phase === "auction" || phase === "contest")
    return `${seat} ${phase} ${flow.turns} ${auction?.square ?? auction?.lot}`;
  return `${seat} ${doubles} ${questionOf(view)}`;
}
