// What the players gave to the draws, as the browser's proof checks it: the log alone, and against its own memory.

import { describe, expect, it } from "vitest";
import type { Log } from "../generated/messages";
import type { Edition } from "../types";
import { chainOf } from "./chains";
import made from "./games.json";
import { digest } from "./hashes";
import { prove } from "./proof";

type Made = { edition: Edition; log: Log; kept: { seat: number; seed: string; draws: number[] } };

const games = (made as unknown as Made[]).filter(({ log }) => log.header.format === 2);
const { edition, kept } = games[0]!;
const quiet = (): void => undefined;
const copy = (): Log => structuredClone(games[0]!.log);

function rebind(log: Log): Log {
  const link = ({ hash: _, ...fields }: { hash: string }, before: string): string => digest([before, fields]);
  log.header.hash = link(log.header, "");
  let before = log.header.hash;
  for (const entry of log.entries) before = entry.hash = link(entry, before);
  if (log.ending) log.ending.hash = link(log.ending, before);
  return log;
}

const found = async (log: Log, chains = [kept]) => (await prove(rebind(log), edition, quiet, { chains })).finding;

const drawing = (log: Log) => log.entries.filter((entry) => entry.shares);

describe("an honest game of format 2", () => {
  it("counts who took part, and who was left out for a while", async () => {
    const proof = await prove(copy(), edition, quiet, { chains: [kept] });
    expect(proof.finding).toBeNull();
    expect(proof.draws).toBe(1 + drawing(copy()).length);
    const [ada, bank, grace] = proof.parts;
    expect(ada).toMatchObject({ gave: proof.draws, missing: 0 });
    expect(bank).toMatchObject({ gave: 0, missing: 0 });
    expect(grace).toMatchObject({ gave: proof.draws - 4, missing: 1 }); // one draw, and then three for three seats
  });
});

describe("the log alone shows", () => {
  it("a link that is not the next one of its chain", async () => {
    const log = copy();
    const [one, two] = drawing(log);
    two!.shares!["0"] = one!.shares!["0"]!;
    expect(await found(log)).toMatchObject({ number: two!.number, code: "verify-share", told: "Ada" });
  });

  it("a seat that comes back before it has sat out", async () => {
    const log = copy();
    const k = drawing(log).findIndex(({ shares }) => shares!["2"] === null);
    const early = drawing(log)[k + 1]!;
    const late = drawing(log)
      .slice(k + 1)
      .find(({ shares }) => shares!["2"])!;
    early.shares!["2"] = late.shares!["2"]!;
    expect(await found(log)).toMatchObject({ number: early.number, code: "verify-share-barred" });
  });

  it("a seat that never committed", async () => {
    const log = copy();
    drawing(log)[0]!.shares!["1"] = "ab".repeat(32);
    expect(await found(log)).toMatchObject({ number: drawing(log)[0]!.number, code: "verify-share-barred" });
  });

  it("a throw that names no shares", async () => {
    const log = copy();
    const at = drawing(log)[3]!;
    delete at.shares;
    expect(await found(log)).toMatchObject({ number: at.number, code: "verify-drawn" });
  });

  it("a draw that was taken out to shift the others", async () => {
    const log = copy();
    const at = drawing(log)[3]!;
    const next = drawing(log)[4]!;
    delete at.shares;
    at.chance = [];
    at.action = { type: "end_turn" };
    expect(await found(log)).toMatchObject({ number: next.number, code: "verify-share" });
  });
});

describe("our own memory shows", () => {
  /** The whole game again without our numbers, under the chain of somebody who made them up. */
  const swapped = (log: Log): Log => {
    const other = chainOf("cd".repeat(32));
    log.header.seats[0]!.chain = other[0]!;
    [log.header, ...drawing(log)].forEach((part, draw) => (part.shares!["0"] = other[draw + 1]!));
    return log;
  };

  it("a chain that was put in the place of ours", async () => {
    const log = rebind(swapped(copy()));
    // all that depends on chance would be made anew by such a server; here the dice give it away as well
    const { finding } = await prove(log, edition, quiet, { chains: [kept] });
    expect(finding).not.toBeNull();
    const { missing } = await import("./kept");
    expect(missing(log, [kept])).toMatchObject({ number: 0, code: "verify-share-other" });
  });

  it("a draw that we were left out of", async () => {
    const { missing } = await import("./kept");
    const log = copy();
    const at = drawing(log)[2]!;
    at.shares!["0"] = null;
    expect(missing(log, [kept])).toMatchObject({ number: at.number, code: "verify-left-out", told: "Ada" });
    delete at.shares!["0"];
    expect(missing(log, [kept])).toMatchObject({ number: at.number, code: "verify-left-out" });
  });

  it("a number that we never gave", async () => {
    const { missing } = await import("./kept");
    const forgetful = { ...kept, draws: kept.draws.slice(0, -1) };
    const at = drawing(copy()).at(-1)!;
    expect(missing(copy(), [forgetful])).toMatchObject({ number: at.number, code: "verify-not-given" });
  });

  it("a game in the old format, which asks nobody", async () => {
    const { missing } = await import("./kept");
    const log = (made as unknown as Made[])[2]!.log;
    expect(missing(log, [kept])).toMatchObject({ number: 0, code: "verify-left-out" });
    expect(missing(log, [])).toBeNull();
  });
});
