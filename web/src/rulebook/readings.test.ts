// A clause shows how Freehold reads what is unclear about it, in the reader's language.

import { render } from "svelte/server";
import { afterEach, describe, expect, test } from "vitest";
import type { ClauseInfo, ReadingInfo, Rulebook } from "../generated/messages";
import { language } from "../i18n/language.svelte";
import ClauseText from "./ClauseText.svelte";
import { type Word, wordsOf } from "./search";

const tie: ReadingInfo = {
  id: "tie",
  question: "Who begins?",
  lines: ["The tied throw again.", "Nothing else breaks a tie."],
};
const other: ReadingInfo = { id: "other", question: "With how many dice?", lines: ["With two."] };

const clause = (readings: string[]): ClauseInfo => ({
  id: "setup.first",
  topic: "setup",
  sentence: "The highest throw begins.",
  editions: [],
  inferred: false,
  standing: "stated",
  about: "",
  versions: [],
  differs: null,
  reading: null,
  cardboard: null,
  readings,
});

function shown(readings: ReadingInfo[], words: readonly Word[] = []): string {
  const told = clause(readings.map(({ id }) => id));
  const book: Rulebook = {
    edition: "classic",
    lang: "en",
    name: "Classic",
    topics: [{ id: "setup", name: "Setting up", only: null, part: "start" }],
    clauses: [told],
    readings: [tie, other],
    summary: [],
  };
  const { body } = render(ClauseText, { props: { clause: told, book, shelf: [], words, onread: () => {} } });
  return body.replace(/<!--.*?-->/g, "");
}

const opened = (body: string): string[] =>
  [...body.matchAll(/<details ([^>]*)>/g)]
    .map(([, attributes = ""]) => attributes)
    .filter((attributes) => /(^| )open/.test(attributes))
    .map((attributes) => /data-reading="([^"]*)"/.exec(attributes)?.[1] ?? "");

const before = language.now;
afterEach(() => {
  language.now = before;
});

describe("a clause", () => {
  test.each([
    ["en", "How we read it, and why"],
    ["fr", "Notre lecture, et pourquoi"],
  ] as const)("has its readings under a heading (%s)", (lang, heading) => {
    language.now = lang;
    const body = shown([tie]);
    expect(body).toContain(heading);
    for (const line of [tie.question, ...tie.lines]) expect(body).toContain(line);
    expect(body).not.toContain(other.question);
    expect(opened(body)).toEqual(["tie"]);
  });

  test("without any has no such heading", () => {
    language.now = "en";
    expect(shown([])).not.toContain("How we read it");
  });

  test("with several opens those in which a word was found", () => {
    expect(opened(shown([tie, other]))).toEqual([]);
    expect(opened(shown([tie, other], wordsOf("breaks")))).toEqual(["tie"]);
  });
});
