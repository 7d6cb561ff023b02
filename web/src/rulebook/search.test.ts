// A reader finds a word however he writes it, and sees where it stands.

import { describe, expect, test } from "vitest";
import type { ClauseInfo, Rulebook } from "../generated/messages";
import { clue, found, neighbours, readingsOf, sections, sought } from "./book";
import { fold, holdsAll, marked, wordsOf } from "./search";

const hits = (text: string, query: string): string[] =>
  marked(text, wordsOf(query))
    .filter(({ hit }) => hit)
    .map(({ text }) => text);

describe("a word is found", () => {
  test.each([
    ["Une propriété hypothéquée", "hypothequee", ["hypothéquée"]],
    ["Une propriété HYPOTHÉQUÉE", "hypothéquée", ["HYPOTHÉQUÉE"]],
    ["le loyer et son loyer", "loyers", ["loyer", "loyer"]],
    ["le cœur du jeu", "coeur", ["cœur"]],
    ["l’enchère", "l'ench", ["l’ench"]],
    ["10\u00a0%", "10 %", ["10", "%"]],
    ["rent.due-to-owner", "due owner", ["due", "owner"]],
    ["e\u0301te\u0301", "été", ["e\u0301te\u0301"]],
    ["nothing here", "else", []],
  ])("in %s by %s", (text, query, wanted) => {
    expect(hits(text, query)).toEqual(wanted);
    expect(holdsAll(fold(text), wordsOf(query))).toBe(wanted.length > 0);
  });

  test.each([
    ["en", "railroads", "The rent of a station grows."],
    ["en", "prison", "You go to jail."],
    ["en", "utilities", "Each utility has its deed."],
    ["en", "passing GO", "You stop on GO or go past it."],
    ["fr", "compagnies", "Le loyer d’un service public"],
    ["fr", "construire uniformément", "On bâtit uniformément."],
    ["fr", "hypotheque", "Les hypothèques"],
    ["fr", "échanger", "Les échanges"],
  ] as const)("in the words of a family (%s): %s", (lang, query, text) => {
    expect(holdsAll(fold(text), wordsOf(query, lang))).toBe(true);
  });

  test("but a word of two letters only as a whole", () => {
    expect(holdsAll(fold("A good rule goes on"), wordsOf("go"))).toBe(false);
    expect(hits("GO, then go on; good", "go")).toEqual(["GO", "go"]);
  });

  test("and nothing of the text is lost", () => {
    const text = "Œuvre, ßtrange l’été « à » 10\u202f000 €";
    for (const query of ["", "oe", "s", "ete a 000", "zzz"])
      expect(
        marked(text, wordsOf(query))
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
  });
});

const clause = (id: string, more: Partial<ClauseInfo> = {}): ClauseInfo => ({
  id,
  topic: id.split(".")[0] ?? "",
  sentence: `About ${id}.`,
  editions: [],
  inferred: false,
  standing: "stated",
  about: "",
  versions: [],
  differs: null,
  reading: null,
  cardboard: null,
  readings: [],
  ...more,
});

const book: Rulebook = {
  edition: "classic",
  lang: "en",
  name: "Classic",
  topics: [
    { id: "rent", name: "Rent", only: null, part: "rent" },
    { id: "force", name: "The Force", only: "star-wars-2", part: "special" },
  ],
  clauses: [
    clause("rent.first"),
    clause("rent.claim.soon", { standing: "other-version", versions: ["rent.claim.late"] }),
    clause("rent.claim.late", { differs: "Elsewhere it is sooner." }),
    clause("rent.last", { standing: "silent", readings: ["rent-of-a-tent"] }),
    clause("force.battle", { standing: "special" }),
  ],
  readings: [{ id: "rent-of-a-tent", question: "Is a tent a house?", lines: ["No.", "Nobody builds canvas."] }],
  summary: [],
};
const ids = (query: string, scope: "all" | "holds" | "stated"): string[] =>
  found(book, wordsOf(query), scope).flatMap(({ clauses }) => clauses.map(({ id }) => id));

describe("the rulebook", () => {
  test("is searched over all chapters, notes included", () => {
    expect(ids("sooner elsewhere", "all")).toEqual(["rent.claim.late"]);
    expect(ids("about", "all")).toHaveLength(5);
    expect(clue(book, book.clauses[2] as ClauseInfo, wordsOf("sooner"))).toBe("Elsewhere it is sooner.");
    expect(clue(book, book.clauses[2] as ClauseInfo, wordsOf("late"))).toBe("");
  });

  test("is searched in the readings too, and says where a word was found", () => {
    expect(ids("canvas", "all")).toEqual(["rent.last"]);
    expect(ids("rent-of-a-tent", "all")).toEqual(["rent.last"]);
    const last = book.clauses[3] as ClauseInfo;
    expect(readingsOf(book, last).map(({ id }) => id)).toEqual(["rent-of-a-tent"]);
    expect(readingsOf(book, book.clauses[0] as ClauseInfo)).toEqual([]);
    expect(clue(book, last, wordsOf("canvas"))).toBe("Is a tent a house? No. Nobody builds canvas.");
  });

  test("is searched for a part of the words where no clause has them all", () => {
    const part = (query: string) => sought(book, wordsOf(query), "all");
    expect(part("about nonsense").part).toBe(true);
    expect(part("about nonsense").chapters.flatMap(({ clauses }) => clauses)).toHaveLength(5);
    expect(part("nonsense galore")).toEqual({ chapters: [], part: false });
    expect(part("sooner elsewhere").part).toBe(false);
  });

  test("shows what an edition plays by, or what its own rulebook states", () => {
    expect(ids("", "holds")).toEqual(["rent.first", "rent.claim.late", "rent.last"]);
    expect(ids("", "stated")).toEqual(["rent.first", "rent.claim.late"]);
  });

  test("says what to read next: other versions first, then what stands beside it", () => {
    const near = (at: number): string[] => neighbours(book, book.clauses[at] as ClauseInfo).map(({ id }) => id);
    expect(near(1)).toEqual(["rent.claim.late", "rent.first"]);
    expect(near(4)).toEqual([]);
  });
});

describe("what a player looks for", () => {
  const summary = [
    { id: "start", title: "At the start", lines: [] },
    { id: "rent", title: "Rent", lines: [] },
  ];

  test("is a part of the summary with its chapters; empty ones are omitted", () => {
    const parts = sections({ ...book, summary }, found(book, [], "all"));
    expect(parts.map(({ id, chapters }) => [id, chapters.map((chapter) => chapter.id)])).toEqual([["rent", ["rent"]]]);
  });
});
