// A table as this browser knows it: what the server told, and what one may say to it. No drawing, no sentence.

import { SvelteMap } from "svelte/reactivity";
import type { Asked, Clock, Line as ChatLine, Past, TableInfo, Tells } from "../generated/messages";
import { api } from "../net/api";
import { keysOf, place, remember } from "../net/keys";
import { Dice, type DiceFault } from "../net/dice";
import { randomHex } from "../net/random";
import { Line, type LineState } from "../net/socket";
import type { Action, Edition, GameEvent, Seat, Standing, View } from "../types";
import { lines, type LogLine, type Reply } from "../why/lines";
import { Stage } from "./stage.svelte";

/** `acted`: what was refused was an action in the game, which the place of deciding speaks of. */
export type Refusal = { code: string; detail: string; acted?: boolean };
export type Ending = { how: string; secret: string; hash: string; standings: Standing[] };

const LONGEST_LOG = 2000;
// What answers no question, and so means the same when somebody else was a moment earlier: it is said again.
const ASIDE = ["build", "sell", "sell_group", "mortgage", "redeem", "claim"];
const MOST_TRIES = 5;

const LOOK_BACK = 100; // actions
const ASK_AGAIN = 100; // milliseconds: what a seat may do is asked for no more often than this, however fast bots play
const ID_BYTES = 16;
const CALM_DOWN = 1000; // when the server found us too fast

export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  edition = $state.raw<Edition | null>(null);
  yours = $state.raw<Seat[]>([]);
  host = $state(false);
  line = $state<LineState>("connecting");
  /** The table as it stands. What the board shows may lag behind by a moment: see `stage.view`. */
  view = $state.raw<View | null>(null);
  decider = $state<Seat | null>(null);
  clock = $state.raw<Clock | null>(null);
  number = $state(0);
  hash = $state("");
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  ending = $state.raw<Ending | null>(null);
  secret = $state<string | null>(null);
  rematch = $state<string | null>(null);
  /** Why the last wish was refused; the page shows it and lets it go. */
  refusal = $state.raw<Refusal | null>(null);
  /** An action is under way: its id. */
  waiting = $state<string | null>(null);
  /** The server cannot let us in: the code says why. */
  shut = $state.raw<Refusal | null>(null);
  /** What each seat of ours may do, offers included, as far as it was asked for. */
  readonly allowed = new SvelteMap<Seat, Action[]>();
  /** What the server did wrong with the dice, as far as this browser could see it. */
  diceFaults = $state.raw<DiceFault[]>([]);
  readonly stage = new Stage();
  /** The log as far as the stage has shown it: nobody reads where the dice will lead before they lie. */
  readonly told = $derived(this.stage.told(this.log));

  private readonly socket: Line;
  private readonly dice: Dice;
  private lag = 0; // what the server's clock is ahead of ours
  private readonly replies = new Map<number, Reply>(); // by the number of the refusal, which comes after
  private wanted = new Set<Seat>();
  private unasked = new Set<Seat>();
  private askedAt = 0;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private calming: ReturnType<typeof setTimeout> | undefined;
  private sent: { seat: Seat; action: Action; id: string; tries: number } | null = null;

  constructor(
    readonly id: string,
    private readonly invite?: string,
  ) {
    this.dice = new Dice(id, (faults) => (this.diceFaults = faults));
    this.diceFaults = this.dice.faults;
    this.socket = new Line(
      () => ({
        type: "hello",
        table: id,
        keys: keysOf(place(id)),
        invite: this.invite ?? place(id)?.invite ?? null,
        seen: this.view ? this.number : null,
      }),
      (told) => this.hear(told),
      (state) => (this.line = state),
    );
  }

  // ------------------------------------------------------------------ looking

  get names(): string[] {
    return (this.view?.players ?? this.info?.seats ?? []).map((player) => player.name);
  }

  /** The seat of ours that the page serves: the one that is asked, or the first. */
  get me(): Seat | null {
    const awaited = this.awaited.find((seat) => this.yours.includes(seat));
    return awaited ?? this.yours.find((seat) => !this.view?.players[seat]?.bankrupt) ?? this.yours[0] ?? null;
  }

  get awaited(): Seat[] {
    return this.clock?.awaited ?? [];
  }

  /** Is it one of our seats that the game waits for? */
  get ourTurn(): boolean {
    return this.awaited.some((seat) => this.yours.includes(seat));
  }

  /** The server's time, by our clock. */
  get serverNow(): number {
    return Date.now() + this.lag;
  }

  legal(seat: Seat | null): Action[] {
    return seat === null ? [] : (this.allowed.get(seat) ?? []);
  }

  // ------------------------------------------------------------------ hearing

  private hear(told: Tells): void {
    switch (told.type) {
      case "welcome": {
        this.clockIs(told.clock);
        this.know(told.table);
        this.yours = told.yours;
        this.host = told.host;
        this.chat = told.chat;
        this.secret = told.secret;
        this.rematch = told.table.rematch;
        for (const { number, code, parts } of told.replies) this.replies.set(number, { code, parts });
        this.log = this.log.filter((line) => line.number <= told.number); // a server may have lost its last moves
        if (!this.view) this.write(0, "setup", 0, told.setup as GameEvent[]);
        if (!this.view && told.number > 0) void this.lookBack(told.number);
        for (const past of told.missed) this.writePast(past);
        this.number = told.number;
        this.hash = told.hash;
        if (told.view) this.see(told.view as View, told.decider, told.legal as Action[]);
        this.stage.jump(this.view, this.number);
        this.sayAll(this.dice.arrive(told));
        if (this.sent) this.sayAgain();
        break;
      }
      case "asking": {
        const share = this.dice.answer(told);
        if (share) this.sayAll([share]);
        break;
      }
      case "begun":
        this.sayAll(this.dice.begun(told));
        this.clockIs(told.clock);
        this.hash = told.hash;
        this.number = 0;
        this.write(0, "setup", 0, told.setup as GameEvent[]);
        this.see(told.view as View, told.decider, told.legal as Action[]);
        this.stage.jump(this.view, this.number);
        break;
      case "told": {
        this.sayAll(this.dice.told(told.past));
        this.clockIs(told.clock);
        this.writePast(told.past);
        this.number = told.past.number;
        this.hash = told.past.hash;
        this.see(told.view as View, told.decider, told.legal as Action[]);
        this.stage.play(told.past.events as GameEvent[], told.view as View, told.past.number);
        break;
      }
      case "table":
        this.clockIs(told.clock);
        this.know(told.table);
        this.sayAll(this.dice.table(told.table));
        break;
      case "done":
        if (told.id === this.waiting) {
          this.waiting = null;
          this.sent = null;
        }
        break;
      case "refused": {
        if (told.code === "too-fast" || told.code === "drawing") {
          this.calmDown();
          break;
        }
        if (told.code === "stale-share" || told.code === "bad-share") break; // the draw did not wait for it
        const acted = told.id !== null && told.id === this.waiting;
        if (acted) {
          const sent = this.sent;
          if (told.code === "stale-number" && sent && ASIDE.includes(sent.action.type) && sent.tries < MOST_TRIES) {
            sent.tries += 1;
            this.sayAgain(told.number ?? this.number);
            break;
          }
          this.waiting = null;
          this.sent = null;
        }
        if (!this.info) this.shut = { code: told.code, detail: told.detail ?? "" };
        this.refusal = { code: told.code, detail: told.detail ?? "", acted };
        break;
      }
      case "legal":
        if (told.number === this.number) this.allowed.set(told.seat, told.actions as Action[]);
        break;
      case "said":
        this.chat = [...this.chat, told.line];
        break;
      case "ended":
        this.ending = {
          how: told.how,
          secret: told.secret,
          hash: told.hash,
          standings: told.standings as unknown as Standing[],
        };
        this.secret = told.secret;
        break;
      case "replied":
        this.replies.set(told.number, { code: told.code, parts: told.parts });
        break;
      case "rematch":
        this.rematch = told.table;
        break;
    }
  }

  private clockIs(clock: Clock): void {
    this.clock = clock;
    this.lag = clock.now - Date.now();
  }

  private know(info: TableInfo): void {
    if (this.info?.edition !== info.edition) {
      void api.edition(info.edition).then((edition) => (this.edition = edition));
    }
    this.info = info;
    remember({ id: this.id, edition: info.edition, ...(this.invite ? { invite: this.invite } : {}) });
  }

  private see(view: View, decider: Seat | null, legal: Action[]): void {
    this.view = view;
    this.decider = decider;
    this.allowed.clear();
    if (decider !== null) this.allowed.set(decider, legal);
    const ours = this.yours.filter((seat) => seat !== decider && (this.awaited.includes(seat) || this.wanted.has(seat)));
    for (const seat of ours) this.askLegal(seat);
    if (decider !== null && this.wanted.has(decider)) this.askLegal(decider);
  }

  private askLegal(seat: Seat): void {
    this.unasked.add(seat);
    if (this.asking !== undefined) return;
    const wait = this.askedAt + ASK_AGAIN - performance.now();
    if (wait > 0 && this.askedAt > 0) this.asking = setTimeout(() => this.askAll(), wait);
    else this.askAll();
  }

  private askAll(): void {
    this.asking = undefined;
    this.askedAt = performance.now();
    for (const seat of this.unasked) this.socket.send({ type: "legal", seat });
    this.unasked.clear();
  }

  /** The server passed over something that we said, without looking at it: say it again in a moment. */
  private calmDown(): void {
    this.calming ??= setTimeout(() => {
      this.calming = undefined;
      this.sayAgain();
      for (const seat of this.wanted) this.askLegal(seat);
    }, CALM_DOWN);
  }

  private writePast(past: Past): void {
    this.log = [...this.log, ...this.withReply(past)].slice(-LONGEST_LOG);
  }

  private withReply(past: Past): LogLine[] {
    const reply = this.replies.get(past.number);
    return lines(past).map((line) => (reply && line.event.type === "reject" ? { ...line, reply } : line));
  }

  /** Who comes to a game under way reads how it came to this. */
  private async lookBack(number: number): Promise<void> {
    const found = place(this.id);
    const pass = { key: keysOf(found)[0], invite: this.invite ?? found?.invite };
    try {
      const { rows } = await api.past(this.id, Math.max(0, number - LOOK_BACK), LOOK_BACK, pass);
      const early = rows.flatMap(({ past }) => (past && past.number <= number ? this.withReply(past) : []));
      const [setup, later] = [this.log.filter((line) => line.number === 0), this.log.filter((line) => line.number > 0)];
      this.log = [...setup, ...early, ...later];
    } catch {
      // the game goes on without its past
    }
  }

  private write(number: number, by: string, at: number, events: GameEvent[]): void {
    this.log = [...this.log, ...lines({ number, by, at, events })].slice(-LONGEST_LOG);
  }

  // ------------------------------------------------------------------ saying

  private send(asked: Asked): void {
    if (!this.socket.send(asked)) this.refusal = { code: "no-connection", detail: "" };
  }

  /** Do an action for a seat of ours. The same id is sent again after a lost line: it has one effect. */
  act(seat: Seat, action: Action): void {
    const id = randomHex(ID_BYTES); // randomUUID is missing where a page is not opened by https
    const { max: _, ...plain } = action;
    if (plain.type !== "bid") delete plain.amount; // that is for the eye
    this.sent = { seat, action: plain, id, tries: 0 };
    this.waiting = id;
    this.refusal = null;
    this.socket.send({ type: "act", seat, number: this.number + 1, id, action: plain });
  }

  private sayAll(asked: readonly Asked[]): void {
    for (const message of asked) this.socket.send(message);
  }

  private sayAgain(last = this.number): void {
    if (!this.sent) return;
    const { seat, action, id } = this.sent;
    this.socket.send({ type: "act", seat, number: last + 1, id, action });
  }

  /** From now on, ask for all that a seat may do, offers included, whenever something has changed. */
  watch(seat: Seat): () => void {
    this.wanted.add(seat);
    this.askLegal(seat);
    return () => this.wanted.delete(seat);
  }

  say = (text: string, seat: Seat | null = this.me): void => this.send({ type: "say", text, seat });
  token = (seat: Seat, token: string): void => this.send({ type: "token", seat, token });
  start = (): void => this.send({ type: "start" });
  back = (seat: Seat): void => this.send({ type: "back", seat });
  leave = (seat: Seat): void => this.send({ type: "leave", seat });
  consent = (agree: boolean, seat: Seat | null = this.me): void => this.send({ type: "consent", agree, seat });
  pause = (paused: boolean): void => this.send({ type: "pause", paused });
  replace = (seat: Seat, level: TableInfo["level"] | null = null): void => this.send({ type: "replace", seat, level });
  handBack = (seat: Seat): void => this.send({ type: "hand_back", seat });
  mute = (seat: Seat, muted: boolean): void => this.send({ type: "mute", seat, muted });
  askRematch = (): void => this.send({ type: "rematch" });

  /** Come in again, after this browser was given the key of another seat. */
  comeAgain = (): void => this.socket.again();

  close(): void {
    clearTimeout(this.asking);
    clearTimeout(this.calming);
    this.socket.close();
    this.stage.close();
  }
}
