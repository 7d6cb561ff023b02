// An event as a sentence; the text is chosen by the event's fields (src/freehold/sentences/events.py).

import type { Edition, Lang } from "../types";
import { correction } from "./corrections";
import { has, write } from "./texts";
import { BANK, diceOf, type Names, number, type Told, valuesOf } from "./values";

const HOUSE_CLAUSES = [
  "build.price-from-deed",
  "sell.to-bank-at-half",
  "house.build-without-group",
  "house.build-unevenly",
];
const HOTEL_CLAUSES = ["hotel.", "short.hotel-", "sell.hotel-", "sell.group-hotels"];

/** One sentence that says what happened, in the words of an edition. Missing fields are left out. */
export function eventSentence(edition: Edition, event: Told, names: Names, lang: Lang): string {
  const kind = String(event.type);
  if (kind.endsWith("taken-back")) return write("server", kind, { name: names[Number(event.seat)] ?? "" }, lang);
  if (kind === "take_back" || kind === "set_right") return correction(edition, event, names, lang);
  if (!has("events", kind)) return write("events", "unknown", { type: kind }, lang);
  return write("events", eventKey(event), valuesOf(edition, completed(kind, event), names, lang), lang);
}

/** The key of the text for an event. */
export function eventKey(event: Told): string {
  const kind = String(event.type);
  const key = `${kind}.${variant(kind, completed(kind, event))}`;
  return has("events", key) ? key : kind;
}

/** The event with its implied fields: the bank as new owner, and the building that its clause concerns. */
export function completed(kind: string, event: Told): Told {
  if (kind === "deed" && nobody(event)) return { ...event, seat: BANK };
  if ((kind === "build" || kind === "sell") && !("lot" in event)) {
    const clause = clauseOf(event);
    if (HOTEL_CLAUSES.some((start) => clause.startsWith(start))) return { ...event, lot: "hotel" };
    if (HOUSE_CLAUSES.includes(clause)) return { ...event, lot: "house" };
  }
  return event;
}

/** The name of a special text for this case, whether or not it exists. */
function variant(kind: string, told: Told): string {
  const amount = number(told.amount);
  switch (kind) {
    case "roll": {
      const dice = diceOf(told);
      return dice && dice[0] === dice[1] ? "double" : "";
    }
    case "attack_throw":
      return "red" in told && told.red === told.blue ? "tie" : "";
    case "option":
      return String(told.double);
    case "shuffle":
      return String(told.what);
  }
  if (kind === "no_rent" && told.seat === told.other && (told.other ?? null) !== null) return "own";
  if (kind === "interest" && amount === 0) return "paid";
  if ((kind === "symbol" || kind === "bankrupt") && nobody(told)) return "nobody";
  if (kind === "over" && told.winner === null) return "shared";
  if ((kind === "trade" || kind === "offer") && amount !== null && amount < 0) return "asks";
  return variantOfClause(kind, clauseOf(told));
}

function variantOfClause(kind: string, clause: string): string {
  if (kind === "jailed" && clause.startsWith("dice.")) return "third";
  if (kind === "double" && clause.startsWith("option.")) return "choice";
  if (kind === "sell" && (clause.startsWith("sell.hotel-step") || clause.startsWith("sell.hotel-swap"))) return "step";
  if (kind === "pass" && clause.startsWith("shortage.")) return "contest";
  if (clause.startsWith("house.")) return clause.slice("house.".length);
  return kind === "offer" && clause.startsWith("debt.") ? "settlement" : "";
}

function nobody(told: Told): boolean {
  const seat = number(told.seat);
  return told.seat !== BANK && (seat === null || seat < 0);
}

const clauseOf = (told: Told): string => String(told.clause || "");
