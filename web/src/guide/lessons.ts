// What a guided game explains, and the moment for it: found in the position, the legal actions and the log.

import { allOf, isAsked } from "../game/choices";
import { inLanguage, say } from "../i18n/language.svelte";
import { money, quoted, small, squareName } from "../i18n/say";
import type { Action, Edition, GameEvent, Lang, Seat, TextKey, View } from "../types";

/** In the order in which they come first, if the moment is right for several. */
export const LESSONS = ["welcome", "debt", "trade", "buy", "auction", "jail", "rent", "group", "build"] as const;
/** The lessons of each way to play: a guided game, the first minute around a real box, that of a game over days. */
export const WAYS = {
  now: LESSONS,
  box: ["box-throw", "box-decide", "box-slip"],
  days: ["days-told", "days-orders"],
} as const;
export type Way = keyof typeof WAYS;
export type Lesson = (typeof WAYS)[Way][number];

export const TITLES: Record<Lesson, TextKey> = {
  welcome: "guide.title-welcome",
  debt: "guide.title-debt",
  trade: "guide.title-trade",
  buy: "guide.title-buy",
  auction: "guide.title-auction",
  jail: "guide.title-jail",
  rent: "guide.title-rent",
  group: "guide.title-group",
  build: "guide.title-build",
  "box-throw": "guide.title-box-throw",
  "box-decide": "guide.title-box-decide",
  "box-slip": "guide.title-box-slip",
  "days-told": "guide.title-days-told",
  "days-orders": "guide.title-days-orders",
};

export type Moment = {
  view: View;
  edition: Edition;
  seat: Seat;
  names: readonly string[];
  legal: readonly Action[];
  /** What has happened, oldest first. */
  events: readonly GameEvent[];
};

type Said = { text: TextKey; values: Record<string, string> };

/** The first lesson that fits and was not told yet; in a first minute one comes after the other. */
export function lessonFor(
  moment: Moment,
  told: readonly Lesson[],
  lang: Lang,
  way: Way = "now",
): (Said & { lesson: Lesson }) | null {
  for (const lesson of WAYS[way]) {
    const said = told.includes(lesson) ? null : SAID[lesson](moment, lang);
    if (said) return { lesson, ...said };
    if (way !== "now" && !told.includes(lesson)) return null;
  }
  return null;
}

const asked = ({ view, seat }: Moment, ...phases: View["phase"][]): boolean =>
  phases.includes(view.phase) && isAsked(view, seat);

/** How a rent rises, by the kind of square. */
const RISES: Partial<Record<string, TextKey>> = {
  street: "guide.rent-rises-with-buildings",
  station: "guide.rent-rises-with-each-station",
  utility: "guide.rent-rises-with-both-utilities",
};

const SAID: Record<Lesson, (moment: Moment, lang: Lang) => Said | null> = {
  welcome: ({ edition, view }, lang) => ({
    text: "guide.welcome",
    values: { salary: money(edition, view.prices.salary, lang) },
  }),

  buy(moment, lang) {
    if (!asked(moment, "buy")) return null;
    const here = moment.view.players[moment.seat]?.square ?? 0;
    const price = money(moment.edition, moment.edition.squares[here]?.price ?? 0, lang);
    return { text: "guide.buy", values: { square: named(moment.edition, here, lang), price } };
  },

  auction: (moment) => (asked(moment, "auction") ? { text: "guide.auction", values: {} } : null),

  rent({ edition, seat, names, events }, lang) {
    for (const event of events) {
      if (event.type !== "rent" || (event.seat !== seat && event.other !== seat)) continue;
      const ours = event.other === seat;
      const who = names[Number(ours ? event.seat : event.other)] ?? "";
      const amount = money(edition, event.amount, lang);
      const rises = RISES[edition.squares[Number(event.square)]?.kind ?? ""];
      const more = rises ? say(rises, {}, lang) : "";
      return { text: ours ? "guide.rent-received" : "guide.rent-paid", values: { who, amount, more } };
    }
    return null;
  },

  group({ edition, view, seat }, lang) {
    const whole = edition.groups.find(({ squares }) => squares.every((square) => view.deeds[square]?.owner === seat));
    return whole ? { text: "guide.group", values: { group: small(inLanguage(whole.printed_colour, lang)) } } : null;
  },

  trade(moment, lang) {
    const { view, edition, seat, names } = moment;
    if (view.phase === "answer" && asked(moment, "answer"))
      return { text: "guide.trade-answer", values: { who: names[view.offer?.from ?? 0] ?? "" } };
    if (!asked(moment, "roll", "end")) return null;
    for (const { squares, printed_colour } of edition.groups) {
      const missing = squares.filter((square) => view.deeds[square]?.owner !== seat);
      const [square] = missing;
      const holder = square === undefined ? undefined : view.deeds[square]?.owner;
      if (missing.length !== 1 || square === undefined || holder === undefined) continue;
      const values = { square: named(edition, square, lang), who: names[holder] ?? "" };
      return { text: "guide.trade-offer", values: { ...values, group: small(inLanguage(printed_colour, lang)) } };
    }
    return null;
  },

  jail(moment, lang) {
    const { view, edition, seat } = moment;
    if (!asked(moment, "roll") || !view.players[seat]?.in_jail) return null;
    return { text: "guide.jail", values: { fine: money(edition, edition.numbers.jail_fine, lang) } };
  },

  build({ legal }) {
    return allOf(legal, "build").length > 0 ? { text: "guide.build", values: {} } : null;
  },

  debt: (moment) => (asked(moment, "debt") ? { text: "guide.debt", values: {} } : null),

  "box-throw": () => ({ text: "guide.box-throw", values: {} }),
  "box-decide": (moment) => (asked(moment, "roll", "end") ? null : { text: "guide.box-decide", values: {} }),
  "box-slip": ({ view, events }) =>
    view.phase === "roll" && events.length > 0 ? { text: "guide.box-slip", values: {} } : null,
  "days-told": () => ({ text: "guide.days-told", values: {} }),
  "days-orders": () => ({ text: "guide.days-orders", values: {} }),
};

const named = (edition: Edition, square: number, lang: Lang): string => quoted(squareName(edition, square, lang), lang);
