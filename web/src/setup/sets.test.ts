// "Our rules": the sets that a browser keeps, the links that share them, and what another browser makes of a link.

import { beforeEach, describe, expect, it, vi } from "vitest";
import chapters from "../generated/clauses.json";
import type { OptionInfo } from "./catalogue";
import { Plan } from "./plan.svelte";

const ALL = chapters.house.clauses.map((clause) => clause.replace("house.", ""));
const NAMES = ["Chez nous", "50 % / moitié + #1?", "Règles d’été 🎲", "..", "a&b=c"];

let kept: Map<string, string>;

/** The client's modules as a browser that has just been opened loads them. */
async function browser(shelf = new Map<string, string>()) {
  kept = shelf;
  vi.resetModules();
  const [{ linkTo, read }, { sets }] = await Promise.all([import("../route.svelte"), import("./sets.svelte")]);
  const opened = (link: string) => {
    const route = read(new URL(link, "https://table.example/").hash, "/");
    return route.page === "home" ? route.house : undefined;
  };
  return { linkTo, sets, opened };
}

beforeEach(() => {
  vi.stubGlobal("location", { hash: "", pathname: "/" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

const option = (name: string, ...rules: string[]): OptionInfo => {
  const values = ["printed", ...rules];
  return {
    name,
    values,
    labels: values.map((value) => ({ en: value, fr: value })),
    clauses: ["go.salary-200", ...rules.map((rule) => `house.${rule}`)],
    text: { en: name, fr: name },
    defaults: { classic: { classic: "printed" } },
    variants: ["classic"],
    editions: ["classic"],
    needs: {},
  };
};
const plan = () =>
  new Plan(
    {
      editions: [
        { id: "classic", year: 1935, name: { en: "", fr: "" }, variants: ["classic"], least: 2, most: 8, tokens: [] },
      ],
      options: [
        option("salaries", "half-salary", "double-salary"),
        option("go_landing", "double-salary-on-go"),
        option("trading", "trade-own-turn", "no-trading"),
      ],
      bots: [],
      minutes: { least: 1, most: 1440, usual: 60 },
    },
    "en",
  );

describe("our rules", () => {
  it("are there the next time, the same name once, and what another program has left there is not taken", async () => {
    const first = await browser();
    first.sets.save("Chez nous", ["half-salary"]);
    first.sets.save("Sunday", ["no-trading"]);
    first.sets.save(" Chez nous ", ["double-salary"]);
    first.sets.save("  ", ["no-trading"]);
    const then = await browser(kept);
    expect(then.sets.all).toEqual([
      { name: "Chez nous", rules: ["double-salary"] },
      { name: "Sunday", rules: ["no-trading"] },
    ]);
    then.sets.forget("Sunday");
    expect((await browser(kept)).sets.all.map((set) => set.name)).toEqual(["Chez nous"]);
    for (const other of ["nonsense", "{}", '[{"name": 1, "rules": []}, {"name": "A", "rules": [7]}]'])
      expect((await browser(new Map([["freehold.our-rules", other]]))).sets.all).toEqual([]);
  });

  it.each(NAMES)("are the same in another browser that opens the link of %s", async (name) => {
    const { linkTo } = await browser();
    const link = linkTo.house({ name, rules: ALL });
    expect((await browser()).opened(link)).toEqual({ name, rules: ALL });
  });

  it("give both browsers the same table", async () => {
    const { linkTo, opened } = await browser();
    const [mine, yours] = [plan(), plan()];
    mine.playBy(["double-salary", "no-trading"]);
    yours.follow(opened(linkTo.house({ name: "Ours", rules: mine.house }))!.rules);
    expect([yours.refused, yours.house]).toEqual([false, mine.house]);
    expect(yours.wish("Ann").options).toEqual({ salaries: "double-salary", trading: "no-trading" });
  });
});

describe("a damaged link", () => {
  it("gives no other rules than those that were sent, wherever it was cut off or changed", async () => {
    const { linkTo, opened } = await browser();
    const link = linkTo.house({ name: "Ours", rules: ["no-trading", "double-salary-on-go"] });
    const damaged = [...link].flatMap((letter, at) => [
      link.slice(0, at), // "double-salary" is a rule too
      link.slice(0, at) + (letter === "e" ? "a" : "e") + link.slice(at + 1),
    ]);
    for (const other of [...damaged, `${link}.`, link.replace("/no-trading", "")])
      expect([other, opened(other)?.rules ?? []]).toEqual([other, []]);
  });

  it.each([
    ["no rule", []],
    ["a rule that nobody knows", ["half-salary", "no-such-rule"]],
    ["two rules that contradict each other", ["half-salary", "double-salary"]],
    ["a rule twice", ["half-salary", "half-salary"]],
  ])("is refused and changes nothing: %s", (_, rules) => {
    const table = plan();
    table.playBy(["no-trading"]);
    table.follow(rules);
    expect([table.refused, table.house]).toEqual([true, ["no-trading"]]);
    table.playBy(["half-salary"]);
    expect(table.refused).toBe(false);
  });

  it("is refused with a sentence on the page", async () => {
    await import("../i18n/loaded");
    const [{ render }, { default: House }] = await Promise.all([import("svelte/server"), import("./House.svelte")]);
    const table = plan();
    expect(render(House, { props: { plan: table } }).body).not.toContain("rules-refused");
    table.follow([]);
    const page = render(House, { props: { plan: table } }).body;
    expect(page).toMatch(/<p class="fault[^>]*role="alert"[^>]*data-test="rules-refused"/);
    expect(page).toContain("This link to house rules is damaged");
  });
});

it("a set that another window has kept stays", async () => {
  const shelf = new Map<string, string>();
  const [one, other] = [await browser(shelf), await browser(shelf)];
  one.sets.save("Chez nous", ["no-trading"]);
  other.sets.save("Chez eux", ["half-salary"]);
  expect((await browser(shelf)).sets.all.map(({ name }) => name)).toEqual(["Chez eux", "Chez nous"]);
});
