import { expect, it } from "vitest";
import { CASES, caseLike } from "../../game/cases";
import type { LogLine } from "../../game/lines";
import type { Goods, Offer } from "../../types";
import {
  actionOf,
  answeredOffer,
  changes,
  type Draft,
  deeds,
  difference,
  interestDue,
  isEmpty,
  mirrored,
  mostOf,
  nothing,
  offered,
  partners,
  priced,
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

const trade: Offer = {
  kind: "trade",
  from: 1,
  to: 0,
  give: { cash: 20, squares: [9], jail_cards: [] },
  ask: { cash: 0, squares: [6], jail_cards: [] },
};
const spoken = (number: number, event: object, offer?: object): LogLine =>
  ({ key: `${number}.0`, number, by: "person", at: 0, event, ...(offer ? { offer } : {}) }) as LogLine;

it("a counter-offer is compared with the refused offer that it answers", () => {
  const mine = { type: "offer", to: 1, give: { squares: [6] }, ask: { cash: 50, squares: [9] } };
  const log = [
    spoken(3, { type: "offer", seat: 0 }, mine),
    spoken(4, { type: "reject", seat: 1 }),
    spoken(5, { type: "offer", seat: 1 }, { type: "offer", to: 0, give: { cash: 20, squares: [9] } }),
  ];
  const before = answeredOffer(log, trade);
  expect(before).toEqual({
    to: 0,
    give: { cash: 50, squares: [9], jail_cards: [] },
    ask: { cash: 0, squares: [6], jail_cards: [] },
  });
  expect(difference(before?.give ?? nothing(), trade.give)).toEqual({ added: [], gone: [], cards: 0, cash: 50 });
  const withThrow = [log[0], log[1], spoken(5, { type: "roll", seat: 1 }), { ...log[2], number: 6 }] as LogLine[];
  expect(answeredOffer(withThrow, trade)).toBeNull();
  expect(answeredOffer(log, { ...trade, from: 2 })).toBeNull();
});

it("marks deeds that come and go", () => {
  expect(difference(deeds([6, 8]), { ...deeds([8, 9]), jail_cards: ["chest"] })).toEqual({
    added: [9],
    gone: [6],
    cards: 1,
    cash: null,
  });
});

it("takes over a suggestion and a price that was named", () => {
  const found = offered({ type: "offer", to: 1, give: { cash: 30 }, ask: { squares: [9] } });
  expect(found).toEqual({ to: 1, give: { ...nothing(), cash: 30 }, ask: deeds([9]) });
  expect(offered({ type: "roll" })).toBeNull();
  const dearer = priced(draft({ give: { ...nothing(), cash: 5 }, ask: { ...deeds([9]), cash: 7 } }), 120, 6);
  expect(actionOf(dearer)).toEqual({ type: "offer", to: 1, give: { cash: 120, squares: [6] }, ask: { squares: [9] } });
});
