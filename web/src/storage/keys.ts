// The keys of this browser's seats and tables, kept in local storage and sent only to their server.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isKept, load, store } from "./local";

/** A moment of a game: after which action. */
export type Origin = { id: string; at: number };

export type Place = {
  id: string;
  edition: string;
  keys: string[]; // of the seats
  seats?: number[]; // those seats, as far as this browser has seen the table
  host?: string;
  invite?: string;
  phone?: number | null; // around a real box: the seat whose player holds this screen; null: everybody's
  signer?: string; // the server's public key, as it was shown at the table
  commitment?: string; // the digest of the dice's secret, as it was shown before the game
  from?: Origin; // it was played on from there
  at: number; // time of the last visit
};

const SHELF = "freehold.places";
const MOST = 50;

function read(): Place[] {
  try {
    const found: unknown = JSON.parse(load(SHELF) ?? "[]");
    return Array.isArray(found) ? (found as Place[]) : [];
  } catch {
    return [];
  }
}

/** The tables of this browser, most recent first. */
export const places = (): Place[] => read().sort((one, other) => other.at - one.at);

/** What was played on from a game, in the order of its moments. */
export const branchesOf = (id: string): (Place & { from: Origin })[] =>
  read()
    .flatMap((found) => (found.from?.id === id ? [{ ...found, from: found.from }] : []))
    .sort((one, other) => one.from.at - other.from.at);

export const place = (id: string): Place | undefined => read().find((found) => found.id === id);

export function remember(change: Partial<Place> & { id: string }): Place {
  const before = place(change.id) ?? { id: change.id, edition: "classic", keys: [], at: 0 };
  const keys = [...new Set([...before.keys, ...(change.keys ?? [])])];
  const after: Place = { ...before, ...change, keys, at: Date.now() };
  const others = places().filter((found) => found.id !== change.id);
  write([after, ...others]);
  return after;
}

/** The digest of a key or an invitation, which is all that the server stores. */
export const digestOf = (key: string): string => bytesToHex(sha256(utf8ToBytes(key)));

/** A key was replaced on the server: forget the one with this digest. */
export function dropKey(id: string, digest: string): void {
  const found = place(id);
  if (!found) return;
  const { host, ...rest } = found;
  const kept = { ...rest, ...(host && digestOf(host) !== digest ? { host } : {}) };
  write([
    { ...kept, keys: found.keys.filter((key) => digestOf(key) !== digest) },
    ...read().filter((one) => one.id !== id),
  ]);
}

const write = (all: Place[]): void => store(SHELF, JSON.stringify(all.slice(0, MOST)));

/** Whether the keys outlast this window. */
export const keysAreKept = (): boolean => isKept(SHELF);

export function forget(id: string): void {
  write(read().filter((found) => found.id !== id));
}

const origins = new Map<string, Origin>();

/** Where a position was met: a table that is opened from it is a branch of that game. */
export const keepOrigin = (link: string, from: Origin): unknown => origins.set(link, from);
export const originOf = (link: string): Origin | undefined => origins.get(link);

const starting = new Set<string>();
const boxes = new Map<string, AroundBox>();

/** What is settled beforehand around a real box: who begins, and whether all want the coach. */
export type AroundBox = { first: number; coach: boolean };

/** Nobody else is expected at this table: its page starts the game as soon as it is there. */
export function startAtOnce(id: string, box?: AroundBox): void {
  starting.add(id);
  if (box) boxes.set(id, box);
}

export const aroundBox = (id: string): AroundBox | undefined => boxes.get(id);

/** Whether the game should start now. True once. */
export const startsNow = (id: string): boolean => starting.delete(id);

/** All keys for a table, for the hello message. */
export const keysOf = (found: Place | undefined): string[] =>
  found ? [...found.keys, ...(found.host ? [found.host] : [])] : [];
