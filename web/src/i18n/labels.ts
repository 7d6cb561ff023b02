// Short labels: the prompt of a phase, and an action as a button's text (src/freehold/sentences/labels.py).

import type { Edition, Lang } from "../types";
import { placeName, say } from "./language.svelte";
import { money } from "./money";
import { has, type Values, write } from "./texts";
import { cardOf, counted, listed, type Names, number, quoted, squareOf, type Told, valuesOf } from "./values";

// the field that selects a variant of the text; else `choice`
const VARIANTS: Readonly<Record<string, string>> = { use_option: "double", sell: "lot", decline: "unsold" };

/** A short prompt for whoever has to decide: "Buy or decline?". */
export const phasePrompt = (phase: string, lang: Lang): string =>
  write("phases", has("phases", phase) ? phase : "unknown", { phase }, lang);

/**
 * A short label for an action a player may choose. Beside the keys of an action it uses `lot` ("house", "hotel": what a
 * build or sale is about), `double` (for the option), `unsold` ("stays": what becomes of an unsold deed) and `amount` (a
 * price that the square alone does not tell).
 */
export function actionLabel(edition: Edition, action: Told, names: Names, lang: Lang): string {
  const kind = String(action.type);
  if (!has("actions", kind)) return kind.replaceAll("_", " ");
  const told = kind === "want" ? { amount: action.count, ...action } : action;
  const values: Values = {
    ...valuesOf(edition, told, names, lang),
    ...prices(edition, kind, action, lang),
    ...(kind === "pay_tax" ? tax(edition, action, lang) : {}),
    ...(kind === "choose" ? choice(edition, action, lang) : {}),
    ...(kind === "sell_group" ? kept(action) : {}),
    ...bundle(edition, "give", action.give, lang),
    ...bundle(edition, "ask", action.ask, lang),
    ...bundle(edition, "payment", action, lang),
  };
  const key = `${kind}.${String(action[VARIANTS[kind] ?? "choice"])}`;
  return write("actions", has("actions", key) ? key : kind, values, lang);
}

/** What a sale of a group leaves on each lot; nothing, if it leaves nothing. */
function kept(action: Told): Values {
  const keep = number(action.keep) ?? 0;
  if (Array.isArray(action.more) && action.more.length > 0) return { keep: `${keep}–${keep + 1}` };
  return keep ? { keep: String(keep) } : {};
}

/** What an action costs or brings, where the edition alone knows it. */
function prices(edition: Edition, kind: string, action: Told, lang: Lang): Values {
  const price = number(action.amount) ?? priceOf(edition, kind, action);
  return price ? { price: money(edition, price, lang) } : {};
}

function priceOf(edition: Edition, kind: string, action: Told): number {
  const square = squareOf(edition, action);
  if (kind === "pay_fine") return edition.numbers.jail_fine;
  if (kind === "buy") return square?.price ?? 0;
  if (kind === "build") return square?.house_cost ?? 0;
  if (kind === "mortgage") return square?.mortgage ?? 0;
  if (kind === "sell" && action.lot === "house") return Math.floor((square?.house_cost ?? 0) / 2);
  return 0;
}

/** The two ways to pay a tax; without a square, those of the first that gives the choice. */
function tax(edition: Edition, action: Told, lang: Lang): Values {
  const usual = edition.squares.find((square) => square.percent_option);
  const square = squareOf(edition, action) ?? usual;
  const percent = square?.percent_option || usual?.percent_option;
  return {
    ...(square?.amount ? { flat: money(edition, square.amount, lang) } : {}),
    ...(percent ? { percent: String(percent) } : {}),
  };
}

/** What a card lets choose between: that card, or the edition's only one of its kind. */
function choice(edition: Edition, action: Told, lang: Lang): Values {
  const given = cardOf(edition, action);
  const cards = given ? [given] : edition.cards.filter((card) => card.kind === "choice");
  const found: Record<string, string> = {};
  for (const option of cards.length === 1 ? (cards[0]?.options ?? []) : []) {
    if (option.kind === "pay_bank") found.price = money(edition, option.amount, lang);
    else if (option.kind === "draw")
      found.deck = quoted(placeName(edition.decks[option.deck === "chest" ? "chest" : "chance"].name, lang), lang);
  }
  return found;
}

const bundle = (edition: Edition, field: string, goods: unknown, lang: Lang): Values => {
  const things = goodsOf(edition, goods, lang);
  return things ? { [field]: things } : {};
};

/** What is offered and what is asked for it, by the action that made the offer. */
export function termsOf(edition: Edition, { give, ask, squares, cash }: Told, lang: Lang): string {
  const nothing = say("words.nothing", {}, lang);
  const given = goodsOf(edition, give ?? { squares, cash }, lang) || nothing;
  if (squares) return say("words.gives-given", { given }, lang); // in place of a rent
  const asked = goodsOf(edition, ask, lang) || nothing;
  return say("words.gives-given-asks-for-asked", { given, asked }, lang);
}

/** What one side gives: deeds, jail cards and cash; "" for nothing. */
export function goodsOf(edition: Edition, goods: unknown, lang: Lang): string {
  if (typeof goods !== "object" || goods === null || Array.isArray(goods)) return "";
  const { squares, jail_cards, cash } = goods as Told;
  const things: string[] = [];
  for (const at of Array.isArray(squares) ? squares : []) {
    const square = squareOf(edition, { square: at });
    if (square) things.push(quoted(placeName(square.name, lang), lang));
  }
  const held = Array.isArray(jail_cards) ? jail_cards.length : (number(jail_cards) ?? 0);
  if (held) things.push(counted(held, "jail_card", lang));
  if (number(cash)) things.push(money(edition, cash as number, lang));
  return listed(things, lang);
}
