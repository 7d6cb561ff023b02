// What a table makes of the server's messages: whose clock counts, and what is taken out of the chat.

import { beforeEach, expect, test, vi } from "vitest";

class FakeSocket {
  static last: FakeSocket;
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

test("what somebody said goes with them, and nothing else", () => {
  const said = [0, 1, null, 1].map((seat, number) => ({ number, seat, text: `line ${number}`, at: 0 }));
  for (const line of said) FakeSocket.last.tell({ type: "said", line });
  FakeSocket.last.tell({ type: "unsaid", seats: [1, null] });
  expect(table.chat).toEqual([said[0]]);
});
