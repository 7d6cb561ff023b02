// What the board shows while things move: dice tumble, tokens walk, a card is read; then the table as it stands.
// The truth never waits for it: when more happens than can be shown in time, the stage jumps to the end.

import { settings } from "../settings.svelte";
import type { GameEvent, Seat, View } from "../types";

/** The dice on the board: two and perhaps the Force die, or what a battle is fought with. */
export type Throw = { dice: readonly number[]; force: string | null; rolling: boolean; key: number };
export type ShownCard = { deck: string; card: string; seat: Seat };

const SQUARES = 40;
const TUMBLE = 650;
const STEP = 130;
const READ = 2600; // a card has two or three lines
const LOOK = 900; // who won the battle?
const BEHIND = 5; // so many actions may wait before the stage jumps
const HASTE = 2; // so many, before things move twice as fast

/** What card an event has turned up. */
function cardOf(event: GameEvent): ShownCard | null {
  if (event.type !== "card" || !event.deck || !event.card || typeof event.seat !== "number") return null;
  return { deck: event.deck, card: event.card, seat: event.seat };
}

/** What dice an event has thrown. */
function thrown(event: GameEvent): Pick<Throw, "dice" | "force"> | null {
  if (event.type === "roll" && event.dice) return { dice: event.dice, force: event.force ?? null };
  if (event.type === "attack_throw" && event.red && event.blue) return { dice: [event.red, event.blue], force: null };
  if ((event.type === "battle_won" || event.type === "battle_lost") && event.force)
    return { dice: [], force: event.force };
  return null;
}

type Scene = { events: GameEvent[]; view: View; number: number };

export class Stage {
  /** The table as it is shown. */
  view = $state.raw<View | null>(null);
  /** Where each token stands at this moment: ahead of `view` while it walks. */
  places = $state.raw<number[]>([]);
  throw = $state.raw<Throw | null>(null);
  card = $state.raw<ShownCard | null>(null);
  /** The last thing that was shown happening, for sounds and for the eye. */
  event = $state.raw<GameEvent | null>(null);
  busy = $state(false);
  /** The last action that was shown to its end, and how many events of the next one: so far the log may tell. */
  number = $state(0);
  events = $state(0);

  private waiting: Scene[] = [];
  private latest: View | null = null;
  private latestNumber = 0;
  private skip = false;
  private wake: (() => void) | null = null;
  private throws = 0;

  /** Show this and nothing else. */
  jump(view: View | null, number: number): void {
    [this.latest, this.latestNumber] = [view, number];
    this.hurry();
    this.card = null;
    this.catchUp();
  }

  /** Show how it stands, whatever was not shown. */
  private catchUp(): void {
    const view = this.latest;
    this.set(view, this.latestNumber);
    if (view?.dice && this.throw?.dice.join() !== view.dice.join())
      this.throw = { dice: view.dice, force: view.flow.force_face, rolling: false, key: this.throws };
  }

  private set(view: View | null, number: number): void {
    this.view = view;
    [this.number, this.events] = [number, 0];
    this.places = view ? view.players.map((player) => player.square) : [];
  }

  /** Show what happened, then the table as it is now. */
  play(events: GameEvent[], view: View, number: number): void {
    [this.latest, this.latestNumber] = [view, number];
    this.waiting.push({ events, view, number });
    if (this.waiting.length > BEHIND) this.jump(view, number);
    else if (!this.busy) void this.run();
  }

  /** Of these lines of the log, what was shown. */
  told<Told extends { number: number }>(lines: Told[]): Told[] {
    if ((lines.at(-1)?.number ?? 0) <= this.number) return lines;
    let left = this.events;
    return lines.filter((line) => line.number <= this.number || (line.number === this.number + 1 && left-- > 0));
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.skip = false;
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.card = null;
      for (const [k, event] of scene.events.entries()) {
        this.event = event;
        this.events = thrown(event) ? k : k + 1; // dice are read when they lie
        const shown = settings.moves && !this.skip ? this.show(event) : this.hint(event);
        if (shown) await shown; // what moves nothing takes no time: whoever decides is not interrupted by it
        this.events = k + 1;
      }
      if (settings.moves) this.card = null; // where nothing moves it lies there until something else happens
      if (this.skip) this.catchUp();
      else this.set(scene.view, scene.number);
      this.skip = false;
    }
    this.busy = false;
  }

  /** Without motion: what is left to see at once. */
  private hint(event: GameEvent): null {
    const dice = thrown(event);
    if (dice) this.throw = { ...dice, rolling: false, key: ++this.throws };
    if (!settings.moves) this.card = cardOf(event) ?? this.card;
    return null;
  }

  private show(event: GameEvent): Promise<void> | null {
    const dice = thrown(event);
    if (dice) return this.tumble(dice, event.type === "roll" ? 0 : LOOK);
    if (typeof event.seat !== "number") return null;
    if (event.type === "move" && event.square !== undefined) return this.walk(event.seat, event.square);
    if (event.type === "jailed") {
      this.put(event.seat, 10);
      return this.pause(STEP * 3);
    }
    const card = cardOf(event);
    if (card) {
      this.card = card;
      return this.pause(READ);
    }
    return null;
  }

  private async tumble(dice: Pick<Throw, "dice" | "force">, look: number): Promise<void> {
    const key = ++this.throws;
    this.throw = { ...dice, rolling: true, key };
    await this.pause(TUMBLE);
    this.throw = { ...dice, rolling: false, key };
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
      const timer = setTimeout(resolve, this.waiting.length >= HASTE ? milliseconds / 2 : milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Enough seen: show how it stands. */
  hurry(): void {
    this.waiting = [];
    this.skip = true;
    this.wake?.();
  }

  close(): void {
    this.jump(null, this.latestNumber);
  }
}
