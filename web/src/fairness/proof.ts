// Verification of the dice in the reader's browser, without trusting the server.
// Reports the number of verified entries and the first mismatch, with the same codes as `freehold verify`.

import { PlayedLine, takesBack, takesEffect, targetOf } from "../game/taken_back";
import type { Entry, Finding, Header, Log } from "../generated/messages";
import type { Edition } from "../types";
import { Chains, digested } from "./chains";
import { Chance, type ForceFaces, type Mix } from "./chance";
import { digest, hashOf, macOf } from "./hashes";
import { type Kept, missing } from "./kept";
import { type Signed, signatureFault, signatureOf } from "./signature";

/** A seat's part in the draws: how many it gave a link to, and in how many its number is missing. */
export type Part = { name: string; gave: number; missing: number };

/**
 * How far the check is. `throws`: actions with dice or with the Force die; `dice`: single dice. `draws`: how often chance
 * was drawn, setting up included, and `parts`: who took part, from format 2 on. `incomplete`: draws without the number of
 * somebody who plays and is not bankrupt, from format 3 on. `takenBack`: actions that were, and how many `burnt` draws
 * were among them.
 */
export type Proof = {
  entries: number;
  checked: number;
  throws: number;
  dice: number;
  draws: number;
  parts: Part[];
  incomplete: number;
  takenBack: number;
  burnt: number;
  finding: Finding | null;
  head: string;
  signed: Signed;
};
export type Progress = (done: number, of: number) => void;

const BREATH = 50; // entries between pauses for rendering

/** The digest that links a part of the log to the previous one (hash chain). */
const link = (before: string, { hash: _, ...fields }: { hash: string }): string => digest([before, fields]);

/** What the seats gave to setting up. */
export const mixOf = ({ header }: Log): Mix =>
  (header.format ?? 1) > 1 ? mixed(header) : header.seats.map((seat) => seat.salt ?? "");
/** What was given to a draw: the seats' links, and in games without people a fresh number of the server. */
export const mixed = ({ shares, fresh }: Pick<Header, "shares" | "fresh">): Record<string, string | null> => ({
  ...shares,
  ...(fresh ? { fresh } : {}),
});
export const facesOf = (edition: Edition): ForceFaces => {
  const numbers = edition.numbers as Edition["numbers"] & { force_faces?: ForceFaces | null };
  return numbers.force_faces ?? { light: 2, dark: 2, shift: 2 };
};

const FIELDS = {
  log: ["header", "entries", "ending", "secret", "signature", "withdrawn"],
  header:
    "game edition variant options seats commitment rules at start hash format shares fresh coach position take_back".split(
      " ",
    ),
  chair: ["name", "token", "salt", "chain", "kind", "named", "blind"],
  entry: "number seat action chance by at view hash shares chains fresh kinds".split(" "),
  ending: ["how", "number", "at", "hash"],
  signature: ["key", "value"],
} as const;

/** A field that no log has; the command refuses it as well. */
function unknownIn(log: Log): string | null {
  const odd = (of: keyof typeof FIELDS, part: object | null | undefined): string[] =>
    Object.keys(part ?? {}).filter((key) => !(FIELDS[of] as readonly string[]).includes(key));
  const all = [
    ...odd("log", log),
    ...odd("header", log.header),
    ...log.header.seats.flatMap((chair) => odd("chair", chair)),
    ...log.entries.flatMap((entry) => odd("entry", entry)),
    ...odd("ending", log.ending),
    ...odd("signature", log.signature),
  ];
  return all[0] ?? null;
}

/** Names are those that were digested, unless they were withdrawn; seats that were withdrawn exist. */
function namesOf({ header, withdrawn }: Log): string | null {
  const modern = header.format === 3;
  const gone = withdrawn ?? [];
  if (withdrawn?.length === 0 || gone.some((seat, k) => !header.seats[seat] || (k > 0 && seat <= gone[k - 1]!)))
    return "verify-withdrawn-seats";
  for (const [seat, { name, kind, named, blind }] of header.seats.entries()) {
    if (modern !== Boolean(kind) || modern !== Boolean(named) || (!modern && blind)) return "verify-header-changed";
    const fits = gone.includes(seat) ? !blind : Boolean(blind) && digest([blind, name]) === named;
    if (modern && !fits) return "verify-name";
  }
  return null;
}

export async function prove(
  log: Log,
  edition: Edition,
  progress: Progress = () => undefined,
  kept: Kept = {},
): Promise<Proof> {
  const { header, entries } = log;
  const last = entries.at(-1);
  const proof: Proof = {
    entries: entries.length,
    checked: 0,
    throws: 0,
    dice: 0,
    draws: 0,
    parts: (header.format ?? 1) > 1 ? header.seats.map(({ name }) => ({ name, gave: 0, missing: 0 })) : [],
    incomplete: 0,
    takenBack: 0,
    burnt: 0,
    finding: null,
    head: log.ending?.hash ?? last?.hash ?? header.hash,
    signed: "none",
  };
  const modern = header.format === 3;
  const named = modern || !log.withdrawn; // digests over names that were withdrawn cannot be checked
  const fails = (number: number, code: string, told = "", truth = ""): Proof => {
    proof.finding = { number, code, told, true: truth };
    return proof;
  };

  if (!log.secret) return fails(0, "verify-no-secret");
  const committed = /^[0-9a-f]{64}$/.test(log.secret) ? hashOf(log.secret) : "";
  const shown = kept.commitment ?? header.commitment;
  if (committed !== shown || shown !== header.commitment) return fails(0, "verify-commitment", shown, committed);
  const odd = unknownIn(log);
  if (odd) return fails(0, "verify-unknown", odd);
  const misnamed = namesOf(log);
  if (misnamed) return fails(0, misnamed);
  if (named && digest(["", digested(header)]) !== header.hash) return fails(0, "verify-header-changed");

  const mac = macOf(log.secret);
  const shared = (header.format ?? 1) > 1;
  const chains = Chains.of(header);
  const bankrupt = new Map<number, number>(); // seats, and since which entry
  const line = new PlayedLine();
  const policy = modern ? header.take_back : undefined;
  /** The position that an entry leads to by taking something back, or staying where it is; null if it may not. */
  const wentBack = (entry: Entry): Proof | null => {
    const { number, shares } = entry;
    if (!line.allows(policy, entry)) return fails(number, "verify-take-back");
    const left = [...(chains.people ?? [])].filter((seat) => chains.published[seat] && !bankrupt.has(seat));
    const without = shares && left.sort((one, other) => one - other).find((seat) => !(seat in shares));
    if (without !== undefined) return fails(number, "verify-take-back-without", header.seats[without]?.name ?? "");
    const at = takesEffect(entry) ? (targetOf(entry.action) ?? 0) : number - 1;
    const view = at === 0 ? header.start : entries[at - 1]?.view;
    return view === entry.view ? null : fails(number, "verify-view", entry.view, view);
  };
  /** What the seats gave to the next draw: the first thing wrong with it. */
  const drawn = (number: number, shares: Record<string, string | null>): Proof | null => {
    const fault = chains.fault(proof.draws, shares);
    if (fault) return fails(number, fault.code, header.seats[fault.seat]?.name ?? String(fault.seat));
    chains.take(proof.draws, shares);
    const expected = [...(chains.people ?? [])].filter((seat) => !bankrupt.has(seat));
    if (expected.some((seat) => !shares[seat])) proof.incomplete += 1;
    for (const [seat, part] of proof.parts.entries()) {
      if (shares[seat]) part.gave += 1;
      else if (expected.includes(seat) || shares[seat] === null) part.missing += 1;
    }
    proof.draws += 1;
    return null;
  };
  if (shared !== (header.shares !== undefined)) return fails(0, "verify-drawn");
  if (header.fresh && !(shared && chains.silent)) return fails(0, "verify-fresh");
  const wrong = header.shares ? drawn(0, header.shares) : null;
  if (wrong) return wrong;

  const faces = facesOf(edition);
  let before = header.hash;
  for (const [k, entry] of entries.entries()) {
    const number = k + 1;
    if (entry.number !== number) return fails(number, "verify-number", String(entry.number));
    const told = entry.chance;
    const rolls = entry.action.type === "roll" && told.length < 2;
    const draws = told.length > 0 || rolls;
    if (takesBack(entry) && draws) return fails(number, "verify-chance", told.join(", "), "–");
    if (shared ? draws && !entry.shares : entry.shares || entry.chains) return fails(number, "verify-drawn");
    if (entry.fresh && !(entry.shares && chains.silent)) return fails(number, "verify-fresh");
    const stray = takesBack(entry) ? wentBack(entry) : null;
    if (stray) return stray;
    if (takesBack(entry) && takesEffect(entry))
      proof.burnt += line.since(targetOf(entry.action) ?? 0).filter(({ drew }) => drew).length;
    const undone = line.follow(entry);
    proof.takenBack += undone.length;
    for (const [seat, at] of bankrupt) if (undone.includes(at)) bankrupt.delete(seat);
    const n = shared ? proof.draws : number;
    const amiss = entry.shares ? drawn(number, entry.shares) : null;
    if (amiss) return amiss;
    const [ends, kinds] = [entry.chains ?? {}, entry.kinds ?? {}];
    const change = chains.wrongChange(ends, kinds);
    if (change) return fails(number, change.code, header.seats[change.seat]?.name ?? String(change.seat));
    chains.change(proof.draws, ends, kinds);
    if (entry.action.type === "bankrupt" && entry.seat !== null) bankrupt.set(entry.seat, number);
    if (draws) {
      const chance = Chance.of(mac, entry.shares ? mixed(entry) : mixOf(log), n);
      const pattern: (number | string)[] = rolls ? [1, 1] : told;
      const truth = pattern.map((outcome) => (typeof outcome === "string" ? chance.force(faces) : 1 + chance.die()));
      if (truth.join() !== told.join()) return fails(number, "verify-chance", told.join(", "), truth.join(", "));
      proof.throws += 1;
      proof.dice += told.length;
    }
    if (link(before, entry) !== entry.hash) return fails(number, "verify-changed");
    before = entry.hash;
    proof.checked = number;
    if (number % BREATH === 0) {
      progress(number, entries.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  const { ending } = log;
  if (!ending || ending.number !== entries.length || link(before, ending) !== ending.hash)
    return fails(entries.length + 1, "verify-ending");
  if (kept.hash && ![header.hash, ...entries.map((entry) => entry.hash), ending.hash].includes(kept.hash))
    return fails(entries.length, "verify-head", kept.hash, proof.head);
  const noticed = kept.faults?.[0];
  const opened = named ? kept.opened : undefined;
  proof.signed = signatureOf(log);
  proof.finding =
    missing(log, kept.chains ?? [], opened) ??
    (noticed ? { ...noticed, told: "", true: "" } : null) ??
    signatureFault(log, proof.signed, kept.signer);
  progress(entries.length, entries.length);
  return proof;
}
