// The animated state of the board: dice, walking tokens, cards; then the current state.
// The real state never waits for it: if too many events queue up, the stage jumps to the end.

import { settings } from "../settings.svelte";
import type { Symbol as ForceSide, GameEvent, Seat, View } from "../types";

/** The dice on the board: two and perhaps the Force die, or what a battle is fought with. */
export type Throw = { dice: readonly number[]; force: string | null; rolling: boolean; key: number };
export type ShownCard = { deck: string; card: string; seat: Seat };

/** Money that changes hands on a square: what `seat` pays or gains; `other` is the other player, or the bank. */
export type Flash = { square: number; seat: Seat; other: Seat | null; amount: number; gain: boolean; key: number };

/** A contest of dice: red against blue between two players, or the Force die of a player against a symbol. */
export type Duel = {
  seat: Seat;
  other: Seat | null;
  symbol: ForceSide | null;
  faces: readonly (number | string)[];
  won: boolean | null; // by `seat`; null: a tie
  rolling: boolean;
  key: number;
};

const SQUARES = 40;
const TUMBLE = 650;
const STEP = 130;
const READ = 2600; // ms to read a card of two or three lines
const LOOK = 1500; // ms to see the result of a battle
const BEHIND = 5; // queued actions before the stage jumps
const HASTE = 2; // queued actions before the speed doubles
const PAID = new Set(["rent", "tax", "fine", "salary", "paid", "received", "pot_taken"]);
const GAINED = new Set(["salary", "received", "pot_taken"]);
/** The duration of animations by pace; none at "instant". */
const TEMPO = { slow: 1.3, normal: 1, fast: 0.2, instant: 0 };

/** The card drawn by an event. */
function cardOf(event: GameEvent): ShownCard | null {
  if (event.type !== "card" || !event.deck || !event.card || typeof event.seat !== "number") return null;
  return { deck: event.deck, card: event.card, seat: event.seat };
}

/** The dice thrown by an event. */
function thrown(event: GameEvent): Pick<Throw, "dice" | "force"> | null {
  if (event.type === "roll" && event.dice) return { dice: event.dice, force: event.force ?? null };
  if (event.type === "attack_throw" && event.red && event.blue) return { dice: [event.red, event.blue], force: null };
  if ((event.type === "battle_won" || event.type === "battle_lost") && event.force)
    return { dice: [], force: event.force };
  return null;
}

/** The dice of the last throw among these events. */
function lastThrow(events: readonly GameEvent[]): Pick<Throw, "dice" | "force"> | null {
  const last = events.findLast(thrown);
  return last ? thrown(last) : null;
}

/** The contest that an event decides; `symbol` is the one that was met. */
function duelOf(event: GameEvent, symbol: ForceSide | null, key: number): Duel | null {
  if (typeof event.seat !== "number") return null;
  const sides = { seat: event.seat, other: seatOf(event.other), rolling: false, key };
  if (event.type === "attack_throw") {
    const won = event.red === event.blue ? null : event.red > event.blue;
    return { ...sides, symbol: null, faces: [event.red, event.blue], won };
  }
  if (event.type !== "battle_won" && event.type !== "battle_lost") return null;
  return { ...sides, symbol, faces: [event.force], won: event.type === "battle_won" };
}

const seatOf = (party: unknown): Seat | null => (typeof party === "number" ? party : null);

type Scene = { events: GameEvent[]; view: View; number: number };

export class Stage {
  /** The displayed view. */
  view = $state.raw<View | null>(null);
  /** The displayed square of each token; ahead of `view` while it walks. */
  places = $state.raw<number[]>([]);
  throw = $state.raw<Throw | null>(null);
  card = $state.raw<ShownCard | null>(null);
  flash = $state.raw<Flash | null>(null);
  duel = $state.raw<Duel | null>(null);
  /** The last event shown, for sounds and highlights. */
  event = $state.raw<GameEvent | null>(null);
  busy = $state(false);
  /** Whether nothing is animated until our next decision. */
  skipping = $state(false);
  /** The last action shown completely, and the number of events shown of the next one: the limit for the log. */
  number = $state(0);
  events = $state(0);

  private waiting: Scene[] = [];
  private latest: View | null = null;
  private latestNumber = 0;
  private skip = false;
  private wake: (() => void) | null = null;
  private missed: Pick<Throw, "dice" | "force"> | null = null; // of the last throw in what was dropped
  private throws = 0;
  private flashes = 0;
  private symbol: ForceSide | null = null; // of the battle that is fought

  /** Show a view at once and drop the queue. */
  jump(view: View | null, number: number): void {
    [this.latest, this.latestNumber] = [view, number];
    this.hurry();
    this.card = this.flash = this.duel = null;
    if (view?.dice && this.throw?.dice.join() !== view.dice.join())
      this.lay({ dice: view.dice, force: view.flow.force_face });
    this.catchUp();
  }

  /** Jump to the current state, with the dice of the last throw that was left out. */
  private catchUp(): void {
    this.set(this.latest, this.latestNumber);
    if (this.missed) this.lay(this.missed);
    if (!this.skip || !this.busy) this.missed = null;
  }

  /** Show the dice of the last throw in a log: the view forgets the Force die, and what a battle was fought with. */
  recall(events: readonly GameEvent[]): void {
    const last = lastThrow(events);
    if (last && !this.busy) this.lay(last);
    else if (this.skip) this.missed = last; // shown when the animation has ended
  }

  private lay(dice: Pick<Throw, "dice" | "force">): void {
    this.throw = { ...dice, rolling: false, key: this.throws };
  }

  private set(view: View | null, number: number): void {
    this.view = view;
    [this.number, this.events] = [number, 0];
    this.places = view ? view.players.map((player) => player.square) : [];
  }

  /** Animate events, then show the resulting view. */
  play(events: GameEvent[], view: View, number: number): void {
    [this.latest, this.latestNumber] = [view, number];
    this.waiting.push({ events, view, number });
    if (this.waiting.length > BEHIND) this.jump(view, number);
    else if (!this.busy) void this.run();
  }

  /** The log lines that have been shown. */
  shownOf<Line extends { number: number }>(lines: Line[]): Line[] {
    if ((lines.at(-1)?.number ?? 0) <= this.number) return lines;
    let left = this.events;
    return lines.filter((line) => line.number <= this.number || (line.number === this.number + 1 && left-- > 0));
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.skip = false;
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.card = this.duel = null;
      for (const [k, event] of scene.events.entries()) {
        this.event = event;
        if (event.type === "battle") this.symbol = event.symbol;
        this.events = thrown(event) ? k : k + 1; // dice appear in the log after their animation
        const shown = this.moves && !this.skip ? this.show(event) : this.hint(event);
        if (shown) await shown; // events without animation take no time
        this.events = k + 1;
      }
      if (this.moves) this.card = this.duel = null; // without motion they stay until the next event
      const skipped = this.skip;
      this.skip = false;
      if (skipped) this.catchUp();
      else this.set(scene.view, scene.number);
    }
    this.busy = false;
  }

  private get moves(): boolean {
    return settings.moves && settings.tempo !== "instant" && !this.skipping;
  }

  /** Without motion: show the final state of the event. */
  private hint(event: GameEvent): null {
    const dice = thrown(event);
    if (dice) {
      this.throws++;
      this.lay(dice);
    }
    if (!this.moves) {
      this.card = cardOf(event) ?? this.card;
      this.duel = duelOf(event, this.symbol, this.throws) ?? this.duel;
    }
    return null;
  }

  private show(event: GameEvent): Promise<void> | null {
    const dice = thrown(event);
    if (dice) return this.tumble(dice, event.type === "roll" ? 0 : LOOK, duelOf(event, this.symbol, this.throws + 1));
    if (typeof event.seat !== "number") return null;
    if (event.type === "move" && event.square !== undefined) return this.walk(event.seat, event.square);
    if (event.type === "jailed") {
      this.put(event.seat, 10);
      return this.pause(STEP * 3);
    }
    if (PAID.has(event.type) && "amount" in event && event.amount > 0) {
      const { seat, amount } = event;
      const square = event.type === "salary" ? 0 : (this.places[seat] ?? 0);
      const gain = GAINED.has(event.type);
      this.flash = { square, seat, other: seatOf(event.other), amount, gain, key: ++this.flashes };
      return null; // it fades by itself and holds nothing up
    }
    const card = cardOf(event);
    if (card) {
      this.card = card;
      return this.pause(READ);
    }
    return null;
  }

  private async tumble(dice: Pick<Throw, "dice" | "force">, look: number, duel: Duel | null): Promise<void> {
    const key = ++this.throws;
    this.throw = { ...dice, rolling: true, key };
    if (duel) this.duel = { ...duel, rolling: true };
    await this.pause(TUMBLE);
    this.throw = { ...dice, rolling: false, key };
    if (duel) this.duel = duel;
    if (look > 0 && !this.skip) await this.pause(look);
  }

  private async walk(seat: Seat, to: number): Promise<void> {
    const from = this.places[seat] ?? to;
    const ahead = (to - from + SQUARES) % SQUARES;
    const back = SQUARES - ahead;
    const step = back <= 3 ? -1 : 1;
    const steps = step < 0 ? back : ahead;
    const time = Math.min(STEP, 2000 / Math.max(1, steps));
    for (let k = 0; k < steps && !this.skip; k++) {
      this.put(seat, ((this.places[seat] ?? from) + step + SQUARES) % SQUARES);
      await this.pause(time);
    }
    this.put(seat, to);
  }

  private put(seat: Seat, square: number): void {
    this.places = this.places.map((at, k) => (k === seat ? square : at));
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const time = milliseconds * TEMPO[settings.tempo];
      const timer = setTimeout(resolve, this.waiting.length >= HASTE ? time / 2 : time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Skip the animation. */
  hurry(): void {
    this.missed = lastThrow(this.waiting.flatMap(({ events }) => events)) ?? this.missed;
    this.waiting = [];
    this.skip = true;
    this.wake?.();
  }

  close(): void {
    this.jump(null, this.latestNumber);
  }
}
