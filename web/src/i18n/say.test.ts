// The client's sentences equal those of src/freehold/sentences for every generated case.
// The cases come from tools/client_data.py --sentences; they must match exactly, except for apostrophes.

import { describe, expect, test } from "vitest";
import raw from "../generated/sentences.json?raw";
import type { Edition, Lang } from "../types";
import { curled } from "./curled";
import { inLanguage, say as own } from "./language.svelte";
import { stationsName } from "./money";
import * as say from "./say";
import { LANGUAGES } from "./texts";
import type { Told } from "./values";

type Case<T> = [told: T, wanted: Record<Lang, string>];
type ByEdition<T> = Record<string, Case<T>[]>;

const cases = JSON.parse(raw) as {
  names: string[];
  editions: Record<string, Edition>;
  events: ByEdition<Told>;
  actions: ByEdition<Told>;
  replies: ByEdition<{ code: string; parts: Record<string, string> }>;
  money: ByEdition<number>;
  phases: Case<string>[];
  refusals: Case<string>[];
  bots: Case<string>[];
  bot_sentences: Case<string>[];
};

/** The sentences that differ, as a list for the failure message. */
function differences<T>(of: Case<T>[], speak: (told: T, lang: Lang) => string): unknown[] {
  expect(of.length).toBeGreaterThan(5);
  return of
    .flatMap(([told, wanted]) =>
      LANGUAGES.map((lang) => ({ told, lang, wanted: wanted[lang], said: speak(told, lang) })),
    )
    .filter(({ wanted, said }) => curled(wanted) !== curled(said))
    .slice(0, 5);
}

test("each board's stations have the name that its rulebook gives them", () => {
  const named = Object.keys(cases.editions).map((id) => [id, stationsName(id, "en"), stationsName(id, "fr")]);
  expect(named.sort()).toEqual([
    ["classic", "Railroads", "Gares"],
    ["disney-parks", "Transports", "Transports"],
    ["game-of-thrones", "Great Houses", "Grandes Maisons"],
    ["spider-man", "Gear", "Équipements"],
    ["star-wars-1", "Starships", "Vaisseaux"],
    ["star-wars-2", "Starships", "Vaisseaux"],
  ]);
});

describe.each(Object.values(cases.editions).map((edition) => [edition.id, edition] as const))(
  "in %s",
  (id, edition) => {
    const { names } = cases;

    test("what happened", () => {
      expect(
        differences(cases.events[id] ?? [], (told, lang) => say.eventSentence(edition, told, names, lang)),
      ).toEqual([]);
    });

    test("what may be done", () => {
      expect(differences(cases.actions[id] ?? [], (told, lang) => say.actionLabel(edition, told, names, lang))).toEqual(
        [],
      );
    });

    test("what a bot answers", () => {
      const speak = ({ code, parts }: { code: string; parts: Record<string, string> }, lang: Lang): string =>
        say.replySentence(edition, code, parts, lang);
      expect(differences(cases.replies[id] ?? [], speak)).toEqual([]);
    });

    test("money", () => {
      expect(differences(cases.money[id] ?? [], (amount, lang) => say.money(edition, amount, lang))).toEqual([]);
    });
  },
);

describe("in every edition", () => {
  test("what a phase asks for", () => expect(differences(cases.phases, say.phasePrompt)).toEqual([]));
  test("why not", () => expect(differences(cases.refusals, say.refusalSentence)).toEqual([]));
  test("a bot's name", () => expect(differences(cases.bots, say.botName)).toEqual([]));
  test("how a bot plays", () => expect(differences(cases.bot_sentences, say.botSentence)).toEqual([]));

  test("enough cases to prove anything", () => {
    expect(Object.keys(cases.editions)).toHaveLength(6);
    const played = Object.values(cases.events).flat();
    expect(played.length).toBeGreaterThan(5000);
    expect(new Set(played.map(([told]) => told.type)).size).toBeGreaterThan(60);
  });

  test("a third language is data: the pseudo-language passes through every formatter", () => {
    expect(LANGUAGES).toEqual(["en", "fr", "xa"]);
    const [classic] = Object.values(cases.editions);
    expect(say.eventSentence(classic!, { type: "turn", seat: 0 }, ["Ann"], "xa" as Lang)).toMatch(/Ann’s tú/);
    expect(own("decide.waiting-for-who", { who: "Ann" }, "xa" as Lang)).toMatch(/^Wáítíñg för Annó+$/);
    expect(inLanguage({ en: "Jail", fr: "Prison" }, "xa" as Lang)).toBe("Jail");
  });

  test("apostrophes are round", () => {
    expect(
      say.eventSentence(Object.values(cases.editions)[0] as Edition, { type: "turn", seat: 0 }, ["Ann"], "en"),
    ).toMatch(/Ann’s/);
  });

  test("a browser that is cut off says so", () => {
    expect(say.refusalSentence("no-connection", "en")).toMatch(/^The server cannot be reached/);
    expect(say.refusalSentence("no-connection", "fr")).toContain("injoignable");
  });
});
