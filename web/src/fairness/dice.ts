// This browser's contribution to the dice of one table: its hash chains, which link it gave to which draw, and the
// server's violations. It is kept in local storage and compared with the log after the game.

import { PlayedLine, takesBack, targetOf } from "../game/taken_back";
import type { Begun, GiveChain, GiveShare, PastAction, ShareRequest, TableInfo, Welcome } from "../generated/messages";
import { places } from "../storage/keys";
import { load, store, tidy } from "../storage/local";
import { chainOf, draftOf, LENGTH, type Shares } from "./chains";
import { canonical, randomHex } from "./hashes";

/**
 * A chain of ours. `since`: the first draw that it counts for, once the log has it; `from`: the next draw when it was
 * published. `draws`: those that a link was given to; `given`: what the last one was given to.
 */
export type OwnChain = {
  seat: number;
  seed: string;
  end: string;
  from: number;
  since: number | null;
  draws: number[];
  given: Given | null;
  lost: boolean; // the game went back behind a draw that we gave to: unusable
};

/** The entry that a link was given to, its seat and action, what it follows, who else was asked and had given before. */
type Given = { number: number; action: string; before: string; asked: number[]; shares: Shares };

/** A violation by the server, with the codes of the verification. */
export type DiceFault = { number: number; code: string };
/**
 * `opened`: the digest of what was fixed when we gave our links to setting up. `lapses`: the draws in which a seat did not
 * answer. `first`: the first draw that we could have a part in; `present`: those in which we had one. `modern`: the log is
 * of format 3. `agreed`: what we agree to take back, after which action. `protest`: our number
 * was used for another action than the one it was asked for, and the next draw gets none: the log says so.
 */
export type Shelf = {
  chains: OwnChain[];
  faults: DiceFault[];
  opened?: string;
  lapses?: Record<string, number[]>;
  first?: number;
  present?: number[];
  modern?: boolean;
  agreed?: { number: number; to: number } | null;
  protest?: boolean;
  /** Another device may go on with our chains: none of them is given from here any more. Until when its link is valid. */
  moved?: number | null;
};

export const SHELF = "freehold.dice.";
const SEED_BYTES = 32;
const SPARE = 8; // links left when the next chain is published
const MOST_FAULTS = 20;

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

/** Numbers that mostly follow each other, as ranges: 0-37.39 */
const ranges = (numbers: readonly number[]): string => {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(".");
};

const numbers = (text: string): number[] =>
  text.split(".").flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split("-").map(Number);
    return part === "" ? [] : Array.from({ length: to - from + 1 }, (_, k) => from + k);
  });

type Packed = {
  c: [number, string, number, number, string][];
  f: DiceFault[];
  l: [string, string][];
  o?: string;
  n?: number;
  p: string;
};

/** The chains in force and what we remember, small enough for a link. */
function packed({ faults, lapses, opened, first, present }: Shelf, chains: readonly OwnChain[]): string {
  const text = JSON.stringify({
    c: chains.map(({ seat, seed, from, since, draws }) => [seat, seed, from, since ?? -1, ranges(draws)]),
    f: faults,
    l: Object.entries(lapses ?? {}).map(([seat, draws]) => [seat, ranges(draws)]),
    p: ranges(present ?? []),
    ...(opened ? { o: opened } : {}),
    ...(first === undefined ? {} : { n: first }),
  } satisfies Packed);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Go on with the chains of another device, which has handed them over. */
export function takeOver(id: string, text: string): void {
  const { c, f, l, o, n, p } = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))) as Packed;
  const chains = c.map(([seat, seed, from, since, draws]): OwnChain => {
    const counts = since < 0 ? null : since;
    return { seat, seed, end: chainOf(seed)[0]!, from, since: counts, draws: numbers(draws), given: null, lost: false };
  });
  const lapses = Object.fromEntries(l.map(([seat, draws]) => [seat, numbers(draws)]));
  const held: Shelf = { chains, faults: f, lapses, present: numbers(p), modern: true };
  if (o) held.opened = o;
  if (n !== undefined) held.first = n;
  store(SHELF + id, JSON.stringify(held));
}

/** In how many of the throws our number is missing, and in how many that of another player who had been asked. */
export type Missing = { n: number; of: number; others: number };

export class Dice {
  private readonly links = new Map<string, string[]>();
  private held: Shelf;
  private info: TableInfo | null = null;
  private yours: readonly number[] = [];
  private draws = 0;
  private seen = { number: 0, hash: "" };
  private line = new PlayedLine();
  private offered = new Set<string>(); // ends that were published on this connection

  constructor(
    private readonly id: string,
    private readonly wrong: (faults: DiceFault[]) => void = () => undefined,
    private readonly count: (missing: Missing) => void = () => undefined,
  ) {
    this.held = shelf(id);
  }

  get faults(): DiceFault[] {
    return this.held.faults;
  }

  /** In how many of the draws since we have a seat our number is missing. */
  get missing(): Missing {
    const of = this.draws - (this.held.first ?? this.draws);
    const others = Object.entries(this.held.lapses ?? {}).filter(([seat]) => !this.yours.includes(Number(seat)));
    const silent = new Set(others.flatMap(([, draws]) => draws));
    return { n: Math.max(0, of - (this.held.present?.length ?? 0)), of, others: silent.size };
  }

  // ------------------------------------------------------------------ hearing

  /** After a welcome: the messages to send. */
  arrive(
    told: Pick<Welcome, "table" | "yours" | "draws" | "number" | "hash" | "missed" | "since">,
  ): (GiveChain | GiveShare)[] {
    this.read();
    this.yours = told.yours;
    this.info = told.table;
    this.offered.clear();
    this.draws = told.draws - told.missed.filter((past) => past.shares).length;
    this.line = new PlayedLine((told.missed[0]?.number ?? told.number + 1) - 1);
    for (const past of told.missed) this.check(past);
    this.draws = told.draws;
    this.seen = { number: told.number, hash: told.hash };
    if (told.table.status === "lobby")
      for (const chain of this.inForce().filter(({ draws }) => draws.length > 0)) {
        this.fault(0, "verify-start-again"); // we gave to a start that never came: not twice
        chain.lost = true;
      }
    else {
      this.agree(told.since);
      if (this.yours.some((seat) => this.isOurs(seat)))
        this.held.first ??= this.held.chains.some(({ from }) => from === 0) ? 0 : told.draws;
    }
    this.tellMissing();
    return this.table(told.table);
  }

  /** After a change of the table: the messages to send. */
  table(info: TableInfo): GiveChain[] {
    this.info = info;
    return this.publish();
  }

  begun(begun: Begun): void {
    this.read();
    const { header } = begun;
    this.held.modern = header.format === 3;
    if (!this.held.modern) this.fault(0, "verify-format");
    const shown = this.info?.seats ?? [];
    if (header.seats.some(({ kind }, seat) => kind === "person" && shown[seat]?.kind === "bot"))
      this.fault(0, "verify-not-a-bot");
    for (const chain of this.inForce()) if (header.seats[chain.seat]?.chain === chain.end) chain.since = 0;
    this.line = new PlayedLine();
    this.draws = 0;
    this.compare(0, header.shares ?? {});
    if (this.held.opened && draftOf(header) !== this.held.opened) this.fault(0, "verify-start-other");
    this.draws = 1;
    this.save();
    this.seen = { number: 0, hash: begun.hash };
    this.tellMissing();
  }

  told(past: PastAction): GiveChain[] {
    this.read();
    const { n, others } = this.missing;
    this.check(past, true);
    this.seen = { number: past.number, hash: past.hash };
    if (this.missing.n > n || this.missing.others > others) this.tellMissing();
    return this.publish();
  }

  /**
   * An action is fixed and will be drawn for: our links, if we are asked. What they are given to is written down first. Or
   * new chains, if we cannot give any.
   */
  answer(asking: ShareRequest): (GiveChain | GiveShare)[] {
    this.read();
    const asked = this.inForce().filter((chain) => asking.turn.includes(chain.seat) && !chain.lost);
    if (asked.length === 0 || this.isMoving()) return [];
    const follows = asking.number === this.seen.number + 1 && asking.before === this.seen.hash;
    if (asking.draw !== this.draws || (asking.draw > 0 && !follows)) {
      this.fault(asking.number, "verify-asked-again");
      for (const chain of asked) chain.lost = true; // the game has lost moves: throws that were seen must not come again
      return this.publish();
    }
    if (takesBack(asking) && !this.agreedTo(asking)) {
      this.fault(asking.number, "verify-not-agreed");
      return [];
    }
    if (this.isBeforeItsTurn(asking)) {
      this.fault(asking.number, "verify-asked-first");
      return [];
    }
    if (asking.draw === 0) {
      this.held.opened = asking.before;
      for (const chain of asked) chain.since = 0;
    }
    if (this.held.protest) {
      this.held.protest = false;
      this.save();
      return [];
    }
    const links: Record<string, string> = {};
    const given = {
      number: asking.number,
      action: canonical([asking.seat, asking.action]),
      before: asking.before,
      asked: asking.asked,
      shares: asking.shares,
    };
    for (const chain of asked) {
      const link = this.give(chain, asking.draw, given);
      if (link !== null) links[chain.seat] = link;
    }
    this.save();
    return Object.keys(links).length > 0 ? [{ type: "share", draw: asking.draw, links }] : this.publish();
  }

  /** We agree to take back what was played after an action, or no longer. `number`: of the last action. */
  consent(number: number, to: number | null): void {
    this.read();
    this.held.agreed = to === null ? null : { number, to };
    this.save();
  }

  private agreedTo({ number, action }: ShareRequest): boolean {
    const { agreed } = this.held;
    return agreed?.number === number - 1 && agreed.to === targetOf(action);
  }

  /** Is somebody asked after us who failed to answer more often? They have to reveal first: they could choose. */
  private isBeforeItsTurn({ asked, turn, shares }: ShareRequest): boolean {
    const lapses = (seat: number): number => this.held.lapses?.[seat]?.length ?? 0;
    const ours = turn.filter((seat) => this.yours.includes(seat)).map(lapses);
    const least = Math.max(this.missing.n, Math.min(...ours)); // we may not know of all our own
    return asked.some((seat) => !this.yours.includes(seat) && !(seat in shares) && lapses(seat) > least);
  }

  // ------------------------------------------------------------------ chains

  /** Our chains that the server has, one for each seat. */
  private inForce(): OwnChain[] {
    const { info } = this;
    if (!info) return [];
    return this.held.chains.filter(({ seat, end }) => this.yours.includes(seat) && info.seats[seat]?.chain === end);
  }

  /**
   * The server says from which draw on our chains count, if the log has them. We may not have heard of it; it cannot be
   * before we published them, for then it would learn links of later draws. In games of format 2 it does not say it, and
   * we commit anew.
   */
  private agree(since: Welcome["since"]): void {
    for (const chain of this.inForce()) {
      const told = since[chain.seat];
      if (told !== undefined && told >= chain.from) chain.since ??= told;
      if (told !== chain.since && (told !== undefined || chain.since !== null)) chain.lost = true;
      if (told !== undefined) this.held.modern = true;
    }
    this.save();
  }

  /** A seat needs a new chain if the server has none of ours, or if it is lost or nearly used up. */
  private publish(): GiveChain[] {
    if (!this.info || this.info.status === "over" || this.isMoving()) return [];
    const said: GiveChain[] = [];
    for (const seat of this.yours) {
      if (this.info.seats[seat]?.kind !== "person") continue; // it was given up
      const now = this.inForce().find((chain) => chain.seat === seat);
      const used = now ? this.draws - (now.since ?? this.draws) : 0;
      if (now && !now.lost && used < LENGTH - SPARE) continue;
      const unused = this.held.chains.find(({ seat: of, since, lost }) => of === seat && since === null && !lost);
      const chain = unused ?? this.newChain(seat);
      if (this.offered.has(chain.end)) continue;
      this.offered.add(chain.end);
      chain.from = this.draws;
      said.push({ type: "chain", seat, end: chain.end });
    }
    if (said.length > 0) this.save();
    return said;
  }

  private newChain(seat: number): OwnChain {
    const seed = randomHex(SEED_BYTES);
    const links = chainOf(seed);
    const end = links[0]!;
    const chain: OwnChain = { seat, seed, end, from: this.draws, since: null, draws: [], given: null, lost: false };
    this.links.set(end, links);
    this.held.chains.push(chain);
    return chain;
  }

  private linksOf({ seed, end }: OwnChain): string[] {
    const links = this.links.get(end) ?? chainOf(seed);
    this.links.set(end, links);
    return links;
  }

  /** The link of a chain for a draw. */
  private linkFor(chain: OwnChain, draw: number): string | undefined {
    return chain.since === null || draw < chain.since ? undefined : this.linksOf(chain)[draw - chain.since + 1];
  }

  /** The link for a draw. A used link is repeated only for the same action. */
  private give(chain: OwnChain, draw: number, given: Given): string | null {
    const last = chain.draws.at(-1) ?? -1;
    if (draw === last && chain.given === null) return null; // another device gave to it: we do not know to what
    if (draw < last || (draw === last && canonical(chain.given) !== canonical(given))) {
      this.fault(given.number, "verify-asked-again");
      chain.lost = true;
      return null;
    }
    const link = this.linkFor(chain, draw);
    if (link === undefined) return null;
    if (draw > last) chain.draws.push(draw);
    chain.given = given;
    return link;
  }

  // ------------------------------------------------------------------ another device

  /** What another device needs to go on with our chains, as text. From now on, this one gives nothing from them. */
  handOver(until: number): string {
    this.read();
    this.held.moved = until;
    this.save();
    return packed(this.held, this.inForce());
  }

  /** We go on here after all. The other device may know our chains: we commit anew. */
  stay(): GiveChain[] {
    this.read();
    this.held.moved = null;
    for (const chain of this.held.chains) chain.lost = true;
    this.save();
    return this.publish();
  }

  /** Whether another device may go on. Once its link is void and we still have the seat, we go on here. */
  private isMoving(): boolean {
    if (this.held.moved && Date.now() > this.held.moved) {
      this.held.moved = null;
      for (const chain of this.held.chains) chain.lost = true;
      this.save();
    }
    return Boolean(this.held.moved);
  }

  // ------------------------------------------------------------------ checking

  private check(past: PastAction, live = false): void {
    for (const { seat, given } of this.held.chains) {
      if (given && given.number === past.number && this.yours.includes(seat)) {
        const shares = past.shares ?? {};
        const before = Object.entries(given.shares).some(([first, link]) => shares[first] !== link);
        if (given.action !== canonical([past.seat, past.action])) {
          this.held.protest = true;
          this.fault(past.number, "verify-asked-again");
        } else if (given.asked.join() !== Object.keys(shares).join() || before)
          this.fault(past.number, "verify-asked-others");
      }
    }
    if (live) this.checkBots(past);
    if (
      takesBack(past) &&
      (targetOf(past.action) ?? 0) >= this.line.base &&
      !this.line.allows(this.info?.take_back, past)
    )
      this.fault(past.number, "verify-take-back");
    this.line.follow(past);
    if (past.shares) {
      this.compare(past.number, past.shares);
      this.draws += 1;
    }
    for (const chain of this.held.chains) if (past.chains?.[chain.seat] === chain.end) chain.since ??= this.draws;
    this.save();
  }

  /** Seats that are shown as bots' are not people's in the log, and give nothing. */
  private checkBots({ number, shares, chains, kinds }: PastAction): void {
    const isBot = (key: string): boolean => this.info?.seats[Number(key)]?.kind === "bot";
    const gave = [...Object.keys(shares ?? {}), ...Object.keys(chains ?? {})];
    if (gave.some((key) => isBot(key) && kinds?.[key] !== "bot")) this.fault(number, "verify-not-a-bot");
    if (Object.entries(kinds ?? {}).some(([key, kind]) => kind === "person" && isBot(key)))
      this.fault(number, "verify-not-a-bot");
    if (Object.entries(kinds ?? {}).some(([key, kind]) => kind === "bot" && this.isOurs(Number(key))))
      this.fault(number, "verify-left-out");
  }

  private isOurs(seat: number): boolean {
    return this.yours.includes(seat) && this.info?.seats[seat]?.kind === "person";
  }

  /** Whether the log records our contribution to this draw correctly. */
  private compare(number: number, shares: Shares): void {
    for (const [seat, link] of Object.entries(shares)) {
      const before = this.held.lapses?.[seat] ?? [];
      if (link === null && !before.includes(this.draws))
        this.held.lapses = { ...this.held.lapses, [seat]: [...before, this.draws] };
    }
    if (this.yours.some((seat) => this.isOurs(seat))) this.held.first ??= this.draws;
    if (this.yours.some((seat) => shares[seat]) && !this.held.present?.includes(this.draws))
      this.held.present = [...(this.held.present ?? []), this.draws];
    for (const seat of this.yours) {
      const told = shares[seat];
      const ours = this.held.chains.filter((chain) => chain.seat === seat);
      const mine = ours.find((chain) => chain.draws.includes(this.draws));
      if (told === null && !this.held.modern) for (const chain of ours) chain.lost = true;
      if (mine && told !== this.linkFor(mine, this.draws))
        this.fault(number, told ? "verify-share-other" : "verify-left-out");
      else if (!mine && told && ours.some(({ draws }) => draws.length > 0)) this.fault(number, "verify-not-given");
    }
  }

  private tellMissing(): void {
    if (this.held.first !== undefined) this.count(this.missing);
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
