// The results of this browser's own games, kept in local storage: wins by edition and level, the best comeback, the
// longest game. A game counts when it was played to its end by one person at this browser.

import type { Statistics, TableInfo } from "../generated/messages";
import type { Seat, Standing } from "../types";

export type Result = {
  id: string;
  edition: string;
  /** The strongest bot among the opponents; null between people only. */
  level: string | null;
  won: boolean;
  turns: number;
  seats: number;
  /** Our lowest share of everybody's worth. */
  low: number;
};

export type Tally = { edition: string; level: string | null; played: number; won: number };
export type Summary = {
  played: number;
  won: number;
  tallies: Tally[];
  comeback: Result | null;
  longest: Result | null;
};

const SHELF = "freehold.results";
const MOST = 500;
const LADDER = ["random", "novice", "trader", "baron", "mogul"];
const RETIRED: Record<string, string> = { tycoon: "mogul" }; // bots that are no longer built in count as another one
const BEHIND = 0.8; // of an equal share: a victory from there on is a comeback

function read(): Result[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(SHELF) ?? "[]");
    return Array.isArray(found) ? (found as Result[]) : [];
  } catch {
    return [];
  }
}

export const results = (): Result[] => read();

/** Keep a result. The same game counts once. */
export function keepResult(result: Result): void {
  const others = read().filter(({ id }) => id !== result.id);
  try {
    localStorage.setItem(SHELF, JSON.stringify([result, ...others].slice(0, MOST)));
  } catch {
    // storage is not available
  }
}

/** The result of a finished game for one of its seats. */
export function resultOf(
  info: Pick<TableInfo, "id" | "edition" | "seats">,
  seat: Seat,
  standings: readonly Standing[],
  { worth, turns }: Pick<Statistics, "worth" | "turns">,
): Result {
  const levels = info.seats.filter(({ kind }, at) => kind === "bot" && at !== seat).map(({ level }) => level);
  const shares = (worth[seat] ?? []).map((mine, turn) => {
    const all = worth.reduce((sum, row) => sum + (row[turn] ?? 0), 0);
    return all > 0 ? (mine ?? 0) / all : 1;
  });
  return {
    id: info.id,
    edition: info.edition,
    level: LADDER.findLast((level) => levels.some((found) => found === level)) ?? null,
    won: standings.some((row) => row.seat === seat && row.place === 1),
    turns,
    seats: info.seats.length,
    low: Math.min(1, ...shares),
  };
}

/** The record: by edition, and within one from the strongest bots down. A comeback began well below an equal share. */
export function summary(all: readonly Result[]): Summary {
  const tallies = new Map<string, Tally>();
  for (const { edition, level: named, won } of all) {
    const level = RETIRED[named ?? ""] ?? named;
    const key = `${edition} ${level}`;
    const tally = tallies.get(key) ?? { edition, level, played: 0, won: 0 };
    tallies.set(key, { ...tally, played: tally.played + 1, won: tally.won + Number(won) });
  }
  const rank = ({ level }: Tally): number => (level ? LADDER.indexOf(level) : LADDER.length);
  const behind = all.filter(({ won, low, seats }) => won && low * seats < BEHIND);
  return {
    played: all.length,
    won: all.filter(({ won }) => won).length,
    tallies: [...tallies.values()].sort(
      (one, other) => one.edition.localeCompare(other.edition) || rank(other) - rank(one),
    ),
    comeback: behind.sort((one, other) => one.low * one.seats - other.low * other.seats)[0] ?? null,
    longest: [...all].sort((one, other) => other.turns - one.turns)[0] ?? null,
  };
}
