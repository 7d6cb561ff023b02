// The rulebook from the server, and filters by text, chapter and edition.

import { once } from "../connection/api";
import type { ClauseInfo, ReadingInfo, Rulebook } from "../generated/messages";
import { stationsName } from "../i18n/money";
import type { Lang, Text } from "../types";
import { fold, holds, holdsAll, type Word } from "./search";

export type { ClauseInfo, ReadingInfo, Rulebook };

export type Shelf = { id: string; year: number; name: Text }[];
/** Which clauses are listed: all, those that apply to an edition, those its own rulebook states. */
export type Scope = "all" | "holds" | "stated";
export type Chapter = { id: string; name: string; clauses: ClauseInfo[] };

/** What a player looks for: a part of the summary with the chapters about it. */
export type Section = { id: string; title: string; chapters: Chapter[] };

export const CLASSIC = "classic";
export const SUMMARY = "summary"; // the page before the sections

/** The rulebook of an edition; the chapter on stations has the name that they have on its board. */
export const bookOf = async (edition: string, lang: Lang): Promise<Rulebook> => {
  const book = await once<Rulebook>(`/api/rulebook/${encodeURIComponent(edition)}/${lang}`);
  const topics = book.topics.map((topic) =>
    topic.id === "station" ? { ...topic, name: stationsName(edition, lang) } : topic,
  );
  return { ...book, topics };
};

/** The editions, oldest first. */
export const shelf = async (): Promise<Shelf> => {
  const { editions } = await once<{ editions: Shelf }>("/api/editions");
  return [...editions].sort((one, other) => one.year - other.year);
};

const TELLING = 4; // letters; shorter words ("how", "de", "the") carry no meaning

const inScope = (clause: ClauseInfo, scope: Scope): boolean =>
  scope === "all" ||
  clause.standing === "stated" ||
  (scope === "holds" && clause.standing !== "other-version" && clause.standing !== "special");

/** The chapters with their matches, chapters with a matching title first; empty ones are omitted. */
export function found(book: Rulebook, words: readonly Word[], scope: Scope): Chapter[] {
  return chaptersOf(book, words, (clause) => inScope(clause, scope) && holdsAll(plainOf(book, clause), words));
}

/** The same; if no clause contains every word, those that contain most of them (a partial match). */
export function sought(book: Rulebook, words: readonly Word[], scope: Scope): { chapters: Chapter[]; part: boolean } {
  const chapters = found(book, words, scope);
  const telling = words.filter(([word = ""]) => word.length >= TELLING);
  if (chapters.length || words.length < 2 || !telling.length) return { chapters, part: false };
  const count = (clause: ClauseInfo): number => telling.filter((word) => holds(plainOf(book, clause), word)).length;
  const most = Math.max(...book.clauses.filter((clause) => inScope(clause, scope)).map(count));
  if (most < 1) return { chapters, part: false };
  return {
    chapters: chaptersOf(book, words, (clause) => inScope(clause, scope) && count(clause) === most),
    part: true,
  };
}

function chaptersOf(book: Rulebook, words: readonly Word[], fits: (clause: ClauseInfo) => boolean): Chapter[] {
  const called = ({ name }: Chapter): number => (words.length && holdsAll(fold(name), words) ? 0 : 1);
  return book.topics
    .map(({ id, name }) => ({
      id,
      name,
      clauses: book.clauses.filter((clause) => clause.topic === id && fits(clause)),
    }))
    .filter(({ clauses }) => clauses.length > 0)
    .sort((one, other) => called(one) - called(other));
}

/** The chapters by what a player looks for; how to set the table up comes last. */
export function sections(book: Rulebook, chapters: readonly Chapter[]): Section[] {
  const part = new Map(book.topics.map((topic) => [topic.id, topic.part]));
  const [first, ...others] = book.summary;
  return [...others, ...(first ? [first] : [])]
    .map(({ id, title }) => ({ id, title, chapters: chapters.filter((chapter) => part.get(chapter.id) === id) }))
    .filter((section) => section.chapters.length > 0);
}

/** Whether a clause is listed in a scope. */
export const isListed = (book: Rulebook, id: string, scope: Scope): boolean =>
  book.clauses.some((clause) => clause.id === id && inScope(clause, scope));

const plain = new WeakMap<ClauseInfo, string>();

/** Freehold's readings of a clause in this edition. */
export const readingsOf = (book: Rulebook, clause: ClauseInfo): ReadingInfo[] =>
  book.readings.filter(({ id }) => clause.readings.includes(id));

/** The folded text of a clause and its readings; cached, because each keystroke searches again. */
function plainOf(book: Rulebook, clause: ClauseInfo): string {
  const { id, sentence, differs, reading, cardboard } = clause;
  const found = plain.get(clause);
  if (found !== undefined) return found;
  const readings = readingsOf(book, clause).flatMap((each) => [each.id, each.question, ...each.lines]);
  const text = fold([id, sentence, differs, reading, cardboard, ...readings].join("\n"));
  plain.set(clause, text);
  return text;
}

/** The note or reading that matched, if the clause's sentence did not. */
export function clue(book: Rulebook, clause: ClauseInfo, words: readonly Word[]): string {
  const { id, sentence, differs, reading, cardboard } = clause;
  const missing = words.filter((word) => !holds(fold(`${id}\n${sentence}`), word));
  if (!missing.length) return "";
  const read = readingsOf(book, clause).map(({ question, lines }) => [question, ...lines].join(" "));
  return (
    [differs, reading, cardboard, ...read].find((note) => note && missing.some((word) => holds(fold(note), word))) ?? ""
  );
}

const MOST_NEIGHBOURS = 6;

/** What to read next: the versions of the same point, its other parts, and the clauses before and after it. */
export function neighbours(book: Rulebook, clause: ClauseInfo): ClauseInfo[] {
  const chapter = book.clauses.filter(({ topic }) => topic === clause.topic);
  const at = chapter.findIndex(({ id }) => id === clause.id);
  const stem = clause.id.split(".").slice(0, 2).join(".");
  const near = [
    ...book.clauses.filter(({ id }) => clause.versions.includes(id)),
    ...chapter.filter(({ id }) => id.startsWith(`${stem}.`)),
    ...chapter.slice(Math.max(0, at - 1), at + 2),
  ];
  return [...new Set(near)].filter(({ id }) => id !== clause.id).slice(0, MOST_NEIGHBOURS);
}
