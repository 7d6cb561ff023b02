// Random numbers as on the server (src/freehold/server/fairness/fair_dice.py and rules/chance.py): bits from an HMAC, a generator
// seeded by them for dice and deals, a stream of bytes for each deck.

import type { Mac } from "./hashes";

const SPAN = 0x1_0000_0000;
const DICE = 0x9e3779b9;
const DEALS = 0x7f4a7c15;

/** What the seats give to a draw: salts in logs of format 1, links of hash chains by seat in format 2. */
export type Mix = readonly string[] | Readonly<Record<string, string | null>>;

const draw = (mac: Mac, mix: Mix, n: number, stream: string, block = 0): Uint8Array =>
  mac(["freehold", stream, mix, n, block]);

function scramble(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

export type ForceFaces = { light: number; dark: number; shift: number };

/** The chance of one draw. */
export class Chance {
  private drawn = 0;
  private dealt = 0;

  constructor(
    private readonly low: number,
    private readonly high: number,
  ) {}

  static of(mac: Mac, mix: Mix, n: number): Chance {
    const bytes = draw(mac, mix, n, "dice");
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return new Chance(view.getUint32(4), view.getUint32(0));
  }

  private bits(stream: number, counter: number): number {
    const x = scramble((scramble((this.low + stream) >>> 0) ^ counter) >>> 0);
    return scramble((x ^ this.high) >>> 0);
  }

  /** A uniform number below a limit, by rejection sampling. */
  private below(limit: number, next: () => number): number {
    let x = next();
    while (x >= SPAN - (SPAN % limit)) x = next();
    return x % limit;
  }

  die(sides = 6): number {
    return this.below(sides, () => this.bits(DICE, this.drawn++));
  }

  deal(limit: number): number {
    return this.below(limit, () => this.bits(DEALS, this.dealt++));
  }

  force({ light, dark, shift }: ForceFaces): string {
    const side = this.die(light + dark + shift);
    return side < light ? "light" : side < light + dark ? "dark" : "shift";
  }
}

/** A deck shuffled by its own stream, top first. */
export function shuffled(mac: Mac, mix: Mix, deck: string, cards: readonly string[], n = 0): string[] {
  const order = [...cards];
  let bytes: Uint8Array = new Uint8Array();
  let at = 0;
  let block = 0;
  for (let k = order.length - 1; k > 0; k--) {
    const mask = (1 << (32 - Math.clz32(k))) - 1;
    let other = k + 1;
    while (other > k) {
      if (at === bytes.length) {
        bytes = draw(mac, mix, n, deck, block++);
        at = 0;
      }
      other = (bytes[at++] ?? 0) & mask;
    }
    [order[k], order[other]] = [order[other]!, order[k]!];
  }
  return order;
}
