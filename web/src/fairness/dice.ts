// This browser's contribution to the dice of one table: its hash chains, which link it gave to which draw, and the
// server's violations. It is kept in local storage and compared with the log after the game.

import type { Begun, GiveChain, GiveShare, PastAction, ShareRequest, TableInfo, Welcome } from "../generated/messages";
import { places } from "../storage/keys";
import { load, store, tidy } from "../storage/local";
import { chainOf, draftOf, LENGTH, type Shares } from "./chains";
import { canonical, randomHex } from "./hashes";

/** A chain of ours. `draws`: the draw that each link was given to, in order; `given`: what the last one was given to. */
export type OwnChain = {
  seat: number;
  seed: string;
  end: string;
  draws: number[];
  given: Given | null;
  logged: boolean; // the log has its end
  lost: boolean; // we were left out of a draw: unusable
};

/** The entry that a link was given to: its number, its seat and action, what it follows, and who else was asked. */
type Given = { number: number; action: string; before: string; asked: number[] };

/** A violation by the server, with the codes of the verification. */
export type DiceFault = { number: number; code: string };
/**
 * `opened`: the digest of what was fixed when we gave our links to setting up. `late`: the entries that were drawn without
 * a link of ours because we were asked too late to answer in time.
 */
export type Shelf = { chains: OwnChain[]; faults: DiceFault[]; opened?: string; late?: number[] };

const SHELF = "freehold.dice.";
const SEED_BYTES = 32;
const SPARE = 8; // links left when the next chain is published
const MOST_FAULTS = 20;
const AHEAD = -1; // given in advance, before the action was known
const IN_TIME = 1500; // milliseconds from the server's question to our answer; the server waits for two seconds

export function shelf(id: string): Shelf {
  try {
    const found = JSON.parse(load(SHELF + id) ?? "null") as Shelf | null;
    return found && Array.isArray(found.chains) && Array.isArray(found.faults) ? found : { chains: [], faults: [] };
  } catch {
    return { chains: [], faults: [] };
  }
}

/** Tables that this browser has forgotten need no chains. */
function forgetOthers(id: string): void {
  const known = new Set([id, ...places().map((place) => place.id)]);
  tidy(SHELF, (key) => known.has(key.slice(SHELF.length)));
}

/** The link that was given ahead to the last draw stays unused. Says whether there was one. */
function takeBack(chain: OwnChain): boolean {
  if (chain.given?.number !== AHEAD) return false;
  chain.draws.pop();
  chain.given = null;
  return true;
}

export class Dice {
  private readonly links = new Map<string, string[]>();
  private held: Shelf;
  private info: TableInfo | null = null;
  private yours: readonly number[] = [];
  private draws = 0;
  private seen = { number: 0, hash: "" };
  private heard = false; // an action was told on this same connection: we were there when the next one was fixed
  private offered = new Set<string>(); // ends that were published on this connection
  private lag = 0; // of the server's clock from ours, by the message that was on its way for the shortest time
  private greeted: number | null = null; // when we said hello
  private behind = false; // what we heard last is old: the next draw may be over

  constructor(
    private readonly id: string,
    private readonly wrong: (faults: DiceFault[]) => void = () => undefined,
    private readonly tooLate: (times: number) => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.held = shelf(id);
  }

  get faults(): DiceFault[] {
    return this.held.faults;
  }

  /** How often we were asked too late. */
  get late(): number {
    return this.held.late?.length ?? 0;
  }

  // ------------------------------------------------------------------ hearing

  /** We say hello: the welcome was written after that, however long it takes until we read it. */
  greet(): void {
    this.greeted = this.now();
  }

  /** After a welcome: the messages to send. */
  arrive(
    told: Pick<Welcome, "table" | "yours" | "draws" | "number" | "hash" | "missed" | "clock" | "links">,
  ): (GiveChain | GiveShare)[] {
    this.read();
    this.lag = told.clock.now - (this.greeted ?? this.now());
    this.hear(told.clock.now);
    this.yours = told.yours;
    this.info = told.table;
    this.heard = false;
    this.offered.clear();
    this.draws = told.draws - told.missed.filter((past) => past.shares).length;
    for (const past of told.missed) this.check(past);
    this.draws = told.draws;
    this.seen = { number: told.number, hash: told.hash };
    this.agree(told.links);
    if (told.table.status === "lobby")
      for (const chain of this.inForce().filter(({ draws }) => draws.length > 0)) {
        this.fault(0, "verify-start-again"); // we gave to a start that never came: not twice
        chain.lost = true;
      }
    return this.table(told.table);
  }

  /** After a change of the table: the messages to send. */
  table(info: TableInfo): (GiveChain | GiveShare)[] {
    this.info = info;
    return [...this.publish(), ...this.ahead()];
  }

  begun(begun: Begun): GiveShare[] {
    this.read();
    this.hear(begun.header.at);
    for (const chain of this.inForce()) chain.logged = true;
    this.draws = 0;
    this.compare(0, begun.header.shares ?? {}, true);
    if (this.held.opened && draftOf(begun.header) !== this.held.opened) this.fault(0, "verify-start-other");
    this.draws = 1;
    this.save();
    this.seen = { number: 0, hash: begun.hash };
    this.heard = true;
    return this.ahead();
  }

  told(past: PastAction): (GiveChain | GiveShare)[] {
    this.read();
    this.hear(past.at);
    this.check(past, true);
    this.seen = { number: past.number, hash: past.hash };
    this.heard = true;
    return [...this.publish(), ...this.ahead()];
  }

  /** An action is fixed and will be drawn for: our links, if we are asked. What they are given to is written down first. */
  answer(asking: ShareRequest): GiveShare | null {
    this.read();
    const asked = this.inForce().filter((chain) => asking.asked.includes(chain.seat));
    if (
      asking.draw > 0 &&
      asked.length > 0 &&
      (asking.number !== this.seen.number + 1 || asking.before !== this.seen.hash)
    ) {
      this.fault(asking.number, "verify-asked-again");
      return null;
    }
    if (this.isLate(asking.at ?? 0)) return null;
    if (asking.draw === 0 && asked.length > 0) this.held.opened = asking.before;
    const links: Record<string, string> = {};
    const given = {
      number: asking.number,
      action: canonical([asking.seat, asking.action]),
      before: asking.before,
      asked: asking.asked,
    };
    for (const chain of asked) {
      const link = this.give(chain, asking.draw, given);
      if (link !== null) links[chain.seat] = link;
    }
    this.save();
    return Object.keys(links).length > 0 ? { type: "share", draw: asking.draw, links } : null;
  }

  /** A message of this time by the server's clock has come. */
  private hear(at: number): void {
    const lag = at - this.now();
    this.behind = this.lag - lag > IN_TIME;
    this.lag = Math.max(this.lag, lag);
  }

  /**
   * Would an answer come too late? Then the link stays secret: whoever says that it came too late must not have seen it.
   * A clock that was set costs one answer at most.
   */
  private isLate(at: number): boolean {
    const lag = at - this.now();
    const late = this.lag - lag > IN_TIME;
    this.lag = late ? lag : Math.max(this.lag, lag);
    return late;
  }

  // ------------------------------------------------------------------ chains

  /** Our chains that the server has, one for each seat. */
  private inForce(): OwnChain[] {
    const { info } = this;
    if (!info) return [];
    return this.held.chains.filter(({ seat, end }) => this.yours.includes(seat) && info.seats[seat]?.chain === end);
  }

  /**
   * We cannot know what became of what we gave last, on a connection that was closed: the server says what our next links
   * must hash to. A link that was given ahead and came too late for its draw is given to the next one; the proof after the
   * game finds a server that used it all the same.
   */
  private agree(links: Welcome["links"]): void {
    for (const chain of this.inForce()) {
      const used = this.linksOf(chain).indexOf(links[chain.seat] ?? "");
      if (used < 0 || used > chain.draws.length) chain.lost = true;
      else if (used < chain.draws.length && chain.draws.at(-1)! < this.draws) takeBack(chain);
    }
    this.save();
  }

  /** A seat needs a new chain if the server has none of ours, or if it is lost or nearly used up. */
  private publish(): GiveChain[] {
    if (!this.info || this.info.status === "over") return [];
    const said: GiveChain[] = [];
    for (const seat of this.yours) {
      if (this.info.seats[seat]?.kind !== "person") continue; // it was given up
      const now = this.inForce().find((chain) => chain.seat === seat);
      if (now && !now.lost && now.draws.length < LENGTH - SPARE) continue;
      const unused = this.held.chains.find((chain) => chain.seat === seat && chain.draws.length === 0 && !chain.lost);
      const { end } = unused ?? this.newChain(seat);
      if (this.offered.has(end)) continue;
      this.offered.add(end);
      said.push({ type: "chain", seat, end });
    }
    if (said.length > 0) this.save();
    return said;
  }

  private newChain(seat: number): OwnChain {
    const seed = randomHex(SEED_BYTES);
    const links = chainOf(seed);
    const chain: OwnChain = { seat, seed, end: links[0]!, draws: [], given: null, logged: false, lost: false };
    this.links.set(chain.end, links);
    this.held.chains.push(chain);
    return chain;
  }

  private linksOf({ seed, end }: OwnChain): string[] {
    const links = this.links.get(end) ?? chainOf(seed);
    this.links.set(end, links);
    return links;
  }

  linkOf(chain: OwnChain, k: number): string {
    return this.linksOf(chain)[k + 1]!;
  }

  /** The link for a draw. A used link is repeated only for the same action. */
  private give(chain: OwnChain, draw: number, given: Given): string | null {
    const last = chain.draws.at(-1) ?? -1;
    const same = chain.given?.number === AHEAD || canonical(chain.given) === canonical(given);
    if (draw < last || (draw === last && !same)) {
      this.fault(given.number, "verify-asked-again");
      chain.lost = true; // the game has lost moves: throws that were seen must not come again
      return null;
    }
    if (draw > last) {
      if (chain.draws.length >= LENGTH) return null;
      chain.draws.push(draw);
    }
    chain.given = given;
    return this.linkOf(chain, chain.draws.length - 1);
  }

  /**
   * Where only bots play with us, the links for the next draw are given before it, and nobody waits for them. If it may be
   * over, they stay secret until we are asked.
   */
  private ahead(): GiveShare[] {
    const { info } = this;
    const alone =
      info?.status === "playing" && info.seats.every(({ kind }, seat) => kind === "bot" || this.yours.includes(seat));
    const chains = this.inForce().filter((chain) => chain.logged && !chain.lost);
    if (!alone || this.behind || chains.length === 0 || this.draws === 0) return [];
    const links: Record<string, string> = {};
    for (const chain of chains) {
      const last = chain.draws.at(-1) ?? -1;
      if (last > this.draws || chain.draws.length >= LENGTH || (last === this.draws && chain.given?.number !== AHEAD))
        continue;
      if (last < this.draws) {
        chain.draws.push(this.draws);
        chain.given = { number: AHEAD, action: "", before: "", asked: [] };
      }
      links[chain.seat] = this.linkOf(chain, chain.draws.length - 1);
    }
    this.save();
    return Object.keys(links).length > 0 ? [{ type: "share", draw: this.draws, links }] : [];
  }

  // ------------------------------------------------------------------ checking

  private check(past: PastAction, live = false): void {
    for (const { seat, given } of this.held.chains) {
      if (given && given.number === past.number && this.yours.includes(seat)) {
        if (given.action !== canonical([past.seat, past.action])) this.fault(past.number, "verify-asked-again");
        else if (given.asked.join() !== Object.keys(past.shares ?? {}).join())
          this.fault(past.number, "verify-asked-others");
      }
    }
    if (past.shares) {
      this.compare(past.number, past.shares, live);
      if (past.by === "person" && past.seat !== null && !this.yours.includes(past.seat) && this.gaveAhead())
        this.fault(past.number, "verify-not-a-bot");
      this.draws += 1;
    }
    for (const chain of this.held.chains) if (past.chains?.[chain.seat] === chain.end) chain.logged = true;
    this.save();
  }

  /** Was a link given to this draw because only bots seemed to play with us? */
  private gaveAhead(): boolean {
    return this.held.chains.some(({ draws, given }) => given?.number === AHEAD && draws.at(-1) === this.draws);
  }

  /** Whether the log records our contribution to this draw correctly. */
  private compare(number: number, shares: Shares, live: boolean): void {
    for (const seat of this.yours) {
      const told = shares[seat];
      const ours = this.held.chains.filter((chain) => chain.seat === seat);
      const mine = ours.find((chain) => chain.draws.includes(this.draws));
      if (told === null && !mine) {
        for (const chain of this.inForce()) if (chain.seat === seat) chain.lost = true;
        if (live) this.noteLate(number);
      } else if (mine) {
        const unused = told === undefined && takeBack(mine);
        const unasked = unused && !(this.heard && mine.draws.at(-1) === this.draws - 1); // we may have to sit out
        if (told === null) mine.lost = true;
        if (unused ? !unasked : told !== this.linkOf(mine, mine.draws.indexOf(this.draws)))
          this.fault(number, told ? "verify-share-other" : "verify-left-out");
      } else if (told && ours.some(({ draws }) => draws.length > 0)) this.fault(number, "verify-not-given");
      else if (told === undefined && this.heard)
        for (const { seat: at, logged, lost, draws } of this.inForce())
          if (at === seat && logged && !lost && draws.at(-1) === this.draws - 1) this.fault(number, "verify-left-out");
    }
  }

  private noteLate(number: number): void {
    if (this.held.late?.includes(number)) return;
    this.held.late = [...(this.held.late ?? []), number];
    this.save();
    this.tooLate(this.held.late.length);
  }

  private fault(number: number, code: string): void {
    if (this.held.faults.some((fault) => fault.number === number && fault.code === code)) return;
    this.held.faults = [...this.held.faults, { number, code }].slice(-MOST_FAULTS);
    this.save();
    this.wrong(this.held.faults);
  }

  // ------------------------------------------------------------------ storage

  /** Another window of this browser may have given links meanwhile. */
  private read(): void {
    const stored = shelf(this.id);
    if (stored.chains.length > 0) this.held = stored;
  }

  private save(): void {
    if (load(SHELF + this.id) === null) forgetOthers(this.id);
    store(SHELF + this.id, JSON.stringify(this.held));
  }
}
