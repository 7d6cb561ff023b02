// Events in the words for the player whose they are; an event that is not here is told as to everybody.

import type { Edition, Lang, Seat, TextKey } from "../types";
import { completed, eventKey, eventSentence } from "./events";
import { write } from "./texts";
import { type Names, type Told, valuesOf } from "./values";

const YOURS: Readonly<Record<string, TextKey>> = {
  bankrupt: "you.bankrupt",
  bid: "you.bid",
  build: "you.build",
  buy: "you.buy",
  card: "you.card",
  card_kept: "you.card-kept",
  debt: "you.debt",
  decline: "you.decline",
  deed: "you.deed",
  double: "you.double",
  "double.choice": "you.double-choice",
  fine: "you.fine",
  freed: "you.freed",
  interest: "you.interest",
  jailed: "you.jailed",
  "jailed.third": "you.jailed-third",
  mortgage: "you.mortgage",
  move: "you.move",
  no_rent: "you.no-rent",
  "no_rent.own": "you.no-rent-own",
  offer: "you.offer",
  "offer.asks": "you.offer-asks",
  opening: "you.opening",
  paid: "you.paid",
  pass: "you.pass",
  received: "you.received",
  redeem: "you.redeem",
  reject: "you.reject",
  rent: "you.rent",
  rent_claimed: "you.rent-claimed",
  rest: "you.rest",
  roll: "you.roll",
  "roll.double": "you.roll-double",
  salary: "you.salary",
  sell: "you.sell",
  sold: "you.sold",
  start: "you.start",
  stayed: "you.stayed",
  tax: "you.tax",
  turn: "you.turn",
  visit: "you.visit",
  withdraw: "you.withdraw",
};

/** What happened, as told to a seat: "You throw 5 and 6." */
export function toldTo(you: Seat | null, edition: Edition, event: Told, names: Names, lang: Lang): string {
  const key = you === null ? undefined : textFor(you, event);
  if (!key) return eventSentence(edition, event, names, lang);
  return write("client", key, valuesOf(edition, completed(String(event.type), event), names, lang), lang);
}

function textFor(you: Seat, event: Told): TextKey | undefined {
  const key = eventKey(event);
  if (event.seat === you) return YOURS[key];
  return key === "rent" && event.other === you ? "you.pays-you-rent" : undefined;
}
