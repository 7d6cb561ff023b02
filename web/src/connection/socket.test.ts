// The connection when it dies, and how long it waits before it tries again.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type LineState } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (frame: { data: string }) => void;
  onclose?: () => void;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
  }
  close(): void {
    this.readyState = 2; // a dead connection never says that it is closed
  }
  tell(type: string): void {
    this.onmessage?.({ data: JSON.stringify({ type }) });
  }
  welcome(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
    this.tell("welcome");
  }
}

let states: LineState[];
const open = (): Connection =>
  new Connection(
    () => ({ type: "hello", table: "t" }),
    () => undefined,
    (state) => states.push(state),
  );

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  FakeSocket.all = [];
  states = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, page[name].bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a connection", () => {
  it("asks whether the server is there when a message stays without an answer, and then connects again", () => {
    const line = open();
    const [first] = FakeSocket.all as [FakeSocket];
    first.welcome();
    line.send({ type: "start" });
    vi.advanceTimersByTime(5000);
    expect(first.sent).toEqual(["hello", "start", "ping"]);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(5000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(states.at(-1)).toBe("lost");
    FakeSocket.all[1]!.welcome();
    expect(states.at(-1)).toBe("open");
  });

  it("is kept when the server says anything at all", () => {
    const line = open();
    const [first] = FakeSocket.all as [FakeSocket];
    first.welcome();
    line.send({ type: "start" });
    vi.advanceTimersByTime(5000);
    first.tell("pong");
    vi.advanceTimersByTime(60_000);
    expect(first.sent).toEqual(["hello", "start", "ping"]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("that does not come about is given up", () => {
    open();
    vi.advanceTimersByTime(15_000);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(375); // the longest first wait
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("hears nothing more from the one before", () => {
    const line = open();
    const [first] = FakeSocket.all as [FakeSocket];
    first.welcome();
    line.again();
    states = [];
    first.tell("welcome");
    expect(states).toEqual([]);
  });

  it.each([
    [0, 125],
    [0.999999, 375],
  ])("is tried again after a random time", (chance, wait) => {
    vi.spyOn(Math, "random").mockReturnValue(chance);
    open();
    const [first] = FakeSocket.all as [FakeSocket];
    first.welcome();
    first.onclose?.();
    vi.advanceTimersByTime(wait - 2);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(2);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it("is left alone by a window that is hidden, and by a line that was closed", () => {
    const line = open();
    const [first] = FakeSocket.all as [FakeSocket];
    first.welcome();
    Object.assign(document, { visibilityState: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    line.close();
    first.onclose?.();
    Object.assign(document, { visibilityState: "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(first.sent).toEqual(["hello"]);
    expect(FakeSocket.all).toHaveLength(1);
  });
});
