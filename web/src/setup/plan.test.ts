// The plan of a new table: the request, its faults, and the differences from the rulebook.

import { describe, expect, it } from "vitest";
import { small } from "../i18n/say";
import type { Catalogue, OptionInfo } from "./catalogue";
import { Plan, quickWish } from "./plan.svelte";

const token = (id: string) => ({ id, name: { en: id, fr: id }, side: null });
const edition = (id: string, variants: string[], most: number) => ({
  id,
  year: 2000,
  name: { en: id, fr: id },
  variants,
  least: 2,
  most,
  tokens: ["car", "dog"].map((name) => token(`${id}-${name}`)),
});
const option = (name: string, values: string[], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  values,
  labels: values.map((value) => ({ en: value, fr: value })),
  clauses: [],
  text: { en: name, fr: name },
  defaults: { classic: { classic: values[0]!, short: values[1]!, timed: values[0]! }, throne: { classic: values[1]! } },
  variants: ["classic", "short", "timed"],
  editions: ["classic", "throne"],
  needs: {},
  ...more,
});
const all: Catalogue = {
  editions: [edition("classic", ["classic", "short", "timed"], 8), edition("throne", ["classic", "short"], 3)],
  options: [
    option("rent", ["paid", "claimed"]),
    option("deadline", ["early", "late"], { needs: { rent: "claimed" } }),
    option("jail", ["as-usual", "must-leave"], { variants: ["short"] }),
  ],
  bots: [],
  minutes: { least: 1, most: 1440, usual: 60 },
};
const rent = all.options[0]!;

describe("a plan", () => {
  it("is at first you and three bots of mixed levels", () => {
    const plan = new Plan(all, "fr");
    expect(plan.full).toBe(true);
    expect(plan.wish("Joueur")).toMatchObject({
      edition: "classic",
      seats: 4,
      people: [{ name: "Joueur", token: null }],
      bots: ["novice", "trader", "baron"],
      options: {},
      language: "fr",
    });
    expect(quickWish("throne", "Ada", "en")).toMatchObject({
      seats: 4,
      people: [{ name: "Ada" }],
      bots: ["novice", "trader", "baron"],
    });
  });

  it("seats people first and waits where a chair is open", () => {
    const plan = new Plan(all, "en");
    plan.chairs[1]!.sitter = "open";
    Object.assign(plan.chairs[3]!, { sitter: "friend", name: " Bob ", token: "classic-dog" });
    plan.name = "Ada";
    expect(plan.full).toBe(false);
    const wish = plan.wish("Player");
    expect(wish.people).toEqual([
      { name: "Ada", token: null },
      { name: "Bob", token: "classic-dog" },
    ]);
    expect([wish.seats, wish.bots]).toEqual([4, ["trader"]]);
  });

  it("names what is wrong beside its field", () => {
    const plan = new Plan(all, "en");
    const friend = plan.chairs[1]!;
    friend.sitter = "friend";
    expect(plan.faults.map((fault) => fault.at)).toEqual([`chair-${friend.key}`]);
    plan.name = "Ada";
    friend.name = "ada ";
    expect(plan.faults.map((fault) => fault.at)).toEqual([`chair-${friend.key}`]);
    friend.name = "Bob";
    plan.variant = "timed";
    for (const minutes of [0, 1441, 2.5, null]) {
      plan.minutes = minutes;
      expect(plan.faults.map((fault) => fault.at)).toEqual(["minutes"]);
    }
    plan.minutes = 45;
    expect(plan.faults).toEqual([]);
    expect(plan.wish("Player").options).toEqual({ time_limit: 45 });
  });

  it("asks only what matters, and lists only what differs from the edition's own book", () => {
    const plan = new Plan(all, "en");
    expect(plan.options.map((found) => found.name)).toEqual(["rent"]);
    plan.set(rent, "claimed");
    expect(plan.options.map((found) => found.name)).toEqual(["rent", "deadline"]);
    expect(plan.differences.map((found) => [found.option.name, found.value.en, found.book.en])).toEqual([
      ["rent", "claimed", "paid"],
    ]);
    expect(plan.wish("Player").options).toEqual({ rent: "claimed" });
    plan.choose("throne"); // whose own book says so
    expect(plan.differences).toEqual([]);
    expect(plan.wish("Player").options).toEqual({});
    plan.choose("classic");
    plan.variant = "short";
    expect(plan.options.map((found) => found.name)).toEqual(["rent", "deadline", "jail"]);
    plan.set(rent, "claimed");
    expect(plan.differences).toEqual([]);
  });

  it("says that the rulebooks have the owner ask for the rent, which is not what is usual", () => {
    const claims = option("rent_claims", ["automatic", "claimed"]);
    const plan = new Plan({ ...all, options: [claims] }, "en");
    expect(plan.differences.map((found) => [found.value.en, found.book.en])).toEqual([["automatic", "claimed"]]);
    expect([plan.unusual, plan.wish("Player").options]).toEqual([false, {}]);
    plan.toTheLetter();
    expect(plan.differences).toEqual([]);
    expect([plan.unusual, plan.wish("Player").options]).toEqual([true, { rent_claims: "claimed" }]);
    plan.asUsual();
    expect(plan.unusual).toBe(false);
  });

  it("lets go of what another edition does not have", () => {
    const plan = new Plan(all, "en");
    plan.token = "classic-car";
    plan.variant = "timed";
    plan.choose("throne");
    expect([plan.token, plan.variant, plan.chairs.length]).toEqual(["", "classic", 3]);
  });

  it("plays by named house rules, and calls them a difference from the rulebook", () => {
    const clauses = ["parking.neutral", "house.taxes", "house.pot"];
    const middle = option("middle", ["none", "taxes", "pot"], { clauses, defaults: {} });
    const plan = new Plan({ ...all, options: [...all.options, middle] }, "en");
    expect([plan.house, plan.bookOptions.length]).toEqual([[], 1]);
    plan.playBy(["pot", "unknown"]);
    expect(plan.house).toEqual(["pot"]);
    expect(plan.wish("Ann").options).toEqual({ middle: "pot" });
    expect(plan.differences.map(({ option }) => option.name)).toContain("middle");
    plan.toTheLetter();
    expect(plan.house).toEqual([]);
  });

  it("can switch off a house rule with which the server's tables start", () => {
    const defaults = { classic: { classic: "pot" } };
    const middle = option("middle", ["none", "pot"], { clauses: ["parking.neutral", "house.pot"], defaults });
    const plan = new Plan({ ...all, options: [middle] }, "en");
    expect([plan.house, plan.wish("Ann").options]).toEqual([["pot"], {}]);
    plan.playBy([]);
    expect([plan.house, plan.wish("Ann").options]).toEqual([[], { middle: "none" }]);
  });

  it("leaves the chair of who only runs the table", () => {
    const plan = new Plan(all, "en");
    plan.runOnly(true);
    expect(plan.plays).toBe(false);
    expect(plan.wish("Player").people).toEqual([]);
    plan.runOnly(false);
    expect(plan.plays).toBe(true);
  });
});

it("is told in sentences that leave GO and the Force their capitals", () => {
  expect(small("A walk that may pass GO")).toBe("a walk that may pass GO");
  expect(small("À tout moment")).toBe("à tout moment");
});
