import { describe, expect, it } from "vitest";
import { CASES } from "./cases";
import { appetite } from "./contest";
import { raisable, suggestion } from "./debt";
import { actionOf, estateNow, gainOf, may, planOf, take, type Ground, type Step, type Wish } from "./estate";
import * as rules from "./rules";
import { mostOf } from "./trade";

const STEPS = ["build", "sell", "sell_group", "mortgage", "redeem"] as const;
const seats = CASES.flatMap(({ name, edition, view, seats }) =>
  seats.map((told, seat) => ({ name: `${name}, seat ${seat}`, ground: { edition, view, seat } as Ground, told })),
);

describe("as the rules have it, in sixty positions", () => {
  it("knows every step that is legal and what it brings", () => {
    for (const { name, ground, told } of seats) {
      const now = estateNow(ground);
      const found = rules.estateOf(ground.view, ground.seat).flatMap((square) =>
        STEPS.filter((type) => may(ground, now, { type, square }) === null).map((type) => {
          return [type, square, Math.abs(gainOf(ground, now, { type, square }))];
        }),
      );
      expect(found.sort(), name).toEqual([...told.steps].sort());
    }
  });

  it("knows what could be given, raised and asked for", () => {
    for (const { name, ground, told } of seats) {
      const { edition, view, seat } = ground;
      if (told.goods) expect(mostOf(edition, view, seat), name).toEqual(told.goods);
      expect(raisable(ground), name).toBe(told.raisable);
      expect([appetite(edition, view, seat, "house"), appetite(edition, view, seat, "hotel")], name).toEqual(told.appetite);
    }
  });

  it("plans nothing that a single step would not allow", () => {
    for (const { name, ground } of seats) {
      const now = estateNow(ground);
      const heights = rules.hotelAfter(ground.edition, ground.view) + 2;
      const wishes: Record<number, Wish> = {};
      for (const [square, level] of Object.entries(now.levels))
        if (rules.isStreet(ground.edition, Number(square))) wishes[Number(square)] = { level: (level + 2) % heights };
      const plan = planOf(ground, wishes);
      let estate = now;
      for (const step of plan.steps) {
        expect(may(ground, estate, step), name).toBeNull();
        expect(step.gain, name).toBe(gainOf(ground, estate, step));
        estate = take(ground, estate, step);
        expect(Math.min(estate.cash, estate.houses, estate.hotels), name).toBeGreaterThanOrEqual(0);
      }
      expect(estate, name).toEqual(plan.end);
    }
  });

  it("suggests what raises all there is, when all is needed", () => {
    for (const { name, ground, told } of seats) {
      const plan = planOf(ground, suggestion(ground, told.raisable));
      expect(plan.blocked, name).toBeNull();
      // a lot that is kept for a contested building, or lies in an offer, cannot be turned into money now
      if (!ground.view.contest && !ground.view.offer) expect(plan.end.cash, name).toBe(told.raisable);
    }
  });
});

describe("a plan", () => {
  const ORANGE = [16, 18, 19];
  const table = (buildings: number, cash = 2000): Ground => {
    const found = structuredClone(CASES.find((one) => one.name.includes("classic, classic, roll"))) as (typeof CASES)[number];
    const view = found.view;
    view.deeds = Object.fromEntries(ORANGE.map((lot) => [lot, { owner: 0, mortgaged: false, buildings }]));
    view.bank = { houses: 32 - (buildings === 5 ? 0 : 3 * buildings), hotels: buildings === 5 ? 9 : 12 };
    view.options = {};
    view.phase = "roll";
    view.turn = 0;
    delete view.debts;
    (view.players[0] as { cash: number }).cash = cash;
    return { edition: found.edition, view, seat: 0 };
  };
  const kinds = (steps: Step[]): string => steps.map((step) => `${step.type} ${step.square}`).join(", ");

  it("builds evenly over a group", () => {
    const plan = planOf(table(0), { 16: { level: 2 }, 18: { level: 2 }, 19: { level: 1 } });
    expect(kinds(plan.steps)).toBe("build 16, build 18, build 19, build 16, build 18");
    expect(plan.end.cash).toBe(2000 - 5 * 100);
  });

  it("says what is uneven", () => {
    expect(planOf(table(0), { 16: { level: 2 } }).blocked).toEqual({ square: 16, reason: "uneven-building" });
    expect(planOf(table(2), { 16: { level: 0 } }).blocked).toEqual({ square: 16, reason: "uneven-selling" });
  });

  it("says when the money does not last", () => {
    const plan = planOf(table(0, 150), { 16: { level: 1 }, 18: { level: 1 } });
    expect(plan.steps).toHaveLength(1);
    expect(plan.blocked).toEqual({ square: 18, reason: "not-enough-cash" });
  });

  it("sells before it mortgages, and redeems before it builds", () => {
    const wishes = Object.fromEntries(ORANGE.map((lot) => [lot, { level: 0, mortgaged: true }]));
    const plan = planOf(table(1), wishes);
    expect(kinds(plan.steps)).toBe("sell 19, sell 18, sell 16, mortgage 16, mortgage 18, mortgage 19");
    expect(plan.end.cash).toBe(2000 + 3 * 50 + 90 + 90 + 100);
    const bare = table(0);
    for (const lot of ORANGE) (bare.view.deeds[lot] as { mortgaged: boolean }).mortgaged = true;
    const back = planOf(bare, Object.fromEntries(ORANGE.map((lot) => [lot, { level: 1, mortgaged: false }])));
    expect(kinds(back.steps)).toBe("redeem 16, redeem 18, redeem 19, build 16, build 18, build 19");
    expect(back.end.cash).toBe(2000 - 99 - 99 - 110 - 300);
  });

  it("sells a whole group of hotels at once when the bank has no houses", () => {
    const ground = table(5);
    ground.view.bank.houses = 0;
    expect(planOf(ground, { 19: { level: 4 } }).blocked).toEqual({ square: 19, reason: "no-houses-left" });
    const plan = planOf(ground, Object.fromEntries(ORANGE.map((lot) => [lot, { level: 0 }])));
    expect(plan.steps.map((step) => actionOf(step))).toEqual([{ type: "sell_group", square: 19 }]);
    expect(plan.end.cash).toBe(2000 + 3 * 250);
  });

  it("sells it down to any even row for which there are houses", () => {
    const ground = table(5);
    ground.view.bank.houses = 2;
    const plan = planOf(ground, { 16: { level: 1 }, 18: { level: 0 }, 19: { level: 1 } });
    expect(plan.steps.map((step) => actionOf(step))).toEqual([{ type: "sell_group", square: 19, more: [16, 19] }]);
    expect([plan.end.cash, plan.end.houses, plan.blocked]).toEqual([2000 + 13 * 50, 0, null]);
    expect(planOf(ground, Object.fromEntries(ORANGE.map((lot) => [lot, { level: 1 }]))).blocked?.reason).toBe("no-houses-left");
  });

  it("costs nothing when a wish is taken back", () => {
    const plan = planOf(table(2), Object.fromEntries(ORANGE.map((lot) => [lot, { level: 2, mortgaged: false }])));
    expect(plan.steps).toEqual([]);
  });
});

describe("a suggestion for a debtor", () => {
  it("mortgages what lies about before it touches a group or a building", () => {
    const found = structuredClone(CASES.find((one) => one.name.includes("classic, classic, roll"))) as (typeof CASES)[number];
    const { view, edition } = found;
    view.options = {};
    view.deeds = {
      1: { owner: 0, mortgaged: false, buildings: 0 }, // alone, 30
      5: { owner: 0, mortgaged: false, buildings: 0 }, // a station, 100
      16: { owner: 0, mortgaged: false, buildings: 1 },
      18: { owner: 0, mortgaged: false, buildings: 1 },
      19: { owner: 0, mortgaged: false, buildings: 1 },
    };
    (view.players[0] as { cash: number }).cash = 0;
    delete view.offer;
    delete view.contest;
    const ground: Ground = { edition, view, seat: 0 };
    expect(suggestion(ground, 20)).toEqual({ 1: { mortgaged: true } });
    expect(suggestion(ground, 120)).toEqual({ 1: { mortgaged: true }, 5: { mortgaged: true } });
    expect(suggestion(ground, 140)[16]).toEqual({ level: 0 });
  });
});
