// What a table makes of the server's messages: whose clock counts, and what is taken out of the chat.

import { beforeEach, expect, test, vi } from "vitest";
import type { Action } from "../types";

class FakeSocket {
  static last: FakeSocket;
  readyState?: number;
  onmessage?: (frame: { data: string }) => void;

  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("location", { protocol: "http:", host: "here" });
vi.stubGlobal("document", new EventTarget());
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("fetch", () => new Promise(() => undefined)); // nothing is answered
const { LiveTable } = await import("./live.svelte");

let table: InstanceType<typeof LiveTable>;
beforeEach(() => {
  table = new LiveTable("abc");
});

test.each([90_000, -90_000])("time is the server's, also where our clock is off by %i ms", (ahead) => {
  vi.spyOn(Date, "now").mockReturnValue(1_000_000_000_000);
  const now = Date.now() + ahead;
  const info = { edition: "classic", status: "lobby", seats: [] };
  FakeSocket.last.tell({ type: "table", table: info, clock: { now, deadline: now + 30_000, awaited: [] } });
  expect(table.serverNow).toBe(now);
  vi.restoreAllMocks();
});

test("a link for a seat is no news in the window that made it", () => {
  const made = { type: "moved", seat: 1, by: 0, used: false, host: false };
  table.seatLink(1);
  FakeSocket.last.tell(made);
  expect(table.moved).toBeNull();
  FakeSocket.last.tell(made); // from another window
  expect(table.moved).toEqual(made);
});

const clock = { now: 0, deadline: null, awaited: [0] };
const view = { players: [], turn: 0, flow: {} };
const did = (number: number, seat: number, action: object, typed?: number[]): object => {
  const past = { number, seat, by: "person", at: 0, action, events: [], ...(typed ? { typed } : {}) };
  return { type: "told", past, view, prices: {}, decider: 0, legal: [], clock };
};

test("around a real box, what was typed of a throw is wanted on after somebody else's action", () => {
  const wanted = { type: "wanted", number: 3, seat: 0, action: { type: "roll" }, chance: [3, 4], throw: ["card"] };
  FakeSocket.last.tell({ ...did(2, 1, { type: "mortgage", square: 39 }), wanted });
  expect(table.wanted).toEqual(wanted);
  FakeSocket.last.tell(did(3, 1, { type: "redeem", square: 39 }));
  expect(table.wanted).toBeNull();
});

test.each<[string, Action, boolean, number[], object, boolean]>([
  ["the same decision", { type: "buy" }, false, [], did(1, 0, { type: "buy" }), false],
  ["another decision", { type: "buy" }, false, [], did(1, 0, { type: "decline" }), true],
  ["the same throw", { type: "roll" }, false, [2, 4], did(1, 0, { type: "roll" }, [2, 4]), false],
  ["another throw", { type: "roll" }, false, [2, 4], did(1, 0, { type: "roll" }, [2, 5]), true],
  ["what goes by itself", { type: "end_turn" }, true, [], did(1, 1, { type: "mortgage", square: 39 }), false],
])("of two screens, the second one is told of %s only if it differs", (_, action, byItself, chance, first, scolded) => {
  table.act(0, action, byItself, chance);
  const id = table.waiting;
  FakeSocket.last.tell(first);
  FakeSocket.last.tell({ type: "wanted", number: 2, seat: 1, action: { type: "roll" }, chance: [], throw: ["die"] });
  expect(table.waiting).toBe(id);
  FakeSocket.last.tell({ type: "refused", code: "stale-number", id, number: 1 });
  expect(table.waiting).toBeNull();
  expect(table.refusal).toEqual(scolded ? { code: "stale-number", detail: "", acted: true } : null);
});

test("the end by the rules is known until something is corrected", () => {
  const over = { type: "over", winner: 1, clause: "" };
  const told = did(1, 0, { type: "end_turn" }) as { past: object };
  FakeSocket.last.tell({ ...told, past: { ...told.past, events: [over] } });
  expect(table.outcome).toEqual(over);
  FakeSocket.last.tell(did(2, 0, { type: "set_right", what: "cash", seat: 0, to: 5 }));
  expect(table.outcome).toBeNull();
});

const boxed = (watchers: number, ...present: boolean[]) => ({
  type: "table",
  table: {
    edition: "classic",
    status: "playing",
    box: true,
    seats: present.map((here) => ({ present: here })),
    watchers,
  },
});

test("around a real box nobody is told to be “you” on the screen of everybody", () => {
  FakeSocket.last.tell(boxed(1, false, false));
  table.yours = [0, 1];
  expect(table.addressed).toEqual([]);
  table.yours = [1]; // a phone
  expect(table.addressed).toEqual([1]);
});

test("a phone notices that no screen of everybody's is there", () => {
  table.yours = [1];
  FakeSocket.last.tell(boxed(1, false, false));
  expect(table.bankIsGone).toBe(false);
  FakeSocket.last.tell(boxed(0, true, true)); // one with the keys of all
  expect(table.bankIsGone).toBe(false);
  FakeSocket.last.tell(boxed(0, false, false));
  expect(table.bankIsGone).toBe(true);
  const { table: info } = boxed(0, false, false);
  FakeSocket.last.tell({ type: "table", table: { ...info, phones: [0, 1] } }); // everybody has a phone
  expect(table.bankIsGone).toBe(false);
  FakeSocket.last.tell(boxed(0, false, false));
  table.yours = [0, 1]; // this screen is one
  expect(table.bankIsGone).toBe(false);
});

test("what somebody said goes with them, and nothing else", () => {
  const said = [0, 1, null, 1].map((seat, number) => ({ number, seat, text: `line ${number}`, at: 0 }));
  for (const line of said) FakeSocket.last.tell({ type: "said", line });
  FakeSocket.last.tell({ type: "unsaid", seats: [1, null] });
  expect(table.chat).toEqual([said[0]]);
});

test("an edition that could not be loaded is asked for again", async () => {
  const asked = vi.fn().mockRejectedValueOnce(new Error("no line"));
  asked.mockResolvedValue({ ok: true, status: 200, json: () => Promise.resolve({ id: "star-wars-1" }) });
  vi.stubGlobal("fetch", asked);
  const info = { type: "table", table: { edition: "star-wars-1", status: "lobby", seats: [] } };
  FakeSocket.last.tell(info);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((done) => setTimeout(done));
  FakeSocket.last.tell(info);
  await vi.waitFor(() => expect(table.edition?.id).toBe("star-wars-1"));
});

test("a line that cannot be sent comes back", () => {
  FakeSocket.last.readyState = 3; // closed
  table.say("Is everybody here?");
  expect(table.ownLines.returned).toEqual({ text: "Is everybody here?", code: "no-connection" });
  expect(table.refusal?.code).toBe("no-connection");
});
