// The browser's proof against games that the Python side made and proved (tools/client_tests/games.py), and against the
// same games tampered with: each must fail at the right entry, for the right reason.

import { describe, expect, it } from "vitest";
import type { Log } from "../generated/messages";
import type { CardEvent, Edition, GameEvent } from "../types";
import { digested } from "./chains";
import { DeckProof } from "./decks";
import made from "./games.json";
import { canonical, digest } from "./hashes";
import { prove } from "./proof";

type Row = { number: number; events: GameEvent[]; hand: boolean };
type Made = {
  edition: Edition;
  log: Log;
  setup: GameEvent[];
  rows: Row[];
  views: [number, unknown][];
  kept: { seat: number; seed: string; end: string; draws: number[] };
  withdrawn?: Log;
};

const games = made as unknown as Made[];
const force = games[0]!;
const classic = games[1]!;
const first = games[2]!; // the first format of the log
const second = games[3]!; // and the second
const bots = games[4]!; // without people
const people = games[5]!; // without bots
const taking = games[6]!; // in which something is taken back again and again

const copy = (game: Made): Made => structuredClone(game);

/** Binds a log again after a change, as a cheat who keeps the digests right would. */
function rebind(log: Log): void {
  const link = ({ hash: _, ...fields }: { hash: string }, before: string): string => digest([before, fields]);
  log.header.hash = digest(["", digested(log.header)]);
  let before = log.header.hash;
  for (const entry of log.entries) before = entry.hash = link(entry, before);
  if (log.ending) log.ending.hash = link(log.ending, before);
}

const firstRoll = (log: Log): number => log.entries.findIndex((entry) => entry.chance.length > 0);

describe("an honest game", () => {
  it.each(games)("holds: every throw as the secret gave it ($edition.id)", async ({ log, edition }) => {
    const seen: number[] = [];
    const proof = await prove(log, edition, (done) => seen.push(done));
    expect(proof.finding).toBeNull();
    expect(proof.checked).toBe(log.entries.length);
    expect(proof.throws).toBe(log.entries.filter((entry) => entry.chance.length > 0).length);
    expect(proof.throws).toBeGreaterThan(10);
    expect(proof.head).toBe(log.ending?.hash);
    expect(seen.at(-1)).toBe(log.entries.length);
  });

  it("of bots alone has fresh numbers of the server, and nothing else has", async () => {
    expect(bots.log.entries.filter((entry) => entry.shares).every((entry) => entry.fresh)).toBe(true);
    const { log, edition } = copy(classic);
    const k = log.entries.findIndex((entry) => entry.shares);
    log.entries[k]!.fresh = "ab".repeat(32);
    expect((await prove(log, edition)).finding).toMatchObject({ number: k + 1, code: "verify-fresh" });
    const other = copy(bots);
    const at = firstRoll(other.log);
    other.log.entries[at]!.fresh = "ab".repeat(32);
    rebind(other.log);
    expect((await prove(other.log, other.edition)).finding).toMatchObject({ number: at + 1, code: "verify-chance" });
  });

  it("of format 2 holds without the names of players who withdrew them", async () => {
    const { log, edition } = copy(second);
    log.header.seats[1]!.name = "Player 2";
    expect((await prove(log, edition)).finding).toMatchObject({ code: "verify-header-changed" });
    log.withdrawn = [1];
    expect(await prove(log, edition)).toMatchObject({ finding: null, signed: "partial" });
    log.entries[3]!.at += 1;
    expect((await prove(log, edition)).finding).toMatchObject({ number: 4, code: "verify-changed" });
  });

  it("holds in all else when a player withdraws a name, and is signed anew", async () => {
    const { withdrawn, edition } = structuredClone(people);
    const log = withdrawn!;
    expect(await prove(log, edition)).toMatchObject({ finding: null, signed: "valid", incomplete: 0 });
    log.header.seats[1]!.name = "Eve";
    expect((await prove(log, edition)).finding).toMatchObject({ code: "verify-signature" });
    for (const seats of [[], [7], [1, 1], [1, 0], [0, 1]]) {
      log.withdrawn = seats;
      expect((await prove(log, edition)).finding).not.toBeNull();
    }
  });

  it("of which somebody changes the header keeps no signature by naming withdrawn seats", async () => {
    for (const seats of [[7], [0], [0, 1, 2]])
      for (const game of [people, second]) {
        const { log, edition } = copy(game);
        log.withdrawn = seats;
        log.header.at = 1;
        const proof = await prove(log, edition);
        expect(proof.finding === null && proof.signed === "valid").toBe(false);
      }
  });

  it("counts the draws in which a number is missing", async () => {
    const { log, edition } = classic;
    const { incomplete, parts } = await prove(log, edition);
    expect(incomplete).toBe(1);
    expect(parts.map(({ missing }) => missing)).toEqual([0, 0, 1]);
    expect((await prove(people.log, people.edition)).incomplete).toBe(0);
    expect((await prove(bots.log, bots.edition)).incomplete).toBe(0);
  });

  it("has no fields that are not known", async () => {
    for (const at of [
      (log: Log) => log,
      (log: Log) => log.header,
      (log: Log) => log.header.seats[0]!,
      (log: Log) => log.entries[2]!,
      (log: Log) => log.ending!,
      (log: Log) => log.signature!,
    ]) {
      const { log, edition } = copy(people);
      Object.assign(at(log), { more: 1 });
      expect((await prove(log, edition)).finding).toMatchObject({ code: "verify-unknown", told: "more" });
    }
  });

  it("has no number of a bot", async () => {
    const { log, edition } = copy(people);
    log.header.seats[1]!.kind = "bot";
    rebind(log);
    expect((await prove(log, edition)).finding).toMatchObject({ number: 0, code: "verify-share-bot" });
  });

  it("is signed by its server", async () => {
    const { log, edition } = copy(bots);
    const signer = log.signature?.key;
    const quiet = (): void => undefined;
    expect(await prove(log, edition, quiet, { signer })).toMatchObject({ finding: null, signed: "valid" });
    const other = { signer: "cd".repeat(32) };
    expect((await prove(log, edition, quiet, other)).finding).toMatchObject({ code: "verify-signer" });
    log.signature!.value = `00${log.signature!.value.slice(2)}`;
    expect(await prove(log, edition, quiet, { signer })).toMatchObject({ finding: { code: "verify-signature" } });
    log.signature = undefined;
    expect(await prove(log, edition, quiet, { signer })).toMatchObject({ finding: null, signed: "none" });
  });

  it("counts what was taken back, freely and by agreement, and which draws are burnt", async () => {
    const { log, edition } = taking;
    const back = log.entries.filter((entry) => entry.action.type === "take_back");
    expect(back.some((entry) => entry.shares) && back.some((entry) => !entry.shares)).toBe(true);
    const proof = await prove(log, edition);
    expect(proof.takenBack).toBeGreaterThanOrEqual(back.length);
    expect(proof.burnt).toBeGreaterThan(0);
    expect(proof.burnt).toBeLessThan(proof.takenBack);
  });

  it("throws the Force die as well", () => {
    expect(force.log.entries.some((entry) => entry.chance.some((outcome) => typeof outcome === "string"))).toBe(true);
  });

  it.each(games)("deals and draws from decks that the secret shuffled ($edition.id)", (game) => {
    const proof = new DeckProof(game.log, game.edition);
    proof.setup(game.setup);
    for (const { number, events, hand } of game.rows) proof.events(number, events, hand);
    for (const [number, view] of game.views) proof.view(number, view);
    expect(proof.finding).toBeNull();
    const drawn = game.rows.flatMap((row) => row.events).filter((event) => event.type === "card").length;
    const dealt = game.setup.filter((event) => event.type === "deal").length;
    expect(proof.cards).toBe(drawn + dealt);
    expect(proof.views).toBe(2);
  });
});

describe("a game that was tampered with", () => {
  type Change = (entry: Log["entries"][number], log: Log, k: number) => void;
  const changes: [string, boolean, string, Change][] = [
    ["takes back without asking", true, "verify-take-back", (entry) => delete entry.shares],
    ["takes back what another did", false, "verify-take-back", (entry) => (entry.seat = ((entry.seat ?? 0) + 1) % 3)],
    ["lets a bot take back", false, "verify-take-back", (entry) => (entry.by = "bot")],
    ["takes back where that is forbidden", true, "verify-take-back", (_, log) => delete log.header.take_back],
    ["leaves somebody out", true, "verify-take-back-without", (entry) => delete entry.shares!["1"]],
    ["makes an agreement up", true, "verify-share", (entry) => (entry.shares!["1"] = "ab".repeat(32))],
    ["goes back where nobody was", true, "verify-take-back", (entry) => (entry.action["to"] = 100_000)],
    ["goes back to another position", true, "verify-view", (entry, log, k) => (entry.view = log.entries[k - 1]!.view)],
    ["says that nobody agreed", true, "verify-view", (entry) => (entry.shares!["1"] = null)],
    ["draws something", true, "verify-chance", (entry) => (entry.chance = [3, 4])],
  ];
  it.each(changes)("%s", async (_, asked, code, change) => {
    const { log, edition } = copy(taking);
    const k = log.entries.findIndex((entry) => entry.action.type === "take_back" && Boolean(entry.shares) === asked);
    change(log.entries[k]!, log, k);
    rebind(log);
    expect((await prove(log, edition)).finding).toMatchObject({ number: k + 1, code });
  });

  it("shows another secret", async () => {
    const { log, edition } = copy(classic);
    log.secret = "00".repeat(32);
    expect((await prove(log, edition)).finding).toMatchObject({ number: 0, code: "verify-commitment" });
  });

  it("shows what should be hexadecimal and is not", async () => {
    const { log, edition } = copy(bots);
    log.signature!.value = "zz";
    expect((await prove(log, edition)).finding).toMatchObject({ code: "verify-signature" });
    log.secret = "zz";
    expect((await prove(log, edition)).finding).toMatchObject({ number: 0, code: "verify-commitment" });
  });

  it("shows another digest than the one this browser saw before the game, or saw on the way", async () => {
    const { log, edition } = classic;
    const seen = { commitment: "11".repeat(32) };
    const quiet = (): void => undefined;
    expect((await prove(log, edition, quiet, seen)).finding).toMatchObject({ number: 0, code: "verify-commitment" });
    const on = { commitment: log.header.commitment, hash: log.entries[7]!.hash };
    expect((await prove(log, edition, quiet, on)).finding).toBeNull();
    const off = { hash: "22".repeat(32) };
    expect((await prove(log, edition, quiet, off)).finding).toMatchObject({ code: "verify-head", told: off.hash });
  });

  it("shows no secret", async () => {
    const { log, edition } = copy(classic);
    log.secret = null;
    expect((await prove(log, edition)).finding).toMatchObject({ number: 0, code: "verify-no-secret" });
  });

  it("shows a changed name in its header", async () => {
    const { log, edition } = copy(classic);
    log.header.seats[0]!.name = "Eve";
    expect((await prove(log, edition)).finding).toMatchObject({ number: 0, code: "verify-name" });
  });

  it.each(games)("shows another throw, even where every digest was made anew ($edition.id)", async (game) => {
    const { log, edition } = copy(game);
    const k = firstRoll(log);
    const [first, ...others] = log.entries[k]!.chance;
    log.entries[k]!.chance = [(Number(first) % 6) + 1, ...others];
    rebind(log);
    const { finding, checked } = await prove(log, edition);
    expect(finding).toMatchObject({ number: k + 1, code: "verify-chance", told: log.entries[k]!.chance.join(", ") });
    expect(finding?.true).toBe(game.log.entries[k]!.chance.join(", "));
    expect(checked).toBe(k);
  });

  it("shows another face of the Force die", async () => {
    const { log, edition } = copy(force);
    const k = log.entries.findIndex((entry) => typeof entry.chance[2] === "string");
    const [one, two, face] = log.entries[k]!.chance;
    log.entries[k]!.chance = [one!, two!, face === "light" ? "dark" : "light"];
    rebind(log);
    expect((await prove(log, edition)).finding).toMatchObject({ number: k + 1, code: "verify-chance" });
  });

  it("shows a throw of which nothing is told", async () => {
    const { log, edition } = copy(classic);
    const k = log.entries.findIndex((entry) => entry.action.type === "roll");
    log.entries[k]!.chance = [];
    rebind(log);
    expect((await prove(log, edition)).finding).toMatchObject({ number: k + 1, code: "verify-chance", told: "" });
  });

  it("shows a salt that came later, in the first format", async () => {
    const { log, edition } = copy(first);
    log.header.seats[1]!.salt = "lucky";
    rebind(log);
    expect((await prove(log, edition)).finding).toMatchObject({ number: firstRoll(log) + 1, code: "verify-chance" });
  });

  it("shows an action that was changed afterwards", async () => {
    const { log, edition } = copy(classic);
    const k = log.entries.findIndex((entry) => entry.chance.length === 0);
    log.entries[k]!.at += 1;
    expect((await prove(log, edition)).finding).toMatchObject({ number: k + 1, code: "verify-changed" });
  });

  it("shows an entry that was taken out, and an end that was cut off", async () => {
    const missing = copy(classic);
    missing.log.entries.splice(9, 1);
    expect((await prove(missing.log, missing.edition)).finding).toMatchObject({ number: 10, code: "verify-number" });
    const cut = copy(classic);
    cut.log.entries.pop();
    expect((await prove(cut.log, cut.edition)).finding).toMatchObject({ number: 120, code: "verify-ending" });
  });

  it("shows a card that did not lie on top", () => {
    const game = copy(classic);
    const row = game.rows.find(({ events }) => events.length > 0)!;
    const event = row.events[0] as CardEvent;
    const { deck, card } = event;
    const other = game.edition.cards.find((found) => found.deck === deck && found.id !== card)!;
    event.card = other.id;
    const proof = new DeckProof(game.log, game.edition);
    for (const { number, events, hand } of game.rows) proof.events(number, events, hand);
    expect(proof.finding).toMatchObject({ number: row.number, code: "verify-chance", told: other.id, true: card });
  });

  it("shows a deed that the deal did not give, and another opening throw", () => {
    for (const type of ["deal", "opening"]) {
      const game = copy(force);
      const event = game.setup.find((found) => found.type === type)!;
      if (event.type === "deal") event.square = event.square === 1 ? 3 : 1;
      else if (event.type === "opening") event.amount = event.amount === 7 ? 8 : 7;
      const proof = new DeckProof(game.log, game.edition);
      proof.setup(game.setup);
      expect(proof.finding).toMatchObject({ number: 0, code: "verify-chance" });
    }
  });

  it("shows a position that is not the one in the log", () => {
    const { log, edition, views } = copy(classic);
    const proof = new DeckProof(log, edition);
    const [number, view] = views[1]!;
    (view as { players: { cash: number }[] }).players[0]!.cash += 1;
    proof.view(number, view);
    expect(proof.finding).toMatchObject({ number, code: "verify-view" });
  });
});

describe("digests", () => {
  it("are taken over sorted keys", () => {
    expect(canonical({ b: [1, "é\n"], a: { d: null, c: true } })).toBe('{"a":{"c":true,"d":null},"b":[1,"é\\n"]}');
  });
});
