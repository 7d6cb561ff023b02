// This browser's part in the dice: what it gives and to what, what it refuses, and what it notices.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GiveChain, GiveShare, Header, PastAction, ShareRequest, TableInfo } from "../generated/messages";
import { chainOf, draftOf } from "./chains";
import { Dice, type Missing, shelf, takeOver } from "./dice";
import { hashOf } from "./hashes";

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});

type Kind = "person" | "bot";

class Table {
  status = "lobby";
  ends = ["", ""];
  draws = 0;
  number = 0;
  hash = "h0";
  since: Record<string, number> = {};

  constructor(private readonly kinds: Kind[] = ["person", "person"]) {}

  get info(): TableInfo {
    const seats = this.kinds.map((kind, seat) => ({ kind, chain: this.ends[seat] }));
    return { id: "t", status: this.status, seats } as unknown as TableInfo;
  }

  welcome(missed: PastAction[] = []) {
    const { info: table, draws, number, hash, since } = this;
    return { table, yours: [0], draws, number, hash, missed, since };
  }

  take<Said extends GiveChain | GiveShare>(said: Said[]): Said[] {
    for (const one of said) if (one.type === "chain") this.ends[one.seat] = one.end;
    return said;
  }

  asking(more: Partial<ShareRequest> = {}): ShareRequest {
    const asked = [0, 1];
    const what = { draw: this.draws, number: this.number + 1, before: this.hash, seat: 1, action: { type: "roll" } };
    return { type: "asking", ...what, asked, turn: asked, shares: {}, at: 0, ...more };
  }

  past(shares?: Record<string, string | null>, more: Partial<PastAction> = {}): PastAction {
    this.number += 1;
    this.hash = `h${this.number}`;
    if (shares) this.draws += 1;
    const { number, hash } = this;
    const action = { type: "roll" };
    return {
      number,
      seat: 1,
      by: "person",
      action,
      chance: [],
      at: 0,
      hash,
      events: [],
      shares,
      ...more,
    } as PastAction;
  }
}

const linkOf = ([said]: (GiveChain | GiveShare)[]): string => (said as GiveShare).links["0"]!;

/** A game that has begun, with our chain in its header. */
function begun(
  table = new Table(),
  changed: Partial<Header> = {},
  dice = new Dice("t"),
): { table: Table; dice: Dice; link: string } {
  table.take(dice.arrive(table.welcome()));
  dice.table(table.info);
  const seats = table.info.seats.map(({ kind, chain }) => ({ kind, chain }));
  const header = { game: "t", format: 3, seats, start: "f".repeat(64), hash: "h0", at: 0 } as unknown as Header;
  const before = draftOf(header);
  const link = linkOf(dice.answer({ ...table.asking(), number: 0, before, seat: null, action: { type: "start" } }));
  table.status = "playing";
  table.draws = 1;
  table.since = { "0": 0 };
  dice.table(table.info);
  dice.begun({ hash: table.hash, header: { ...header, ...changed, shares: { "0": link, "1": OTHER } } } as never);
  return { table, dice, link };
}

const OTHER = "ab".repeat(32); // a number of the other player
const codes = (): string[] => shelf("t").faults.map((fault) => fault.code);

/** A draw that we take part in. */
function draw(table: Table, dice: Dice, others: Record<string, string | null> = { "1": OTHER }): string {
  const link = linkOf(dice.answer(table.asking()));
  dice.told(table.past({ "0": link, ...others }));
  return link;
}

describe("an honest table", () => {
  it("gets the end of a chain, then one link for each draw", () => {
    const { table, dice, link } = begun();
    expect(hashOf(link)).toBe(table.ends[0]);
    expect(hashOf(draw(table, dice))).toBe(link);
    expect(dice.told(table.past())).toEqual([]);
    expect([codes(), dice.missing]).toEqual([[], { n: 0, of: 2, others: 0 }]);
  });

  it("gets the same link again for the same action, also after a reload", () => {
    const { table, dice } = begun();
    const share = dice.answer(table.asking());
    const later = new Dice("t");
    later.arrive(table.welcome());
    expect(later.answer(table.asking())).toEqual(share);
    expect(codes()).toEqual([]);
  });

  it("gets no chain twice, and none for a seat that is not ours", () => {
    const table = new Table();
    const dice = new Dice("t");
    const said = dice.arrive(table.welcome()) as GiveChain[];
    expect(said.map(({ seat }) => seat)).toEqual([0]);
    expect(dice.table(table.info)).toEqual([]);
  });

  it("of bots gets nothing before it asks", () => {
    const table = new Table(["person", "bot"]);
    const { dice } = begun(table);
    expect(dice.table(table.info)).toEqual([]);
    expect(dice.told(table.past())).toEqual([]);
  });

  it("gets the link of a later draw after one that we missed, from the same chain", () => {
    const { table, dice, link } = begun();
    dice.told(table.past({ "0": null, "1": OTHER }));
    const next = linkOf(dice.answer(table.asking()));
    expect(hashOf(hashOf(next))).toBe(link);
    expect(codes()).toEqual([]);
  });

  it("gets the link of a later draw when draws were made while the page was closed", () => {
    const { table, link } = begun();
    table.past({ "1": OTHER });
    const dice = new Dice("t");
    expect(dice.arrive(table.welcome())).toEqual([]);
    expect(hashOf(hashOf(linkOf(dice.answer(table.asking()))))).toBe(link);
    expect(dice.missing).toEqual({ n: 1, of: 2, others: 0 });
  });

  it("is told of a new chain when the old one is nearly used up", () => {
    const { table, dice } = begun();
    table.draws = 1020;
    const [chain] = dice.arrive(table.welcome()) as GiveChain[];
    expect(chain).toMatchObject({ type: "chain", seat: 0 });
    table.take([chain!]);
    dice.table(table.info);
    expect(dice.answer(table.asking())).toEqual([]); // the log has it only with the next entry
    dice.told(table.past(undefined, { chains: { "0": chain!.end } }));
    expect(hashOf(linkOf(dice.answer(table.asking())))).toBe(chain!.end);
  });

  it("says since when a chain counts, if we did not hear it", () => {
    const { table } = begun();
    table.draws = 1020;
    const dice = new Dice("t");
    const [chain] = table.take(dice.arrive(table.welcome())) as GiveChain[];
    table.draws = 1022;
    table.since = { "0": 1021 };
    const later = new Dice("t");
    expect(later.arrive(table.welcome())).toEqual([]);
    expect(hashOf(hashOf(linkOf(later.answer(table.asking()))))).toBe(chain!.end);
  });
});

describe("a browser whose number is missing", () => {
  const counted = (): { table: Table; dice: Dice; told: Missing[] } => {
    const told: Missing[] = [];
    const dice = new Dice(
      "t",
      () => undefined,
      (missing) => told.push(missing),
    );
    return { ...begun(new Table(), {}, dice), told };
  };

  it("counts from the first, and says so each time", () => {
    const { table, dice, told } = counted();
    draw(table, dice);
    expect(told.at(-1)).toEqual({ n: 0, of: 1, others: 0 });
    dice.told(table.past({ "0": null, "1": OTHER }));
    expect(told.at(-1)).toEqual({ n: 1, of: 3, others: 0 });
    draw(table, dice);
    dice.told(table.past({ "1": OTHER })); // not even asked
    expect(told.at(-1)).toEqual({ n: 2, of: 5, others: 0 });
    expect(codes()).toEqual([]);
  });

  it("counts what happened while it was away", () => {
    const { table, dice, told } = counted();
    dice.arrive(table.welcome([table.past({ "0": null, "1": OTHER }), table.past({ "1": OTHER })]));
    expect(told.at(-1)).toEqual({ n: 2, of: 3, others: 0 });
  });

  it("counts a game that began without it", () => {
    const table = new Table();
    table.take(new Dice("t").arrive(table.welcome()));
    Object.assign(table, { status: "playing", draws: 4, since: { "0": 0 } });
    const dice = new Dice("t");
    dice.arrive(table.welcome());
    expect(dice.missing).toEqual({ n: 4, of: 4, others: 0 });
  });
});

describe("somebody who lapsed", () => {
  it("reveals before us, and then we give", () => {
    const { table, dice } = begun();
    draw(table, dice, { "1": null });
    const [share] = dice.answer(table.asking({ turn: [0], shares: { "1": OTHER } }));
    expect(share).toMatchObject({ type: "share" });
    dice.told(table.past({ "0": linkOf([share!]), "1": OTHER }));
    expect(codes()).toEqual([]);
  });

  it("was not asked before us: we do not give", () => {
    const { table, dice } = begun();
    draw(table, dice, { "1": null });
    expect(dice.answer(table.asking())).toEqual([]);
    expect(codes()).toEqual(["verify-asked-first"]);
  });

  it("changed what was shown to us", () => {
    for (const [shown, logged] of [
      [OTHER, null],
      [null, OTHER],
    ] as const) {
      store.clear();
      const { table, dice } = begun();
      draw(table, dice, { "1": null });
      const link = linkOf(dice.answer(table.asking({ turn: [0], shares: { "1": shown } })));
      dice.told(table.past({ "0": link, "1": logged }));
      expect(codes()).toEqual(["verify-asked-others"]);
    }
  });

  it("may answer at the same time as we, if we missed as many draws", () => {
    const { table, dice } = begun();
    draw(table, dice, { "1": null });
    dice.told(table.past({ "0": null, "1": OTHER }));
    expect(dice.answer(table.asking())).toMatchObject([{ type: "share" }]);
    expect(codes()).toEqual([]);
  });

  it("is counted once, however many windows see it", () => {
    const { table, dice } = begun();
    const other = new Dice("t");
    other.arrive(table.welcome());
    const link = linkOf(dice.answer(table.asking()));
    const past = table.past({ "0": link, "1": null });
    dice.told(past);
    other.told(past);
    expect(shelf("t").lapses).toEqual({ "1": [1] });
    expect(dice.missing).toEqual({ n: 0, of: 2, others: 1 });
  });
});

describe("a server that cheats", () => {
  it("asks for the same draw with another action: refused", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    expect(dice.answer(table.asking({ action: { type: "pay_fine" } }))).toMatchObject([{ type: "chain" }]);
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("asks for the same draw without another player: refused", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    expect(dice.answer(table.asking({ asked: [0], turn: [0] }))).toMatchObject([{ type: "chain" }]);
  });

  it("asks for a later draw, to see links in advance: refused", () => {
    const { table, dice } = begun();
    expect(dice.answer(table.asking({ draw: 5 }))).toMatchObject([{ type: "chain" }]);
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("says that our chain counts from an earlier draw than it was published at: we commit anew", () => {
    const { table } = begun();
    table.draws = 1020;
    const dice = new Dice("t");
    table.take(dice.arrive(table.welcome()));
    table.since = { "0": 1000 };
    expect(new Dice("t").arrive(table.welcome())).toMatchObject([{ type: "chain" }]);
  });

  it("goes back to a draw that was seen: refused, and a new chain begins", () => {
    const { table, dice } = begun();
    for (let k = 0; k < 2; k++) draw(table, dice);
    const old = new Table();
    Object.assign(old, { ends: table.ends, status: "playing", draws: 1, since: { "0": 0 } });
    dice.arrive(old.welcome());
    expect(dice.answer(old.asking())).toMatchObject([{ type: "chain", seat: 0 }]);
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("does something else when it has seen the links", () => {
    const { table, dice } = begun();
    expect(dice.answer(table.asking())).toHaveLength(1);
    dice.told(table.past(undefined, { action: { type: "mortgage", square: 1 } }));
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("says that we did not answer", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    dice.told(table.past({ "0": null, "1": OTHER }));
    expect(codes()).toEqual(["verify-left-out"]);
    expect(dice.missing).toEqual({ n: 1, of: 2, others: 0 });
  });

  it("leaves another player out without saying so", () => {
    const { table, dice } = begun();
    const link = linkOf(dice.answer(table.asking()));
    dice.told(table.past({ "0": link }));
    expect(codes()).toEqual(["verify-asked-others"]);
  });

  it.each([
    ["gives numbers in the name of a bot", { shares: { "1": OTHER } }],
    ["publishes a chain in the name of a bot", { chains: { "1": OTHER } }],
    ["makes a person of a bot", { kinds: { "1": "person" } }],
  ] as [string, Partial<PastAction>][])("%s", (_, more) => {
    const table = new Table(["person", "bot"]);
    const { dice } = begun(table);
    dice.told(table.past(undefined, more));
    expect(codes()).toEqual(["verify-not-a-bot"]);
  });

  it("makes a bot of us", () => {
    const { table, dice } = begun();
    dice.told(table.past(undefined, { kinds: { "0": "bot" } }));
    expect(codes()).toEqual(["verify-left-out"]);
  });

  it("seats a person where it shows a bot", () => {
    const table = new Table(["person", "bot"]);
    begun(table, { seats: [{ kind: "person" }, { kind: "person" }] as Header["seats"] });
    expect(codes()).toContain("verify-not-a-bot");
  });

  it("begins by older rules", () => {
    begun(new Table(), { format: 2 });
    expect(codes()).toContain("verify-format");
  });

  it("puts another number in the place of ours, or makes one up", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    dice.told(table.past({ "0": "ab".repeat(32), "1": null }));
    dice.told(table.past({ "0": "cd".repeat(32), "1": null }));
    expect(codes()).toEqual(["verify-share-other", "verify-not-given"]);
  });

  it("changes a seat when it has seen the links for the start", () => {
    begun(new Table(), { game: "other" });
    expect(codes()).toEqual(["verify-start-other"]);
  });

  it("draws the start again", () => {
    const table = new Table();
    const dice = new Dice("t");
    table.take(dice.arrive(table.welcome()));
    dice.table(table.info);
    dice.answer({ ...table.asking(), number: 0, seat: null, action: { type: "start" } });
    const [said] = dice.arrive(table.welcome()) as GiveChain[];
    expect(codes()).toEqual(["verify-start-again"]);
    expect(said!.end).not.toBe(table.ends[0]);
  });
});

describe("a game of format 2, begun before this release", () => {
  it("gets a new chain after a reload, and after a draw that we missed", () => {
    const table = new Table();
    Object.assign(table, { status: "playing", draws: 7, number: 9 });
    const dice = new Dice("t");
    const [chain] = table.take(dice.arrive(table.welcome())) as GiveChain[];
    dice.table(table.info);
    dice.told(table.past(undefined, { chains: { "0": chain!.end } }));
    const link = draw(table, dice);
    expect(hashOf(link)).toBe(chain!.end);
    expect(hashOf(draw(table, dice))).toBe(link);
    const [again] = dice.told(table.past({ "0": null, "1": OTHER }));
    expect(again).toMatchObject({ type: "chain" });
    expect(new Dice("t").arrive(table.welcome())).toMatchObject([{ type: "chain" }]);
    expect(codes()).toEqual([]);
  });
});

it("makes chains as the server does", () => {
  const links = chainOf("00".repeat(32), 2);
  expect(links).toEqual([
    "2b32db6c2c0a6235fb1397e8225ea85e0f0e6e8c7b126d0016ccbde0e667151e",
    "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    "00".repeat(32),
  ]);
});

describe("taking back", () => {
  const back = (to: number) => ({ action: { type: "take_back", to } });

  it("gets our link as our agreement, once we have agreed, also after a reload", () => {
    const { table, dice } = begun();
    draw(table, dice);
    dice.consent(table.number, 0);
    const later = new Dice("t");
    later.arrive(table.welcome());
    expect(linkOf(later.answer(table.asking(back(0))))).toBeTruthy();
    expect(codes()).toEqual([]);
  });

  it.each([
    ["nothing was agreed", null],
    ["something else was agreed", 1],
  ])("gets no link, and is reported, if %s", (_, to) => {
    const { table, dice } = begun();
    draw(table, dice);
    dice.consent(table.number, to);
    expect(dice.answer(table.asking(back(0)))).toEqual([]);
    expect(codes()).toEqual(["verify-not-agreed"]);
  });

  it("is reported where it is not free", () => {
    const table = new Table();
    const { dice } = begun(table);
    const policy = { ...table.info, take_back: "free" } as TableInfo;
    dice.table(policy);
    dice.told(table.past(undefined, { seat: 1, action: { type: "buy" } }));
    dice.told(table.past(undefined, { seat: 1, ...back(0) } as Partial<PastAction>));
    expect(codes()).toEqual([]);
    dice.told(table.past(undefined, { seat: 0, action: { type: "buy" } }));
    dice.told(table.past(undefined, { seat: 1, ...back(0) } as Partial<PastAction>));
    expect(codes()).toEqual(["verify-take-back"]);
  });

  it("does not get a throw's link: the next draw gets none, and the log says so", () => {
    const { table, dice } = begun();
    const link = linkOf(dice.answer(table.asking()));
    dice.told(table.past({ "0": link, "1": OTHER }, back(0) as Partial<PastAction>));
    expect(codes()).toEqual(["verify-asked-again", "verify-take-back"]);
    expect(dice.answer(table.asking())).toEqual([]);
    dice.told(table.past({ "0": null, "1": OTHER }));
    expect(linkOf(dice.answer(table.asking()))).toBeTruthy();
  });
});

describe("another device", () => {
  const LATER = 4_000_000_000_000;

  /** The chains are handed over from one device to another, each with a storage of its own. */
  function moved(until = LATER): {
    table: Table;
    laptop: Dice;
    phone: Dice;
    toLaptop: () => void;
    toPhone: () => void;
  } {
    const { table, dice: laptop } = begun();
    draw(table, laptop);
    const text = laptop.handOver(until);
    const [old, fresh] = [new Map(store), new Map<string, string>()];
    const swap = (into: Map<string, string>): void => {
      store.clear();
      for (const [key, value] of into) store.set(key, value);
    };
    swap(fresh);
    takeOver("t", text);
    const phone = new Dice("t");
    phone.arrive(table.welcome());
    const taken = new Map(store);
    return { table, laptop, phone, toLaptop: () => swap(old), toPhone: () => swap(taken) };
  }

  it("goes on with the chain: no draw is without our number, and the memory comes along", () => {
    const { table, phone } = moved();
    const link = linkOf(phone.answer(table.asking()));
    phone.told(table.past({ "0": link, "1": OTHER }));
    expect(hashOf(hashOf(hashOf(link)))).toBe(table.ends[0]);
    expect([codes(), phone.missing]).toEqual([[], { n: 0, of: 3, others: 0 }]);
  });

  it("attack: the server asks the old device behind our back, to know our link before it fixes an action", () => {
    const { table, laptop, phone, toLaptop, toPhone } = moved();
    toLaptop();
    const other = table.asking({ action: { type: "end_turn" } });
    expect([laptop.answer(table.asking()), laptop.answer(other), laptop.table(table.info)]).toEqual([[], [], []]);
    toPhone();
    expect(linkOf(phone.answer(table.asking()))).toBeTruthy();
  });

  it("attack: the server asks the new device for a draw that the old one gave to", () => {
    const { table, phone } = moved();
    const before = { draw: table.draws - 1, number: table.number, before: "h0" };
    expect(phone.answer(table.asking(before)).some(({ type }) => type === "share")).toBe(false);
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("stays where it is if one wishes so, or if nobody used the link: with a new chain", () => {
    const { table, laptop, toLaptop } = moved();
    toLaptop();
    expect(laptop.stay().map(({ end }) => end)).not.toContain(table.ends[0]);
    const late = moved(1);
    late.toLaptop();
    const [chain] = late.laptop.table(late.table.info);
    expect(chain?.end).not.toBe(late.table.ends[0]);
  });
});
