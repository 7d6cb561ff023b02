// The WebSocket connection: reconnects automatically and resumes from the last number seen.

import type { ClientMessage, Hello, ServerMessage } from "../generated/messages";

export type LineState = "connecting" | "open" | "lost" | "closed";

const PATIENCE = [250, 500, 1000, 2000, 4000, 8000]; // milliseconds before each try
const ANSWER = 5000; // milliseconds of silence after a message before the server is asked whether it is there
const OPENING = 15_000; // milliseconds for a new connection to say something

/** The table's id belongs into the address, so that a proxy can route by it; what is no id is refused after hello. */
const placeOf = (table: string): string => (/^[a-z0-9]{1,32}$/.test(table) ? `/${table}` : "");

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined; // until the next try
  private silence: ReturnType<typeof setTimeout> | undefined; // until something must have been heard
  private closed = false;

  constructor(
    private readonly hello: () => Hello,
    private readonly hear: (told: ServerMessage) => void,
    private readonly turn: (state: LineState) => void,
  ) {
    this.open();
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** The device may have slept or changed its network, of which a connection says nothing. */
  private readonly wake = (event: Event): void => {
    if (event.type === "visibilitychange" && document.visibilityState === "hidden") return;
    if (this.socket === null) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.probe();
  };

  /** Ask the server whether it is there. Without an answer the connection is dead, and a new one is opened. */
  private readonly probe = (): void => {
    this.socket?.send(JSON.stringify({ type: "ping" } satisfies ClientMessage));
    this.expect(ANSWER, () => {
      this.tries ||= 1;
      this.again();
    });
  };

  /** Do this if nothing is heard for so many milliseconds. */
  private expect(wait: number, otherwise: () => void): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(otherwise, wait);
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private open(): void {
    clearTimeout(this.timer);
    this.turn(this.tries === 0 ? "connecting" : "lost");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/play${placeOf(this.hello().table)}`);
    this.socket = socket;
    this.expect(OPENING, () => this.lose(socket));
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (frame) => {
      if (this.socket !== socket) return;
      this.heard();
      const told = JSON.parse(String(frame.data)) as ServerMessage;
      if (told.type === "welcome") {
        this.tries = 0;
        this.turn("open");
      }
      this.hear(told);
    };
    socket.onclose = () => this.lose(socket);
  }

  /** Try again later; each browser after a time of its own, so that a server that comes back is not stormed. */
  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.heard();
    socket.close();
    if (this.closed) return;
    this.turn("lost");
    const wait = PATIENCE[Math.min(this.tries, PATIENCE.length - 1)] ?? 8000;
    this.tries += 1;
    this.timer = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }

  /** Returns whether the message was sent; the caller retries otherwise. */
  send(asked: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(asked));
    if (this.silence === undefined) this.expect(ANSWER, this.probe);
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
    this.heard();
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.turn("closed");
  }
}
