import { expect, it } from "vitest";
import type { Goods, Offer } from "../../types";
import { CASES, caseLike } from "../cases";
import {
  actionOf,
  changes,
  type Draft,
  interestDue,
  isEmpty,
  mirrored,
  mostOf,
  nothing,
  partners,
  valueOf,
} from "./trade";

const { edition, view } = caseLike((found) => found.name.includes("classic, classic, roll"));
view.deeds = {
  6: { owner: 0, mortgaged: false, buildings: 0 },
  8: { owner: 0, mortgaged: true, buildings: 0 },
  9: { owner: 1, mortgaged: false, buildings: 0 },
};
view.prices.deeds = {
  6: { redeem: 55, value: 100 },
  8: { redeem: 55, value: 50, interest: 5, bound: "buildings-stand" },
  9: { redeem: 66, value: 120 },
};
view.players.forEach((player, seat) =>
  Object.assign(player, {
    cash: 100 * (seat + 1),
    jail_cards: seat === 0 ? ["chest", "chest"] : [],
    bankrupt: seat === 2,
  }),
);
const draft = (change: Partial<Draft> = {}): Draft => ({ to: 1, give: nothing(), ask: nothing(), ...change });

it("offers are made to whoever is still in the game", () => {
  expect(partners(view, 0)).toEqual([1]);
});

it("a side has its cash, its cards and the deeds that the server lets go", () => {
  expect(mostOf(view, 0)).toEqual({ cash: 100, squares: [6], jail_cards: ["chest", "chest"] });
  expect(isEmpty(draft({ give: { ...nothing(), cash: 5 } }))).toBe(true);
  expect(isEmpty(draft({ ask: { ...nothing(), squares: [9] } }))).toBe(false);
});

it("the bounds are those of the server's list of legal offers", () => {
  let compared = 0;
  for (const { name, view: seen, seats } of CASES)
    seats.forEach(({ legal }, seat) => {
      for (const offer of legal)
        if (offer.type === "offer") {
          expect(mostOf(seen, seat), name).toEqual(offer.give as Goods);
          expect(mostOf(seen, offer.to), name).toEqual(offer.ask as Goods);
          compared += 1;
        }
    });
  expect(compared).toBeGreaterThan(50);
});

it("a counter-offer is the offer from the other side", () => {
  const offer: Offer = {
    kind: "trade",
    from: 1,
    to: 0,
    give: { cash: 20, squares: [9], jail_cards: [] },
    ask: { cash: 0, squares: [6, 8], jail_cards: ["chest"] },
  };
  const back = mirrored(offer);
  expect(back).toEqual({ to: 1, give: offer.ask, ask: offer.give });
  expect(actionOf(back)).toEqual({
    type: "offer",
    to: 1,
    give: { squares: [6, 8], jail_cards: ["chest"] },
    ask: { cash: 20, squares: [9] },
  });
});

it("tells what the groups would be, and what the server says the deeds are worth", () => {
  const swap = draft({ ask: { ...nothing(), squares: [9] } });
  expect(changes(edition, view, 0, swap)).toEqual([{ group: "light_blue", size: 3, mine: [2, 3], theirs: [1, 0] }]);
  expect(valueOf(view, { cash: 30, squares: [6, 8], jail_cards: [] })).toBe(30 + 100 + 50);
  expect(interestDue(view, [6, 8])).toBe(5);
});
