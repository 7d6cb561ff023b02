import { expect, it } from "vitest";
import type { Offer } from "../types";
import { caseLike } from "./cases";
import { actionOf, bound, bounds, changes, fault, interestDue, mirrored, nothing, partners, printedValue, type Draft } from "./trade";

const { edition, view } = caseLike((found) => found.name.includes("classic, classic, roll"));
view.options = {};
delete view.transfer;
delete view.debts;
view.deeds = {
  6: { owner: 0, mortgaged: false, buildings: 0 },
  8: { owner: 0, mortgaged: true, buildings: 0 },
  9: { owner: 1, mortgaged: false, buildings: 0 },
  37: { owner: 1, mortgaged: false, buildings: 1 },
  39: { owner: 1, mortgaged: false, buildings: 0 },
};
view.players.forEach((player, seat) => Object.assign(player, { cash: 100 * (seat + 1), jail_cards: seat === 0 ? ["chest", "chest"] : [], bankrupt: seat === 2 }));
const draft = (change: Partial<Draft> = {}): Draft => ({ to: 1, give: nothing(), ask: nothing(), ...change });
const wrong = (change: Partial<Draft>): string | null => fault(edition, view, 0, draft(change));

it("offers are made to whoever is still in the game", () => {
  expect(partners(view, 0)).toEqual([1]);
  expect(wrong({ to: 2, give: { ...nothing(), squares: [6] } })).toBe("bad-partner");
  expect(wrong({ to: 0, give: { ...nothing(), squares: [6] } })).toBe("bad-partner");
});

it("money alone is no deal", () => {
  expect(wrong({ give: { ...nothing(), cash: 50 } })).toBe("empty-offer");
  expect(wrong({ give: { ...nothing(), jail_cards: ["chest"] } })).toBeNull();
});

it("nobody gives more than they have", () => {
  expect(wrong({ give: { cash: 101, squares: [6], jail_cards: [] } })).toBe("not-enough-cash");
  expect(wrong({ ask: { cash: 201, squares: [9], jail_cards: [] } })).toBe("not-enough-cash");
  expect(wrong({ give: { cash: 1.5, squares: [6], jail_cards: [] } })).toBe("bad-amount");
  expect(wrong({ give: { ...nothing(), squares: [9] } })).toBe("not-your-deed");
  expect(wrong({ give: { ...nothing(), jail_cards: ["chest", "chest"] } })).toBeNull();
  expect(wrong({ give: { ...nothing(), jail_cards: ["chest", "chest", "chest"] } })).toBe("no-jail-card");
  expect(wrong({ give: { ...nothing(), jail_cards: ["chance"] } })).toBe("no-jail-card");
});

it("buildings anywhere in a group tie its deeds down", () => {
  expect(bound(edition, view, 39)).toBe("buildings-stand");
  expect(bound(edition, view, 9)).toBeNull();
  expect(wrong({ ask: { ...nothing(), squares: [39] } })).toBe("not-your-deed");
});

it("who owes money may not spend it", () => {
  const owing = { ...view, debts: [{ debtor: 0, creditor: "bank" as const, amount: 500, why: "tax", clause: "", square: null, open: true }] };
  const sell: Draft = draft({ give: { ...nothing(), squares: [6] }, ask: { ...nothing(), cash: 100 } });
  expect(fault(edition, owing, 0, sell)).toBeNull();
  expect(fault(edition, owing, 0, { ...sell, give: { ...sell.give, cash: 100 }, ask: nothing() })).toBe("in-debt");
  expect(fault(edition, owing, 1, { ...sell, to: 0, give: nothing(), ask: { cash: 10, squares: [6], jail_cards: [] } })).toBe("in-debt");
});

it("the server's bounds go before our own", () => {
  const row = { type: "offer", to: 1, give: { cash: 100, squares: [8], jail_cards: [] }, ask: { cash: 200, squares: [], jail_cards: [] } };
  expect(bounds(edition, view, 0, 1, [row]).give.squares).toEqual([8]);
  expect(bounds(edition, view, 0, 1, []).give.squares).toEqual([6, 8]);
});

it("a counter-offer is the offer from the other side", () => {
  const offer: Offer = { kind: "trade", from: 1, to: 0, give: { cash: 20, squares: [9], jail_cards: [] }, ask: { cash: 0, squares: [6, 8], jail_cards: ["chest"] } };
  const back = mirrored(offer);
  expect(back).toEqual({ to: 1, give: offer.ask, ask: offer.give });
  expect(actionOf(back)).toEqual({ type: "offer", to: 1, give: { squares: [6, 8], jail_cards: ["chest"] }, ask: { cash: 20, squares: [9] } });
});

it("tells what the groups would be and what it is worth by the print", () => {
  const swap = draft({ ask: { ...nothing(), squares: [9] } });
  expect(changes(edition, view, 0, swap)).toEqual([{ group: "light_blue", size: 3, mine: [2, 3], theirs: [1, 0] }]);
  expect(printedValue(edition, view, { cash: 30, squares: [6, 8], jail_cards: [] })).toBe(30 + 100 + 50);
  expect(interestDue(edition, view, [6, 8])).toBe(5);
});
