// The values for placeholders: players, squares, sums, decks and dice of an event or an action, in an edition's words,
// as in src/freehold/sentences/placeholders.py. Missing fields have no value; the text handles that.

import type { Building, Card, Edition, Lang, Square } from "../types";
import { placeName } from "./language.svelte";
import { cardText, isPlural, money, nameOf } from "./money";
import { capital, has, manners, text, type Values } from "./texts";

export type Told = Readonly<Record<string, unknown>>;
export type Names = readonly string[];

export const BANK = "bank";

const OWNABLE = ["street", "station", "utility"];

/** Every field of an event or an action that has a value. */
export function valuesOf(edition: Edition, told: Told, names: Names, lang: Lang): Values {
  return spoken({
    ...people(told, names, lang),
    ...places(edition, told, lang),
    ...amounts(edition, told, lang),
    ...dice(told, lang),
    ...cards(edition, told, lang),
    rule: houseRule(String(told.clause), lang),
  });
}

/** Removes empty values. */
const spoken = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** An integer, or null. */
export const number = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);

export const squareOf = (edition: Edition, told: Told): Square | null =>
  edition.squares[number(told.square) ?? -1] ?? null;

/** The card an event names; both decks may contain the same id. */
export const cardOf = (edition: Edition, told: Told): Card | null =>
  edition.cards.find((card) => card.id === told.card && (told.deck ?? card.deck) === card.deck) ?? null;

export function diceOf(told: Told): [number, number] | null {
  if (!Array.isArray(told.dice) || told.dice.length !== 2) return null;
  const [one, two] = [number(told.dice[0]), number(told.dice[1])];
  return one === null || two === null ? null : [one, two];
}

export function buildingOf(edition: Edition, told: Told): Building | null {
  if (told.lot === "house") return edition.buildings.small;
  return told.lot === "hotel" ? edition.buildings.large : null;
}

/** A name in a sentence. In French in guillemets, so that no article has to agree with it. */
export const quoted = (name: string, lang: Lang): string => manners(lang).quotes.join(name);

/** A list in a sentence: "A, B and C". */
export function listed(things: readonly string[], lang: Lang): string {
  const [first, last] = [things.slice(0, -1), things.at(-1) ?? ""];
  return first.length ? `${first.join(", ")} ${text("words", "and", lang)} ${last}` : last;
}

/** The player's name; "the bank"; or nothing. */
export function person(seat: unknown, names: Names, lang: Lang): string {
  if (seat === BANK) return text("words", "bank", lang);
  const at = number(seat);
  if (at === null || at < 0) return "";
  return names[at] || `${text("words", "player", lang)} ${at + 1}`;
}

/** One building: "an apartment". French writes the number, because the edition does not give the gender. */
export function one(building: Building, lang: Lang): string {
  const name = nameOf(building, lang);
  const [a, an] = manners(lang).articles;
  if (!a) return numberOf(1, name, lang);
  return `${"aeiou".includes(name[0]?.toLowerCase() ?? "") ? an : a} ${name}`;
}

/** A number of things with a common name: "1 card", "12 cards". */
export function counted(count: number, word: "step" | "card" | "building" | "jail_card", lang: Lang): string {
  return numberOf(count, text("words", `${word}.${isPlural(count, lang) ? "many" : "one"}`, lang), lang);
}

const numberOf = (count: number, name: string, lang: Lang): string => `${count}${manners(lang).count_space}${name}`;

/** The name of a house rule by its clause; of another clause, nothing. */
export const houseRule = (clause: string, lang: Lang): string =>
  has("words", clause) ? text("words", clause, lang) : "";

function people(told: Told, names: Names, lang: Lang): Values {
  const found: Record<string, string> = {};
  const fields = { who: "seat", other: "other", partner: "to", winner: "winner" };
  for (const [field, key] of Object.entries(fields)) {
    const name = person(told[key], names, lang);
    found[field] = name;
    found[capital(field)] = told[key] === BANK ? capital(name) : name;
  }
  return found;
}

function places(edition: Edition, told: Told, lang: Lang): Values {
  const [square, building] = [squareOf(edition, told), buildingOf(edition, told)];
  const name = square ? quoted(placeName(square.name, lang), lang) : "";
  const lot = building ? one(building, lang) : "";
  return {
    large: nameOf(edition.buildings.large, lang),
    smalls: nameOf(edition.buildings.small, lang, 2),
    building: lot,
    thing: lot || name,
    square: name,
    deed: square && OWNABLE.includes(square.kind) ? name : "",
  };
}

/** The amount as money, as money unless 0, as a count, and as a bare number. */
function amounts(edition: Edition, told: Told, lang: Lang): Values {
  const found = {
    bonus: money(edition, edition.numbers.double_bonus, lang),
    share: money(edition, edition.numbers.double_share, lang),
  };
  const [amount, building] = [number(told.amount), buildingOf(edition, told)];
  if (amount === null) return found;
  const several = building ? numberOf(amount, nameOf(building, lang, amount), lang) : counted(amount, "building", lang);
  return {
    ...found,
    amount: money(edition, amount, lang),
    cash: amount ? money(edition, Math.abs(amount), lang) : "",
    number: String(amount),
    steps: amount ? counted(amount, "step", lang) : "",
    cards: counted(amount, "card", lang),
    buildings: amount > 0 ? several : "",
  };
}

function dice(told: Told, lang: Lang): Values {
  const found: Record<string, string> = {};
  for (const key of ["double", "attempt", "red", "blue"])
    if (number(told[key]) !== null) found[key] = String(told[key]);
  const thrown = diceOf(told);
  if (thrown) {
    const [first, second] = thrown;
    Object.assign(found, { one: String(first), two: String(second), total: String(first + second) });
  }
  for (const [field, key] of [
    ["face", "force"],
    ["symbol", "symbol"],
  ] as const) {
    const word = `${field}.${String(told[key])}`;
    found[field] = has("words", word) ? text("words", word, lang) : "";
  }
  return found;
}

function cards(edition: Edition, told: Told, lang: Lang): Values {
  const card = cardOf(edition, told);
  const decks: Record<string, string> = {
    chest: quoted(placeName(edition.decks.chest.name, lang), lang),
    chance: quoted(placeName(edition.decks.chance.name, lang), lang),
  };
  const deck = String(told.deck || told.what || card?.deck);
  return {
    ...decks,
    card: card ? cardText(edition, card.text, lang) : "",
    deck: Object.hasOwn(decks, deck) ? (decks[deck] ?? "") : "",
  };
}
