// This browser's part in the dice: what it gives and to what, what it refuses, and what it notices.

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Clock, GiveChain, GiveShare, Header, PastAction, ShareRequest, TableInfo } from "../generated/messages";
import { chainOf, draftOf } from "./chains";
import { Dice, shelf } from "./dice";
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
  clock = 0; // the server's, in milliseconds
  next = ""; // what our next link must hash to

  constructor(private readonly kinds: Kind[] = ["person", "person"]) {}

  get info(): TableInfo {
    const seats = this.kinds.map((kind, seat) => ({ kind, chain: this.ends[seat] }));
    return { id: "t", status: this.status, seats } as unknown as TableInfo;
  }

  welcome(missed: PastAction[] = []) {
    const clock = { now: this.clock } as Clock;
    const { info: table, draws, number, hash } = this;
    return { table, yours: [0], draws, number, hash, missed, clock, links: { "0": this.next } };
  }

  take(said: (GiveChain | GiveShare)[]): (GiveChain | GiveShare)[] {
    for (const one of said) if (one.type === "chain") this.next = this.ends[one.seat] = one.end;
    return said;
  }

  asking(more: Partial<ShareRequest> = {}): ShareRequest {
    const action = { type: "roll" };
    const asked = [0, 1];
    return {
      type: "asking",
      draw: this.draws,
      number: this.number + 1,
      before: this.hash,
      seat: 1,
      action,
      asked,
      at: this.clock,
      ...more,
    };
  }

  past(shares?: Record<string, string | null>, action: object = { type: "roll" }): PastAction {
    this.number += 1;
    this.hash = `h${this.number}`;
    if (shares) this.draws += 1;
    if (shares && "0" in shares) this.next = shares["0"] ?? "";
    return {
      number: this.number,
      seat: 1,
      by: "person",
      action,
      chance: [],
      at: this.clock,
      hash: this.hash,
      events: [],
      shares,
    } as unknown as PastAction;
  }
}

/** A game that has begun, with our chain in its header. */
function begun(
  table = new Table(),
  changed: Partial<Header> = {},
  dice = new Dice("t"),
): { table: Table; dice: Dice; link: string } {
  table.take(dice.arrive(table.welcome()));
  dice.table(table.info);
  const header = { game: "t", seats: [], start: "f".repeat(64), hash: "h0", at: table.clock } as unknown as Header;
  const before = draftOf(header);
  const share = dice.answer({ ...table.asking(), number: 0, before, seat: null, action: { type: "start" } })!;
  table.status = "playing";
  table.draws = 1;
  dice.table(table.info);
  const shares = share.links;
  table.next = shares["0"]!;
  dice.begun({ hash: table.hash, header: { ...header, ...changed, shares } } as never);
  return { table, dice, link: share.links["0"]! };
}

const codes = (): string[] => shelf("t").faults.map((fault) => fault.code);

describe("an honest table", () => {
  it("gets the end of a chain, then one link for each draw", () => {
    const { table, dice, link } = begun();
    expect(hashOf(link)).toBe(table.ends[0]);
    const share = dice.answer(table.asking())!;
    expect(hashOf(share.links["0"]!)).toBe(link);
    expect(dice.told(table.past({ ...share.links, "1": "ab".repeat(32) }))).toEqual([]);
    expect(codes()).toEqual([]);
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

  it("of bots that threw before the table's page was there gets the link that follows", () => {
    const table = new Table(["person", "bot"]);
    const { link } = begun(table); // and what it gave ahead was lost on the way
    table.past({}); // a draw while nobody of us was connected
    const [ahead] = new Dice("t").arrive(table.welcome()) as GiveShare[];
    expect(ahead!.draw).toBe(2);
    expect(hashOf(ahead!.links["0"]!)).toBe(link);
  });

  it("of bots knows what was used while the page was loaded again", () => {
    const table = new Table(["person", "bot"]);
    const { dice } = begun(table);
    const [ahead] = dice.table(table.info) as GiveShare[];
    table.past(ahead!.links);
    const [next] = new Dice("t").arrive(table.welcome()) as GiveShare[];
    expect(next!.draw).toBe(2);
    expect(hashOf(next!.links["0"]!)).toBe(ahead!.links["0"]);
  });

  it("of bots lets us sit out after a question that nobody answered, without an alarm", () => {
    const table = new Table(["person", "bot"]);
    begun(table);
    table.past({ "0": null }); // asked between two pages
    const dice = new Dice("t");
    const [chain] = table.take(dice.arrive(table.welcome()));
    expect(chain).toMatchObject({ type: "chain", seat: 0 });
    dice.table(table.info);
    dice.told({ ...table.past(), by: "bot", chains: { "0": table.ends[0]! } });
    for (let draw = 2; draw < 6; draw++) dice.told({ ...table.past({}), by: "bot" });
    const [share] = dice.table(table.info) as GiveShare[];
    expect(hashOf(share!.links["0"]!)).toBe(table.ends[0]);
    dice.told({ ...table.past(share!.links), by: "bot" });
    expect(codes()).toEqual([]);
    dice.told({ ...table.past({}), by: "bot" }); // but now we should have been asked
    expect(codes()).toEqual(["verify-left-out"]);
  });

  it("of bots gets the next link before it asks", () => {
    const table = new Table(["person", "bot"]);
    const { dice, link } = begun(table);
    const [ahead] = dice.table(table.info) as GiveShare[];
    expect(ahead!.draw).toBe(1);
    expect(hashOf(ahead!.links["0"]!)).toBe(link);
    const [next] = dice.told({ ...table.past(ahead!.links), by: "bot" }) as GiveShare[];
    expect(next!.draw).toBe(2);
    expect(hashOf(next!.links["0"]!)).toBe(ahead!.links["0"]);
    expect(codes()).toEqual([]);
  });

  it("of people gets nothing before it asks", () => {
    const { table, dice } = begun();
    expect(dice.table(table.info)).toEqual([]);
  });
});

describe("a server that cheats", () => {
  it("asks for the same draw with another action: refused", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    expect(dice.answer(table.asking({ action: { type: "pay_fine" } }))).toBeNull();
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("asks for the same draw without another player: refused", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    expect(dice.answer(table.asking({ asked: [0] }))).toBeNull();
  });

  it("goes back to a draw that was seen: refused, and a new chain begins", () => {
    const { table, dice, link } = begun();
    for (let k = 0; k < 2; k++) {
      const share = dice.answer(table.asking())!;
      dice.told(table.past({ ...share.links, "1": "ab".repeat(32) }));
    }
    const old = new Table();
    Object.assign(old, { ends: table.ends, status: "playing", draws: 1, next: link });
    dice.arrive(old.welcome());
    expect(dice.answer(old.asking())).toBeNull();
    expect(codes()).toEqual(["verify-asked-again"]);
    expect(dice.table(old.info)).toMatchObject([{ type: "chain", seat: 0 }]);
  });

  it("does something else when it has seen the links", () => {
    const { table, dice } = begun();
    const share = dice.answer(table.asking())!;
    dice.told(table.past(undefined, { type: "mortgage", square: 1 }));
    expect(share).not.toBeNull();
    expect(codes()).toEqual(["verify-asked-again"]);
  });

  it("says that we did not answer: we commit anew", () => {
    const { table, dice } = begun();
    dice.answer(table.asking());
    const said = dice.told(table.past({ "0": null, "1": "ab".repeat(32) })) as GiveChain[];
    expect(codes()).toEqual(["verify-left-out"]);
    expect(said).toMatchObject([{ type: "chain", seat: 0 }]);
    expect(said[0]!.end).not.toBe(table.ends[0]);
  });

  it("leaves another player out without saying so", () => {
    const { table, dice } = begun();
    const share = dice.answer(table.asking())!;
    dice.told(table.past({ "0": share.links["0"]! }));
    expect(codes()).toEqual(["verify-asked-others"]);
  });

  it("seats a person as a bot, to know the throws one ahead", () => {
    const table = new Table(["person", "bot"]);
    const { dice } = begun(table);
    const [ahead] = dice.table(table.info) as GiveShare[];
    dice.told(table.past(ahead!.links));
    expect(codes()).toEqual(["verify-not-a-bot"]);
  });

  it("does not ask us, though we are here", () => {
    const { table, dice } = begun();
    dice.told(table.past({ "1": "ab".repeat(32) }));
    expect(codes()).toEqual(["verify-left-out"]);
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

describe("a browser that is too slow", () => {
  const other = { "1": "ab".repeat(32) };
  let time = 0; // ours, in milliseconds
  let times: number[] = [];
  const slow = (table = new Table()) => {
    time = 0;
    times = [];
    const dice = new Dice(
      "t",
      () => undefined,
      (late) => times.push(late),
      () => time,
    );
    return begun(table, {}, dice);
  };
  const pass = (table: Table, here: number, there = here): void => {
    time += here;
    table.clock += there;
  };

  it("keeps its link, says so calmly, and commits anew", () => {
    const { table, dice } = slow();
    const asking = table.asking();
    pass(table, 3000);
    expect(dice.answer(asking)).toBeNull();
    const said = dice.told(table.past({ "0": null, ...other }));
    expect(times).toEqual([1]);
    expect(codes()).toEqual([]);
    expect(said).toMatchObject([{ type: "chain", seat: 0 }]);
    expect(shelf("t").chains.map(({ draws, lost }) => [draws, lost])).toEqual([
      [[0], true],
      [[], false],
    ]);
  });

  it("answers in time, and is left out all the same: that is the server", () => {
    const { table, dice } = slow();
    const asking = table.asking();
    pass(table, 1000);
    expect(dice.answer(asking)).not.toBeNull();
    pass(table, 5000);
    dice.told(table.past({ "0": null, ...other }));
    expect(codes()).toEqual(["verify-left-out"]);
    expect(times).toEqual([]);
  });

  it("gives nothing to a server that only says so, and counts how often", () => {
    const { table, dice } = slow();
    for (const n of [1, 2]) {
      const asking = table.asking({ at: table.clock - 60_000 });
      expect(dice.answer(asking)).toBeNull();
      table.take(dice.told(table.past({ "0": null, ...other })));
      dice.table(table.info);
      expect(times.at(-1)).toBe(n);
      expect(dice.late).toBe(n);
    }
    expect(codes()).toEqual([]);
  });

  it("is caught by a link that it never gave", () => {
    const { table, dice, link } = slow();
    dice.answer(table.asking({ at: table.clock - 60_000 }));
    dice.told(table.past({ "0": link, ...other }));
    expect(codes()).toEqual(["verify-not-given"]);
  });

  it("misses one answer when a clock is set, and no more", () => {
    const { table, dice } = slow();
    pass(table, 100, -60_000);
    expect(dice.answer(table.asking())).toBeNull();
    dice.told(table.past({ "0": null, ...other }));
    pass(table, 100);
    table.take(dice.table(table.info));
    dice.table(table.info);
    expect(dice.answer(table.asking())).not.toBeNull();
  });

  it("of bots that hears late of the last throw keeps the link for the next one, which may be over", () => {
    const { table, dice } = slow(new Table(["person", "bot"]));
    const [ahead] = dice.table(table.info) as GiveShare[];
    const thrown: PastAction = { ...table.past(ahead!.links), by: "bot" };
    const asking = table.asking({ asked: [0] });
    pass(table, 3000);
    expect(dice.told(thrown)).toEqual([]);
    expect(dice.answer(asking)).toBeNull();
    const said = dice.told({ ...table.past({ "0": null }), by: "bot" });
    expect(said).toMatchObject([{ type: "chain", seat: 0 }]);
    expect(times).toEqual([1]);
    expect(codes()).toEqual([]);
  });

  it("of bots whose welcome took long keeps its link until it is asked", () => {
    const { table } = slow(new Table(["person", "bot"]));
    const back = new Dice("t", undefined, undefined, () => time);
    back.greet();
    const welcome = table.welcome();
    const asking = table.asking({ asked: [0] });
    pass(table, 3000);
    expect(back.arrive(welcome)).toEqual([]);
    expect(back.answer(asking)).toBeNull();
    expect(back.answer(table.asking({ asked: [0] }))).not.toBeNull();
  });

  it("commits anew after it was away while it was asked", () => {
    const { table, dice } = slow();
    const said = dice.arrive(table.welcome([table.past({ "0": null, ...other })]));
    expect(said).toMatchObject([{ type: "chain", seat: 0 }]);
    expect(times).toEqual([]);
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
