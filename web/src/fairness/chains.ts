// Hash chains, as in src/freehold/server/fairness/hash_chains.py: a seat's contribution to the dice, committed in advance and
// revealed one link at a time. `Chains` follows a log and says whose link may come next.

import type { Header } from "../generated/messages";
import { digest, hashOf } from "./hashes";

export const LENGTH = 1024; // links of one chain
const GROWTH = 8;

export type Shares = Record<string, string | null>;

/** A chain in the order of use: its end, which is published, then the links to reveal. The last one is the seed. */
export function chainOf(seed: string, length = LENGTH): string[] {
  const links = [seed];
  while (links.length <= length) links.push(hashOf(links.at(-1)!));
  return links.reverse();
}

/** The digest of a header as it was fixed before anybody gave a link to setting up: without what came of that. */
export function draftOf({ hash: _, shares: __, fresh: ___, ...fixed }: Header): string {
  return digest(["", { ...fixed, start: "0".repeat(64) }]);
}

/** The seats' chains after some part of a log. `ends`: as published at the start, empty where a seat has none. */
export class Chains {
  private readonly next: string[];
  private readonly barred: number[]; // the last draw that a seat sits out
  private readonly lapses: number[];
  /** Nobody has published a chain: only the server has a part in the draws. */
  silent: boolean;

  constructor(ends: readonly string[]) {
    this.silent = !ends.some(Boolean);
    this.next = [...ends];
    this.barred = ends.map(() => -1);
    this.lapses = ends.map(() => 0);
  }

  /** Why shares are invalid for a draw: a code and the seat; null if they are valid. */
  fault(draw: number, shares: Shares): { code: string; seat: number } | null {
    for (const [key, link] of Object.entries(shares)) {
      const seat = Number(key);
      if (!this.next[seat] || draw <= this.barred[seat]!) return { code: "verify-share-barred", seat };
      if (link !== null && hashOf(link) !== this.next[seat]) return { code: "verify-share", seat };
    }
    return null;
  }

  /** Go on after a draw: who did not answer loses the chain and sits out a round, the second time 8 rounds, then 64. */
  take(draw: number, shares: Shares): void {
    for (const [key, link] of Object.entries(shares)) {
      const seat = Number(key);
      this.next[seat] = link ?? "";
      if (link === null) this.barred[seat] = draw + this.next.length * GROWTH ** this.lapses[seat]!++;
    }
  }

  /** New commitments of an entry. */
  publish(ends: Record<string, string>): void {
    this.silent = false;
    for (const [key, end] of Object.entries(ends)) if (Number(key) < this.barred.length) this.next[Number(key)] = end;
  }
}
