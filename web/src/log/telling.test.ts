// What a blind player hears is short, in his language, and ends with what he can do.

import { describe, expect, test } from "vitest";
import type { LogLine } from "../game/lines";
import raw from "../generated/sentences.json?raw";
import type { Action, Edition, GameEvent, View } from "../types";
import { bounded, choices, current, happenings, keyOf, question, Voice } from "./telling";

const { editions } = JSON.parse(raw) as { editions: Record<string, Edition> };
const edition = editions.classic as Edition;
const names = ["Ann", "Bob"];

/** An event without its clause. */
type Bare = GameEvent extends infer One ? (One extends GameEvent ? Omit<One, "clause"> : never) : never;

const line = (number: number, event: Bare): LogLine => ({
  key: `${number}.${event.type}`,
  number,
  by: "person",
  at: 0,
  event: { clause: "turn.any", ...event } as GameEvent,
});

const told = (lines: LogLine[], unannounced?: (seat: number) => boolean): string[] =>
  happenings(edition, lines, names, "en", unannounced).map(({ words }) => words);

describe("what happened", () => {
  test("is one string an action, and nothing of the shuffling", () => {
    const lines = [
      line(0, { type: "shuffle", what: "chest" }),
      line(1, { type: "roll", seat: 0, dice: [1, 2] }),
      line(1, { type: "move", seat: 0, square: 3 }),
      line(2, { type: "buy", seat: 0, square: 3, amount: 60 }),
    ];
    expect(told(lines)).toEqual([
      "Ann throws 1 and 2, 3 in all. Ann moves to Baltic Avenue.",
      "Ann buys Baltic Avenue for $60.",
    ]);
  });

  test("leaves out whose turn it is where that is heard anyway, and says why a bot refuses", () => {
    const lines = [
      line(3, { type: "roll", seat: 1, dice: [2, 2] }),
      line(3, { type: "move", seat: 1, square: 20 }),
      line(3, { type: "rest", seat: 1, square: 20 }),
      line(3, { type: "double", seat: 1, double: 2 }),
      line(4, { type: "turn", seat: 0 }),
      { ...line(5, { type: "reject", seat: 1, other: 0 }), reply: { code: "too-little", parts: {} } },
      line(6, { type: "turn", seat: 1 }),
    ];
    expect(told(lines, (seat) => seat === 0)).toEqual([
      "Bob throws a double 2, 4 in all. Bob moves to Free Parking.",
      "Bob turns down the offer from Ann. That is too little for me.",
      "It is Bob’s turn.",
    ]);
  });

  test("is bounded: the last things, and how many went before", () => {
    const told = Array.from({ length: 40 }, (_, k) => `Thing ${k} happened to somebody.`);
    const said = bounded(told, "en");
    expect(said.length).toBeLessThan(500);
    expect(said).toMatch(/^\d+ more things happened before\. Thing/);
    expect(said.endsWith("Thing 39 happened to somebody.")).toBe(true);
    expect(bounded(["x".repeat(999)], "en")).toHaveLength(999); // one thing is always told whole
    expect(bounded(["a".repeat(9), "b".repeat(415)], "fr")).toMatch(/^Un autre événement a précédé\. b/);
  });
});

describe("a voice", () => {
  const saying = (words: string) => ({ words, passing: false });

  test("has not read to its end what a question cuts short", () => {
    const voice = new Voice();
    voice.add([saying("x".repeat(15)), saying("y".repeat(30))], 0); // a second, and two more
    expect(voice.unread(900)).toHaveLength(2);
    expect(voice.unread(1100).map(({ words }) => words)).toEqual(["y".repeat(30)]);
    expect(voice.busy(1100)).toBe(1900);
    voice.ask("z".repeat(15), 1100);
    expect(voice.unread(1200)).toEqual([]);
    expect(voice.busy(1200)).toBe(900);
    voice.add([saying("x".repeat(15))], 1200); // it waits for the question
    expect(voice.busy(1200)).toBe(1900);
  });

  test("tells only the last of the bids, and what came of them", () => {
    const bids = [10, 20, 30].map((amount, k) => line(k + 1, { type: "bid", seat: k % 2, square: 5, amount }));
    const words = (lines: LogLine[]): string[] =>
      current(happenings(edition, lines, names, "en")).map(({ words }) => words);
    expect(words(bids)).toEqual(["Ann bids $30 for Reading Railroad."]);
    const sold = [
      line(4, { type: "pass", seat: 1, square: 5 }),
      line(4, { type: "sold", seat: 0, square: 5, amount: 30 }),
    ];
    expect(words([...bids, ...sold])).toEqual([
      "Bob drops out of the auction for Reading Railroad. Ann wins Reading Railroad at auction for $30.",
    ]);
  });
});

describe("what can be done", () => {
  const table = (phase: string, more: Partial<View> = {}): View =>
    ({
      phase,
      doubles: 0,
      flow: { turns: 4, force_face: null },
      players: [
        { cash: 1200, square: 5, in_jail: false, jail_turns: 0, jail_cards: [] },
        { cash: 900, square: 1, in_jail: false, jail_turns: 0, jail_cards: [] },
      ],
      deeds: {},
      options: {},
      ...more,
    }) as unknown as View;
  const put = (view: View, actions: Action[], lang: "en" | "fr" = "en"): string =>
    question(edition, view, 0, actions, names, lang);
  const everything = { squares: [1, 3, 5], jail_cards: [], cash: 1500 };
  const estate: Action[] = [
    { type: "mortgage", square: 1 },
    { type: "mortgage", square: 3 },
    { type: "build", square: 1 },
    { type: "offer", to: 1, give: everything, ask: everything },
  ];

  test("answers the question; what is free at any time is named by its kind", () => {
    expect(put(table("roll"), [{ type: "roll" }, ...estate])).toBe(
      "Your throw. You have $1,200. You can: throw the dice. Also: build, mortgage and offer a trade.",
    );
    expect(put(table("end"), [{ type: "end_turn" }, ...estate], "fr")).toBe(
      "Terminer votre tour\u00a0? Vous pouvez\u00a0: terminer votre tour. Et aussi\u00a0: construire, hypothéquer et proposer un échange.",
    );
  });

  test("is told with what one has to know", () => {
    const view = table("roll");
    const jailed = { ...view, players: view.players.map((player) => ({ ...player, in_jail: true })) };
    expect(put(jailed, [{ type: "roll" }])).toBe(
      "Your throw. You are in jail. You have $1,200. You can: throw the dice.",
    );
    expect(put(table("buy"), [{ type: "buy" }, { type: "decline" }])).toContain("buy Reading Railroad for $200");
    expect(put(table("auction"), [{ type: "bid", amount: 21, max: 1200 }, { type: "pass" }])).toBe(
      "Bid or pass? You have $1,200. You can: bid from $21 to $1,200 and pass.",
    );
    const offer: View["offer"] = {
      kind: "trade",
      from: 1,
      to: 0,
      give: { squares: [1], jail_cards: [], cash: 50 },
      ask: { squares: [], jail_cards: ["chance"], cash: 0 },
    };
    expect(put(table("answer", { offer }), [{ type: "accept" }, { type: "reject" }])).toBe(
      "Do you accept the offer? Bob gives: Mediterranean Avenue and $50. You give: 1 get-out-of-jail card. You have $1,200. You can: accept the offer and turn down the offer.",
    );
  });

  test("is a list of kinds, and not a long one", () => {
    const may = (actions: Action[], lang: "en" | "fr" = "en"): string =>
      choices(edition, table("battle"), 0, actions, names, lang);
    const alike: Action[] = [1, 3, 6].map((square) => ({ type: "go_to", square }));
    expect(may(alike)).toBe("go to Mediterranean Avenue (2 others)");
    expect(may(alike.slice(1), "fr")).toMatch(/^aller sur .* \(1 autre\)$/);
    const many = ["roll", "pay_fine", "use_jail_card", "accept", "reject", "pass", "pay", "bankrupt", "end_turn"];
    expect(may(many.map((type) => ({ type }) as Action))).toMatch(/and 3 others$/);
  });

  test("an unknown phase or action is no trouble", () => {
    expect(put(table("buy"), [], "fr")).toBe("Acheter ou renoncer\u00a0? Vous avez 1\u202f200\u00a0$.");
    expect(put(table("eclipse"), [{ type: "look_up" } as unknown as Action])).toBe(
      "Your decision. You have $1,200. You can: look up.",
    );
  });

  test("is put again after a double, and not at every bid of the others", () => {
    const dice: [number, number] = [1, 1];
    expect(keyOf(table("roll", { doubles: 1, dice }), 0)).not.toBe(keyOf(table("roll", { doubles: 2, dice }), 0));
    const bids = [10, 20].map((bid) => ({
      square: 5,
      bid,
      floor: 1,
      leader: 1,
      bidder: null,
      bidders: [0, 1],
      place: null,
    }));
    expect(new Set(bids.map((auction) => keyOf(table("auction", { auction }), 0))).size).toBe(1);
  });
});
