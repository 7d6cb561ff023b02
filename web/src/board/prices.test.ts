// What the client shows of prices, rents and legality is what the server sent, figure by figure: if the server says
// something absurd, so does the page. A page that worked a figure out by itself would disagree.

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { CASES, caseLike } from "../game/cases";
import { money } from "../i18n/money";
import type { DeedPrices, Edition, View } from "../types";
import Deed from "./Deed.svelte";
import { doing } from "./doing";

const names = ["Ann", "Bob", "Cleo"];
const text = (html: string): string => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const sum = (edition: Edition, amount: number): string => text(money(edition, amount, "en"));

/** The view with every price replaced by one that no rule gives. */
function absurd(view: View): View {
  const odd = (at: number, k: number): number => 70_001 + 13 * at + 1_000 * k;
  const deeds = Object.fromEntries(
    Object.entries(view.prices.deeds).map(([at, deed]): [string, DeedPrices] => {
      const rent = deed.rent && {
        ...deed.rent,
        ...(deed.rent.amount === undefined ? { times: odd(Number(at), 1) } : { amount: odd(Number(at), 1) }),
      };
      return [at, { ...deed, redeem: odd(Number(at), 0), ...(rent ? { rent } : {}) }];
    }),
  );
  const taxes = Object.fromEntries(
    Object.keys(view.prices.taxes).map((at) => [at, { amount: odd(Number(at), 2), percent: 0 }]),
  );
  return { ...view, prices: { ...view.prices, deeds, taxes } };
}

describe.each(CASES)("the deeds of $name", ({ edition, view }) => {
  const seen = absurd(view);

  it("show the rent and the price of a redemption that the server sent", () => {
    for (const [at, deed] of Object.entries(seen.prices.deeds)) {
      const shown = text(render(Deed, { props: { edition, view: seen, square: Number(at), names } }).body);
      expect(shown).toContain(sum(edition, deed.redeem));
      if (deed.rent)
        expect(shown).toContain(
          deed.rent.amount === undefined ? `${deed.rent.times} ×` : sum(edition, deed.rent.amount),
        );
    }
  });

  it("show the taxes that the server sent", () => {
    for (const [at, tax] of Object.entries(seen.prices.taxes)) {
      const square = edition.squares[Number(at)]!;
      expect(text(doing(edition, seen, square, "en"))).toContain(sum(edition, tax.amount));
    }
  });
});

it("a mortgaged deed and an unsold one pay nothing, because the server names no rent", () => {
  const { edition, view } = caseLike((found) => Object.values(found.view.deeds).some((deed) => deed.mortgaged));
  const at = Object.keys(view.deeds).find((square) => view.deeds[square]?.mortgaged)!;
  expect(view.prices.deeds[at]?.rent).toBeUndefined();
  expect(text(render(Deed, { props: { edition, view, square: Number(at), names } }).body)).toContain(
    "nobody pays rent here",
  );
});
