// Compares the log with what this browser remembers of a game.

import type { Finding, Log } from "../generated/messages";
import { chainOf, draftOf } from "./chains";
import type { DiceFault, OwnChain } from "./dice";

/**
 * The digest shown before the game, one that was seen on the way, the chains that we gave to the dice from, what was
 * noticed during the game, the digest of what was fixed when it began, and the server's public key.
 */
export type Kept = {
  commitment?: string | undefined;
  hash?: string | undefined;
  chains?: readonly KeptChain[] | undefined;
  faults?: readonly DiceFault[] | undefined;
  opened?: string | undefined;
  signer?: string | undefined;
};

type KeptChain = Pick<OwnChain, "seat" | "seed" | "draws"> & Partial<Pick<OwnChain, "since">>;
type Draw = { number: number; shares: Record<string, string | null> };

/** The first draw for which the log does not record our contribution. */
export function missing({ header, entries }: Log, chains: readonly KeptChain[], opened?: string): Finding | null {
  const given = chains.filter(({ draws }) => draws.length > 0);
  if (given.length === 0) return null;
  if (header.format === 1) return { number: 0, code: "verify-left-out", told: "", true: "" };
  if (opened && draftOf(header) !== opened) return { number: 0, code: "verify-start-other", told: "", true: "" };
  const draws: Draw[] = [{ number: 0, shares: header.shares ?? {} }];
  for (const { number, shares } of entries) if (shares) draws.push({ number, shares });
  const found: Finding[] = [];
  for (const { seat, seed, draws: ours, since } of given) {
    const links = chainOf(seed);
    for (const [count, draw] of ours.entries()) {
      const k = since == null ? count : draw - since;
      const at = draws[draw];
      if (!at) continue; // the game ended before it was drawn
      const told = at.shares[seat];
      const name = header.seats[seat]?.name ?? String(seat);
      if (told !== links[k + 1])
        found.push({ number: at.number, code: told ? "verify-share-other" : "verify-left-out", told: name, true: "" });
    }
  }
  for (const [draw, { number, shares }] of draws.entries())
    for (const seat of new Set(given.map((chain) => chain.seat)))
      if (shares[seat] && !given.some((chain) => chain.seat === seat && chain.draws.includes(draw)))
        found.push({ number, code: "verify-not-given", told: header.seats[seat]?.name ?? String(seat), true: "" });
  return found.sort((one, other) => one.number - other.number)[0] ?? null;
}
