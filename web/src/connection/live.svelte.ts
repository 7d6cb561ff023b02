// A table as this browser knows it: the server's messages in, requests out. Drawing and sentences are elsewhere; so are
// the log (chronicle), legal actions (allowed), the action under way (outbox) and questions about plans (inquiries).

import { Dice, type DiceFault, type Missing } from "../fairness/dice";
import { randomHex } from "../fairness/hashes";
import type { LogLine } from "../game/lines";
import { Stage } from "../game/stage.svelte";
import type {
  Line as ChatLine,
  ClientMessage,
  Clock,
  Notices,
  NoticesTested,
  OrdersShown,
  SeatMoved,
  ServerMessage,
  TableInfo,
  Wanted,
} from "../generated/messages";
import { type Pace, settings } from "../settings.svelte";
import { aroundBox, digestOf, dropKey, keysOf, place, remember, startsNow } from "../storage/keys";
import { persist } from "../storage/local";
import type { Action, Edition, GameEvent, Prices, Seat, Standing, View } from "../types";
import { CoachTalk } from "./advice";
import { Allowed } from "./allowed";
import { api } from "./api";
import { Chronicle } from "./chronicle.svelte";
import { Inquiries } from "./inquiries";
import { Outbox } from "./outbox.svelte";
import { OwnLines } from "./own_lines.svelte";
import { OwnSetting } from "./own_setting.svelte";
import { passOf } from "./pass";
import { Connection, type LineState } from "./socket";

/** `acted`: the refused message was a game action; the decision panel shows the reason. */
export type Refusal = { code: string; detail: string; acted?: boolean };
export type Ending = { how: string; secret: string; hash: string };

const KEY_BYTES = 32;
const TICKET_BYTES = 16;
const LINK_LASTS = 300_000; // milliseconds
const CALM_DOWN = 1000; // milliseconds to wait after a rate-limit refusal

export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  edition = $state.raw<Edition | null>(null);
  yours = $state.raw<Seat[]>([]);
  host = $state(false);
  line = $state<LineState>("connecting");
  /** The current state. The board may lag behind during animations: see `stage.view`. */
  view = $state.raw<View | null>(null);
  decider = $state<Seat | null>(null);
  clock = $state.raw<Clock | null>(null);
  number = $state(0);
  hash = $state("");
  chat = $state.raw<ChatLine[]>([]);
  ending = $state.raw<Ending | null>(null);
  standings = $state.raw<Standing[]>([]);
  secret = $state<string | null>(null);
  rematch = $state<string | null>(null);
  /** The last refusal; the page shows it for a while. */
  refusal = $state.raw<Refusal | null>(null);
  /** The server refuses this client, with a code. */
  shut = $state.raw<Refusal | null>(null);
  /** A key of this browser was replaced while the page was open. */
  renewed = $state(false);
  /** What the server did wrong with the dice, as far as this browser could see it. */
  diceFaults = $state.raw<DiceFault[]>([]);
  /** Around a real box: the outcome that an action still needs, and the steps that can be returned to. */
  wanted = $state.raw<Wanted | null>(null);
  stepsBack = $state.raw<number[]>([]);
  /** In how many of the throws this browser's number is missing. */
  diceMissing = $state.raw<Missing>({ n: 0, of: 0, others: 0 });
  /** A link for somebody's seat was made or used; the page tells it for a while. */
  moved = $state.raw<SeatMoved | null>(null);
  private linked: Seat | null = null; // the seat for which a link was asked for here
  /** The game is about to begin, without a lobby. */
  starting = $state(false);
  /** The last action before our latest own decision; and whether others have played unseen since. */
  decidedAt = $state(0);
  unseen = $state(false);
  readonly stage = new Stage();
  readonly notices = new OwnSetting<Notices>((asked) => this.send(asked));
  noticesTested = $state.raw<NoticesTested>();
  readonly orders = new OwnSetting<OrdersShown>((asked) => this.send(asked));
  readonly ownLines = new OwnLines();

  readonly inquiries = new Inquiries((asked) => this.socket.send(asked));

  readonly coach = new CoachTalk((asked) => this.socket.send(asked));

  private readonly chronicle = new Chronicle();
  private readonly allowed = new Allowed((asked) => this.socket.send(asked));
  private readonly outbox = new Outbox((asked) => this.socket.send(asked));
  private readonly socket: Connection;
  private readonly dice: Dice;
  private inherited: (Seat | null)[] = []; // whose keys are those of an earlier table
  private lag = 0; // offset of the server's clock from ours
  private calming: ReturnType<typeof setTimeout> | undefined;

  /** The log up to the last shown event: the result of a throw must not appear before its animation. */
  readonly shownLog = $derived(this.stage.shownOf(this.chronicle.lines));

  constructor(
    readonly id: string,
    private invite?: string,
  ) {
    this.dice = new Dice(
      id,
      (faults) => (this.diceFaults = faults),
      (missing) => (this.diceMissing = missing),
    );
    this.diceFaults = this.dice.faults;
    this.socket = new Connection(
      () => ({
        type: "hello",
        table: id,
        keys: keysOf(place(id)),
        invite: this.invite ?? place(id)?.invite ?? null,
        seen: this.view ? this.number : null,
        phone: place(id)?.phone ?? null,
      }),
      (told) => this.hear(told),
      (state) => (this.line = state),
    );
  }

  // ------------------------------------------------------------------ looking

  get log(): LogLine[] {
    return this.chronicle.lines;
  }

  /** The id of the action in flight. */
  get waiting(): string | null {
    return this.outbox.waiting;
  }

  get names(): string[] {
    return (this.view?.players ?? this.info?.seats ?? []).map((player) => player.name);
  }

  /** The only seat of this browser: what happens to it is told with "you". */
  get you(): Seat | null {
    return this.yours.length === 1 ? (this.yours[0] ?? null) : null;
  }

  /** The seats that are told "you": around a real box the screen of everybody has none. */
  get addressed(): readonly Seat[] {
    return this.info?.box && this.you === null ? [] : this.yours;
  }

  /** The active seat of this browser: the one that has to decide, or the first. Whoever has a phone decides there. */
  get me(): Seat | null {
    const awaited = this.awaited.filter((seat) => this.yours.includes(seat));
    if (awaited.length) return awaited.find((seat) => !this.hasPhone(seat)) ?? awaited[0] ?? null;
    return this.yours.find((seat) => !this.view?.players[seat]?.bankrupt) ?? this.yours[0] ?? null;
  }

  /** Around a real box: whether a seat's player has a phone, and this is another screen. */
  hasPhone(seat: Seat): boolean {
    return this.yours.length > 1 && this.info?.phones?.includes(seat) === true;
  }

  /** Around a real box: whether this screen is the bank: that of whoever opened the table, or one that is everybody's. */
  get bank(): boolean {
    return this.info?.box === true && (this.host || place(this.id)?.phone === null);
  }

  /** Around a real box, on a phone: whether others have none, and no screen of everybody's (a watcher) is there. */
  get bankIsGone(): boolean {
    const { info, you } = this;
    if (!info?.box || you === null || info.phones?.length === info.seats.length) return false;
    return !info.watchers && !info.seats.some(({ present }) => present);
  }

  get awaited(): Seat[] {
    return this.clock?.awaited ?? [];
  }

  /** Whether one of our seats has to decide. */
  get ourTurn(): boolean {
    return this.awaited.some((seat) => this.yours.includes(seat));
  }

  /** Whether the coach may be asked for our active seat. */
  get coached(): boolean {
    return this.info?.coach === true && this.me !== null && this.view?.phase !== "over";
  }

  /** The server's time, by our clock. */
  get serverNow(): number {
    return Date.now() + this.lag;
  }

  /** Actions that were taken back. */
  get undone(): ReadonlySet<number> {
    return this.chronicle.line.undone;
  }

  /** Where the game was before our last decision, if we may wish to take it back; null if not. */
  get takeBackTo(): number | null {
    const { info } = this;
    const possible = info?.status === "playing" && info.take_back !== "never" && !info.wish && !info.paused;
    return possible ? this.chronicle.line.before(this.playing) : null;
  }

  /** How the game ended by its rules, unless something was corrected since. */
  get outcome(): GameEvent | null {
    const last = this.log.findLast(({ event }) => event.type === "over");
    return last?.number === this.number ? last.event : null;
  }

  /** Whether the last thing that happened was that somebody took something back. */
  get justTakenBack(): boolean {
    const last = this.log.at(-1);
    return last?.number === this.number && ["taken-back", "take_back"].includes(last.event.type);
  }

  private isOurs({ seat }: ChatLine): boolean {
    return seat === null ? this.host : this.yours.includes(seat);
  }

  /** Our seats that are still in the game. */
  private get playing(): Seat[] {
    return this.yours.filter((seat) => !this.view?.players[seat]?.bankrupt);
  }

  legal(seat: Seat | null): Action[] {
    return this.allowed.of(seat);
  }

  // ------------------------------------------------------------------ messages of the server

  private hear(told: ServerMessage): void {
    if ("clock" in told) this.setClock(told.clock);
    switch (told.type) {
      case "welcome":
        this.know(told.table);
        this.yours = told.yours;
        if (told.yours.length) remember({ id: this.id, seats: told.yours });
        // Firefox asks the user: not worth it for a game against bots
        if (told.yours.length && told.table.seats.some((seat, k) => seat.kind === "person" && !told.yours.includes(k)))
          persist();
        this.host = told.host;
        this.ownLines.arrived(
          told.chat.filter((line) => this.isOurs(line) && line.number > (this.chat.at(-1)?.number ?? 0)),
        );
        this.chat = told.chat;
        this.secret = told.secret;
        this.standings = told.standings;
        this.rematch = told.table.rematch;
        told.replies.forEach((reply) => this.chronicle.reply(reply));
        this.chronicle.forgetAfter(told.number);
        if (!this.view) this.chronicle.setup(told.setup);
        this.lookBack(told.number, told.missed[0]?.number);
        told.missed.forEach((past) => this.chronicle.write(past));
        [this.number, this.hash] = [told.number, told.hash];
        if (told.view && told.prices) this.see(told.view, told.prices, told.decider, told.legal);
        this.stage.jump(this.view, this.number);
        this.recall();
        this.wanted = told.wanted ?? null;
        this.stepsBack = told.back ?? [];
        if (!told.table.box) this.sendAll(this.dice.arrive(told));
        this.starting = startsNow(this.id) && told.table.status === "lobby";
        if (this.starting) this.start();
        if (settings.pace && told.yours.length) this.sendAll([{ type: "pace", pace: settings.pace }]);
        this.decidedAt ||= told.number;
        this.sendAgain();
        remember({ id: this.id, signer: told.signer });
        this.inherited = told.inherited;
        this.renew();
        break;
      case "asking":
        this.sendAll(this.dice.answer(told));
        break;
      case "begun":
        if (!this.info?.box) this.dice.begun(told);
        [this.number, this.hash] = [0, told.hash];
        this.chronicle.setup(told.setup);
        this.see(told.view, told.prices, told.decider, told.legal);
        this.stage.jump(this.view, this.number);
        break;
      case "told":
        if (!this.info?.box) this.sendAll(this.dice.told(told.past));
        this.outbox.told(told.past);
        this.wanted = told.wanted ?? null;
        this.stepsBack = told.back ?? [];
        this.chronicle.write(told.past, told.prices);
        [this.number, this.hash] = [told.past.number, told.past.hash];
        this.unseen ||= settings.tempo === "instant" && !this.ourTurn;
        this.stage.play(told.past.events, this.see(told.view, told.prices, told.decider, told.legal), told.past.number);
        if (this.ourTurn) this.stage.skipping = false;
        break;
      case "table":
        this.know(told.table);
        if (!told.table.box) this.sendAll(this.dice.table(told.table));
        break;
      case "wanted":
        this.wanted = told;
        this.outbox.wanted(told);
        break;
      case "done":
        this.outbox.done(told.id);
        break;
      case "refused":
        if (told.code === "too-fast" || told.code === "drawing") this.calmDown();
        else if (told.code === "stale-share" || told.code === "bad-share")
          break; // the draw did not wait for it
        else this.refused(told.code, told.detail ?? "", told.id ?? null, told.number ?? this.number);
        break;
      case "legal":
        if (told.number === this.number) this.allowed.set(told.seat, told.actions);
        break;
      case "planned":
      case "checked":
        this.inquiries.answer(told);
        break;
      case "coached":
        this.coach.answer(told);
        break;
      case "said":
        this.chat = [...this.chat, told.line];
        if (this.isOurs(told.line)) this.ownLines.said(told.line.text);
        break;
      case "ended":
        this.ending = { how: told.how, secret: told.secret, hash: told.hash };
        this.standings = told.standings;
        this.secret = told.secret;
        break;
      case "replied":
        this.chronicle.reply(told);
        break;
      case "rematch":
        this.rematch = told.table;
        break;
      case "keyed":
        dropKey(this.id, told.replaces);
        this.renewed = true;
        this.renew();
        break;
      case "moved":
        if (told.used || told.seat !== this.linked) this.moved = told; // the window that made a link shows it
        this.linked = null;
        if (told.used && this.yours.includes(told.seat)) this.comeAgain(); // the seat is another device's now
        break;
      case "notices":
        this.notices.answer(told);
        break;
      case "notices_tested":
        this.noticesTested = told;
        break;
      case "orders":
        this.orders.answer(told);
        break;
      case "unsaid":
        this.chat = this.chat.filter((line) => !told.seats.includes(line.seat));
        break;
      case "deleted":
        this.shut = { code: "table-deleted", detail: "" };
        this.socket.close();
        break;
    }
  }

  /** Read what a welcome does not have: the earlier log for somebody new, and the first actions of a long absence. */
  private lookBack(number: number, firstMissed = number + 1): void {
    const seen = this.view ? this.number : null;
    if (number === 0 || (seen !== null && firstMissed <= seen + 1)) return;
    void this.chronicle.lookBack(this.id, firstMissed, passOf(this.id, this.invite), seen).then(this.recall);
  }

  private setClock(clock: Clock): void {
    this.clock = clock;
    this.lag = clock.now - Date.now();
  }

  private know(info: TableInfo): void {
    if (this.edition?.id !== info.edition) {
      // what fails is asked for again with the next message about the table
      api.edition(info.edition).then(
        (edition) => (this.edition = edition),
        () => undefined,
      );
    }
    this.info = info;
    remember({ id: this.id, edition: info.edition, ...(this.invite ? { invite: this.invite } : {}) });
  }

  private see(position: Omit<View, "prices">, prices: Prices, decider: Seat | null, legal: Action[]): View {
    const view = { ...position, prices };
    this.view = view;
    this.decider = decider;
    this.allowed.renew(
      decider,
      legal,
      this.yours.filter((seat) => this.awaited.includes(seat)),
    );
    return view;
  }

  private refused(code: string, detail: string, id: string | null, last: number): void {
    this.starting = false;
    const acted = id !== null && id === this.waiting;
    if (acted) {
      if (this.outbox.retry(code, last)) return;
      const moot = this.outbox.isMoot(code);
      this.outbox.clear();
      if (moot) return;
    }
    if (!this.info) this.shut = { code, detail };
    if (id === null) {
      this.ownLines.refused(code);
      this.notices.refused((seat) => ({ type: "ask_notices", seat }));
      this.orders.refused((seat) => ({ type: "ask_orders", seat }));
    }
    this.refusal = { code, detail, acted };
  }

  /** The message was rate limited: retry after a pause. */
  private calmDown(): void {
    this.calming ??= setTimeout(() => {
      this.calming = undefined;
      this.sendAgain();
      this.allowed.again();
    }, CALM_DOWN);
  }

  private sendAgain(): void {
    this.outbox.again(this.number);
    this.inquiries.again();
    this.coach.again();
    this.notices.again();
    this.orders.again();
  }

  // ------------------------------------------------------------------ requests

  send(asked: ClientMessage): void {
    if (!this.socket.send(asked)) this.refusal = { code: "no-connection", detail: "" };
  }

  private sendAll(asked: readonly ClientMessage[]): void {
    for (const message of asked) this.socket.send(message);
  }

  /** Send an action of one of our seats. One that is sent by itself does not count as our decision. */
  act(seat: Seat, action: Action, byItself = false, chance: (number | string)[] = []): void {
    this.refusal = null;
    if (!byItself) [this.decidedAt, this.unseen] = [this.number, false];
    this.outbox.act(seat, action, this.number, chance, byItself);
  }

  /** Take back what was played after an action, agree that it is taken back, or not. All our seats have one wish. */
  takeBack(to: number, agree = true): void {
    const { info, number, me, playing } = this;
    const free = info?.take_back === "free" && !info.wish && this.chronicle.line.isFree(me, to);
    this.refusal = null;
    this.dice.consent(number, agree ? to : null);
    for (const seat of (free || !agree) && me !== null ? [me] : playing)
      this.send({ type: "take_back", seat, number, to, agree });
  }

  /** From now on, request a seat's complete list of legal actions after every change. */
  watch(seat: Seat): () => void {
    return this.allowed.watch(seat);
  }

  /** Wish for a pace, here and at every table to come. */
  pace(pace: Pace): void {
    settings.keep({ pace });
    if (this.yours.length) this.send({ type: "pace", pace });
  }

  private recall = (): void => this.stage.recall(this.log.map(({ event }) => event));

  /** End the animation, and let the others play on to our next decision without pauses. */
  skip(): void {
    this.stage.hurry();
    if (this.ourTurn || !this.yours.length || this.info?.status !== "playing") return;
    this.stage.skipping = this.unseen = true;
    this.send({ type: "skip" });
  }

  /** `typed`: not one of the phrases. */
  say = (text: string, typed = true): void => {
    if (this.socket.send({ type: "say", text, seat: this.me })) {
      this.ownLines.sent(text, typed);
      return;
    }
    this.ownLines.giveBack([{ text, typed }], "no-connection");
    this.refusal = { code: "no-connection", detail: "" };
  };
  agreeToCoach = (seat: Seat, agree: boolean): void => this.send({ type: "agree_to_coach", seat, agree });
  token = (seat: Seat, token: string): void => this.send({ type: "token", seat, token });
  /** Around a real box, who begins and whether all want the coach is settled beforehand. */
  start = (box = aroundBox(this.id)): void => {
    if (box?.coach) for (const seat of this.yours) this.agreeToCoach(seat, true);
    this.send({ type: "start", ...(box ? { first: box.first } : {}) });
  };
  back = (seat: Seat): void => this.send({ type: "back", seat });
  standIn(about: Seat): void {
    if (this.me !== null) this.send({ type: "stand_in", seat: this.me, about });
  }
  leave = (seat: Seat): void => this.send({ type: "leave", seat });
  consent = (agree: boolean, seat: Seat | null = this.me): void => this.send({ type: "consent", agree, seat });
  usePaper = (paper: boolean): void => this.send({ type: "paper", paper });
  pause = (paused: boolean): void => this.send({ type: "pause", paused });
  replace = (seat: Seat, level: string | null = null): void => this.send({ type: "replace", seat, level });
  handBack = (seat: Seat): void => this.send({ type: "hand_back", seat });
  /** The invitation of a private table is void with that: a new one takes its place. */
  remove = (seat: Seat): void => {
    this.send({ type: "remove", seat });
    if (!this.info?.listed) this.newInvite();
  };
  vote(about: Seat, agree: boolean): void {
    if (this.me !== null) this.send({ type: "vote", seat: this.me, about, agree });
  }
  /** For every seat of ours; a host who does not play speaks as the host. */
  settle(how: "end" | "go_on"): void {
    for (const seat of this.yours.length ? this.yours : [null]) this.send({ type: "settle", seat, how });
  }
  /** The new key is stored before the server knows it: whatever happens in between, one of the two is valid. */
  newKey = (seat: Seat | null): void => {
    const key = randomHex(KEY_BYTES);
    remember({ id: this.id, keys: [key] });
    this.send({ type: "new_key", seat, digest: digestOf(key) });
  };
  /** Keys from an earlier table are replaced one after the other. */
  private renew(): void {
    const next = this.inherited.shift();
    if (next !== undefined) this.newKey(next);
  }
  newInvite = (): void => {
    this.invite = randomHex(KEY_BYTES);
    remember({ id: this.id, invite: this.invite });
    this.send({ type: "new_invite", digest: digestOf(this.invite) });
  };
  /**
   * The parts of a link for a seat, which works once, for five minutes. For our own it takes the host's key and our chains of the dice
   * along, and from now on we give nothing to the dice from here.
   */
  seatLink(about: Seat): [ticket: string, host: string, dice: string] {
    const ticket = randomHex(TICKET_BYTES);
    this.linked = about;
    const own = this.yours.includes(about);
    this.send({ type: "seat_link", seat: own ? about : this.host ? null : this.me, about, digest: digestOf(ticket) });
    const host = own ? (place(this.id)?.host ?? "") : "";
    const dice = own ? this.dice.handOver(Date.now() + LINK_LASTS) : "";
    return [ticket, host, dice];
  }
  /** We go on here after all. */
  stay = (): void => this.sendAll(this.dice.stay());
  mute = (seat: Seat, muted: boolean): void => this.send({ type: "mute", seat, muted });
  /** Let anybody see the replay, as far as our seats are asked; or no longer. */
  publish(agree: boolean): void {
    for (const seat of this.yours) this.send({ type: "publish", seat, agree });
  }
  askRematch = (): void => this.send({ type: "rematch" });

  /** Reconnect with the key of another seat, or as the phone of another player. */
  comeAgain = (): void => this.socket.again();

  close(): void {
    this.allowed.close();
    clearTimeout(this.calming);
    this.socket.close();
    this.stage.close();
  }
}
