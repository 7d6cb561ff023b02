// The WebSocket connection: reconnects automatically and resumes from the last number seen.

import type { Asked, Hello, Tells } from "../generated/messages";

export type LineState = "connecting" | "open" | "lost" | "closed";

const PATIENCE = [250, 500, 1000, 2000, 4000, 8000];

/** The table's id belongs into the address, so that a proxy can route by it; what is no id is refused after hello. */
const placeOf = (table: string): string => (/^[a-z0-9]{1,32}$/.test(table) ? `/${table}` : "");

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly hello: () => Hello,
    private readonly hear: (told: Tells) => void,
    private readonly turn: (state: LineState) => void,
  ) {
    this.open();
    addEventListener("online", this.now);
  }

  private readonly now = (): void => {
    if (!this.closed && this.socket === null) this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    this.turn(this.tries === 0 ? "connecting" : "lost");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/play${placeOf(this.hello().table)}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (frame) => {
      const told = JSON.parse(String(frame.data)) as Tells;
      if (told.type === "welcome") {
        this.tries = 0;
        this.turn("open");
      }
      this.hear(told);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      this.turn("lost");
      const wait = PATIENCE[Math.min(this.tries, PATIENCE.length - 1)] ?? 8000;
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), wait);
    };
  }

  /** Returns whether the message was sent; the caller retries otherwise. */
  send(asked: Asked): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(asked));
    return true;
  }

  /** Send hello again with the present keys, for example that of another seat. */
  again(): void {
    const before = this.socket;
    this.socket = null;
    before?.close();
    this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.now);
    this.socket?.close();
    this.turn("closed");
  }
}
