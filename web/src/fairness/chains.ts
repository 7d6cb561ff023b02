// Hash chains, as in src/freehold/server/fairness/hash_chains.py: a seat's contribution to the dice, committed in advance and
// revealed one link at a time. `Chains` follows a log and says whose link may come next.

import type { Chair, Header } from "../generated/messages";
import type { Shares } from "../types";
import { digest, hashOf } from "./hashes";

export type { Shares };

export const LENGTH = 1024; // links of one chain
const GROWTH = 8;

/** A chain in the order of use: its end, which is published, then the links to reveal. The last one is the seed. */
export function chainOf(seed: string, length = LENGTH): string[] {
  const links = [seed];
  while (links.length <= length) links.push(hashOf(links.at(-1)!));
  return links.reverse();
}

/** The fields of a header that its digest is over: from format 3 on without names. */
export function digested({ hash: _, ...header }: Header): object {
  const nameless = ({ name: _, blind: __, ...chair }: Chair): object => chair;
  return header.format === 3 ? { ...header, seats: header.seats.map(nameless) } : header;
}

/** The digest of a header as it was fixed before anybody gave a link to setting up: without what came of that. */
export function draftOf({ shares: _, fresh: __, ...fixed }: Header): string {
  return digest(["", { ...digested(fixed), start: "0".repeat(64) }]);
}

/**
 * The seats' chains after some part of a log. `ends`: as published at the start, empty where a seat has none. `people`:
 * the seats that people play; null in format 2, which does not say it.
 */
export class Chains {
  private readonly next: string[]; // the last link that is known, or the end
  private readonly base: number[]; // the draw that it was for
  private readonly barred: number[]; // format 2: the last draw that a seat sits out
  readonly lapses: number[];
  /** The ends that were published, empty where a seat has none. */
  readonly published: string[];
  readonly people: Set<number> | null;
  /** Nobody has published a chain: only the server has a part in the draws. */
  silent: boolean;

  constructor(ends: readonly string[], people: Iterable<number> | null) {
    this.silent = !ends.some(Boolean);
    this.people = people && new Set(people);
    this.next = [...ends];
    this.published = [...ends];
    this.base = ends.map(() => -1);
    this.barred = ends.map(() => -1);
    this.lapses = ends.map(() => 0);
  }

  static of({ seats, format }: Header): Chains {
    const people = [...seats.keys()].filter((seat) => seats[seat]!.kind === "person");
    return new Chains(
      seats.map((seat) => seat.chain ?? ""),
      format === 3 ? people : null,
    );
  }

  /** Why shares are invalid for a draw: a code and the seat; null if they are valid. */
  fault(draw: number, shares: Shares): { code: string; seat: number } | null {
    for (const [key, link] of Object.entries(shares)) {
      const seat = Number(key);
      if (this.isBot(seat)) return { code: "verify-share-bot", seat };
      const steps = this.people ? draw - this.base[seat]! : 1;
      const may = this.people ? steps > 0 && steps <= LENGTH : draw > this.barred[seat]!;
      if (!this.next[seat] || !may) return { code: "verify-share-barred", seat };
      let hash = link;
      for (let k = 0; hash !== null && k < steps; k++) hash = hashOf(hash);
      if (hash !== null && hash !== this.next[seat]) return { code: "verify-share", seat };
    }
    return null;
  }

  /** Go on after a draw. In format 2, who did not answer loses the chain and sits out a round, then 8 rounds, then 64. */
  take(draw: number, shares: Shares): void {
    for (const [key, link] of Object.entries(shares)) {
      const seat = Number(key);
      if (link !== null) {
        this.next[seat] = link;
        this.base[seat] = draw;
        continue;
      }
      if (!this.people) {
        this.next[seat] = "";
        this.barred[seat] = draw + this.next.length * GROWTH ** this.lapses[seat]!;
      }
      this.lapses[seat]! += 1;
    }
  }

  /** Why an entry cannot publish these ends, or change the kinds of these seats. */
  wrongChange(ends: Record<string, string>, kinds: Record<string, string>): { code: string; seat: number } | null {
    for (const key of [...Object.keys(ends), ...Object.keys(kinds)])
      if (!(Number(key) < this.next.length) || (!this.people && key in kinds))
        return { code: "verify-share-barred", seat: Number(key) };
    for (const key of Object.keys(ends))
      if (kinds[key] === "bot" || (!(key in kinds) && this.isBot(Number(key))))
        return { code: "verify-share-bot", seat: Number(key) };
    return null;
  }

  /** New commitments of an entry, for draws from this one on, and who plays a seat from now on. */
  change(draw: number, ends: Record<string, string>, kinds: Record<string, string>): void {
    for (const [key, kind] of Object.entries(kinds)) {
      if (kind === "person") this.people?.add(Number(key));
      else {
        this.people?.delete(Number(key));
        this.next[Number(key)] = this.published[Number(key)] = "";
      }
    }
    for (const [key, end] of Object.entries(ends)) {
      this.silent = false;
      this.next[Number(key)] = this.published[Number(key)] = end;
      this.base[Number(key)] = draw - 1;
    }
  }

  private isBot(seat: number): boolean {
    return this.people !== null && seat < this.next.length && !this.people.has(seat);
  }
}
